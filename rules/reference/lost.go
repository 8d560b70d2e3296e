package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds lost pieces: pieces that would be mated if they were royal.

// takeLost takes lost pieces from the board after a move of us: those of the other side, which is
// to move now. All are looked for before the first is taken.
func (s *state) takeLost(us board.Color, d *rules.Details) {
	if !s.v.Fairy.Lost || s.tries {
		return
	}
	s.tries = true // the moves that might save a piece take none from the board
	var lost []board.Square
	for sq := range s.area {
		if pc := s.at(sq); pc.Of(us.Other()) && !has(s.royal, pc) && s.attackedAsPiece(sq, us) && !s.savable(sq) {
			lost = append(lost, sq)
		}
	}
	s.tries = false
	for _, sq := range lost {
		if d != nil {
			d.Effects = append(d.Effects, rules.Effect{Kind: rules.IsLost, At: sq, Piece: s.at(sq)})
		}
		s.put(sq, 0)
		s.vacated(sq)
	}
	if len(lost) > 0 {
		s.tidyCastling()
		s.tidyPassed(us.Other())
	}
}

// savable reports whether the side to move has a move after which its piece on sq is not attacked.
// Its own king may be.
func (s *state) savable(sq board.Square) bool {
	us, base, mark := s.turn(), len(s.moves), len(s.log)
	s.generate(nil)
	moves := slices.Clone(s.moves[base:])
	s.moves = s.moves[:base]
	return slices.ContainsFunc(moves, func(m rules.Move) bool {
		defer s.undo(mark)
		return s.play(m, nil) == fine && !s.attackedAsPiece(goneTo(s.v, m, sq), us.Other())
	})
}

// goneTo returns where the piece on sq stands after a move of its side.
func goneTo(v *rules.Variant, m rules.Move, sq board.Square) board.Square {
	switch {
	case m.Form() == rules.Castle && (sq == m.From() || sq == m.To()):
		kingTo, rookTo := v.CastlingSquares(m.From(), m.To())
		if sq == m.From() {
			return kingTo
		}
		return rookTo
	case sq == m.From():
		return m.To()
	}
	return sq
}
