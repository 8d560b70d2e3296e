package games

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// Convert is the command that converts games and positions.
type Convert struct {
	Files  []string `arg:"" optional:"" complete:"file" help:"Files to read (default: standard input)."`
	From   string   `placeholder:"FORMAT" complete:"fen,pgn,courier,jsonl,moves,fsf-ini" help:"Format of the files: fen, pgn, courier, jsonl or moves, one game a line (default: guessed); or fsf-ini, a variants file of Fairy-Stockfish, whose games become files of Kirke's."`
	To     string   `default:"pgn" placeholder:"FORMAT" complete:"fen,pgn,courier,jsonl,moves" help:"Format to write: fen (the last position), pgn (default), courier, jsonl or moves."`
	Output string   `short:"o" placeholder:"FILE" help:"Write to this file; with --from fsf-ini, to this folder."`

	Start console.StartFlags `embed:""`
	Style console.StyleFlags `embed:""`
	As    console.JSONFlags  `embed:""`
}

// Help returns examples.
func (*Convert) Help() string {
	return console.Examples("kirke convert game.log -o game.pgn", "kirke convert games.pgn --to moves --notation uci",
		"kirke convert --from fsf-ini variants.ini -o my-games")
}

// Run converts files of games from any format to any other.
func (cmd *Convert) Run(c *console.Console) error {
	if cmd.From == variantsINI {
		return cmd.variants(c)
	}
	formats := []string{gamefile.FEN, gamefile.PGN, gamefile.Courier, gamefile.JSON, gamefile.Moves}
	if err := console.OneOf("--to", cmd.To, formats...); err != nil {
		return err
	}
	if err := console.OneOf("--from", cmd.From, append(formats, "", variantsINI)...); err != nil {
		return err
	}
	if _, err := c.Game(""); err != nil {
		return err
	}
	if c.JSON {
		cmd.To = gamefile.JSON
	}
	if c.Notation != "" && cmd.To != gamefile.Moves {
		fmt.Fprintf(c.Err, "kirke: --notation changes nothing in the format %s: it is for --to moves\n", cmd.To)
	}
	return c.Output(cmd.Output, func(w io.Writer) error { return cmd.convert(c, w) })
}

// convert reads every game and writes it to w, up to the first that cannot be read.
func (cmd *Convert) convert(c *console.Console, w io.Writer) error {
	names := cmd.Files
	if len(names) == 0 {
		names = []string{"-"}
	}
	names, err := listFiles(names)
	if err != nil {
		return err
	}
	written := 0
	for _, name := range names {
		if err := cmd.file(c, w, name, &written); err != nil {
			return err
		}
	}
	if written == 0 {
		return fmt.Errorf("%s: there is no game in it", displayNames(names))
	}
	return nil
}

// file converts the games of one file, and counts them in written.
func (cmd *Convert) file(c *console.Console, w io.Writer, name string, written *int) error {
	file, err := c.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	for g, err := range c.Games(name, file, cmd.From) {
		if err != nil {
			return fmt.Errorf("%s: %w", displayNames([]string{name}), err)
		}
		if err := c.Ctx.Err(); err != nil {
			return err
		}
		if err := cmd.game(c, w, g, *written); err != nil {
			return err
		}
		*written++
	}
	return nil
}

// game writes a game; before counts the games that were written before it.
func (cmd *Convert) game(c *console.Console, w io.Writer, g *kirke.Game, before int) error {
	g.GoToEnd()
	if before > 0 {
		switch cmd.To {
		case gamefile.Courier:
			return fmt.Errorf("a Game Courier log holds one game: convert the games one by one")
		case gamefile.PGN:
			fmt.Fprintln(w)
		}
	}
	if lost := lostIn(cmd.To, g); lost != "" {
		fmt.Fprintf(c.Err, "kirke: game %d: %s\n", before+1, lost)
	}
	return gamefile.Write(w, g, cmd.To, c.Style(kirke.SAN))
}

// lostIn says what of a game a format has no place for, "" for nothing. Formats that are for positions or
// moves alone lose nothing that a user expects in them.
func lostIn(format string, g *kirke.Game) string {
	if format != gamefile.Courier {
		return ""
	}
	for n := range g.MainLine() {
		if len(n.Parent().Children()) > 1 || len(n.NAGs) > 0 {
			return "variations and glyphs are left out: a Game Courier log has no place for them"
		}
	}
	return ""
}

// displayNames names files in a message.
func displayNames(names []string) string {
	words := slices.Clone(names)
	for i, name := range words {
		if name == "-" {
			words[i] = "standard input"
		}
	}
	return strings.Join(words, ", ")
}
