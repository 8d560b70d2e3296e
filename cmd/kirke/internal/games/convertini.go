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

// variants writes each game of variants files as a file of its own. It is an error if a game cannot be
// played; the others are written all the same.
func (cmd *Convert) variants(c *console.Console) error {
	names := cmd.Files
	if len(names) == 0 {
		names = []string{"-"}
	}
	var games []*rules.Variant
	refused := map[string]bool{}
	for _, name := range names {
		read, err := readINI(c, name)
		for _, e := range variantfile.Errors(err) {
			unsupported, ok := errors.AsType[*variantfile.UnsupportedError](e)
			if !ok {
				return e
			}
			refused[unsupported.File+" "+unsupported.Game] = true
			fmt.Fprintln(c.Err, e)
		}
		games = append(games, read...)
	}
	if len(games) == 0 {
		return fmt.Errorf("%s: there is no game in it that can be played", displayNames(names))
	}
	if err := cmd.writeVariants(c, games); err != nil {
		return err
	}
	if len(refused) > 0 {
		return fmt.Errorf("%s cannot be played", count(len(refused)))
	}
	return nil
}

// readINI reads the games of a variants file; "-" is standard input.
func readINI(c *console.Console, name string) ([]*rules.Variant, error) {
	file, err := c.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return variantfile.ReadINI(displayNames([]string{name}), data)
}

// writeVariants writes games to a folder, or one game to standard output.
func (cmd *Convert) writeVariants(c *console.Console, games []*rules.Variant) error {
	switch {
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
	_, err := fmt.Fprintf(c.Out, "%s written to %s\n", count(len(games)), cmd.Output)
	return err
}

// count returns a number of games: "1 game", "2 games".
func count(n int) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
}
