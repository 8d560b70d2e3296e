package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// attacked reports whether a man of colour by attacks sq by its movement.
func (s *state) attacked(sq board.Square, by board.Color, kinds uint32) bool {
	reach := s.reach.To[by][sq]
	for i := 0; i < len(reach); {
		n := &reach[i]
		m := Man(s.cells[n.Square])
		if (m != 0) == n.Hurdle {
			i++
			continue
		}
		if m != 0 && m.Color() == by && (n.Kinds&kinds)>>(m.Kind()-1)&1 != 0 {
			return true
		}
		i = int(n.Skip)
	}
	return false
}

const allKinds = ^uint32(0)

// inCheck reports whether the king of c is in check; a side without a king never is.
func (s *state) inCheck(c board.Color) bool {
	king := s.king(c)
	if king == board.NoSquare {
		return false
	}
	switch s.check {
	case byHomes:
		return s.attackedFromHomes(king, c.Other())
	case byCapture:
		return s.capturable(c)
	default:
		return s.attacked(king, c.Other(), allKinds)
	}
}

// attackedFromHomes is check in Martian Circe: some man of colour by, carried to
// its home square (free, or its own), attacks sq from there.
func (s *state) attackedFromHomes(sq board.Square, by board.Color) bool {
	for from := range s.area {
		if m := s.at(from); m != 0 && m.Color() == by && s.strikes(from, sq) {
			return true
		}
	}
	return false
}

// strikes reports whether the man on from attacks sq in Martian Circe.
func (s *state) strikes(from, sq board.Square) bool {
	m := s.at(from)
	reach := s.reach.From[m.Color()][m.Kind()-1]
	if has(s.pawn, m) && len(reach[from]) == 0 {
		return false
	}
	home := s.home(m.Kind(), m.Color(), from)
	if home != from && !s.empty(home) {
		return false
	}
	mark := len(s.log)
	s.put(from, 0)
	hit := s.hits(reach[home], sq)
	s.undo(mark)
	return hit
}

// hits reports whether the walk over reach ends in a capture on sq.
func (s *state) hits(reach piece.Reach, sq board.Square) bool {
	for i := 0; i < len(reach); {
		n := &reach[i]
		if n.Square == sq && n.Mode&piece.Capture != 0 && !n.Hurdle {
			return true
		}
		if s.empty(n.Square) != n.Hurdle {
			i++
		} else {
			i = int(n.Skip)
		}
	}
	return false
}

// capturable is check where a capture has an aftermath that may save the king or
// undo the capturer: c is in check when some capture by the other side, played in
// full in any branch, is not forbidden and leaves c without a king. Whether that
// exposes the capturer's own king does not matter.
func (s *state) capturable(c board.Color) bool {
	if s.v.Aftermath.Occupied != Removed && !s.attacked(s.king(c), c.Other(), allKinds) {
		return false
	}
	return !s.kingCaptures(c, func(Move) bool { return false })
}

// kingCaptures calls visit with the captures that leave c without its king until it returns
// false, which it then returns too.
func (s *state) kingCaptures(c board.Color, visit func(Move) bool) bool {
	king := s.king(c)
	anyMan := s.v.Aftermath.Occupied == Removed
	mark, base := len(s.log), len(s.moves)
	s.set(s.table.cells.turn, uint16(c.Other()))
	s.generate(func(m Man, to board.Square) bool { return to == king || anyMan })
	more := true
	for i := base; i < len(s.moves) && more; i++ {
		m := s.moves[i]
		if s.empty(m.To()) && m.Form() != EnPassant || m.Form() == Castle {
			continue
		}
		s.branches(m, func(m Move) bool {
			if s.king(c) == board.NoSquare {
				more = visit(m)
			}
			return more
		})
	}
	s.moves = s.moves[:base]
	s.undo(mark)
	return more
}

// checkers returns the pieces that give check to the king of c, by whichever way of being in
// check the game has. There are none if and only if inCheck says so.
func (s *state) checkers(c board.Color) []Placed {
	king := s.king(c)
	if king == board.NoSquare {
		return nil
	}
	if s.check == byCapture {
		return s.takers(c)
	}
	var all []Placed
	for from := range s.area {
		m := s.at(from)
		if m == 0 || m.Color() == c {
			continue
		}
		p := s.placed(from)
		switch {
		case s.check != byHomes && s.hits(s.reach.From[m.Color()][m.Kind()-1][from], king):
		case s.check == byHomes && s.strikes(from, king):
			if home := s.home(m.Kind(), m.Color(), from); home != from {
				p.Home = home
			}
		default:
			continue
		}
		all = append(all, p)
	}
	return all
}

// takers returns the pieces that have a capture which leaves c without its king.
func (s *state) takers(c board.Color) []Placed {
	var moves []Move
	s.kingCaptures(c, func(m Move) bool {
		moves = append(moves, m)
		return true
	})
	var all []Placed
	for _, m := range moves {
		p := s.placed(m.From())
		if m.To() != s.king(c) {
			p.Takes = m.To()
		}
		switch i := slices.IndexFunc(all, func(q Placed) bool { return q.At == p.At }); {
		case i < 0:
			all = append(all, p)
		case p.Takes == board.NoSquare:
			all[i] = p
		}
	}
	return all
}

// safe reports whether the move just made leaves the king of us out of check,
// whatever the other side makes of a pawn it still has to promote.
func (s *state) safe(us board.Color) bool {
	at := s.awaits(us.Other())
	if at == board.NoSquare {
		return !s.inCheck(us)
	}
	mark := len(s.log)
	for _, k := range s.promotion {
		s.put(at, MakeMan(k, us.Other()))
		bad := s.inCheck(us)
		s.undo(mark)
		if bad {
			return false
		}
	}
	return true
}
