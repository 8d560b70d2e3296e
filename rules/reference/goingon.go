package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file has pieces that go on, in one move, from where their movement has led (piece.GoingOn).
// What they attack is found by making their moves: such games try every capture of a king.

// walkOn generates the moves of the piece pc of type k, which goes on.
func (s *state) walkOn(k rules.PieceType, pc rules.Piece, from board.Square, want wanted) {
	us, how := s.turn(), s.v.Type(k).GoesOn
	var left rules.Squares[most] // squares from where it has gone on
	squares := []board.Square{from}
	left.Add(from)
	for len(squares) > 0 {
		at := squares[0]
		squares = squares[1:]
		reach := s.reach.From[us][k-1][at]
		for i := 0; i < len(reach); i = next(s.cells, reach, i, us) {
			n := &reach[i]
			switch target := s.at(n.Square); {
			case n.Square == from:
			case target == 0:
				s.arrive(pc, from, n.Square, 0, want)
				if !left.Has(n.Square) && (how == piece.GoesOnAnywhere || s.v.Size.OnEdge(n.Square)) {
					left.Add(n.Square)
					squares = append(squares, n.Square)
				}
			case s.isPrey(target, us) && s.mayTake(pc, target):
				s.arrive(pc, from, n.Square, target, want)
			}
		}
	}
}
