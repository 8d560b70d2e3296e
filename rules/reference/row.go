package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// row is the end by Row, for the side that has just moved.
func (s *state) row() rules.Ending {
	r := &s.v.Row
	them := s.turn().Other()
	connected := r.Length > 0 && s.longest(them) >= r.Length ||
		r.Square > 0 && s.fillsSquare(them, r.Square) ||
		r.Line > 0 && s.line(them) >= r.Line ||
		s.parts.from[them] != nil && s.chain(them)
	if !connected {
		return rules.Ending{}
	}
	return won(rules.ByRow, them, r.Loses)
}

// counts reports whether a piece of c that counts for a row stands on sq.
func (s *state) counts(c board.Color, sq board.Square) bool {
	if sq == board.NoSquare {
		return false
	}
	pc := s.at(sq)
	return pc.Type() != 0 && pc.Color() == c && has(s.parts.row, pc)
}

// directions returns the directions in which a row may go, one of each pair.
func (s *state) directions() [][2]int {
	var all [][2]int
	if !s.v.Row.NoRanks {
		all = append(all, [2]int{1, 0})
	}
	if !s.v.Row.NoFiles {
		all = append(all, [2]int{0, 1})
	}
	if !s.v.Row.NoDiagonals {
		all = append(all, [2]int{1, 1}, [2]int{1, -1})
	}
	return all
}

// beside returns the square next to sq in a direction, or NoSquare.
func (t *table) beside(sq board.Square, d [2]int) board.Square {
	return t.v.Size.At(t.v.Size.File(sq)+d[0], t.v.Size.Rank(sq)+d[1])
}

// longest returns the length of the longest row of c without a gap.
func (s *state) longest(c board.Color) int {
	best := 0
	for _, d := range s.directions() {
		for sq := range s.area {
			n := 0
			for at := sq; s.counts(c, at); at = s.beside(at, d) {
				n++
			}
			best = max(best, n)
		}
	}
	return best
}

// line returns how many pieces of c stand at most on one line, gaps between them or not.
func (s *state) line(c board.Color) int {
	best := 0
	for _, d := range s.directions() {
		for sq := range s.area {
			n := 0
			for at := sq; at != board.NoSquare; at = s.beside(at, d) {
				if s.counts(c, at) {
					n++
				}
			}
			best = max(best, n)
		}
	}
	return best
}

// fillsSquare reports whether pieces of c fill a square of so many files and ranks.
func (s *state) fillsSquare(c board.Color, side int) bool {
	size := s.v.Size
	for sq := range s.area {
		filled := true
		for i := 0; i < side*side && filled; i++ {
			filled = s.counts(c, size.At(size.File(sq)+i%side, size.Rank(sq)+i/side))
		}
		if filled {
			return true
		}
	}
	return false
}

// chain reports whether pieces of c, each next to another, join the two regions of Row.
func (s *state) chain(c board.Color) bool {
	seen := make([]bool, s.area)
	var open []board.Square
	for sq := range s.area {
		if s.parts.from[c][sq] && s.counts(c, sq) {
			seen[sq], open = true, append(open, sq)
		}
	}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if s.parts.to[c][at] {
			return true
		}
		for _, d := range s.directions() {
			for _, next := range [2]board.Square{s.beside(at, d), s.beside(at, [2]int{-d[0], -d[1]})} {
				if s.counts(c, next) && !seen[next] {
					seen[next], open = true, append(open, next)
				}
			}
		}
	}
	return false
}
