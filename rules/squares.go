// This file holds sets of squares, in the three widths that boards need.

package rules

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
)

// Words are the widths of sets of squares. Boards of up to 64 squares take one word, those of up to
// 128 squares two, all others four.
type Words interface {
	[1]uint64 | [2]uint64 | [4]uint64
}

// Squares is a set of squares of a board, 64 a word, a1 the lowest bit of the first.
type Squares[W Words] struct {
	Words W
}

// Has reports whether sq is in s. A square that s has no bit for is not.
func (s *Squares[W]) Has(sq board.Square) bool {
	w := int(sq >> 6)
	return w < len(s.Words) && s.Words[w]>>(sq&63)&1 != 0
}

// Add puts sq into s, if s has a bit for it.
func (s *Squares[W]) Add(sq board.Square) {
	if w := int(sq >> 6); w < len(s.Words) {
		s.Words[w] |= 1 << (sq & 63)
	}
}

// Remove removes sq from s.
func (s *Squares[W]) Remove(sq board.Square) {
	if w := int(sq >> 6); w < len(s.Words) {
		s.Words[w] &^= 1 << (sq & 63)
	}
}

// Count returns how many squares are in s. Here and below the first word goes before the loop, so
// that the compiler drops the loop where there is only one.
func (s *Squares[W]) Count() int {
	n := bits.OnesCount64(s.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w])
	}
	return n
}

// Common returns how many squares are in both sets.
func (s *Squares[W]) Common(t *Squares[W]) int {
	n := bits.OnesCount64(s.Words[0] & t.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w] & t.Words[w])
	}
	return n
}

// Outside returns how many squares of s are not in t.
func (s *Squares[W]) Outside(t *Squares[W]) int {
	n := bits.OnesCount64(s.Words[0] &^ t.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w] &^ t.Words[w])
	}
	return n
}

// CommonOutside returns how many squares are in both s and t and not in u.
func (s *Squares[W]) CommonOutside(t, u *Squares[W]) int {
	n := bits.OnesCount64(s.Words[0] & t.Words[0] &^ u.Words[0])
	for w := 1; w < len(s.Words); w++ {
		n += bits.OnesCount64(s.Words[w] & t.Words[w] &^ u.Words[w])
	}
	return n
}

// Join adds the squares of t to s.
func (s *Squares[W]) Join(t *Squares[W]) {
	s.Words[0] |= t.Words[0]
	for w := 1; w < len(s.Words); w++ {
		s.Words[w] |= t.Words[w]
	}
}

// Keep removes the squares from s that are not in t.
func (s *Squares[W]) Keep(t *Squares[W]) {
	s.Words[0] &= t.Words[0]
	for w := 1; w < len(s.Words); w++ {
		s.Words[w] &= t.Words[w]
	}
}

// Drop removes the squares of t from s.
func (s *Squares[W]) Drop(t *Squares[W]) {
	s.Words[0] &^= t.Words[0]
	for w := 1; w < len(s.Words); w++ {
		s.Words[w] &^= t.Words[w]
	}
}

// Each yields the squares of s in their order.
func (s *Squares[W]) Each(yield func(board.Square) bool) {
	for w := range len(s.Words) {
		for rest := s.Words[w]; rest != 0; rest &= rest - 1 {
			if !yield(board.Square(w<<6 | bits.TrailingZeros64(rest))) {
				return
			}
		}
	}
}
