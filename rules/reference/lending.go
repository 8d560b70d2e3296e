package reference

import (
	"github.com/kirke-chess/kirke/board"
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
		if s.king(us) == sq {
			lent = s.attackersOf(sq, us.Other())
		}
		if s.v.Fairy.Lending.From == rules.EnemyCheckersToo {
			lent |= own
		}
	}
	if lent == 0 {
		return own
	}
	return lent
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
	if has(s.royal, lender) && (kings == rules.KingsDoNotLend || kings == rules.KingsStayApart) ||
		has(s.royal, pc) && (kings == rules.KingsDoNotBorrow || kings == rules.KingsStayApart) {
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
