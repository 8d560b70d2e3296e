package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// attacked reports whether a piece of colour by, of one of the types, attacks sq by its movement.
func (s *state) attacked(sq board.Square, by board.Color, types uint32) bool {
	lanes := s.fairy.lanes
	reach, target := s.reach.To[by][sq], uint8(s.at(sq).Type())
	for i := 0; i < len(reach); i = next(s.cells, reach, i, by) {
		n := &reach[i]
		if pc := s.at(n.Square); pc.Of(by) && (n.Types&types)>>(pc.Type()-1)&1 != 0 && n.Captures(target) &&
			(!lanes || s.lane(by, n.Square, sq) == 0) {
			return true
		}
	}
	return false
}

const allTypes = ^uint32(0)

// underAttack reports whether a piece of colour by attacks sq, by its own movement or a borrowed
// one.
func (s *state) underAttack(sq board.Square, by board.Color) bool {
	return s.attacked(sq, by, allTypes) || s.attackedByBorrower(sq, by)
}

// inCheck reports whether the king of c is in check, or the pieces that Extinction makes royal. A
// side without a king and without these never is.
func (s *state) inCheck(c board.Color) bool {
	return s.kingInCheck(c) || s.v.Extinction.Royal && s.royalCheck(c)
}

// kingInCheck reports whether the king of c is in check.
func (s *state) kingInCheck(c board.Color) bool {
	if f := &s.v.Fairy.Checking; f.Flights != 0 || f.Swapped || f.Double || f.Either {
		return s.inOtherCheck(c)
	}
	return s.kingAttacked(c)
}

// kingAttacked reports whether the king of c could be captured.
func (s *state) kingAttacked(c board.Color) bool {
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
		return s.attackedAsPiece(king, c.Other()) || s.attackedByLatent(king, c.Other())
	}
}

// attackedAsPiece reports whether a piece of colour by attacks the piece on sq, which may be a pawn
// that is taken en passant.
func (s *state) attackedAsPiece(sq board.Square, by board.Color) bool {
	return s.underAttack(sq, by) || has(s.pawn, s.at(sq)) && s.attackedPassing(sq, by, s.passant)
}

// attackedFromHomes is check in Martian Circe: a piece of colour by attacks sq from its home
// square, which must be empty or its own.
func (s *state) attackedFromHomes(sq board.Square, by board.Color) bool {
	for from := range s.area {
		if s.at(from).Of(by) && s.strikesFrom(from, sq, by) != board.NoSquare {
			return true
		}
	}
	return false
}

// strikesFrom returns as if from where the piece on from attacks sq in Martian Circe for its side
// by, or NoSquare.
func (s *state) strikesFrom(from, sq board.Square, by board.Color) board.Square {
	pc := s.at(from)
	reach := s.reach.From[by][pc.Type()-1]
	if from == sq { // a neutral king does not capture itself
		return board.NoSquare
	}
	if has(s.pawn, pc) && len(reach[from]) == 0 {
		return board.NoSquare
	}
	var room [1]board.Square
	starts := s.starts(pc, by, from, room[:0])
	mark := len(s.log)
	s.put(from, 0)
	i := slices.IndexFunc(starts, func(start board.Square) bool { return s.hits(reach[start], by, sq) })
	s.undo(mark)
	if i < 0 {
		return board.NoSquare
	}
	return starts[i]
}

// hits reports whether a piece of colour by, that goes over reach, captures on sq.
func (s *state) hits(reach piece.Reach, by board.Color, sq board.Square) bool {
	target := uint8(s.at(sq).Type())
	for i := 0; i < len(reach); i = next(s.cells, reach, i, by) {
		n := &reach[i]
		on, fromEmpty := n.CapturesOn()
		if on == sq && n.Mode&piece.Capture != 0 && (!fromEmpty || s.empty(n.Square)) && n.Captures(target) {
			return true
		}
	}
	return false
}

// capturable is check in games where the aftermath of a capture may save the king or undo the
// capturer. c is in check if some capture by the other side, played in full with any choice, leaves
// c without a king. It does not matter whether that exposes the capturer's own king.
func (s *state) capturable(c board.Color) bool {
	if !s.attacksFarther() && s.v.Aftermath.Occupied != rules.ReplacesOccupant &&
		!s.attackedAsPiece(s.king(c), c.Other()) {
		return false
	}
	tries := s.tries
	s.tries = true
	safe := s.kingCaptures(c, func(rules.Move) bool { return false })
	s.tries = tries
	return !safe
}

