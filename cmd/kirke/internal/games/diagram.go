package games

import (
	"fmt"
	"image/png"
	"io"
	"path/filepath"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/picture"
)

// Diagram is the command that draws a position.
type Diagram struct {
	SVG       bool     `name:"svg" help:"Draw SVG instead of text."`
	Output    string   `short:"o" placeholder:"FILE" help:"Write to this file, as a picture if its name ends in .svg or .png."`
	Text      string   `placeholder:"STYLE" complete:"figurines,letters,painted" help:"Style of text: figurines (default), letters, or painted in colours (figurines if NO_COLOR is set)."`
	Moves     string   `placeholder:"MOVES" help:"Play these moves first, in any notation, and mark the last."`
	Flip      bool     `help:"Show Black's side below."`
	Square    int      `placeholder:"PIXELS" help:"Width of a square of a picture (default 45)."`
	Highlight []string `placeholder:"SQUARE" help:"Highlight these squares, separated by commas."`
	From      string   `placeholder:"SQUARE" help:"Mark the squares that the piece on this square can go to."`
	NoCoords  bool     `help:"Leave out the coordinates."`

	Start console.StartFlags `embed:""`
	As    console.JSONFlags  `embed:""`
}

// Help returns examples.
func (*Diagram) Help() string {
	return console.Examples("kirke diagram -v sissa --moves 'd3 d7 Be3' -o position.svg",
		"kirke diagram -v cetran2 --text letters")
}

// drawPNG draws a diagram as PNG.
func drawPNG(d *diagram.Diagram, w io.Writer) error {
	drawn, err := d.Image()
	if err != nil {
		return err
	}
	return png.Encode(w, drawn)
}

// Run draws a position as text, SVG or PNG.
func (cmd *Diagram) Run(c *console.Console) error {
	style, err := console.TextStyle(cmd.Text)
	if err != nil {
		return err
	}
	d, p, err := cmd.diagram(c)
	if err != nil {
		return err
	}
	draw := d.SVG
	switch ending := strings.ToLower(filepath.Ext(cmd.Output)); {
	case cmd.SVG || ending == ".svg":
	case ending == ".png":
		draw = func(w io.Writer) error { return drawPNG(d, w) }
	default:
		if style == diagram.Painted && console.NoColor() {
			style = diagram.Figurines
			fmt.Fprintln(c.Err, "NO_COLOR is set: the board is drawn with figurines instead of colours")
		}
		draw = func(w io.Writer) error { return d.Text(w, style) }
	}
	if !c.JSON || cmd.Output != "" && cmd.Output != "-" {
		return c.Output(cmd.Output, draw)
	}
	var picture strings.Builder
	if err := draw(&picture); err != nil {
		return err
	}
	return c.Print(struct {
		Variant string  `json:"variant"`
		Seed    *uint64 `json:"seed,omitempty"`
		FEN     string  `json:"fen"`
		Diagram string  `json:"diagram"`
	}{p.Variant().ID, c.StartSeed(), p.FEN(), picture.String()})
}

// diagram returns what to draw, and its position.
func (cmd *Diagram) diagram(c *console.Console) (*diagram.Diagram, kirke.Position, error) {
	p, err := c.Start()
	if err != nil {
		return nil, p, err
	}
	g := kirke.NewGame(p)
	if err := gamefile.PlayAll(g, cmd.Moves); err != nil {
		return nil, p, fmt.Errorf("--moves: %w", err)
	}
	p = g.Position()
	d := picture.Of(p)
	if n := g.Node(); n.Parent() != nil && n.Move() != 0 {
		picture.MarkMove(d, n.Parent().Position().Details(n.Move()))
	}
	d.Flip, d.Square, d.NoCoordinates = cmd.Flip, cmd.Square, cmd.NoCoords
	for _, name := range cmd.Highlight {
		sq, err := p.Variant().ParseSquare(name)
		if err != nil {
			return nil, p, fmt.Errorf("--highlight: %w", err)
		}
		d.Marks[sq] |= diagram.Highlight
	}
	if cmd.From != "" {
		from, err := p.Variant().ParseSquare(cmd.From)
		if err != nil {
			return nil, p, fmt.Errorf("--from: %w", err)
		}
		for m := range p.LegalMoves() {
			if details := p.Details(m); details.From == from && details.To != board.NoSquare {
				d.Marks[details.To] |= diagram.Target
			}
		}
	}
	return d, p, nil
}
