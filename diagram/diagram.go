// Package diagram draws positions of any size: as SVG for pages and paper, as PNG, as animated GIF,
// and as text for terminals. It knows boards and pieces, but no rules: the caller fills in a Diagram
// and draws it.
//
// Begin with diagram.go, then read svg.go, which has the layout of pictures. image.go draws the
// same with pixels, animate.go several of them in a row, text.go with characters. looks.go has the
// colours of boards and the sets of pieces, art.go and symbols.go the drawings of the pieces, hands.go
// the places of the pieces in hand.
package diagram

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Piece is a piece to be drawn. The zero Piece is an empty square.
type Piece struct {
	Type    *piece.Type
	Color   board.Color // of no meaning if Neutral
	Neutral bool        // both sides move it: its left half is drawn white and its right half black
}

// Mark is a set of things a square is marked with.
type Mark uint8

// The marks of a square.
const (
	Last      Mark = 1 << iota // a square of the last move
	Check                      // a king in check
	Target                     // a piece may go here
	Gate                       // a piece may still be gated here
	Highlight                  // the reader should look here
	Reborn                     // the piece here was reborn in the last move
)

// Diagram is a picture of a position. Size is needed. The zero value of any other field draws
// nothing, except that coordinates are drawn.
type Diagram struct {
	Title string // what the picture shows, for readers who cannot see it

	Size   board.Size
	Pieces []Piece // by square; missing squares are empty
	// Corners are the pieces on the four imaginary squares outside the corners: left and right of
	// the first rank, left and right of the last. nil means that the variant has none. In Marks and
	// Arrows they are numbered after the squares of the board.
	Corners []Piece
	// Hands are the pieces in hand, by colour. Pictures show one of each type with its count.
	Hands [2][]*piece.Type
	// Ghosts are pieces that do not stand on a square but belong to it: below its piece, or waiting
	// to be reborn. They are drawn small, in the corners of the square.
	Ghosts map[board.Square][]Piece
	Marks  map[board.Square]Mark
	Lines  [][2]board.Square // lines drawn on the board, each from the middle of a square to that of another
	Arrows [][2]board.Square
	Notes  []string // lines written under the board

	Style         Style
	Flip          bool // Black's side is below
	NoCoordinates bool
	// Square is the side of a square in pixels of an SVG; 0 means 45.
	Square int
}

// Check returns an error that names the first thing in d that cannot be drawn: a board that is too
// large, or a piece, mark or arrow that is off the board.
func (d *Diagram) Check() error {
	if err := d.Size.Check(); err != nil {
		return err
	}
	if len(d.Pieces) > d.Size.Area() {
		return fmt.Errorf("the diagram has %d squares of pieces, but the board has %d squares",
			len(d.Pieces), d.Size.Area())
	}
	if n := len(d.Corners); n != 0 && n != 4 {
		return fmt.Errorf("a diagram has no imaginary corners or four, not %d", n)
	}
	if d.Square < 0 || d.Square > 1000 {
		return fmt.Errorf("the squares of a diagram are up to 1000 pixels wide, not %d", d.Square)
	}
	if err := d.Style.check(); err != nil {
		return err
	}
	for sq := range d.Marks {
		if !d.has(sq) {
			return fmt.Errorf("a mark is on square %d, which is not on the board", sq)
		}
	}
	for sq := range d.Ghosts {
		if !d.Size.Contains(sq) {
			return fmt.Errorf("a piece belongs to square %d, which is not on the board", sq)
		}
	}
	for _, l := range d.Lines {
		if !d.Size.Contains(l[0]) || !d.Size.Contains(l[1]) {
			return fmt.Errorf("a line goes from square %d to %d, which are not both on the board", l[0], l[1])
		}
	}
	for _, a := range d.Arrows {
		if !d.has(a[0]) || !d.has(a[1]) {
			return fmt.Errorf("an arrow goes from square %d to %d, which are not both on the board", a[0], a[1])
		}
	}
	return nil
}

// has reports whether sq is on the board or one of the corners.
func (d *Diagram) has(sq board.Square) bool { return int(sq) < d.Size.Area()+len(d.Corners) }

// at returns the piece on a square or corner.
func (d *Diagram) at(sq board.Square) Piece {
	if i := int(sq) - d.Size.Area(); i >= 0 {
		return d.Corners[i]
	}
	if int(sq) < len(d.Pieces) {
		return d.Pieces[sq]
	}
	return Piece{}
}

// cell returns the square in a column and row of the picture, counted from the top left.
func (d *Diagram) cell(col, row int) board.Square {
	if d.Flip {
		return d.Size.At(d.Size.Files-1-col, row)
	}
	return d.Size.At(col, d.Size.Ranks-1-row)
}

// place returns the column and row of a square.
func (d *Diagram) place(sq board.Square) (col, row int) {
	file, rank := -1, -1
	if i := int(sq) - d.Size.Area(); i >= 0 {
		if i%2 == 1 {
			file = d.Size.Files
		}
		if i/2 == 1 {
			rank = d.Size.Ranks
		}
	} else {
		file, rank = d.Size.File(sq), d.Size.Rank(sq)
	}
	if d.Flip {
		return d.Size.Files - 1 - file, rank
	}
	return file, d.Size.Ranks - 1 - rank
}

// above and below return the sides whose hands stand at the top and the bottom.
func (d *Diagram) above() board.Color {
	if d.Flip {
		return board.White
	}
	return board.Black
}

func (d *Diagram) below() board.Color { return d.above().Other() }

// squares returns the squares of a map in order, so that a picture is always the same.
func squares[T any](m map[board.Square]T) []board.Square {
	all := make([]board.Square, 0, len(m))
	for sq := range m {
		all = append(all, sq)
	}
	slices.Sort(all)
	return all
}

// name returns what a piece is called, "white Dragon Horse".
func (pc Piece) name() string {
	switch {
	case pc.Neutral:
		return "neutral " + pc.Type.Name
	case pc.Color == board.White:
		return "white " + pc.Type.Name
	}
	return "black " + pc.Type.Name
}

// halves returns the white and the black piece of which a neutral one is made.
func (pc Piece) halves() (white, black Piece) {
	return Piece{Type: pc.Type, Color: board.White}, Piece{Type: pc.Type, Color: board.Black}
}
