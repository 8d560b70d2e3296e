package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file has Alice chess: two boards, on which no square is occupied twice. So one row of cells
// holds both, and the type of a piece says on which it stands (piece.Traits.OtherBoard). Moves are
// generated on each board with the pieces of the other one away.

// generateOnBoards is generate in Alice chess.
func (s *state) generateOnBoards(us board.Color, want wanted) {
	for _, other := range [2]bool{false, true} {
		mark, base := len(s.log), len(s.moves)
		for sq := range s.area {
			if pc := s.at(sq); pc != 0 && has(s.traits.otherBoard, pc) != other {
				s.set(int(sq), 0)
			}
		}
		for sq := range s.area {
			if pc := s.at(sq); pc.Of(us) {
				s.generateOf(pc, sq, want)
			}
		}
		if want == nil && s.v.Castling.Any() {
			s.generateCastling(us)
		}
		s.undo(mark)
		moves := slices.DeleteFunc(s.moves[base:], func(m rules.Move) bool { return !s.landsFree(m, us) })
		s.moves = append(s.moves[:base], moves...)
	}
}

// landsFree reports whether no piece of the other board stands where a move leads. A pawn is taken
// en passant by one on its board, and a king castles with a rook on its board.
func (s *state) landsFree(m rules.Move, us board.Color) bool {
	from, to := m.From(), m.To()
	free := func(sq board.Square) bool { return s.empty(sq) || s.sameBoard(sq, from) }
	switch m.Form() {
	case rules.Castle:
		kingTo, rookTo := s.v.CastlingSquares(from, to)
		return s.sameBoard(from, to) && free(kingTo) && free(rookTo)
	case rules.EnPassant:
		return s.empty(to) && s.sameBoard(s.takenPassing(m, us), from)
	}
	return free(to)
}

// sameBoard reports whether the pieces on two squares stand on the same board.
func (s *state) sameBoard(a, b board.Square) bool {
	return has(s.traits.otherBoard, s.at(a)) == has(s.traits.otherBoard, s.at(b))
}

// acrossFrom returns the piece that a piece is on the other board.
func (t *table) acrossFrom(pc rules.Piece) rules.Piece {
	k := t.v.Type(pc.Type())
	traits := k.Traits
	traits.OtherBoard = !traits.OtherBoard
	return pc.As(t.v.With(pc.Type(), traits, k.Royal))
}

// changeBoards takes the pieces that have moved to the other board.
func (s *state) changeBoards(a *arrival) {
	if s.traits.otherBoard == 0 || a.now == board.NoSquare {
		return
	}
	a.arrived = s.acrossFrom(s.at(a.now))
	s.put(a.now, a.arrived)
	if a.m.Form() == rules.Castle {
		s.put(a.partner, s.acrossFrom(s.at(a.partner)))
	}
}

// checkedBefore reports whether the king of us has just made the move m in Alice chess, and would
// have been in check on the board that it has left.
func (s *state) checkedBefore(us board.Color, m rules.Move) bool {
	king := s.king(us)
	if s.traits.otherBoard == 0 || king == board.NoSquare || m.Form() == rules.Pass || s.landing(m) != king {
		return false
	}
	mark := len(s.log)
	s.put(king, s.acrossFrom(s.at(king)))
	checked := s.kingInCheck(us)
	s.undo(mark)
	return checked
}
