package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// movesAs returns the types as which a side moves the piece on sq, as bits 1<<(type-1).
func (s *state) movesAs(pc rules.Piece, us board.Color, sq board.Square) uint32 {
	own := uint32(1)<<(pc.Type()-1) | s.borrowed(pc, us, sq)
	var lent uint32
	switch s.v.Fairy.Lending.From {
	case rules.NoLender:
	case rules.FriendBehind:
		lent = s.lentBy(pc, us, sq, 0, -1, true)
	case rules.FriendAhead:
		lent = s.lentBy(pc, us, sq, 0, 1, true)
	case rules.EnemyAhead:
		lent = s.lentBy(pc, us, sq, 0, 1, false)
	case rules.EnemyBehind:
		lent = s.lentBy(pc, us, sq, 0, -1, false)
	case rules.EnemiesBeside:
		lent = s.lentBy(pc, us, sq, -1, 0, false) | s.lentBy(pc, us, sq, 1, 0, false)
	case rules.EnemyCheckers, rules.EnemyCheckersToo:
		if s.king(us) == sq && s.v.Fairy.Lending.Checked(us) {
			lent = s.attackersOf(sq, us.Other())
			if lent != 0 && s.fairy.vaulters != 0 {
				lent = s.fairy.vaulters
			}
		}
		if s.v.Fairy.Lending.From == rules.EnemyCheckersToo {
			lent |= own
		}
	case rules.PieceOpposite:
		lent = s.typeOn(s.area - 1 - sq)
	case rules.PieceAtHome:
		if home := s.homes.Home(pc.Type(), us, sq); !s.keepsType(pc) && home < s.area {
			lent = s.typeOn(home)
		}
	case rules.PieceOfFile:
		if k := s.homes.Rank(us)[s.v.Size.File(sq)]; k != 0 && !has(s.pawn, pc) && !s.keepsType(pc) {
			lent = 1 << (k - 1)
		}
	}
	if lent == 0 {
		return own
	}
	return lent
}

// replaced reports whether a piece becomes the type k as which it moves.
func (s *state) replaced(pc rules.Piece, k rules.PieceType) bool {
	return s.v.Fairy.Lending.Becomes && k != pc.Type() && has(s.royal, pc)
}

// mustFlee reports whether the king of us is in check and becomes what checks it, so that no other
// piece of us may move.
func (s *state) mustFlee(us board.Color) bool {
	king := s.king(us)
	return !s.tries && king != board.NoSquare && s.v.Fairy.Lending.Checked(us) &&
		s.attackersOf(king, us.Other()) != 0
}

// keepsType reports whether a piece is a king, and kings do not borrow.
func (s *state) keepsType(pc rules.Piece) bool {
	kings := s.v.Fairy.Lending.Kings
	return has(s.royal, pc) && (kings == rules.KingsDoNotBorrow || kings == rules.KingsStayApart)
}

// typeOn returns the type of the piece on sq, as movesAs does, or 0.
func (s *state) typeOn(sq board.Square) uint32 {
	if pc := s.at(sq); pc.Type() != 0 {
		return 1 << (pc.Type() - 1)
	}
	return 0
}

// as returns the types as which a side captures with the piece on sq, or moves it without a
// capture.
func (s *state) as(mode piece.Mode, pc rules.Piece, us board.Color, sq board.Square) uint32 {
	only := s.v.Fairy.Lending.Only
	if only == rules.QuietMovesLent && mode == piece.Capture || only == rules.CapturesLent && mode == piece.Move {
		return 1 << (pc.Type() - 1)
	}
	return s.movesAs(pc, us, sq)
}

// lentBy returns the type that a neighbour lends to the piece on sq: so many files to the right and
// ranks ahead, of the same side or the other.
func (s *state) lentBy(pc rules.Piece, us board.Color, sq board.Square, files, ranks int, friend bool) uint32 {
	size := s.v.Size
	if us == board.Black {
		ranks = -ranks
	}
	at := size.At(size.File(sq)+files, size.Rank(sq)+ranks)
	if at == board.NoSquare {
		return 0
	}
	lender := s.at(at)
	if friend && !lender.Of(us) || !friend && !lender.Against(us) {
		return 0
	}
	kings := s.v.Fairy.Lending.Kings
	if has(s.royal, lender) && (kings == rules.KingsDoNotLend || kings == rules.KingsStayApart) || s.keepsType(pc) {
		return 0
	}
	return 1 << (lender.Type() - 1)
}

// attackersOf returns the types of the pieces of a side that attack sq by their own movement.
func (s *state) attackersOf(sq board.Square, by board.Color) (types uint32) {
	for from := range s.area {
		pc := s.at(from)
		if pc.Of(by) && types>>(pc.Type()-1)&1 == 0 && !s.still(pc, from) &&
			s.hits(s.reach.From[by][pc.Type()-1][from], by, sq) {
			types |= 1 << (pc.Type() - 1)
		}
	}
	return types
}
