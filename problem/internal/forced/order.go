package forced

import (
	"cmp"
	"slices"

	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/rules"
)

// AsHelper returns moves in the order in which this thread tries them. A helping thread tries the
// first, which is the most likely, and then goes backwards from the last.
func (s *Search) AsHelper(moves []rules.Move) []rules.Move {
	if s.Helping && len(moves) > 1 {
		slices.Reverse(moves[1:])
	}
	return moves
}

// checksFirst puts checks first: fewer answers refute them.
func (s *Search) checksFirst(moves []rules.Move) {
	p := s.Now()
	first := 0
	for i, m := range moves {
		if rules.GivesCheck(p, m) {
			moves[first], moves[i] = moves[i], moves[first]
			first++
		}
	}
}

// counted is a move with the number of replies to it.
type counted struct {
	move    rules.Move
	replies int
}

// sortByReplies puts first the moves with the fewest replies, which are the cheapest to search.
func (s *Search) sortByReplies(moves []rules.Move) {
	p, ok := s.Now().(rules.Foresight)
	if !ok || len(moves) < 2 {
		return
	}
	s.replies, s.counted = p.CountReplies(moves, s.replies[:0]), s.counted[:0]
	for i, m := range moves {
		s.counted = append(s.counted, counted{m, s.replies[i]})
	}
	slices.SortStableFunc(s.counted, func(a, b counted) int { return cmp.Compare(a.replies, b.replies) })
	for i, c := range s.counted {
		moves[i] = c.move
	}
}

// checksAndCapturesFirst puts checks first, by the number of replies, and then captures.
func (s *Search) checksAndCapturesFirst(moves []rules.Move) {
	if len(moves) < 2 { // or the pass of a parry series
		return
	}
	p := s.Now()
	s.checks = rules.Select(p, rules.Checks, s.checks[:0])
	s.sortByReplies(s.checks)
	s.ordered = append(s.ordered[:0], s.checks...)
	for _, capture := range [2]bool{true, false} {
		for _, m := range moves {
			if (p.At(m.To()) != 0) == capture && !slices.Contains(s.checks, m) {
				s.ordered = append(s.ordered, m)
			}
		}
	}
	copy(moves, s.ordered)
}

// swapFirst exchanges a move, if it is in the list, with the first.
func swapFirst(moves []rules.Move, m rules.Move) {
	if i := slices.Index(moves, m); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
}

// bestFirst puts the move with a trace first and keeps the order of the others.
func bestFirst(moves []rules.Move, best uint32) []rules.Move {
	if best != 0 {
		if i := slices.IndexFunc(moves, func(m rules.Move) bool { return table.Trace(m) == best }); i > 0 {
			m := moves[i]
			copy(moves[1:], moves[:i])
			moves[0] = m
		}
	}
	return moves
}

// killer returns where the last refutation at this ply is kept.
func (s *Search) killer() *rules.Move {
	for len(s.killers) <= s.Ply() {
		s.killers = append(s.killers, 0)
	}
	return &s.killers[s.Ply()]
}
