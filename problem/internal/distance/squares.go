package distance

import (
	"iter"
	"math/bits"
)

// This file has sets of squares of any board. emptyboard.go begins with the distances.

// SquareSet is a set of squares of any board.
type SquareSet [4]uint64

// AllSquares is the set of all squares.
var AllSquares = SquareSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// Has reports whether a square is in the set.
func (s *SquareSet) Has(sq int) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

// Add adds a square.
func (s *SquareSet) Add(sq int) { s[sq>>6] |= 1 << (sq & 63) }

// AddAll adds the squares of t.
func (s *SquareSet) AddAll(t *SquareSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// Without returns the squares that are not in t.
func (s *SquareSet) Without(t *SquareSet) (rest SquareSet) {
	for i := range s {
		rest[i] = s[i] &^ t[i]
	}
	return rest
}

// All returns the squares in ascending order.
func (s SquareSet) All() iter.Seq[int] {
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
