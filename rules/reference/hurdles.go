package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// turnHurdle lets what the mover has hopped over change sides, if it is a piece that does so.
func (s *state) turnHurdle(a *arrival) {
	if !has(s.traits.turnsHurdles, a.mover) {
		return
	}
	if sq := s.hurdle(a); sq != board.NoSquare && s.mayTurn(sq) {
		s.turnSide(a, rules.HurdleTurns, sq)
	}
}

// moveHurdle moves what the mover has hopped over as the move says, if it is a piece that lets it
// move.
func (s *state) moveHurdle(a *arrival) verdict {
	if s.traits.bul|s.traits.dob == 0 {
		return fine
	}
	sq := board.NoSquare
	if has(s.traits.bul|s.traits.dob, a.mover) {
		sq = s.hurdle(a)
	}
	if sq == board.NoSquare {
		if _, named := a.m.Second(); named {
			return notChosen
		}
		return fine
	}
	pc := s.at(sq)
	side := a.us
	if !pc.Neutral() {
		side = pc.Color()
	}
	var offer []board.Square
	if has(s.traits.bul, a.mover) {
		offer = s.quiet(a.mover.Type(), a.us, sq)
	} else {
		offer = s.quiet(pc.Type(), side, sq)
	}
	if len(offer) == 0 {
		return noStep
	}
	to, v := s.chosen(a, offer)
	if v != fine {
		return v
	}
	tag := s.tag(sq)
	s.put(sq, 0)
	s.vacated(sq)
	s.place(to, pc, tag)
	a.effect(rules.Effect{Kind: rules.HurdleMoves, At: to, From: sq, Piece: pc})
	return s.promoteHurdle(a, to, side)
}

// promoteHurdle promotes what the mover has hopped over, a piece of side, as the move says, if it
// has come to a square where it promotes.
func (s *state) promoteHurdle(a *arrival, sq board.Square, side board.Color) verdict {
	pc, k := s.at(sq), a.m.Reborn()
	promotions := s.promotionsOf(pc.Type())
	due := has(s.pawn, pc) && s.promotesOn(pc, side, sq) && len(promotions) > 0
	switch {
	case !due && k != 0:
		return notChosen
	case !due:
		return fine
	case k == 0:
		s.due = pc.Type()
		return needsReborn
	case !slices.Contains(promotions, k):
		return notChosen
	}
	s.become(a, rules.HurdlePromotes, sq, pc.As(k))
	return fine
}

// hurdle returns the square of the piece that the mover has hopped over, or NoSquare. All pieces
// but the mover and what it has captured stand as before the move. Types that act on hurdles
// (piece.Traits.ActOnHurdles) have one way to each square.
func (s *state) hurdle(a *arrival) board.Square {
	mode, to := piece.Move, a.m.To()
	if a.captured != 0 {
		mode = piece.Capture
	}
	reach := s.reach.From[a.us][a.mover.Type()-1][a.m.From()]
	hurdle, end := board.NoSquare, 0 // the node behind the ways over it
	for i := 0; i < len(reach); i = next(s.cells, reach, i, a.us) {
		if i >= end {
			hurdle = board.NoSquare
		}
		n := &reach[i]
		switch {
		case n.Square == to && n.Mode&mode != 0:
			return hurdle
		case n.Needs != piece.Nothing && !s.empty(n.Square):
			hurdle, end = n.Square, int(n.Skip)
		}
	}
	return board.NoSquare
}
