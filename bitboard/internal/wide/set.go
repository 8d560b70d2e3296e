// Package wide plays on boards of up to 128 squares: a set of squares is two words. All of it but
// this file is made from package narrow by go generate. Read that one.
package wide

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Cells is how many squares a set can hold.
const Cells = 128

// Set is a set of the squares of a board, a1 the lowest bit of lo.
type Set struct {
	lo, hi uint64
}

// Bit returns the set of one square. A shift by 64 or more leaves nothing.
func Bit(sq int) Set { return Set{1 << uint(sq), 1 << uint(sq-64)} }

// And returns s & t, as package narrow writes it.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Or returns s | t.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// Xor returns s ^ t.
func (s Set) Xor(t Set) Set { return Set{s.lo ^ t.lo, s.hi ^ t.hi} }

// AndNot returns s &^ t.
func (s Set) AndNot(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Not returns ^s.
func (s Set) Not() Set { return Set{^s.lo, ^s.hi} }

// None reports whether s is empty.
func (s Set) None() bool { return s.lo|s.hi == 0 }

// Has reports whether sq is in s.
func (s Set) Has(sq int) bool { return s.At(sq) != 0 }

// At returns 1 when sq is in s, else 0.
func (s Set) At(sq int) uint8 { return uint8((s.lo>>uint(sq) | s.hi>>uint(sq-64)) & 1) }

// First returns the lowest square of s, which must not be empty.
func (s Set) First() int {
	word, base := s.lo, 0
	if word == 0 {
		word, base = s.hi, 64
	}
	return (bits.TrailingZeros64(word) + base) & (Cells - 1)
}

// Rest returns s without its lowest square.
func (s Set) Rest() Set {
	lo, borrow := bits.Sub64(s.lo, 1, 0)
	return Set{s.lo & lo, s.hi & (s.hi - borrow)}
}

// Lowest returns the set of the lowest square of s.
func (s Set) Lowest() Set {
	lo, borrow := bits.Sub64(0, s.lo, 0)
	hi, _ := bits.Sub64(0, s.hi, borrow)
	return Set{s.lo & lo, s.hi & hi}
}

// Count returns how many squares are in s.
func (s Set) Count() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// Some returns 1 when s is not empty, else 0.
func (s Set) Some() uint8 {
	if s.lo|s.hi != 0 {
		return 1
	}
	return 0
}

// When returns s if c is odd, and nothing if it is even.
func (s Set) When(c uint8) Set {
	mask := -uint64(c & 1)
	return Set{s.lo & mask, s.hi & mask}
}

// Match returns s if c is odd, and what is not in s if it is even.
func (s Set) Match(c uint8) Set {
	mask := uint64(c&1) - 1
	return Set{s.lo ^ mask, s.hi ^ mask}
}

// Flip returns s as the other side sees it: here both see the board alike, and black pawns go down
// it.
func (s Set) Flip() Set { return s }

// Turned changes a square of the board into one as a side sees it, which is the same.
func Turned(sq int, side uint8) int { return sq }

// up returns s moved up by n squares, less than 64, and down returns s moved down.
func (s Set) up(n uint) Set {
	return Set{s.lo << (n & 63), s.hi<<(n&63) | s.lo>>((64-n)&63)}
}

func (s Set) down(n uint) Set {
	return Set{s.lo>>(n&63) | s.hi<<((64-n)&63), s.hi >> (n & 63)}
}

// files returns the squares of a rank as bits by file.
func (g *geometry) files(s Set, rank int) uint16 {
	n := uint(rank * g.Size.Files)
	return uint16((s.lo>>n | s.hi>>(n-64) | s.hi<<(64-n)) & (1<<g.Size.Files - 1))
}

// onRank is the inverse of files.
func (g *geometry) onRank(files uint16, rank int) Set {
	n, f := uint(rank*g.Size.Files), uint64(files)&(1<<g.Size.Files-1)
	return Set{f << n, f<<(n-64) | f>>(64-n)}
}

// Ahead, West and East return the squares one step before those of s as the side to move sees it:
// straight, towards the a-file and away from it.
func (g *geometry) Ahead(s Set, side uint8) Set {
	if side == 0 {
		return s.up(g.width).And(g.All)
	}
	return s.down(g.width)
}

func (g *geometry) West(s Set, side uint8) Set {
	s = s.AndNot(g.firstFile)
	if side == 0 {
		return s.up(g.width - 1).And(g.All)
	}
	return s.down(g.width + 1)
}

func (g *geometry) East(s Set, side uint8) Set {
	s = s.AndNot(g.lastFile)
	if side == 0 {
		return s.up(g.width + 1).And(g.All)
	}
	return s.down(g.width - 1)
}

// pawnsTake returns the squares that pawns attack on either hand: those of the side to move, or of
// the other.
func (g *geometry) pawnsTake(pawns Set, other bool, side uint8) (west, east Set) {
	if other {
		side ^= 1
	}
	return g.West(pawns, side), g.East(pawns, side)
}

// Step returns what Ahead adds to a square.
func (g *geometry) Step(side uint8) int {
	if side == 0 {
		return g.Size.Files
	}
	return -g.Size.Files
}

// sliders is what sliders need: the halves of the lines through each square.
type sliders struct {
	width               uint
	firstFile, lastFile Set
	line                [Cells]struct{ file, rank, up, down halves }
}

// halves are the squares of a line before and behind a square.
type halves struct {
	lower, upper Set
}

func (g *geometry) readSliders() {
	g.width = uint(g.Size.Files)
	for rank := range g.Size.Ranks {
		g.firstFile = g.firstFile.Or(Bit(int(g.Size.At(0, rank))))
		g.lastFile = g.lastFile.Or(Bit(int(g.Size.At(g.Size.Files-1, rank))))
	}
	for sq := range g.Size.Area() {
		l := &g.line[sq]
		l.file = halves{g.ray(sq, 0, -1), g.ray(sq, 0, 1)}
		l.rank = halves{g.ray(sq, -1, 0), g.ray(sq, 1, 0)}
		l.up = halves{g.ray(sq, -1, -1), g.ray(sq, 1, 1)}
		l.down = halves{g.ray(sq, 1, -1), g.ray(sq, -1, 1)}
	}
}

// attacks returns the attacks along a line. They are what differs in the squares above when the
// nearest piece below is subtracted from them. (The method is known as obstruction difference.)
func (h *halves) attacks(occ Set) Set {
	below, above := h.lower.And(occ), h.upper.And(occ)
	var near Set
	if below.hi != 0 {
		near.hi = 1 << (63 - bits.LeadingZeros64(below.hi))
	} else {
		near.lo = 1 << (63 - bits.LeadingZeros64(below.lo|1))
	}
	lo, borrow := bits.Sub64(above.lo, near.lo, 0)
	hi, _ := bits.Sub64(above.hi, near.hi, borrow)
	return Set{(above.lo ^ lo) & (h.lower.lo | h.upper.lo), (above.hi ^ hi) & (h.lower.hi | h.upper.hi)}
}

// Orth returns the squares that a rook on sq attacks.
func (g *geometry) Orth(sq int, occ Set) Set {
	l := &g.line[sq&(Cells-1)]
	return l.file.attacks(occ).Or(l.rank.attacks(occ))
}

// Diag returns the squares that a bishop on sq attacks.
func (g *geometry) Diag(sq int, occ Set) Set {
	l := &g.line[sq&(Cells-1)]
	return l.up.attacks(occ).Or(l.down.attacks(occ))
}

// fitsLines reports whether the lines of this package are those of a board.
func fitsLines(size board.Size) bool { return size.Area() <= Cells }

// Words is the width of sets of squares of the board.
type Words = [2]uint64

// Squares puts s into to, as squares of the board.
func (s Set) Squares(_ uint8, to *rules.Squares[Words]) { to.Words = Words{s.lo, s.hi} }
