package reference

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file has types that move as other pieces (piece.Borrowing). A piece has borrowed a type if a
// piece of that type attacks it, or a borrower that has borrowed it itself. In such a chain no
// piece stands twice.

// borrowers are the borrowers of one kind on the board, and the types that they may borrow.
type borrowers struct {
	how     piece.Borrowing
	squares []board.Square
	types   uint32 // the types on the board, as bits 1<<(type-1), without those that borrow
}

// borrowersOf returns the borrowers of one kind.
func (s *state) borrowersOf(how piece.Borrowing) borrowers {
	b := borrowers{how: how}
	for sq := range s.area {
		pc := s.at(sq)
		if pc.Type() == 0 {
			continue
		}
		switch s.v.Army[pc.Type()-1].Borrows {
		case how:
			b.squares = append(b.squares, sq)
		case piece.BorrowsNothing:
			b.types |= 1 << (pc.Type() - 1)
		}
	}
	return b
}

// lender returns the side of which pieces lend their movement to those of us.
func (b *borrowers) lender(us board.Color) board.Color {
	if b.how == piece.FromAttackers {
		return us.Other()
	}
	return us
}

// borrowed returns the types that the piece of us on sq has borrowed, as bits 1<<(type-1).
func (s *state) borrowed(pc rules.Piece, us board.Color, sq board.Square) (types uint32) {
	how := s.v.Army[pc.Type()-1].Borrows
	if how == piece.BorrowsNothing {
		return 0
	}
	b := s.borrowersOf(how)
	for rest := b.types; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros32(rest)
		if s.lends(&b, k, b.lender(us), sq, rules.Squares[most]{}) {
			types |= 1 << k
		}
	}
	return types
}

// lends reports whether a piece of a side attacks sq as the type with an index in the army: one of
// that type, or a borrower that the chain has not passed.
func (s *state) lends(b *borrowers, k int, by board.Color, sq board.Square, chain rules.Squares[most]) bool {
	return s.attacked(sq, by, 1<<k) || s.borrowersAttack(b, k, by, sq, chain)
}

// borrowersAttack reports whether a borrower of a side attacks sq as a type that it has borrowed.
func (s *state) borrowersAttack(b *borrowers, k int, by board.Color, sq board.Square, chain rules.Squares[most]) bool {
	chain.Add(sq)
	for _, from := range b.squares {
		if s.at(from).Of(by) && !chain.Has(from) && s.hitsAs(k, from, sq, by) &&
			s.lends(b, k, b.lender(by), from, chain) {
			return true
		}
	}
	return false
}

// hitsAs reports whether the piece of a side on from, which has borrowed a type or is lent it,
// attacks sq as that type, which has an index in the army.
func (s *state) hitsAs(k int, from, sq board.Square, by board.Color) bool {
	size := s.v.Size
	if s.pawn>>k&1 == 0 || s.firstSteps(s.at(from), from) == 0 || size.RankFrom(by, from) > 0 {
		return s.hits(s.reach.From[by][k][from], by, sq)
	}
	files := size.File(from) - size.File(sq)
	return size.RankFrom(by, sq) == 1 && files*files == 1
}

// attackedByBorrower reports whether a borrower of a side attacks sq.
func (s *state) attackedByBorrower(sq board.Square, by board.Color) bool {
	for _, how := range s.fairy.borrowing {
		b := s.borrowersOf(how)
		for types := b.types; types != 0; types &= types - 1 {
			if s.borrowersAttack(&b, bits.TrailingZeros32(types), by, sq, rules.Squares[most]{}) {
				return true
			}
		}
	}
	return false
}

// borrowingOf returns the kinds of borrowing in an army.
func borrowingOf(army []piece.Type) (all []piece.Borrowing) {
	for _, how := range []piece.Borrowing{piece.FromAttackers, piece.FromProtectors} {
		for i := range army {
			if army[i].Borrows == how {
				all = append(all, how)
				break
			}
		}
	}
	return all
}
