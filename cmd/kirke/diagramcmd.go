package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/picture"
)

type diagramCmd struct {
	SVG       bool     `name:"svg" help:"Draw SVG instead of text."`
	Output    string   `short:"o" placeholder:"FILE" help:"Write to a file; one whose name ends in .svg is SVG."`
	Text      string   `placeholder:"STYLE" complete:"figurines,letters,painted" help:"The style of text: figurines, letters or painted (in colours; figurines where NO_COLOR is set)."`
	Moves     string   `placeholder:"MOVES" help:"Moves to be played first, in any style; the last is marked."`
	Flip      bool     `help:"Black's side below."`
	Square    int      `placeholder:"PIXELS" help:"The side of a square of SVG (default 45)."`
	Highlight []string `placeholder:"SQUARE" help:"Squares to point out, separated by commas."`
	From      string   `placeholder:"SQUARE" help:"Mark where the man on a square can go."`
	NoCoords  bool     `help:"Leave out the coordinates."`

	Start startFlags `embed:""`
	As    jsonFlags  `embed:""`
}

func (*diagramCmd) Help() string {
	return examples(
		"kirke diagram -v sissa --moves 'd3 d7 Be3' -o position.svg",
		"kirke diagram -v cetran2 --text letters",
	)
}

// textStyles are the styles of text diagrams by name.
var textStyles = map[string]diagram.TextStyle{
	"": diagram.Figurines, "figurines": diagram.Figurines, "letters": diagram.Letters, "painted": diagram.Painted,
}

func (cmd *diagramCmd) Run(c *console) error {
	style, ok := textStyles[cmd.Text]
	if !ok {
		return fmt.Errorf("--text: %q is not one of figurines, letters and painted", cmd.Text)
	}
	d, p, err := cmd.diagram(c)
	if err != nil {
		return err
	}
	draw := d.SVG
	if !cmd.SVG && !strings.HasSuffix(strings.ToLower(cmd.Output), ".svg") {
		if style == diagram.Painted && noColor() {
			style = diagram.Figurines
			fmt.Fprintln(c.err, "NO_COLOR is set: the board is drawn with figurines, without colours")
		}
		draw = func(w io.Writer) error { return d.Text(w, style) }
	}
	if !c.JSON || cmd.Output != "" && cmd.Output != "-" {
		return c.output(cmd.Output, draw)
	}
	var picture strings.Builder
	if err := draw(&picture); err != nil {
		return err
	}
	return c.print(struct {
		Variant string  `json:"variant"`
		Seed    *uint64 `json:"seed,omitempty"`
		FEN     string  `json:"fen"`
		Diagram string  `json:"diagram"`
	}{p.Variant().ID, c.seedOfArray(), p.FEN(), picture.String()})
}

// diagram returns what is to be drawn.
func (cmd *diagramCmd) diagram(c *console) (*diagram.Diagram, kirke.Position, error) {
	p, err := c.start()
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

// noColor reports whether the user wants no colours on terminals, as https://no-color.org has it.
func noColor() bool { return os.Getenv("NO_COLOR") != "" }
