package games

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/notation"
)

// Moves is the command that lists legal moves, or explains one.
type Moves struct {
	From    string `placeholder:"SQUARE" help:"List only the moves of the piece on this square."`
	Moves   string `placeholder:"MOVES" help:"Play these moves first, in any notation."`
	Explain string `placeholder:"MOVE" help:"Say whether this move is legal, or why not."`

	Start console.StartFlags `embed:""`
	Style console.StyleFlags `embed:""`
	As    console.JSONFlags  `embed:""`
}

// Help returns examples.
func (*Moves) Help() string {
	return console.Examples("kirke moves -v seirawan --from g1",
		"kirke moves -v sissa --moves 'd3 d7 Be3 e7 h3 h7' --explain Bh2")
}

// Run lists the legal moves of a position, in alphabetical order.
func (cmd *Moves) Run(c *console.Console) error {
	p, err := c.Start()
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
	style := c.Style(kirke.SAN)
	texts := []string{}
	for m := range p.LegalMoves() {
		if from == kirke.NoSquare || m.From() == from {
			texts = append(texts, p.MoveText(m, style))
		}
	}
	slices.Sort(texts)
	if c.JSON {
		return c.Print(struct {
			Variant string   `json:"variant"`
			Seed    *uint64  `json:"seed,omitempty"`
			FEN     string   `json:"fen"`
			Check   bool     `json:"check"`
			Outcome string   `json:"outcome"`
			Moves   []string `json:"moves"`
		}{p.Variant().ID, c.StartSeed(), p.FEN(), p.InCheck(), g.Outcome().String(), texts})
	}
	for _, t := range texts {
		fmt.Fprintln(c.Out, t)
	}
	if o := g.Outcome(); o.Over() {
		fmt.Fprintf(c.Err, "The game is over: %v\n", o)
	} else if len(texts) == 0 && cmd.From != "" {
		fmt.Fprintf(c.Err, "%v has no legal move from %s\n", p.Turn(), cmd.From)
	}
	return nil
}

// explain says whether a move is legal, or why not. If it is not, the exit code is 1.
func (cmd *Moves) explain(c *console.Console, p kirke.Position) error {
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
		if err := c.Print(out); err != nil {
			return err
		}
	} else if why == nil {
		fmt.Fprintf(c.Out, "%s is legal\n", cmd.Explain)
	} else {
		fmt.Fprintln(c.Out, why)
	}
	if why != nil {
		return console.ErrFound
	}
	return nil
}
