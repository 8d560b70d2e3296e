package rules

import (
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
		m := s.at(from)
		if m == 0 || m.Color() != by || (has(s.pawn, m) && len(s.reach.From[by][m.Kind()-1][from]) == 0) {
			continue
		}
		home := s.home(m.Kind(), by, from)
		if home != from && !s.empty(home) {
			continue
		}
		mark := len(s.log)
		s.put(from, 0)
		hit := s.hits(s.reach.From[by][m.Kind()-1][home], sq)
		s.undo(mark)
		if hit {
			return true
		}
	}
	return false
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
	by, king := c.Other(), s.king(c)
	anyMan := s.v.Aftermath.Occupied == Removed
	if !anyMan && !s.attacked(king, by, allKinds) {
		return false
	}
	mark, base := len(s.log), len(s.moves)
	s.set(s.table.cells.turn, uint16(by))
	s.generate(func(m Man, to board.Square) bool { return to == king || anyMan })
	found := false
	for i := base; i < len(s.moves) && !found; i++ {
		m := s.moves[i]
		if s.empty(m.To()) && m.Form() != EnPassant || m.Form() == Castle {
			continue
		}
		s.branches(m, func(Move) bool {
			found = s.king(c) == board.NoSquare
			return !found
		})
	}
	s.moves = s.moves[:base]
	s.undo(mark)
	return found
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
