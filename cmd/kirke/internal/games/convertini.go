package games

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// variantsINI is the format of Fairy-Stockfish's variants files.
const variantsINI = "fsf-ini"

// variants writes each game of variants files as a file of its own, and says which are not played
// and why. It is an error if no game is.
func (cmd *Convert) variants(c *console.Console) error {
	if len(cmd.Files) == 0 {
		return errors.New("name the variants file to read")
	}
	var games []*rules.Variant
	for _, name := range cmd.Files {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		read, err := variantfile.ReadINI(name, data)
		if err != nil {
			fmt.Fprintln(c.Err, err)
		}
		games = append(games, read...)
	}
	switch {
	case len(games) == 0:
		return fmt.Errorf("%s: there is no game in it that can be played", displayNames(cmd.Files))
	case cmd.Output == "" && len(games) > 1:
		return fmt.Errorf("%d games need a folder to be written to: name it with -o", len(games))
	case cmd.Output == "":
		return variantfile.Write(c.Out, games[0])
	}
	if err := os.MkdirAll(cmd.Output, 0o777); err != nil {
		return err
	}
	for _, v := range games {
		name := filepath.Join(cmd.Output, v.ID+variantfile.Ext)
		if err := c.Output(name, func(w io.Writer) error { return variantfile.Write(w, v) }); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.Out, "%d games written to %s\n", len(games), cmd.Output)
	return err
}
