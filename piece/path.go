// Package piece holds movement as data. A piece moves along paths over squares; its movement is
// written in Betza's notation, and compiled for a board.
//
// Read path.go first, then type.go and catalogue.go (the types of the built-in games), betza.go
// with atom.go and trip.go (the notation), chart.go (movement as a diagram to edit), and reach.go
// (tables for a board). Package fairy has the piece types of problemists.
package piece

import "github.com/kirke-chess/kirke/board"

// Mode says what a piece may do at the end of a path.
type Mode uint8

// The modes.
const (
	Move    Mode = 1 << iota // to an empty square
	Capture                  // onto an enemy
	Both    = Move | Capture
)

// Offset is a displacement in files and ranks as the mover sees it: a positive Rank is forward, and
// a positive File to the right, which is the a-file's side for Black.
type Offset struct {
	File, Rank int
}

// Path is one way of a piece from its square to another. Every square before the last must be
// empty, but hurdles must be occupied. The piece itself occupies its start.
type Path struct {
	Squares []Offset // in order, relative to the start; the last is the arrival
	Hurdles uint32   // bit i is set if Squares[i] is a hurdle
	Over    Hurdle   // which pieces are hurdles
	Takes   int      // of a piece captured on the way, the index in Squares plus 1; 0 is none
	Mode    Mode     // what the piece may do on arrival
	Initial bool     // only from a start square of the type
	Wrap    bool     // files wrap round as on a cylinder
	Edge    bool     // only between the edge of the board and its inside
	Beyond  Offset   // a square that the board must not have; the zero value asks nothing
	Ranks   uint16   // the ranks that it begins on, from the mover's first as bits; 0 is all
}

// Hurdle says which pieces a path may hop over.
type Hurdle uint8

// The kinds of hurdles.
const (
	AnyPiece   Hurdle = iota
	OtherType         // not of the type of the hopper, which does not capture its own type either
	EnemyPiece        // of the other side
)

// Plain reports whether the only thing in p's way is a piece: it hops over nothing, captures nothing on
// the way, and does not depend on the edges of the board.
func (p *Path) Plain() bool {
	return p.Hurdles == 0 && p.Takes == 0 && !p.Edge && p.Beyond == Offset{} && p.Ranks == 0
}

// Movement is all paths of a piece on the largest board. A leap is a path of one square; a rider
// has a path for each distance.
type Movement []Path

// From returns the squares of p for a piece of colour c on sq, on a board of size s, or false if p
// leaves the board or finds the piece itself in its way. It uses the memory of buf.
func (p Path) From(s board.Size, c board.Color, sq board.Square, buf []board.Square) ([]board.Square, bool) {
	buf = buf[:0]
	file, rank := s.File(sq), s.Rank(sq)
	last := len(p.Squares) - 1
	if !p.begins(s, c, sq) {
		return nil, false
	}
	for i, o := range p.Squares {
		f, r := file+o.File, o.Rank
		if c == board.Black {
			f, r = file-o.File, -r
		}
		if p.Wrap {
			f = ((f % s.Files) + s.Files) % s.Files
		}
		to := s.At(f, rank+r)
		if to == board.NoSquare || to == sq && (i == last || p.Hurdles>>i&1 == 0 || p.Over != AnyPiece) {
			return nil, false
		}
		buf = append(buf, to)
	}
	return buf, true
}

// begins reports whether p may be gone from a square, as far as its relation to the edges tells.
func (p *Path) begins(s board.Size, c board.Color, sq board.Square) bool {
	if p.Ranks != 0 && p.Ranks>>s.RankFrom(c, sq)&1 == 0 {
		return false
	}
	if !p.Edge && p.Beyond == (Offset{}) {
		return true
	}
	at := func(o Offset) (file, rank int) {
		if c == board.Black {
			o = o.times(-1)
		}
		return s.File(sq) + o.File, s.Rank(sq) + o.Rank
	}
	if p.Beyond != (Offset{}) && s.At(at(p.Beyond)) != board.NoSquare {
		return false
	}
	onEdge := func(file, rank int) bool {
		return file == 0 || file == s.Files-1 || rank == 0 || rank == s.Ranks-1
	}
	return !p.Edge || onEdge(at(Offset{})) != onEdge(at(p.Squares[len(p.Squares)-1]))
}
