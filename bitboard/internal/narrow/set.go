package narrow

import (
	"math/bits"

	"github.com/kirke-chess/kirke/bitboard/internal/magic"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

//go:generate go run ../widen/cmd

// This file is what depends on the width of a set; package wide has its own in
// place of it, and all the rest from this package.

const (
	cells = 64 // squares a set can hold
)

// set is a set of the squares of an 8×8 board, a1 the lowest bit. Its operators are
// those of integers: & | ^ &^, == and != with 0.
type set uint64

func bit(sq int) set { return 1 << (sq & 63) }

func (s set) has(sq int) bool { return s>>(sq&63)&1 != 0 }

// at returns 1 when sq is in s, else 0.
func (s set) at(sq int) uint8 { return uint8(s >> (sq & 63) & 1) }

// first returns the lowest square of s, which must not be empty.
func (s set) first() int { return bits.TrailingZeros64(uint64(s)) & 63 }

// rest returns s without its lowest square.
func (s set) rest() set { return s & (s - 1) }

// lowest returns the set of the lowest square of s.
func (s set) lowest() set { return s & -s }

func (s set) count() int { return bits.OnesCount64(uint64(s)) }

// some returns 1 when s is not empty, else 0.
func (s set) some() uint8 {
	if s != 0 {
		return 1
	}
	return 0
}

// when returns s if c is 1, and nothing if it is 0.
func (s set) when(c uint8) set { return s & -set(c&1) }

// match returns s if c is odd, and what is not in s if it is even.
func (s set) match(c uint8) set { return s ^ (set(c&1) - 1) }

// flip returns s as the other side sees it: the ranks reversed.
func (s set) flip() set { return set(bits.ReverseBytes64(uint64(s))) }

// turn changes a square of the board into one as the side to move sees it, and
// back.
func turn(sq int, side uint8) int { return sq ^ int(side&1)*56 }

// files returns the squares of a rank as bits by file.
func (g *geometry) files(s set, rank int) uint16 { return uint16(s >> (rank * 8) & 0xFF) }

// onRank is the inverse of files.
func (g *geometry) onRank(files uint16, rank int) set { return set(files&0xFF) << (rank * 8) }

const (
	fileA set = 0x0101010101010101
	fileH set = fileA << 7
	rank1 set = 0xFF
)

// ahead, west and east are the squares one step before those of s as the side to
// move sees it, which here is up the board for both: straight, towards the a-file and
// away from it.
func (g *geometry) ahead(s set, _ uint8) set { return s << 8 }

func (g *geometry) west(s set, _ uint8) set { return (s &^ fileA) << 7 }

func (g *geometry) east(s set, _ uint8) set { return (s &^ fileH) << 9 }

// pawnsTake returns the squares that pawns attack, on either hand: those of the side to move, or of the other.
func (g *geometry) pawnsTake(pawns set, other bool, side uint8) (west, east set) {
	if other {
		return (pawns &^ fileA) >> 9, (pawns &^ fileH) >> 7
	}
	return g.west(pawns, side), g.east(pawns, side)
}

// step returns what ahead adds to a square.
func (g *geometry) step(side uint8) int { return 8 }

// sliders holds what sliders need.
type sliders struct{ tables magic.Tables }

func (g *geometry) readSliders() { g.tables.Fill() }

// orth returns the squares a rook on sq attacks.
func (g *geometry) orth(sq int, occ set) set { return set(g.tables.Rook(sq, uint64(occ))) }

// diag returns the squares a bishop on sq attacks.
func (g *geometry) diag(sq int, occ set) set { return set(g.tables.Bishop(sq, uint64(occ))) }

// fitsLines reports whether this package's lines are those of a board.
func fitsLines(size board.Size) bool { return size == board.Size{Files: 8, Ranks: 8} }

// words is the width of sets of squares of the board.
type words = [1]uint64

// squares puts s, seen by a side, into to, as squares of the board.
func (s set) squares(side uint8, to *rules.Squares[words]) {
	if side != 0 {
		s = s.flip()
	}
	to.Words[0] = uint64(s)
}
