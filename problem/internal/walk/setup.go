package walk

import (
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Forgiven is what may be wrong with the position of a problem.
const Forgiven = rules.MissingKing | rules.OppositeCheck | rules.PawnOnFirstRank | rules.PawnOnLastRank |
	rules.EmptyBoard | rules.BadEnPassant | rules.BadCastling

// SetUp returns the position of a setup, on the fastest kernel that plays it.
func SetUp(v *rules.Variant, s rules.Setup) (rules.Position, error) {
	p, err := kirke.FromSetup(v, s, kirke.Forgive(Forgiven))
	if err != nil {
		return nil, fmt.Errorf("the position: %w", err)
	}
	return p.Rules(), nil
}

// OnReference returns p on the reference kernel, which also plays moves that leave a king in check.
func OnReference(p rules.Position) rules.Position {
	r, err := reference.Exactly(p.Variant(), p.Setup())
	if err != nil {
		return p // cannot be: p is a position of that game
	}
	return r
}

// ForbidCastling removes the castling rights of the piece on a square.
func ForbidCastling(v *rules.Variant, s *rules.Setup, sq board.Square) {
	for c := range board.Color(2) {
		if m := s.Board[sq]; m != 0 && m.Color() == c && v.Castling.IsKing(v.Type(m.Type())) {
			s.Castling.King[c] = false
			s.Castling.Rook[c] = [2]board.Square{board.NoSquare, board.NoSquare}
		}
		for side, rook := range s.Castling.Rook[c] {
			if rook == sq {
				s.Castling.Rook[c][side] = board.NoSquare
			}
		}
	}
}

// exclude returns q without the castling rights that end because the rook of a square castled.
func (w *Walk) exclude(v *rules.Variant, q rules.Position, rook board.Square) rules.Position {
	s := q.Setup()
	changed := false
	for _, pair := range w.Exclusive {
		for i := range pair {
			if pair[i] == rook {
				ForbidCastling(v, &s, pair[1-i])
				changed = true
			}
		}
	}
	if !changed {
		return q
	}
	if r, err := SetUp(v, s); err == nil {
		return r
	}
	return q
}
