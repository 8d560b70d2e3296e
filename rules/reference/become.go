package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds what a piece may become on arrival: promotions, and promoted pieces turned back.

// becomes appends move with each of the types that pc may or must be after it.
func (s *state) becomes(move rules.Move, pc, target rules.Piece) {
	switch {
	case s.fairy.late, s.v.Fairy.Changing.NoPromotion:
		s.moves = append(s.moves, move)
	case has(s.pawn, pc):
		s.promotePawn(move, pc, target)
	case s.parts.shogi:
		s.turnOver(move, pc, target)
	default:
		s.moves = append(s.moves, move)
	}
}

// promotePawn appends the move of a pawn, with several promotions in the promotion zone.
func (s *state) promotePawn(move rules.Move, pc, target rules.Piece) {
	us := s.turn()
	inZone := s.promotesOn(pc, us, move.To()) && !s.v.InPlace.Active &&
		!(target != 0 && s.vanishes(pc))
	to := s.parts.becomes[pc.Type()-1]
	promotion := s.promotionOf(pc, us)
	if !inZone || s.v.MayStayPawn() || len(promotion) == 0 && to == 0 {
		s.moves = append(s.moves, move)
	}
	if !inZone {
		return
	}
	for _, k := range promotion {
		if s.fairy.ghosts != 0 && has(s.fairy.ghosts, pc) {
			k = s.ghostOf(k)
		}
		if s.mayPromote(us, k) {
			s.promoteTo(move, k, pc)
		}
	}
	if to != 0 && s.mayPromote(us, to) {
		s.moves = append(s.moves, move.WithPromotion(to))
	}
}

// promoteTo appends the move of the pawn pc that becomes k, with its own attributes.
func (s *state) promoteTo(move rules.Move, k rules.PieceType, pc rules.Piece) {
	s.moves = append(s.moves, move.WithPromotion(s.promotedTo(k, pc.Type())))
	if c := s.alsoAs(k, pc.Type()); c != 0 {
		s.moves = append(s.moves, move.WithPromotion(c))
	}
}

// promotedTo returns what a pawn of a type becomes that promotes to k: that with the attributes of
// the pawn, or k itself if it has its own.
func (t *table) promotedTo(k, pawn rules.PieceType) rules.PieceType {
	if t.v.Type(k).Traits != (piece.Traits{}) {
		return k
	}
	return t.like(k, pawn)
}

// promotionsOf returns what a pawn of a type may become where it is reborn on its last rank.
func (t *table) promotionsOf(pawn rules.PieceType) []rules.PieceType { return t.parts.reborn[pawn-1] }

// readReborn lists that for all types.
func (t *table) readReborn() {
	t.parts.reborn = make([][]rules.PieceType, len(t.v.Army))
	for i := range t.v.Army {
		pawn := rules.PieceType(i + 1)
		for _, k := range t.parts.promotes[board.White][i] {
			t.parts.reborn[i] = append(t.parts.reborn[i], t.promotedTo(k, pawn))
			if c := t.alsoAs(k, pawn); c != 0 {
				t.parts.reborn[i] = append(t.parts.reborn[i], c)
			}
		}
	}
}

// alsoAs returns the type with an attribute that a pawn of a type without it may choose when it
// becomes k, or 0.
func (t *table) alsoAs(k, pawn rules.PieceType) rules.PieceType {
	if t.traits.chameleon == 0 || t.traits.chameleon>>(pawn-1)&1 != 0 || t.fairy.next[k-1] == 0 {
		return 0
	}
	with := t.v.Type(pawn).Traits
	with.Chameleon = true
	return t.v.With(k, with, t.v.Type(pawn).Royal)
}

// promotionOf returns what a pawn of a side may become.
func (t *table) promotionOf(pawn rules.Piece, c board.Color) []rules.PieceType {
	return t.parts.promotes[c][pawn.Type()-1]
}

// turnOver appends the move of a piece of a game like shogi: as it is, and as what it may become.
func (s *state) turnOver(move rules.Move, pc, target rules.Piece) {
	to, back := s.turns(move, pc, target)
	if to != 0 && !s.mayPromote(s.turn(), to) {
		to = 0
	}
	if to == 0 && back == 0 || !s.v.Promotion.Forced {
		s.moves = append(s.moves, move)
	}
	if to != 0 {
		s.moves = append(s.moves, move.WithPromotion(to))
	}
	if back != 0 {
		s.moves = append(s.moves, move.WithPromotion(back))
	}
}

// turns returns what a piece that is no pawn may become by a move: its promoted side, and the side
// that it had before; each is 0 if it may not.
func (s *state) turns(move rules.Move, pc, target rules.Piece) (to, back rules.PieceType) {
	rule := &s.v.Promotion
	if !s.inZone(s.turn(), move.From()) && !s.inZone(s.turn(), move.To()) || target == 0 && rule.OnCapture {
		return 0, 0
	}
	if rule.Back {
		back = s.parts.was[pc.Type()-1]
	}
	return s.parts.becomes[pc.Type()-1], back
}

// heading returns the side whose pawns go where a piece of c goes that is one: the other for one
// that goes back.
func (t *table) heading(pc rules.Piece, c board.Color) board.Color {
	if has(t.backwards, pc) {
		return c.Other()
	}
	return c
}

// promotesOn reports whether a pawn of c promotes on sq.
func (t *table) promotesOn(pc rules.Piece, c board.Color, sq board.Square) bool {
	return t.inZone(t.heading(pc, c), sq)
}

// inZone reports whether sq is in the promotion zone of a side.
func (t *table) inZone(c board.Color, sq board.Square) bool {
	return sq < t.area && t.parts.zone[c][sq]
}

// count returns how many pieces a side has on the board that count as the type that k does.
func (s *state) count(us board.Color, k rules.PieceType) int {
	n := 0
	for sq := range s.area {
		if pc := s.at(sq); pc.Of(us) && s.parts.kind[pc.Type()-1] == s.parts.kind[k-1] {
			n++
		}
	}
	return n
}

// substitute gives a piece that has come to the first or last file the type that its side chooses
// from the bench, or leaves it what it is. A capture of a king ends the game before.
func (s *state) substitute(a *arrival) verdict {
	if s.fairy.bench == 0 || s.tries {
		return fine
	}
	k, at := a.m.Reborn(), a.now
	edge := at < s.area && (s.v.Size.File(at) == 0 || s.v.Size.File(at) == s.v.Size.Files-1) &&
		!has(s.royal, s.at(at))
	switch {
	case !edge && k != 0:
		return notChosen
	case !edge:
		return fine
	case k == 0:
		s.due = s.at(at).Type()
		return needsBench
	case k == s.at(at).Type():
		return fine
	case s.fairy.bench>>(k-1)&1 == 0:
		return notChosen
	}
	a.arrived = s.at(at).As(k)
	s.become(a, rules.MoverChanges, at, a.arrived)
	return fine
}
