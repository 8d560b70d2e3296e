package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// untakeable returns the rule against the capture of the piece on at by pc of us from another square, or
// 0.
func (s *state) untakeable(pc rules.Piece, from, at board.Square, us board.Color) rules.Rule {
	c := &s.v.Fairy.Capturing
	target := s.at(at)
	them := us.Other()
	switch {
	case c.Never.Has(us) && !has(s.royal, target),
		c.Supported && !s.guarded(from, us),
		c.Unsupported && s.guarded(from, us),
		c.Provoked && !s.guarded(from, them),
		c.Unguarded && s.guarded(at, them),
		c.GuardedOnly && !s.guarded(at, them),
		c.Shielded && has(s.royal, pc) && has(s.royal, target) && s.guarded(at, them),
		c.Immune.Active && s.cannotReturn(target, from, at, them):
		return rules.CaptureBarred
	}
	return 0
}

// cannotReturn reports whether the home of the piece of a side on at is occupied when a piece from another
// square captures it.
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
