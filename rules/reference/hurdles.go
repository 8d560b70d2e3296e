package reference

import (
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

// hurdle returns the square of the piece that the mover has hopped over, or NoSquare. All pieces but the mover
// and what it has captured stand as before the move. Types that turn hurdles have one way to each square.
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
