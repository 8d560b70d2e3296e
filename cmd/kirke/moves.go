package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/notation"
)

type movesCmd struct {
	From    string `placeholder:"SQUARE" help:"Only the moves of the man on a square."`
	Moves   string `placeholder:"MOVES" help:"Moves to be played first, in any style."`
	Explain string `placeholder:"MOVE" help:"Say whether a move is legal, and why not."`

	Start startFlags `embed:""`
	Style styleFlags `embed:""`
	As    jsonFlags  `embed:""`
}

func (*movesCmd) Help() string {
	return examples(
		"kirke moves -v seirawan --from g1",
		"kirke moves -v sissa --moves 'd3 d7 Be3 e7 h3 h7' --explain Bh2",
	)
}

func (cmd *movesCmd) Run(c *console) error {
	p, err := c.start()
	if err != nil {
		return err
	}
	g := kirke.NewGame(p)
	if err := gamefile.PlayAll(g, cmd.Moves); err != nil {
		return fmt.Errorf("--moves: %w", err)
	}
	p = g.Position()
	if cmd.Explain != "" {
		return cmd.explain(c, p)
	}
	from := kirke.NoSquare
	if cmd.From != "" {
		if from, err = p.Variant().ParseSquare(cmd.From); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
	}
	style := c.style(kirke.SAN)
	texts := []string{}
	for m := range p.LegalMoves() {
		if from == kirke.NoSquare || m.From() == from {
			texts = append(texts, p.MoveText(m, style))
		}
	}
	slices.Sort(texts)
	if c.JSON {
		return c.print(struct {
			Variant string   `json:"variant"`
			Seed    *uint64  `json:"seed,omitempty"`
			FEN     string   `json:"fen"`
			Check   bool     `json:"check"`
			Outcome string   `json:"outcome"`
			Moves   []string `json:"moves"`
		}{p.Variant().ID, c.seedOfArray(), p.FEN(), p.InCheck(), g.Outcome().String(), texts})
	}
	for _, t := range texts {
		fmt.Fprintln(c.out, t)
	}
	if o := g.Outcome(); o.Over() {
		fmt.Fprintf(c.err, "The game is over: %v\n", o)
	}
	return nil
}

// explain says whether a move may be played, and exits 1 when it may not.
func (cmd *movesCmd) explain(c *console, p kirke.Position) error {
	why := p.Explain(cmd.Explain)
	var illegal *notation.IllegalError
	if why != nil && !errors.As(why, &illegal) {
		return why
	}
	if c.JSON {
		out := struct {
			Move  string `json:"move"`
			Legal bool   `json:"legal"`
			Why   string `json:"why,omitempty"`
		}{Move: cmd.Explain, Legal: why == nil}
		if illegal != nil {
			out.Why = illegal.Reason.Error()
		}
		if err := c.print(out); err != nil {
			return err
		}
	} else if why == nil {
		fmt.Fprintf(c.out, "%s is legal\n", cmd.Explain)
	} else {
		fmt.Fprintln(c.out, why)
	}
	if why != nil {
		return errFound
	}
	return nil
}
