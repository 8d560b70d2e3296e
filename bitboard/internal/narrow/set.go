// This file holds sets, which depend on the width of the board. Package wide has its own set.go,
// and the other files from this package.

package narrow

import (
	"math/bits"

	"github.com/kirke-chess/kirke/bitboard/internal/magic"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

//go:generate go run ../widen/cmd

// Cells is how many squares a set can hold.
const Cells = 64

// Set is a set of the squares of an 8×8 board, a1 the lowest bit. Its operators are those of
// integers: & | ^ &^, and == and != with 0.
type Set uint64

// Bit returns the set of one square.
func Bit(sq int) Set { return 1 << (sq & 63) }

// Has reports whether sq is in s.
func (s Set) Has(sq int) bool { return s>>(sq&63)&1 != 0 }

// At returns 1 when sq is in s, else 0.
func (s Set) At(sq int) uint8 { return uint8(s >> (sq & 63) & 1) }

// First returns the lowest square of s, which must not be empty.
func (s Set) First() int { return bits.TrailingZeros64(uint64(s)) & 63 }

// Rest returns s without its lowest square.
func (s Set) Rest() Set { return s & (s - 1) }

// Lowest returns the set of the lowest square of s.
func (s Set) Lowest() Set { return s & -s }

// Count returns how many squares are in s.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// Some returns 1 when s is not empty, else 0.
func (s Set) Some() uint8 {
	if s != 0 {
		return 1
	}
	return 0
}

// When returns s if c is odd, and nothing if it is even.
func (s Set) When(c uint8) Set { return s & -Set(c&1) }

// Match returns s if c is odd, and what is not in s if it is even.
func (s Set) Match(c uint8) Set { return s ^ (Set(c&1) - 1) }

// Flip returns s as the other side sees it: the ranks reversed.
func (s Set) Flip() Set { return Set(bits.ReverseBytes64(uint64(s))) }

// Turned changes a square of the board into one as a side sees it, and back.
func Turned(sq int, side uint8) int { return sq ^ int(side&1)*56 }

// files returns the squares of a rank as bits by file.
func (g *geometry) files(s Set, rank int) uint16 { return uint16(s >> (rank * 8) & 0xFF) }

// onRank is the inverse of files.
func (g *geometry) onRank(files uint16, rank int) Set { return Set(files&0xFF) << (rank * 8) }

const (
	fileA Set = 0x0101010101010101
	fileH Set = fileA << 7
	rank1 Set = 0xFF
)

// Ahead, West and East return the squares one step ahead of those of s: straight, towards the
// a-file and away from it. The board is turned, so the side to move always plays up.
func (g *geometry) Ahead(s Set, _ uint8) Set { return s << 8 }

func (g *geometry) West(s Set, _ uint8) Set { return (s &^ fileA) << 7 }

func (g *geometry) East(s Set, _ uint8) Set { return (s &^ fileH) << 9 }

// pawnsTake returns the squares that pawns attack to the west and to the east: the pawns of the
// side to move, or of the other side.
func (g *geometry) pawnsTake(pawns Set, other bool, side uint8) (west, east Set) {
	if other {
		return (pawns &^ fileA) >> 9, (pawns &^ fileH) >> 7
	}
	return g.West(pawns, side), g.East(pawns, side)
}

// Step returns what Ahead adds to a square.
func (g *geometry) Step(side uint8) int { return 8 }

// sliders holds the tables of sliders.
type sliders struct{ tables magic.Tables }

func (g *geometry) readSliders() { g.tables.Fill() }

// Orth returns the squares that a rook on sq attacks.
func (g *geometry) Orth(sq int, occ Set) Set { return Set(g.tables.Rook(sq, uint64(occ))) }

// Diag returns the squares that a bishop on sq attacks.
func (g *geometry) Diag(sq int, occ Set) Set { return Set(g.tables.Bishop(sq, uint64(occ))) }

// fitsLines reports whether the line tables of this package fit a board.
func fitsLines(size board.Size) bool { return size == board.Size{Files: 8, Ranks: 8} }

// Words is the width of sets of squares of the board.
type Words = [1]uint64

// Squares puts s, as a side sees it, into to, as squares of the board.
func (s Set) Squares(side uint8, to *rules.Squares[Words]) {
	if side != 0 {
		s = s.Flip()
	}
	to.Words[0] = uint64(s)
}
