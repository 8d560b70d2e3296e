// Package position is a position as addresses, forms and the API name it: a variant, where the game
// starts, and the moves since.
//
// at.go reads and draws such a position, explain.go says whether a move is legal in it, formats.go
// lists the formats of files that hold such games.
package position

import (
	"image/png"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/picture"
)

// MaxMoves is the number of characters that a list of moves in an address may have.
const MaxMoves = 16_000

// At names a position.
type At struct {
	Variant  string `query:"variant" json:"variant,omitempty" default:"chess" maxLength:"200" doc:"The variant's ID, or several joined by +." example:"seirawan"`
	FEN      string `query:"fen" json:"fen,omitempty" maxLength:"2000" doc:"The position to start from, in place of the starting position."`
	Seed     uint64 `query:"seed" json:"seed,omitempty" doc:"Draws the starting position, in variants that draw one."`
	Array    string `query:"array" json:"array,omitempty" maxLength:"64" doc:"The first rank, in variants that draw it: letters of pieces, two ranks joined by /, or a Chess960 number."`
	Symmetry string `query:"symmetry" json:"symmetry,omitempty" enum:"asymmetric,mirror,central" doc:"The symmetry of a drawn starting position."`
	Problem  bool   `query:"problem" json:"problem,omitempty" doc:"Problem mode: rights follow from the squares, and illegal positions are accepted."`
	Moves    string `query:"moves" json:"moves,omitempty" maxLength:"16000" doc:"Moves from there, in any style." example:"e4 e5 Nf3/H"`
}

// FromRequest reads the position that a form or a query names.
func FromRequest(r *http.Request) At {
	seed, err := strconv.ParseUint(r.FormValue("seed"), 10, 64)
	if err != nil {
		seed = 0
	}
	return At{
		Variant: VariantOf(r), FEN: strings.TrimSpace(r.FormValue("fen")),
		Moves: strings.TrimSpace(r.FormValue("moves")), Seed: seed, Array: r.FormValue("array"),
		Symmetry: r.FormValue("symmetry"), Problem: r.FormValue("problem") != "",
	}
}

// VariantOf returns the ID of the variant that a form or a query names: a game in variant, and the
// modifiers in any number of fields named with. What makes no sense together is returned as it is
// written, so that Lookup says why.
func VariantOf(r *http.Request) string {
	id := strings.TrimSpace(r.FormValue("variant"))
	return Composed(id, r.Form["with"])
}

// Composed returns the ID of a game with modifiers. An empty one counts for nothing.
func Composed(id string, with []string) string {
	parts := []string{id}
	for _, m := range with {
		if m = strings.TrimSpace(m); m != "" {
			parts = append(parts, m)
		}
	}
	if len(parts) == 1 {
		return id
	}
	id = strings.TrimPrefix(strings.Join(parts, "+"), "+")
	if v, err := kirke.Lookup(id); err == nil {
		return v.ID
	}
	return id
}

// Query returns a position as the query of an address.
func (a At) Query() url.Values {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	set("variant", a.Variant)
	set("fen", a.FEN)
	set("moves", a.Moves)
	set("array", a.Array)
	set("symmetry", a.Symmetry)
	if a.Seed != 0 {
		q.Set("seed", strconv.FormatUint(a.Seed, 10))
	}
	if a.Problem {
		q.Set("problem", "true")
	}
	return q
}

// Setting returns how the game begins.
func (a At) Setting() gamefile.Setting {
	return gamefile.Setting{
		Variant: a.Variant, FEN: a.FEN, Seed: a.Seed, Array: a.Array, Symmetry: kirke.Symmetry(a.Symmetry),
		Problem: a.Problem,
	}
}

// Game returns the game at its last position.
func (a At) Game() (*kirke.Game, error) {
	p, err := a.Setting().Position()
	if err != nil {
		return nil, err
	}
	g := kirke.NewGame(p)
	return g, gamefile.PlayAll(g, a.Moves)
}

// Reader returns a reader of files of games.
func (a At) Reader() (gamefile.Reader, error) {
	from := a.Setting()
	v, err := from.Game()
	start := func() (kirke.Position, error) { return from.Position() }
	return gamefile.Reader{Variant: v, Options: from.Options(), Start: start}, err
}

// Drawing says how a diagram looks.
type Drawing struct {
	Flip      bool   `query:"flip" json:"flip,omitempty" doc:"Shows the board from Black's side."`
	Square    int    `query:"square" json:"square,omitempty" minimum:"8" maximum:"120" default:"45" doc:"The side of a square in pixels."`
	NoCoords  bool   `query:"plain" json:"plain,omitempty" doc:"Leaves out the coordinates and the text under the board."`
	Board     string `query:"board" json:"board,omitempty" maxLength:"20" doc:"The colours of the board: wood (default), slate, meadow, ocean, rose, lilac, sand, marble, print."`
	Pieces    string `query:"pieces" json:"pieces,omitempty" maxLength:"20" doc:"The set of pieces: classic (default), flat, letters, symbols."`
	Theme     string `query:"theme" json:"theme,omitempty" maxLength:"20" doc:"light (default), dark, or system: an SVG that is dark where its reader prefers that."`
	Highlight string `query:"highlight" json:"highlight,omitempty" maxLength:"600" doc:"Squares to point out, separated by commas."`
	Arrows    string `query:"arrows" json:"arrows,omitempty" maxLength:"600" doc:"Arrows such as e2-e4, separated by commas."`
}

// Diagram returns the picture of the last position.
func (a At) Diagram(look Drawing) (*diagram.Diagram, error) {
	g, err := a.Game()
	if err != nil {
		return nil, err
	}
	p := g.Position()
	d := picture.Of(p)
	if n := g.Node(); n.Parent() != nil && n.Move() != 0 {
		picture.MarkMove(d, n.Parent().Position().Details(n.Move()))
	}
	d.Flip, d.Square = look.Flip, look.Square
	d.Style = diagram.Style{Board: look.Board, Pieces: look.Pieces, Theme: look.Theme}
	if look.NoCoords {
		WithoutText(d)
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

// StyleOf returns how the query of a request wants a diagram to look, as Drawing does.
func StyleOf(r *http.Request) diagram.Style {
	return diagram.Style{Board: r.FormValue("board"), Pieces: r.FormValue("pieces"), Theme: r.FormValue("theme")}
}

// fields returns the parts of a list separated by commas.
func fields(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// WithoutText removes the text from a diagram, for small pictures.
func WithoutText(d *diagram.Diagram) { d.NoCoordinates, d.Notes = true, nil }

// WritePNG writes a diagram as PNG.
func WritePNG(w io.Writer, d *diagram.Diagram) error {
	m, err := d.Image()
	if err != nil {
		return err
	}
	return png.Encode(w, m)
}
