// Package perft holds kirke perft, which counts the leaves of the tree of legal moves, of one
// position or of a suite of positions with known counts.
//
// perft.go is the command, count.go counts (for kirke bench too), suite.go checks suites.
package perft

import (
	"context"
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/rules"
)

// Command is kirke perft.
type Command struct {
	Depth  int    `short:"d" default:"0" placeholder:"N" help:"Depth in half-moves (default 4, or the whole depth of a suite)."`
	Divide bool   `help:"Show the count of each move."`
	Suite  string `placeholder:"FILE" help:"Check the counts and legal moves in a file of JSON Lines."`
	Hash   int    `default:"0" placeholder:"MB" help:"Size of the hash table (default: none)."`
	Kernel string `placeholder:"NAME" complete:"reference,fast" help:"Move generator: reference or fast (default: the fastest that plays the game)."`

	Start console.StartFlags  `embed:""`
	Style console.StyleFlags  `embed:""`
	As    console.JSONFlags   `embed:""`
	On    console.ThreadFlags `embed:""`
}

// Help returns examples.
func (*Command) Help() string {
	return console.Examples("kirke perft -v seirawan --depth 4 --divide",
		"kirke perft --suite counts.jsonl --hash 256")
}

// Run counts a position or checks a suite.
func (cmd *Command) Run(c *console.Console) error {
	if cmd.Depth < 0 {
		return fmt.Errorf("--depth: %d is not a number of half-moves", cmd.Depth)
	}
	if err := console.CheckHash(cmd.Hash, 0); err != nil {
		return err
	}
	if cmd.Suite != "" {
		return cmd.suite(c)
	}
	p, err := c.Start(kirke.Kernel(cmd.Kernel))
	if err != nil {
		return err
	}
	depth := cmd.Depth
	if depth == 0 {
		depth = 4
	}
	counts := Count(c, p, depth, cmd.table())
	if err := cmd.write(c, p, depth, counts); err != nil {
		return err
	}
	if counts.Stopped {
		return context.Canceled
	}
	return nil
}

// table returns the hash table of --hash, or nil.
func (cmd *Command) table() *rules.PerftTable {
	if cmd.Hash == 0 {
		return nil
	}
	return rules.NewPerftTable(cmd.Hash << 20)
}

// moveLine is a line of --divide.
type moveLine struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// write writes the counts of a position, as text or JSON.
func (cmd *Command) write(c *console.Console, p kirke.Position, depth int, counts Counts) error {
	var divided []moveLine
	if cmd.Divide {
		for _, n := range counts.Moves {
			divided = append(divided, moveLine{p.MoveText(n.Move, c.Style(kirke.UCI)), n.Nodes.Load()})
		}
	}
	if c.JSON {
		return c.Print(struct {
			Variant  string     `json:"variant"`
			Seed     *uint64    `json:"seed,omitempty"`
			FEN      string     `json:"fen"`
			Depth    int        `json:"depth"`
			Nodes    uint64     `json:"nodes"`
			Complete bool       `json:"complete"`
			Divide   []moveLine `json:"divide,omitempty"`
		}{p.Variant().ID, c.StartSeed(), p.FEN(), depth, counts.Total(), !counts.Stopped, divided})
	}
	for _, l := range divided {
		fmt.Fprintf(c.Out, "%s: %d\n", l.Move, l.Nodes)
	}
	if cmd.Divide {
		fmt.Fprintln(c.Out)
	}
	if counts.Stopped {
		fmt.Fprintln(c.Out, "Interrupted: not all of the tree was searched")
	}
	_, err := fmt.Fprintf(c.Out, "Nodes searched: %d\n", counts.Total())
	return err
}
