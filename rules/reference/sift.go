package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the rules by which one legal move makes others illegal: forced captures, forced
// drops, and passes for want of another move.

// sift drops from the moves, which are legal one by one, those that others forbid.
func (s *state) sift(moves []rules.Move, us board.Color) []rules.Move {
	if s.passNotDue(moves, us) {
		moves = slices.DeleteFunc(moves, isPass)
	}
	if s.v.Capture.Forced && slices.ContainsFunc(moves, s.captures) {
		moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return !s.captures(m) })
	}
	if s.parts.dropFirst != 0 && slices.ContainsFunc(moves, s.dropsFirst) {
		moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return !s.dropsFirst(m) })
	}
	if s.fairy.measured[us] != nil {
		moves = s.greatest(moves, us)
	}
	if s.v.Fairy.Checking.OneMate {
		moves = s.withoutSeveralMates(moves)
	}
	return moves
}

// passNotDue reports whether us may pass only for want of another move, and one of the moves is one
// or us is in check.
func (s *state) passNotDue(moves []rules.Move, us board.Color) bool {
	return s.v.Passing.Stalemated && (s.inCheck(us) || slices.ContainsFunc(moves, isNoPass))
}

func isPass(m rules.Move) bool   { return m.Form() == rules.Pass }
func isNoPass(m rules.Move) bool { return m.Form() != rules.Pass }

// dropsFirst reports whether m drops a piece that must be dropped while it can be.
func (s *state) dropsFirst(m rules.Move) bool {
	return m.Form() == rules.Drop && s.parts.dropFirst>>(m.Gated()-1)&1 != 0
}

// kingStays returns the moves without those from base on by which a king in check would go anywhere
// but to the square of the only piece that checks.
func (s *state) kingStays(base int, us board.Color) []rules.Move {
	if !s.inCheck(us) {
		return s.moves
	}
	checkers := s.checkers(us)
	leaves := func(m rules.Move) bool {
		return m.From() == s.king(us) && (len(checkers) != 1 || m.To() != checkers[0].At)
	}
	return append(s.moves[:base], slices.DeleteFunc(s.moves[base:], leaves)...)
}

// generatePass appends the pass of us, if it may pass, as a move of its king, or else of its first
// piece, to its own square.
func (s *state) generatePass(us board.Color) {
	if !s.mayPass(us) {
		return
	}
	if at := s.passer(us); at != board.NoSquare {
		s.moves = append(s.moves, rules.MakeMove(rules.Pass, at, at))
	}
}

// mayPass reports whether the rules let us pass at all.
func (t *table) mayPass(us board.Color) bool {
	if us == board.White {
		return t.v.Passing.White
	}
	return t.v.Passing.Black
}

// passer returns the square that a pass of us is written with, or NoSquare.
func (s *state) passer(us board.Color) board.Square {
	if king := s.king(us); king != board.NoSquare {
		return king
	}
	for sq := range s.area {
		if s.at(sq).Of(us) {
			return sq
		}
	}
	return board.NoSquare
}
