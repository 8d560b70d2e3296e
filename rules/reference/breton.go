package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// known returns the second square of the move if it is one that may be chosen without a look.
func (a *arrival) known() (board.Square, bool) {
	sq, ok := a.m.Second()
	return sq, ok && a.offered
}

// chosen returns the square among offer that the move names as its second. The verdict is not fine
// if the move names none, or another.
func (s *state) chosen(a *arrival, offer []board.Square) (board.Square, verdict) {
	sq, ok := a.m.Second()
	switch {
	case !ok:
		s.offer = offer
		return sq, needsSecond
	case !slices.Contains(offer, sq):
		return sq, notChosen
	}
	return sq, fine
}

// breton takes a second piece off the board with a captured one, or turns it.
func (s *state) breton(a *arrival) verdict {
	rule := &s.v.Fairy.Breton
	if !rule.Active {
		return fine
	}
	var offer []board.Square
	side := a.us
	if rule.Adverse {
		side = side.Other()
	}
	for sq := range s.area {
		pc := s.at(sq)
		if a.captured != 0 && pc.Of(side) && (rule.Last || !pc.Neutral()) &&
			pc.Type() == a.captured.Type() && !has(s.royal, pc) {
			offer = append(offer, sq)
		}
	}
	if len(offer) == 0 {
		if _, chosen := a.m.Second(); chosen {
			return notChosen
		}
		return fine
	}
	sq, v := s.chosen(a, offer)
	if v != fine {
		return v
	}
	if rule.Chromatic {
		s.turnSide(a, rules.VictimTurns, sq)
		return fine
	}
	pc := s.at(sq)
	s.put(sq, 0)
	s.vacated(sq)
	if sq == a.now {
		a.now = board.NoSquare
	}
	a.effect(rules.Effect{Kind: rules.Leaves, At: sq, Piece: pc})
	return fine
}

// effect notes what a condition has brought about.
func (a *arrival) effect(e rules.Effect) {
	if a.d != nil {
		a.d.Effects = append(a.d.Effects, e)
	}
}

// throughHole lets the mover go on from a wormhole to another.
func (s *state) throughHole(a *arrival) verdict {
	if s.fairy.wormhole == nil {
		return fine
	}
	_, chosen := a.m.Second()
	if a.now == board.NoSquare || !s.fairy.wormhole[a.now] {
		if chosen {
			return notChosen
		}
		return s.promoteLate(a, true)
	}
	var offer []board.Square
	for sq, hole := range s.fairy.wormhole {
		to := board.Square(sq)
		still := a.captured == 0 && !a.promoted && to == a.m.From()
		if hole && to != a.now && s.empty(to) && !still {
			offer = append(offer, to)
		}
	}
	if len(offer) == 0 {
		return noHole
	}
	to, v := s.chosen(a, offer)
	if v != fine {
		return v
	}
	pc, from := s.at(a.now), a.now
	s.put(from, 0)
	s.vacated(from)
	s.place(to, pc, a.tag)
	s.restored(to)
	a.now = to
	a.effect(rules.Effect{Kind: rules.Transferred, At: to, From: from, Piece: pc})
	before := a.promoted
	if v := s.promoteLate(a, true); v != fine {
		return v
	}
	if a.promoted && !before {
		a.effect(rules.Effect{Kind: rules.MoverChanges, At: to, Piece: a.arrived})
	}
	return fine
}

// swapKings lets the kings change places, if moves like this do.
func (s *state) swapKings(a *arrival) verdict {
	rule, them := s.v.Fairy.Swapping.White, a.us.Other()
	if a.us == board.Black {
		rule = s.v.Fairy.Swapping.Black
	}
	white, black := s.king(board.White), s.king(board.Black)
	switch {
	case rule == rules.NoMoveSwaps || white == board.NoSquare || black == board.NoSquare:
		return fine
	case rule == rules.EverySafeMove && s.inCheck(a.us):
		return unsafeSwap
	case rule == rules.ChecksSwap && !s.inCheck(them):
		return fine
	}
	first, second := s.at(white), s.at(black)
	s.put(white, 0)
	s.put(black, 0)
	s.put(white, second)
	s.put(black, first)
	s.vacated(white)
	s.vacated(black)
	switch a.now {
	case white:
		a.now = black
	case black:
		a.now = white
	}
	a.effect(rules.Effect{Kind: rules.KingsSwap, At: black, From: white, Piece: first})
	return fine
}

// postSentinel puts a pawn on the square that a piece has left.
func (s *state) postSentinel(a *arrival) {
	rule, from := s.v.Fairy.Sentinels, a.m.From()
	rank := s.v.Size.Rank(from)
	pawn := s.scale[0]
	if rule == rules.NoSentinels || has(s.pawn, a.mover) || !s.empty(from) || pawn == 0 || rank == 0 ||
		rank == s.v.Size.Ranks-1 {
		return
	}
	side := a.us
	if rule == rules.EnemyPawns {
		side = side.Other()
	}
	const most = 8
	if s.count(side, pawn) >= most {
		return
	}
	pc := rules.MakePiece(pawn, side)
	s.place(from, pc, 0)
	a.effect(rules.Effect{Kind: rules.Appears, At: from, Piece: pc})
}

// overfull reports whether a side has more pieces of a type than at the start.
func (s *state) overfull() bool {
	for c := range board.Color(2) {
		for k := rules.PieceType(1); int(k) <= len(s.v.Army); k++ {
			if s.count(c, k) > s.fairy.box[c][k-1] {
				return true
			}
		}
	}
	return false
}
