package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds promotion in place: a move of its own, by which a pawn becomes a piece where it
// stands, or on an empty square where the new piece would go from there.

// generateInPlace appends the promotions in place of us.
func (s *state) generateInPlace(us board.Color) {
	if !s.v.InPlace.Active {
		return
	}
	last := s.v.InPlace.LastAnywhere && s.pawns(us) == 1
	for sq := range s.area {
		if pc := s.at(sq); pc.Of(us) && has(s.pawn, pc) && (last || s.promotesOn(pc, us, sq)) {
			s.promoteFrom(us, sq)
		}
	}
}

// promoteFrom appends the promotions in place of the pawn of us on from.
func (s *state) promoteFrom(us board.Color, from board.Square) {
	for _, k := range s.promotionOf(s.at(from), us) {
		if !s.mayPromote(us, k) {
			continue
		}
		s.stamp++
		s.seen[from] = s.stamp
		s.moves = append(s.moves, rules.MakeMove(rules.Ordinary, from, from).WithPromotion(k))
		reach := s.reach.From[us][k-1][from]
		for i := 0; i < len(reach); i = next(s.cells, reach, i, us) {
			n := &reach[i]
			if s.empty(n.Square) && n.Mode&piece.Move != 0 && s.seen[n.Square] != s.stamp {
				s.seen[n.Square] = s.stamp
				s.moves = append(s.moves, rules.MakeMove(rules.Ordinary, from, n.Square).WithPromotion(k))
			}
		}
	}
}

// pawns returns how many pawns a side has.
func (s *state) pawns(us board.Color) (n int) {
	for sq := range s.area {
		if pc := s.at(sq); pc.Of(us) && has(s.pawn, pc) {
			n++
		}
	}
	return n
}

// struck returns the pieces of the other side that the piece of us on sq attacks, and those of us
// that check the other side.
func (s *state) struck(us board.Color, sq board.Square) []rules.Placed {
	all := s.checkers(us.Other())
	reach := s.reach.From[us][s.at(sq).Type()-1][sq]
	for at := range s.area {
		if s.at(at).Against(us) && s.hits(reach, us, at) {
			all = append(all, s.placed(at))
		}
	}
	return all
}

// promotesTo reports whether the piece that moves could become the type that the move says and go
// to its square, or stay.
func (j *judge) promotesTo() bool {
	base := len(j.moves)
	defer func() { j.moves = j.moves[:base] }()
	if has(j.pawn, j.at(j.from)) {
		j.promoteFrom(j.us, j.from)
	}
	return slices.Contains(j.moves[base:], j.m.Bare().WithPromotion(j.m.Promotion()))
}

// inPlace looks at what a pawn becomes by a move of its own.
func (j *judge) inPlace(k rules.PieceType) *rules.ForbiddenError {
	last := j.v.InPlace.LastAnywhere && j.pawns(j.us) == 1
	switch {
	case k == 0:
		return nil
	case !slices.Contains(j.promotionOf(j.at(j.from), j.us), k):
		return j.because(rules.NotAPromotion).About(board.NoSquare, k)
	case !j.mayPromote(j.us, k):
		return j.held(k)
	case !last && !j.promotesOn(j.at(j.from), j.us, j.from) || !j.promotesTo():
		return j.because(rules.PromotionNotDue)
	}
	return nil
}
