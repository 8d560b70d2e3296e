package board

import (
	"fmt"
	"strings"
)

// Region is a set of squares as text: "d4" is a square, "*8" a rank, "d*" a file, "*" the board and
// "-" no square. Several stand with blanks between them: "*7 *8 d4".
type Region string

// Squares returns which squares of a board a region has, by square. The error names the word that
// cannot be read.
func (r Region) Squares(s Size) ([]bool, error) {
	in := make([]bool, s.Area())
	for word := range strings.FieldsSeq(string(r)) {
		if err := s.addWord(in, word); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// addWord adds the squares of one word of a region.
func (s Size) addWord(in []bool, word string) error {
	file, rank := -1, -1 // all
	switch {
	case word == "-":
		return nil
	case word == "*":
	case strings.HasPrefix(word, "*"):
		sq, err := s.Parse("a" + word[1:])
		if err != nil {
			return fmt.Errorf("region %q: there is no such rank", word)
		}
		rank = s.Rank(sq)
	case strings.HasSuffix(word, "*"):
		sq, err := s.Parse(word[:len(word)-1] + "1")
		if err != nil {
			return fmt.Errorf("region %q: there is no such file", word)
		}
		file = s.File(sq)
	default:
		sq, err := s.Parse(word)
		if err != nil {
			return fmt.Errorf("region %q: %w", word, err)
		}
		file, rank = s.File(sq), s.Rank(sq)
	}
	for sq := range in {
		if (file < 0 || s.File(Square(sq)) == file) && (rank < 0 || s.Rank(Square(sq)) == rank) {
			in[sq] = true
		}
	}
	return nil
}

// Regions is a region for each side. If Black's is empty, it is White's turned over: as many ranks
// from Black's side of the board. If both are empty, the part that holds them says what is meant.
type Regions struct {
	White, Black Region
}

// Same returns a region that both sides share.
func Same(r Region) Regions { return Regions{r, r} }

// Squares returns which squares the region of a side has, by square; nil if both regions are empty.
// The error names the word that cannot be read.
func (r Regions) Squares(s Size, c Color) ([]bool, error) {
	switch {
	case r == Regions{}:
		return nil, nil
	case c == White:
		return r.White.Squares(s)
	case r.Black != "":
		return r.Black.Squares(s)
	}
	white, err := r.White.Squares(s)
	if err != nil {
		return nil, err
	}
	black := make([]bool, len(white))
	for sq := range white {
		black[s.Mirror(Square(sq))] = white[sq]
	}
	return black, nil
}
