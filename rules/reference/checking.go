package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// inOtherCheck reports whether the king of c is in check in a game where that is not the same as
// being attacked.
func (s *state) inOtherCheck(c board.Color) bool {
	f := &s.v.Fairy.Checking
	if f.Swapped {
		return s.king(c.Other()) != board.NoSquare && s.kingAttacked(c.Other())
	}
	king := s.king(c)
	if king == board.NoSquare {
		return false
	}
	if f.Either && (s.kingAttacked(c) || s.guarded(king, c)) {
		return true
	}
	if f.Double {
		return s.doublyAttacked(c)
	}
	if f.Either {
		return false
	}
	flights := s.fairy.flights[c]
	switch {
	case f.Strict && s.cells[s.table.cells.struck[c]] == 0, !f.Strict && f.Flights == 1 && s.fairy.flights[1] == 1:
	case !s.kingAttacked(c):
		flights--
	}
	return flights == 0 || s.hasFlights(c, flights)
}

// doublyAttacked reports whether two pieces other than the king could capture the king of c.
func (s *state) doublyAttacked(c board.Color) bool {
	tries := s.tries
	s.tries = true
	n := 0
	for _, p := range s.takers(c) {
		if !has(s.royal, p.Piece) {
			n++
		}
	}
	s.tries = tries
	return n > 1
}

// hasFlights reports whether the king of c could move, as far as its movement tells, to at least n
// squares where nothing attacks it.
func (s *state) hasFlights(c board.Color, n int) bool {
	king := s.king(c)
	pc := s.at(king)
	base, start := len(s.moves), len(s.log)
	s.set(s.table.cells.turn, uint16(c))
	s.walk(pc, king, king, piece.Both, func(target rules.Piece, _ board.Square) bool {
		return target == 0 || !has(s.royal, target)
	})
	found := 0
	for i := base; i < len(s.moves) && found < n; i++ {
		mark := len(s.log)
		s.put(king, 0)
		s.put(s.moves[i].To(), pc)
		if !s.kingAttacked(c) {
			found++
		}
		s.undo(mark)
	}
	s.moves = s.moves[:base]
	s.undo(start)
	return found >= n
}

// noteAttacks remembers which kings have been attacked.
func (s *state) noteAttacks() {
	for c, cell := range s.table.cells.struck {
		if cell != absent && s.cells[cell] == 0 && s.kingAttacked(board.Color(c)) {
			s.set(cell, 1)
		}
	}
}

// deepest is how many checks in a row are followed to see whether the first one mates. The last of
// them is taken to mate.
const deepest = 6

// checkAfter returns the rule of Checking against the move that a trial has just made, or 0.
func (s *state) checkAfter(m rules.Move, t *trial, mark int) rules.Rule {
	f := &s.v.Fairy.Checking
	switch {
	case f.Must.Has(t.us) && !s.checksAfter(&t.theirs, mark):
		return rules.CheckDue
	case f.MatesOnly && m.Form() != rules.Pass && s.checksAfter(&t.theirs, mark) && !s.mated():
		return rules.ChecksForbidden
	}
	return 0
}

// mated reports whether the side to move, which is in check, has no legal move. It may be asked
// while moves are being listed, which s.found does not count yet, so it lists its own elsewhere.
func (s *state) mated() bool {
	if s.deep >= deepest {
		return true
	}
	quick, only, found := s.quick, s.only, s.found
	s.quick, s.only, s.found = false, 0, s.replies[s.deep][:0]
	s.deep++
	mated := !s.canMove()
	s.deep--
	s.replies[s.deep] = s.found
	s.quick, s.only, s.found = quick, only, found
	return mated
}

// withoutSeveralMates returns the moves without those that mate, if there are two or more.
func (s *state) withoutSeveralMates(moves []rules.Move) []rules.Move {
	mates := s.matesAmong(moves)
	if len(mates) < 2 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool { return slices.Contains(mates, m) })
}

// matesAmong returns those of the moves that mate.
func (s *state) matesAmong(moves []rules.Move) (mates []rules.Move) {
	for _, m := range moves {
		mark := len(s.log)
		s.playLegal(m)
		if s.inCheck(s.turn()) && s.mated() {
			mates = append(mates, m)
		}
		s.undo(mark)
	}
	return mates
}

// siftedByCondition looks at the moves that conditions make a side play, or forbid because of
// others.
func (j *judge) siftedByCondition(moves []rules.Move) *rules.ForbiddenError {
	if j.fairy.measured[j.us] != nil && !slices.Contains(j.greatest(slices.Clone(moves), j.us), j.m) {
		return j.because(rules.GreaterDue)
	}
	if j.v.Fairy.Checking.OneMate && slices.Contains(moves, j.m) {
		return j.because(rules.MatesTwice)
	}
	return nil
}
