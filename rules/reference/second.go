package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds games in which a second capture of a piece is another than its first.

// barsSecond reports whether the piece of us on a square has captured and may not do so again.
func (s *state) barsSecond(pc rules.Piece, from board.Square) bool {
	c := &s.v.Fairy.Capturing
	if c.Second == rules.SecondAsFirst || s.tag(from) != hasCaptured {
		return false
	}
	if has(s.royal, pc) {
		return c.SecondKings
	}
	return c.Second == rules.SecondBarred
}

// notesCapture marks a piece that has captured, or takes it off the board if it had done so before.
func (s *state) notesCapture(a *arrival) {
	c := &s.v.Fairy.Capturing
	if c.Second == rules.SecondAsFirst || a.captured == 0 || a.now == board.NoSquare ||
		has(s.royal, a.mover) && !c.SecondKings {
		return
	}
	if c.Second == rules.SecondBarred {
		a.capturedTag = 0
	}
	if a.tag != hasCaptured {
		a.tag = hasCaptured
		s.set(s.table.cells.tag+int(a.now), hasCaptured)
		return
	}
	pc, at := s.at(a.now), a.now
	s.put(at, 0)
	s.vacated(at)
	a.now = board.NoSquare
	a.effect(rules.Effect{Kind: rules.Leaves, At: at, Piece: pc})
}
