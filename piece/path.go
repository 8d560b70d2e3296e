// Package piece holds movement as data: a piece is a set of paths over squares,
// written in Betza's notation and compiled for a board.
package piece

import "github.com/kirke-chess/kirke/board"

// Mode says what a path may be used for.
type Mode uint8

// The uses of a path.
const (
	Move    Mode = 1 << iota // to an empty square
	Capture                  // onto an enemy
	Both    = Move | Capture
)

// Offset is a displacement in files and ranks, seen from the mover's side:
// a positive Rank is forward.
type Offset struct {
	File, Rank int
}

// Path is one way a piece goes from its square to another. Every square before
// the last must be empty, except the hurdles, which must be occupied.
type Path struct {
	Squares []Offset // passed in order, relative to the start; the last is the arrival
	Hurdles uint32   // bit i is set when Squares[i] is jumped over and must hold a man
	Mode    Mode     // what may be done on the arrival square
	Initial bool     // only for a man that stands on a start square of its type
	Wrap    bool     // files wrap round as on a cylinder
}

// Movement is every path of a piece on the largest board. Leaps have paths of
// one square; riders have one path for each distance.
type Movement []Path

// From returns the squares path p passes from sq for a man of colour c on a
// board of size s, or false when it leaves the board.
func (p Path) From(s board.Size, c board.Color, sq board.Square, buf []board.Square) ([]board.Square, bool) {
	buf = buf[:0]
	file, rank := s.File(sq), s.Rank(sq)
	for _, o := range p.Squares {
		r := o.Rank
		if c == board.Black {
			r = -r
		}
		f := file + o.File
		if p.Wrap {
			f = ((f % s.Files) + s.Files) % s.Files
		}
		to := s.At(f, rank+r)
		if to == board.NoSquare || to == sq {
			return nil, false
		}
		buf = append(buf, to)
	}
	return buf, true
}

// Sissa returns the movement of the Sissa: n squares as a rook then n as a
// bishop, or n as a bishop then n as a rook, n at least 1, in any directions.
// Carlos Cetina invented it.
func Sissa() Movement {
	var m Movement
	rook := []Offset{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishop := []Offset{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	add := func(first, second Offset, n int) {
		var p Path
		var at Offset
		for i := range 2 * n {
			d := first
			if i >= n {
				d = second
			}
			at = Offset{at.File + d.File, at.Rank + d.Rank}
			if max(at.File, -at.File, at.Rank, -at.Rank) >= board.MaxSide {
				return
			}
			p.Squares = append(p.Squares, at)
		}
		p.Mode = Both
		m = append(m, p)
	}
	for n := 1; n < board.MaxSide; n++ {
		for _, r := range rook {
			for _, b := range bishop {
				add(r, b, n)
				add(b, r, n)
			}
		}
	}
	return m
}
