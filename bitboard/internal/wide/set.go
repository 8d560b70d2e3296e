// Package wide plays on boards of up to 128 squares, a set of squares in two words.
// All of it but this file is made from package narrow by go generate.
package wide

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

const cells = 128 // squares a set can hold

// set is a set of the squares of a board, a1 the lowest bit of lo.
type set struct {
	lo, hi uint64
}

// bit returns the set of one square: a shift by 64 or more leaves nothing.
func bit(sq int) set { return set{1 << uint(sq), 1 << uint(sq-64)} }

func (s set) and(t set) set { return set{s.lo & t.lo, s.hi & t.hi} }

func (s set) or(t set) set { return set{s.lo | t.lo, s.hi | t.hi} }

func (s set) xor(t set) set { return set{s.lo ^ t.lo, s.hi ^ t.hi} }

func (s set) andNot(t set) set { return set{s.lo &^ t.lo, s.hi &^ t.hi} }

func (s set) not() set { return set{^s.lo, ^s.hi} }

func (s set) none() bool { return s.lo|s.hi == 0 }

func (s set) has(sq int) bool { return s.at(sq) != 0 }

// at returns 1 when sq is in s, else 0.
func (s set) at(sq int) uint8 { return uint8((s.lo>>uint(sq) | s.hi>>uint(sq-64)) & 1) }

// first returns the lowest square of s, which must not be empty.
func (s set) first() int {
	word, base := s.lo, 0
	if word == 0 {
		word, base = s.hi, 64
	}
	return (bits.TrailingZeros64(word) + base) & (cells - 1)
}

// rest returns s without its lowest square.
func (s set) rest() set {
	lo, borrow := bits.Sub64(s.lo, 1, 0)
	return set{s.lo & lo, s.hi & (s.hi - borrow)}
}

// lowest returns the set of the lowest square of s.
func (s set) lowest() set {
	lo, borrow := bits.Sub64(0, s.lo, 0)
	hi, _ := bits.Sub64(0, s.hi, borrow)
	return set{s.lo & lo, s.hi & hi}
}

func (s set) count() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// some returns 1 when s is not empty, else 0.
func (s set) some() uint8 {
	if s.lo|s.hi != 0 {
		return 1
	}
	return 0
}

// when returns s if c is 1, and nothing if it is 0.
func (s set) when(c uint8) set {
	mask := -uint64(c & 1)
	return set{s.lo & mask, s.hi & mask}
}

// match returns s if c is odd, and what is not in s if it is even.
func (s set) match(c uint8) set {
	mask := uint64(c&1) - 1
	return set{s.lo ^ mask, s.hi ^ mask}
}

// flip returns s as the other side sees it: here both see the board alike, and
// pawns go down it when Black is to move.
func (s set) flip() set { return s }

// turn changes a square of the board into one as the side to move sees it.
func turn(sq int, side uint8) int { return sq }

// up returns s moved up by n squares, less than 64, and down down.
func (s set) up(n uint) set {
	return set{s.lo << (n & 63), s.hi<<(n&63) | s.lo>>((64-n)&63)}
}

func (s set) down(n uint) set {
	return set{s.lo>>(n&63) | s.hi<<((64-n)&63), s.hi >> (n & 63)}
}

// files returns the squares of a rank as bits by file.
func (g *geometry) files(s set, rank int) uint16 {
	n := uint(rank * g.size.Files)
	return uint16((s.lo>>n | s.hi>>(n-64) | s.hi<<(64-n)) & (1<<g.size.Files - 1))
}

// onRank is the inverse of files.
func (g *geometry) onRank(files uint16, rank int) set {
	n, f := uint(rank*g.size.Files), uint64(files)&(1<<g.size.Files-1)
	return set{f << n, f<<(n-64) | f>>(64-n)}
}

// ahead, west and east are the squares one step before those of s as the side to
// move sees it: straight, towards the a-file and away from it.
func (g *geometry) ahead(s set, side uint8) set {
	if side == 0 {
		return s.up(g.width).and(g.all)
	}
	return s.down(g.width)
}

func (g *geometry) west(s set, side uint8) set {
	s = s.andNot(g.firstFile)
	if side == 0 {
		return s.up(g.width - 1).and(g.all)
	}
	return s.down(g.width + 1)
}

func (g *geometry) east(s set, side uint8) set {
	s = s.andNot(g.lastFile)
	if side == 0 {
		return s.up(g.width + 1).and(g.all)
	}
	return s.down(g.width - 1)
}

// pawnsTake returns the squares that pawns attack, on either hand: those of the side to move, or of the other.
func (g *geometry) pawnsTake(pawns set, other bool, side uint8) (west, east set) {
	if other {
		side ^= 1
	}
	return g.west(pawns, side), g.east(pawns, side)
}

// step returns what ahead adds to a square.
func (g *geometry) step(side uint8) int {
	if side == 0 {
		return g.size.Files
	}
	return -g.size.Files
}

// sliders holds what sliders need: the halves of the lines through each square.
type sliders struct {
	width               uint
	firstFile, lastFile set
	line                [cells]struct{ file, rank, up, down halves }
}

// halves are the squares of a line before and behind a square.
type halves struct {
	lower, upper set
}

func (g *geometry) readSliders() {
	g.width = uint(g.size.Files)
	for rank := range g.size.Ranks {
		g.firstFile = g.firstFile.or(bit(int(g.size.At(0, rank))))
		g.lastFile = g.lastFile.or(bit(int(g.size.At(g.size.Files-1, rank))))
	}
	for sq := range g.size.Area() {
		l := &g.line[sq]
		l.file = halves{g.ray(sq, 0, -1), g.ray(sq, 0, 1)}
		l.rank = halves{g.ray(sq, -1, 0), g.ray(sq, 1, 0)}
		l.up = halves{g.ray(sq, -1, -1), g.ray(sq, 1, 1)}
		l.down = halves{g.ray(sq, 1, -1), g.ray(sq, -1, 1)}
	}
}

// attacks returns the attacks along a line: what differs in the squares above when
// the nearest man below is taken from them (the method is known as obstruction
// difference).
func (h *halves) attacks(occ set) set {
	below, above := h.lower.and(occ), h.upper.and(occ)
	var near set
	if below.hi != 0 {
		near.hi = 1 << (63 - bits.LeadingZeros64(below.hi))
	} else {
		near.lo = 1 << (63 - bits.LeadingZeros64(below.lo|1))
	}
	lo, borrow := bits.Sub64(above.lo, near.lo, 0)
	hi, _ := bits.Sub64(above.hi, near.hi, borrow)
	return set{(above.lo ^ lo) & (h.lower.lo | h.upper.lo), (above.hi ^ hi) & (h.lower.hi | h.upper.hi)}
}

// orth returns the squares a rook on sq attacks.
func (g *geometry) orth(sq int, occ set) set {
	l := &g.line[sq&(cells-1)]
	return l.file.attacks(occ).or(l.rank.attacks(occ))
}

// diag returns the squares a bishop on sq attacks.
func (g *geometry) diag(sq int, occ set) set {
	l := &g.line[sq&(cells-1)]
	return l.up.attacks(occ).or(l.down.attacks(occ))
}

// fitsLines reports whether this package's lines are those of a board.
func fitsLines(size board.Size) bool { return size.Area() <= cells }

// words is the width of sets of squares of the board.
type words = [2]uint64

// squares puts s into to, as squares of the board.
func (s set) squares(_ uint8, to *rules.Squares[words]) { to.Words = words{s.lo, s.hi} }
