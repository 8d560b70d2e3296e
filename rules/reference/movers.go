package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the conditions under which a side moves pieces of the other side. Such a piece is
// listed, played and judged while the turn is set to its own side. What asks whose move it is for
// another reason asks here: who may capture en passant (takerOf), and whose king must be safe, which
// play and the judge look at when the turn has been set back.

// generateTheirs appends the pseudo-legal moves of the other side's pieces that us may move.
func (s *state) generateTheirs(us board.Color) {
	mark := len(s.log)
	s.set(s.table.cells.turn, uint16(us.Other()))
	s.generateSide(us.Other(), nil)
	s.undo(mark)
}

// moverSide returns the side whose piece makes the move m of us.
func (s *state) moverSide(m rules.Move, us board.Color) board.Color {
	if s.v.Fairy.Movers.MovesTheirs() && m.Form() != rules.Pass && s.at(m.From()).Against(us) {
		return us.Other()
	}
	return us
}

// swapSides lets the judge look at a piece of the other side as that side does, or ends that.
func (j *judge) swapSides() {
	j.theirs, j.us = !j.theirs, j.us.Other()
	j.set(j.table.cells.turn, uint16(j.us))
}

// takenBack returns the rule against a move after the last one, or 0.
func (s *state) takenBack(m rules.Move) rules.Rule {
	trail := s.table.cells.trail
	switch s.v.Fairy.Movers {
	case rules.AllButLast:
		if s.square(trail+1) == m.From() {
			return rules.JustMoved
		}
	case rules.AllPieces:
		if s.square(trail+1) == m.From() && s.square(trail) == s.landing(m) && !s.captures(m) &&
			rules.Piece(s.cells[trail+2]).Type() == s.at(m.From()).Type() {
			return rules.MovesBack
		}
	}
	return 0
}

// keepsTrail reports whether the move before m stays the last one: whether m is the pass between two
// moves of a series, and it matters which piece was moved last.
func (s *state) keepsTrail(m rules.Move) bool {
	return s.v.Fairy.Movers.MovesTheirs() && m == rules.SeriesPass
}

// takerOf returns the side that may capture the pawn of a double step that a cell tells of.
func (s *state) takerOf(p passed, us board.Color) board.Color {
	if !s.v.Fairy.Movers.MovesTheirs() {
		return us
	}
	if pc := s.at(p.pawn(s.v.Size, us)); has(s.pawn, pc) && pc.Against(us) {
		return us
	}
	return us.Other()
}