// kingCaptures calls visit with the captures that leave c without its king, until visit returns
// false, which it then returns too.
func (s *state) kingCaptures(c board.Color, visit func(rules.Move) bool) bool {
	king := s.king(c)
	them := c.Other()
	f := &s.v.Fairy
	ultra := s.fairy.measured[them] != nil && s.fairy.measured[them].Ultra
	counts := f.Capturing.Counts() || ultra
	anyPiece := s.v.Aftermath.Occupied == rules.ReplacesOccupant || !s.fairy.direct || counts
	mark, base := len(s.log), len(s.moves)
	s.set(s.table.cells.turn, uint16(them))
	passing := has(s.pawn, s.at(king))
	want := func(pc rules.Piece, to board.Square) bool { return to == king || anyPiece || passing && pc == 0 }
	if s.attacksFarther() || anyPiece || passing || s.fairy.borrowing != nil {
		s.generate(want)
	} else {
		s.generateAttacks(king, them, want)
	}
	if ultra {
		s.castlingToMeasure(them)
	}
	least := s.leastLength(base, them)
	more := true
	for i := base; i < len(s.moves) && more; i++ {
		m := s.moves[i]
		if least > 0 && s.lengthOf(m, them) < least {
			continue
		}
		if m.Form() == rules.Reassign || !s.captures(m) {
			continue
		}
		start := len(s.log)
		s.branches(m, func(m rules.Move) bool {
			if s.king(c) == board.NoSquare && (!s.fairy.tried || s.afterMove(m, them, start, true) == 0) &&
				!(f.Checking.Unpinned && s.kingInCheck(them)) {
				more = visit(m)
			}
			return more
		})
	}
	s.moves = s.moves[:base]
	s.undo(mark)
	return more
}

// generateAttacks appends the pseudo-legal moves that are wanted of the pieces of a side that
// attack sq by their movement.
func (s *state) generateAttacks(sq board.Square, by board.Color, want wanted) {
	var from rules.Squares[most]
	reach, target := s.reach.To[by][sq], uint8(s.at(sq).Type())
	for i := 0; i < len(reach); i = next(s.cells, reach, i, by) {
		n := &reach[i]
		if pc := s.at(n.Square); pc.Of(by) && has(n.Types, pc) && n.Captures(target) {
			from.Add(n.Square)
		}
	}
	base := len(s.moves)
	for at := range s.area {
		if from.Has(at) {
			s.generateOf(s.at(at), at, want)
		}
	}
	s.unbar(base)
}

// checkers returns the pieces that give check to the king of c, or attack its royal pieces. There
// are none if and only if inCheck says so.
func (s *state) checkers(c board.Color) []rules.Placed {
	var all []rules.Placed
	if s.v.Extinction.Royal {
		all = s.royalAttackers(c)
	}
	king, them := s.king(c), c.Other()
	switch {
	case king == board.NoSquare:
		return all
	case s.check == byCapture, has(s.pawn, s.at(king)):
		return s.takers(c)
	}
	for from := range s.area {
		pc := s.at(from)
		if !pc.Against(c) {
			continue
		}
		p := s.placed(from)
		switch {
		case s.check != byHomes && s.hits(s.reach.From[them][pc.Type()-1][from], them, king):
		case s.fairy.borrowing != nil && s.watches(them, from, king):
		case s.latentAttacks(from, king, them):
		case s.check == byHomes:
			switch home := s.strikesFrom(from, king, them); home {
			case board.NoSquare:
				continue
			case from:
			default:
				p.Home = home
			}
		default:
			continue
		}
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// takers returns the pieces with a capture that leaves c without its king.
func (s *state) takers(c board.Color) []rules.Placed {
	var moves []rules.Move
	s.kingCaptures(c, func(m rules.Move) bool {
		moves = append(moves, m)
		return true
	})
	var all []rules.Placed
	for _, m := range moves {
		p := s.placed(m.From())
		if m.To() != s.king(c) {
			p.Takes = m.To()
		}
		switch i := slices.IndexFunc(all, func(q rules.Placed) bool { return q.At == p.At }); {
		case i < 0:
			all = append(all, p)
		case p.Takes == board.NoSquare:
			all[i] = p
		}
	}
	return all
}

// safe reports whether the move just made leaves the king of own, which was tested before it, out
// of check, whatever the other side promotes a reborn pawn to. mark is the length of the log before
// the move.
func (s *state) safe(own *attackTest, mark int) bool {
	if s.v.Fairy.Checking.Ignored {
		return true
	}
	at := s.awaits(own.side.Other())
	if at == board.NoSquare {
		return !s.inCheckAfter(own, mark)
	}
	start := len(s.log)
	for _, k := range s.promotionOf(s.at(at), own.side.Other()) {
		s.put(at, s.at(at).As(k))
		bad := s.kingInCheck(own.side)
		s.undo(start)
		if bad {
			return false
		}
	}
	return true
}
