package web

import (
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/picture"
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

// setting returns how the game begins.
func (a At) setting() gamefile.Setting {
	return gamefile.Setting{Variant: a.Variant, FEN: a.FEN, Seed: a.Seed, Array: a.Array, Symmetry: kirke.Symmetry(a.Symmetry), Problem: a.Problem}
}

// variant returns the game.
func (a At) variant() (*kirke.Variant, error) { return a.setting().Game() }

// game returns the game at its last position.
func (a At) game() (*kirke.Game, error) {
	p, err := a.setting().Position()
	if err != nil {
		return nil, err
	}
	g := kirke.NewGame(p)
	return g, gamefile.PlayAll(g, a.Moves)
}

// reader returns what reads files of games.
func (a At) reader() (gamefile.Reader, error) {
	from := a.setting()
	v, err := from.Game()
	return gamefile.Reader{Variant: v, Options: from.Options(), Start: func() (kirke.Position, error) { return from.Position() }}, err
}

// Drawing says how a diagram looks.
type Drawing struct {
	Flip      bool   `query:"flip" json:"flip,omitempty" doc:"Black's side below."`
	Square    int    `query:"square" json:"square,omitempty" minimum:"8" maximum:"120" default:"45" doc:"The side of a square in pixels."`
	NoCoords  bool   `query:"plain" json:"plain,omitempty" doc:"Leaves out the coordinates, and what is written under the board."`
	Highlight string `query:"highlight" json:"highlight,omitempty" maxLength:"600" doc:"Squares to point out, separated by commas."`
	Arrows    string `query:"arrows" json:"arrows,omitempty" maxLength:"600" doc:"Arrows such as e2-e4, separated by commas."`
}

// unwritten leaves out of a picture what is written in it, for pictures that are too small to be read.
func unwritten(d *diagram.Diagram) { d.NoCoordinates, d.Notes = true, nil }

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
	d.Flip, d.Square = look.Flip, look.Square
	if look.NoCoords {
		unwritten(d)
	}
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
