package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds republican chess, in which a move may put the other king on the board.

// putsKings reports whether the side to move may put the other king on the board.
func (s *state) putsKings() bool {
	us, republic := s.turn(), s.v.Fairy.Republic
	return republic != rules.NoRepublic && !s.putting && s.king(us.Other()) == board.NoSquare &&
		!(republic == rules.RepublicansUnlessMated && s.kingAttacked(us) && s.matedForGood())
}

// withKings appends the move m of us, which has been played, with each square on which it may put the
// other king.
func (s *state) withKings(m rules.Move, us board.Color, buf []rules.Move) []rules.Move {
	them := us.Other()
	king := s.royalPiece(them)
	for sq := range s.area {
		if !s.empty(sq) {
			continue
		}
		mark := len(s.log)
		s.put(sq, king)
		if !s.kingAttacked(us) && s.kingAttacked(them) && s.matedForGood() {
			buf = append(buf, m.WithSecond(sq))
		}
		s.undo(mark)
	}
	return buf
}

// matedForGood reports whether the side to move, which is in check, has no legal move that puts no
// king.
func (s *state) matedForGood() bool {
	s.putting = true
	mated := s.mated()
	s.putting = false
	return mated
}

// putKing puts the king of a side on the square that a move names, if it names one.
func (s *state) putKing(m rules.Move, c board.Color, d *rules.Details) {
	sq, ok := m.Second()
	if !ok || s.v.Fairy.Republic == rules.NoRepublic {
		return
	}
	king := s.royalPiece(c)
	s.put(sq, king)
	if d != nil {
		d.Effects = append(d.Effects, rules.Effect{Kind: rules.Appears, At: sq, Piece: king})
	}
}

// royalPiece returns the king of a side.
func (s *state) royalPiece(c board.Color) rules.Piece {
	k := slices.IndexFunc(s.v.Army, func(t piece.Type) bool { return t.Royal })
	return rules.MakePiece(rules.PieceType(k+1), c)
}
