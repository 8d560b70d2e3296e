package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// untakeable returns the rule against the capture of the piece on at by pc of us, which goes from a
// square to another, or 0.
func (s *state) untakeable(pc rules.Piece, from, to, at board.Square, us board.Color) rules.Rule {
	c := &s.v.Fairy.Capturing
	target := s.at(at)
	them := us.Other()
	switch {
	case c.Never.Has(us) && !has(s.royal, target), s.barsSecond(pc, from),
		has(s.traits.uncapturable, target) && !has(s.royal, target),
		(c.Supported || has(s.traits.patrol, pc)) && !s.guarded(from, us),
		c.Unsupported && s.guarded(from, us),
		c.Provoked && !s.guarded(from, them),
		c.Unguarded && s.guarded(at, them),
		c.GuardedOnly && !s.guarded(at, them),
		c.Shielded && has(s.royal, pc) && has(s.royal, target) && s.guarded(at, them),
		c.Immune.Active && s.cannotReturn(target, from, at, them),
		c.Entangled.By != rules.NoEntangler && s.entangled(pc, from, to, us):
		return rules.CaptureBarred
	}
	return 0
}

// cannotReturn reports whether the home of the piece of a side on at is occupied when a piece from
// another square captures it.
func (s *state) cannotReturn(target rules.Piece, from, at board.Square, side board.Color) bool {
	i := &s.v.Fairy.Capturing.Immune
	if has(s.royal, target) && !i.Kings {
		return false
	}
	if i.OpponentHome {
		side = side.Other()
	}
	home := s.homes.Home(target.Type(), side, at)
	return home == at || home != from && !s.empty(home)
}

// bySeveral returns the moves without captures of pieces with two captures or more, or, if several
// is set, with one only. Captures of one piece on different squares count.
func (s *state) bySeveral(moves []rules.Move, several bool) []rules.Move {
	counts := map[board.Square]map[board.Square]bool{}
	for _, m := range moves {
		if s.captures(m) {
			if counts[m.From()] == nil {
				counts[m.From()] = map[board.Square]bool{}
			}
			counts[m.From()][m.To()] = true
		}
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool {
		return s.captures(m) && (len(counts[m.From()]) > 1) != several
	})
}

// byCounting returns the moves without those that Capturing forbids for how many captures there
// are.
func (s *state) byCounting(moves []rules.Move) []rules.Move {
	c := &s.v.Fairy.Capturing
	if c.Single || c.Several {
		moves = s.bySeveral(moves, c.Several)
	}
	if c.Joint {
		moves = s.jointly(moves)
	}
	return moves
}

// jointly returns the moves without captures of pieces that no second piece could capture.
func (s *state) jointly(moves []rules.Move) []rules.Move {
	capturers := map[board.Square]board.Square{}
	several := map[board.Square]bool{}
	for _, m := range moves {
		if !s.captures(m) {
			continue
		}
		victim := s.victim(m)
		if first, known := capturers[victim]; known && first != m.From() {
			several[victim] = true
		} else {
			capturers[victim] = m.From()
		}
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool { return s.captures(m) && !several[s.victim(m)] })
}

// victim returns the square of the piece that a capture takes.
func (s *state) victim(m rules.Move) board.Square {
	switch m.Form() {
	case rules.EnPassant:
		return s.takenPassing(m, s.turn())
	case rules.Locust:
		return m.Victim()
	}
	return m.To()
}

// entangled reports whether the piece of us on from is entangled with another, so that it does not
// capture on to.
func (s *state) entangled(pc rules.Piece, from, to board.Square, us board.Color) bool {
	e := &s.v.Fairy.Capturing.Entangled
	if has(s.royal, pc) && !e.Kings {
		return false
	}
	side := us
	if e.By == rules.ByEnemy {
		side = us.Other()
	}
	for sq := range s.area {
		other := s.at(sq)
		if sq == from || !other.Of(side) || has(s.royal, other) && !e.Kings || e.Lined && !s.inLine(from, to, sq) {
			continue
		}
		if s.attacks(other, sq, from, side) && s.attacks(pc, from, sq, us) {
			return true
		}
	}
	return false
}

// inLine reports whether two squares lie in the same or in opposite directions from a third.
func (t *table) inLine(from, a, b board.Square) bool {
	files := func(sq board.Square) int { return t.v.Size.File(sq) - t.v.Size.File(from) }
	ranks := func(sq board.Square) int { return t.v.Size.Rank(sq) - t.v.Size.Rank(from) }
	return files(a)*ranks(b) == files(b)*ranks(a)
}

// homing reports whether the capturer of a move that has been played could be reborn on its home
// square, in games where it must be.
func (s *state) homing(a *arrival) bool {
	rule := &s.v.Fairy.Capturing.Homing
	if !rule.Active || a.captured == 0 || has(s.royal, a.mover) && !rule.Kings {
		return true
	}
	side, from := a.us, a.m.From()
	if rule.OpponentHome {
		side = side.Other()
	}
	home := s.homes.Home(a.mover.Type(), side, from)
	return home != from && s.empty(home)
}
