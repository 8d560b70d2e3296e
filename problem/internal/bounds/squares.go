package bounds

import (
	"iter"
	"math/bits"
)

// This file has sets of squares: squareSet for any board, bitboard for boards of up to 64 squares.
// emptyboard.go begins with the distances.

// squareSet is a set of squares of any board.
type squareSet [4]uint64

var everySquare = squareSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func (s *squareSet) has(sq int) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

func (s *squareSet) add(sq int) { s[sq>>6] |= 1 << (sq & 63) }

func (s *squareSet) addAll(t *squareSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// without returns the squares that are not in t.
func (s *squareSet) without(t *squareSet) (rest squareSet) {
	for i := range s {
		rest[i] = s[i] &^ t[i]
	}
	return rest
}

// all returns the squares in ascending order.
func (s squareSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, left := range s {
			for ; left != 0; left &= left - 1 {
				if !yield(i<<6 | bits.TrailingZeros64(left)) {
					return
				}
			}
		}
	}
}

// bitboard is a set of squares of a board of up to 64 squares.
type bitboard uint64

// squareBit returns the set of one square.
func squareBit(sq int) bitboard { return 1 << sq }

// first returns the lowest square of a set that is not empty.
func (b bitboard) first() int { return bits.TrailingZeros64(uint64(b)) }

func (b bitboard) count() int { return bits.OnesCount64(uint64(b)) }
