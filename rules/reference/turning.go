package reference

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// turnMover turns the piece that has moved, if moves of this kind do.
func (s *state) turnMover(a *arrival) {
	var turns bool
	switch s.v.Fairy.Turning.Mover {
	case rules.NoMoveTurns:
	case rules.CaptureTurns:
		turns = a.captured != 0
	case rules.QuietMoveTurns:
		turns = a.captured == 0
	case rules.UnlikeCaptureTurns, rules.BlackUnlikeCaptureTurns:
		turns = a.captured != 0 && a.captured.Type() != a.arrived.Type() &&
			(a.us == board.Black || s.v.Fairy.Turning.Mover == rules.UnlikeCaptureTurns)
	case rules.FarHalfTurns:
		turns = a.now != board.NoSquare && 2*s.v.Size.RankFrom(a.us, a.now) >= s.v.Size.Ranks
	case rules.PursuitTurns:
		turns = a.m.To() == a.left
	case rules.CrossingTurns:
		turns = a.now != board.NoSquare && s.v.Size.Dark(a.m.From()) != s.v.Size.Dark(a.now)
	}
	if s.volage(a) {
		return
	}
	if turns && a.now != board.NoSquare && s.mayTurn(a.now) && s.at(a.now).Color() == a.us {
		s.turnSide(a, rules.MoverTurns, a.now)
	}
}

// mayTurn reports whether a piece stands on sq that may change sides.
func (s *state) mayTurn(sq board.Square) bool {
	pc := s.at(sq)
	return pc.Type() != 0 && !pc.Neutral() && !has(s.royal, pc)
}

// turnSide lets the piece on sq change sides.
func (s *state) turnSide(a *arrival, kind rules.EffectKind, sq board.Square) {
	pc := s.at(sq)
	s.become(a, kind, sq, rules.MakePiece(pc.Type(), pc.Color().Other()))
}

// turnOnSquares turns the pieces that have come to squares that turn them.
func (s *state) turnOnSquares(a *arrival) {
	if s.fairy.magic == nil {
		return
	}
	if at := a.now; at != board.NoSquare && s.fairy.magic[at] && s.mayTurn(at) {
		s.turnSide(a, rules.MoverTurns, at)
	}
	if at := a.partner; a.m.Form() == rules.Castle && s.fairy.magic[at] && s.mayTurn(at) {
		s.turnSide(a, rules.MoverTurns, at)
	}
}

// turnWatched turns the pieces that checking pieces attack or guard.
func (s *state) turnWatched(a *arrival) {
	s.recoloursByCheck(a)
	rule, them := s.v.Fairy.Turning.Watched, a.us.Other()
	if rule != rules.MoverWatches && rule != rules.CheckersWatch || s.king(them) == board.NoSquare || !s.checked(them) {
		return
	}
	king := s.king(them)
	if rule == rules.MoverWatches {
		if a.now != board.NoSquare && s.watches(a.us, a.now, king) {
			s.turnAll(a, a.now, nil)
		}
		return
	}
	turned := make([]bool, s.area)
	for sq := range s.area {
		if pc := s.at(sq); pc.Of(a.us) && s.watches(a.us, sq, king) {
			s.turnAll(a, sq, turned)
		}
	}
}

// recoloursByCheck recolours the mover, other than a king, that checks if it is one that checks
// recolour, or that does not if the lack of a check does.
func (s *state) recoloursByCheck(a *arrival) {
	rule, turned := s.v.Fairy.Turning.Watched, s.traits.anda|s.traits.andaInverse
	if turned == 0 && rule != rules.CheckerRecolours && rule != rules.OtherRecolours ||
		a.now == board.NoSquare || has(s.royal, s.at(a.now)) {
		return
	}
	ifChecks := rule == rules.CheckerRecolours || has(s.traits.anda, s.at(a.now))
	ifNot := rule == rules.OtherRecolours || has(s.traits.andaInverse, s.at(a.now))
	if !ifChecks && !ifNot {
		return
	}
	king := s.king(a.us.Other())
	if checks := king != board.NoSquare && s.watches(a.us, a.now, king); checks && ifChecks || !checks && ifNot {
		s.recolour(a, rules.MoverRecolours)
	}
}

// checked reports whether c is in check in the middle of a move.
func (s *state) checked(c board.Color) bool {
	for sq := range s.area {
		if pc := s.at(sq); pc.Against(c) && s.watches(c.Other(), sq, s.king(c)) {
			return true
		}
	}
	return false
}

// watches reports whether the piece on from attacks or guards the square to for a side.
func (s *state) watches(us board.Color, from, to board.Square) bool {
	pc := s.at(from)
	if s.still(pc, from) {
		return false
	}
	for types := s.as(piece.Capture, pc, us, from); types != 0; types &= types - 1 {
		if s.hits(s.reach.From[us][bits.TrailingZeros32(types)][from], us, to) {
			return true
		}
	}
	return false
}

// turnAll turns the pieces that the piece on sq watches, in the order of squares, but for those
// that have been turned already.
func (s *state) turnAll(a *arrival, sq board.Square, turned []bool) {
	for to := range s.area {
		if to == sq || !s.mayTurn(to) || turned != nil && turned[to] || !s.watches(a.us, sq, to) {
			continue
		}
		s.turnSide(a, rules.OtherTurns, to)
		if turned != nil {
			turned[to] = true
		}
	}
}
