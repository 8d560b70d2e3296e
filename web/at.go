package web

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/rules"
)

// At says which position is meant: a game, where it starts, and the moves since.
type At struct {
	Variant  string `query:"variant" json:"variant,omitempty" default:"chess" maxLength:"200" doc:"The game's id, or several joined by +." example:"seirawan"`
	FEN      string `query:"fen" json:"fen,omitempty" maxLength:"2000" doc:"The position to start from instead of the array."`
	Seed     uint64 `query:"seed" json:"seed,omitempty" doc:"Draws the array of a game that has one to draw."`
	Array    string `query:"array" json:"array,omitempty" maxLength:"64" doc:"The first rank instead of a draw: men's letters, two of them joined by /, or a Chess960 number."`
	Symmetry string `query:"symmetry" json:"symmetry,omitempty" enum:"asymmetric,mirror,central" doc:"How the first ranks of a drawn array are related."`
	Problem  bool   `query:"problem" json:"problem,omitempty" doc:"Reads positions as problemists do: rights follow from the squares, odd positions are accepted."`
	Moves    string `query:"moves" json:"moves,omitempty" maxLength:"16000" doc:"Moves from there, in any style." example:"e4 e5 Nf3/H"`
}

// variant returns the game.
func (a At) variant() (*kirke.Variant, error) {
	id := a.Variant
	if id == "" {
		id = "chess"
	}
	v, err := kirke.Lookup(id)
	if err != nil || !a.Problem {
		return v, err
	}
	problem := *v
	problem.Problem = true
	return &problem, nil
}

// options returns how positions are set up.
func (a At) options() []kirke.Option {
	opts := []kirke.Option{kirke.Seed(a.Seed)}
	if a.Array != "" {
		opts = append(opts, kirke.Array(a.Array))
	}
	if a.Symmetry != "" {
		opts = append(opts, kirke.DrawnWith(kirke.Symmetry(a.Symmetry)))
	}
	if a.Problem {
		opts = append(opts, kirke.Forgive(rules.AnyProblem))
	}
	return opts
}

// start returns the position before the moves.
func (a At) start() (kirke.Position, error) {
	v, err := a.variant()
	if err != nil {
		return kirke.Position{}, err
	}
	if a.FEN == "" {
		return kirke.Start(v, a.options()...)
	}
	if a.Array != "" || a.Symmetry != "" {
		return kirke.Position{}, fmt.Errorf("a FEN says where the men stand: array and symmetry cannot be used with it")
	}
	return kirke.FromFEN(v, a.FEN, a.options()...)
}

// game returns the game at its last position.
func (a At) game() (*kirke.Game, error) {
	p, err := a.start()
	if err != nil {
		return nil, err
	}
	g := kirke.NewGame(p)
	return g, gamefile.PlayAll(g, a.Moves)
}

// reader returns what reads files of games.
func (a At) reader() (gamefile.Reader, error) {
	v, err := a.variant()
	return gamefile.Reader{Variant: v, Options: a.options(), Start: a.start}, err
}

// Drawing says how a diagram looks.
type Drawing struct {
	Flip      bool   `query:"flip" json:"flip,omitempty" doc:"Black's side below."`
	Square    int    `query:"square" json:"square,omitempty" minimum:"8" maximum:"120" default:"45" doc:"The side of a square in pixels."`
	NoCoords  bool   `query:"plain" json:"plain,omitempty" doc:"Leaves out the coordinates."`
	Highlight string `query:"highlight" json:"highlight,omitempty" maxLength:"600" doc:"Squares to point out, separated by commas."`
	Arrows    string `query:"arrows" json:"arrows,omitempty" maxLength:"600" doc:"Arrows such as e2-e4, separated by commas."`
}

// diagram returns the picture of a game's last position.
func (a At) diagram(look Drawing) (*diagram.Diagram, error) {
	g, err := a.game()
	if err != nil {
		return nil, err
	}
	p := g.Position()
	d := picture.Of(p)
	if n := g.Node(); n.Parent() != nil && n.Move() != 0 {
		picture.MarkMove(d, n.Parent().Position().Details(n.Move()))
	}
	d.Flip, d.Square, d.NoCoordinates = look.Flip, look.Square, look.NoCoords
	for _, name := range fields(look.Highlight) {
		sq, err := p.Variant().ParseSquare(name)
		if err != nil {
			return nil, err
		}
		d.Marks[sq] |= diagram.Highlight
	}
	for _, arrow := range fields(look.Arrows) {
		var ends [2]board.Square
		from, to, _ := strings.Cut(arrow, "-")
		for i, name := range []string{from, to} {
			if ends[i], err = p.Variant().ParseSquare(name); err != nil {
				return nil, err
			}
		}
		d.Arrows = append(d.Arrows, ends)
	}
	return d, d.Check()
}

// fields returns the parts of a list separated by commas.
func fields(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}
