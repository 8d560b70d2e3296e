// Package bitboard is the fast kernel: the rules of package rules played on sets
// of squares. Positions are turned round after every move, so that the side to
// move always plays up the board and one code path serves both colours.
package bitboard

import "math/bits"

// set is a set of the squares of an 8×8 board, a1 the lowest bit.
type set uint64

func bit(sq int) set { return 1 << (sq & 63) }

func (s set) has(sq int) bool { return s>>(sq&63)&1 != 0 }

// first returns the lowest square of s, which must not be empty.
func (s set) first() int { return bits.TrailingZeros64(uint64(s)) }

func (s set) count() int { return bits.OnesCount64(uint64(s)) }

// flip returns s with the ranks reversed.
func (s set) flip() set { return set(bits.ReverseBytes64(uint64(s))) }

const (
	fileA set = 0x0101010101010101
	fileH set = fileA << 7
	rank1 set = 0xFF
	rank3 set = rank1 << 16
	rank8 set = rank1 << 56
)
