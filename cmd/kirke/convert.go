package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

type convertCmd struct {
	Files  []string `arg:"" optional:"" complete:"file" help:"Files to read; standard input without them."`
	From   string   `placeholder:"FORMAT" complete:"fen,pgn,courier,jsonl,moves" help:"The format of the files instead of a guess: fen, pgn, courier, jsonl or moves (a game a line)."`
	To     string   `default:"pgn" placeholder:"FORMAT" complete:"fen,pgn,courier,jsonl,moves" help:"The format to write: fen (the last position), pgn (default), courier, jsonl or moves."`
	Output string   `short:"o" placeholder:"FILE" help:"Write to a file."`

	Start startFlags `embed:""`
	Style styleFlags `embed:""`
	As    jsonFlags  `embed:""`
}

func (*convertCmd) Help() string {
	return examples(
		"kirke convert game.log -o game.pgn",
		"kirke convert games.pgn --to moves --notation uci",
	)
}

func (cmd *convertCmd) Run(c *console) error {
	formats := []string{gamefile.FEN, gamefile.PGN, gamefile.Courier, gamefile.JSON, gamefile.Moves}
	if err := oneOf("--to", cmd.To, formats...); err != nil {
		return err
	}
	if err := oneOf("--from", cmd.From, append(formats, "")...); err != nil {
		return err
	}
	if _, err := c.variant(""); err != nil {
		return err
	}
	return c.output(cmd.Output, func(w io.Writer) error { return cmd.convert(c, w) })
}

// convert reads every game and writes it to w. The first that cannot be read ends
// it with an error.
func (cmd *convertCmd) convert(c *console, w io.Writer) error {
	names := cmd.Files
	if len(names) == 0 {
		names = []string{"-"}
	}
	names, err := files(names)
	if err != nil {
		return err
	}
	written := 0
	for _, name := range names {
		file, err := c.open(name)
		if err != nil {
			return err
		}
		for g, bad := range c.games(name, file, cmd.From) {
			if err = bad; err == nil {
				err = c.ctx.Err()
			} else {
				err = fmt.Errorf("%s: %w", inWords([]string{name}), bad)
			}
			if err == nil {
				err = cmd.game(c, w, g, written)
			}
			if err != nil {
				break
			}
			written++
		}
		file.Close()
		if err != nil {
			return err
		}
	}
	if written == 0 {
		return fmt.Errorf("%s: there is no game in it", inWords(names))
	}
	return nil
}

// game writes one game after others.
func (cmd *convertCmd) game(c *console, w io.Writer, g *kirke.Game, before int) error {
	g.GoToEnd()
	format := cmd.To
	if c.JSON {
		format = gamefile.JSON
	}
	if before > 0 {
		switch format {
		case gamefile.Courier:
			return fmt.Errorf("a Game Courier log holds one game, and there are more; convert them one by one")
		case gamefile.PGN:
			fmt.Fprintln(w)
		}
	}
	return gamefile.Write(w, g, format, c.style(kirke.SAN))
}

// inWords names files for people.
func inWords(names []string) string {
	words := slices.Clone(names)
	for i, name := range words {
		if name == "-" {
			words[i] = "standard input"
		}
	}
	return strings.Join(words, ", ")
}
