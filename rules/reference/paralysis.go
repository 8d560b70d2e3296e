package reference

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds paralysis: by pieces of a type in Madrasi and its kin, and by paralysing pieces.

// paralysed reports whether an enemy piece makes the piece of us on sq stand still.
func (s *state) paralysed(pc rules.Piece, sq board.Square, us board.Color) bool {
	p := &s.v.Fairy.Paralysis
	return p.Active && !p.Avoided && p.By != rules.ByPart && s.affected(pc, sq, us) ||
		s.traits.paralysing != 0 && s.attacked(sq, us.Other(), s.traits.paralysing)
}

// affected reports whether an enemy piece attacks the piece of us on sq that paralyses it, or
// would.
func (s *state) affected(pc rules.Piece, sq board.Square, us board.Color) bool {
	if has(s.royal, pc) && !s.v.Fairy.Paralysis.Kings {
		return false
	}
	by := s.paralyser(pc.Type())
	if by == 0 {
		return false
	}
	them, types := us.Other(), uint32(1)<<(by-1)
	return s.attackedAs(sq, them, types) || s.attackedPassing(sq, them, types&s.pawn)
}

// attackedAs reports whether a piece of a side that captures as one of the types attacks sq.
func (s *state) attackedAs(sq board.Square, by board.Color, types uint32) bool {
	if s.v.Fairy.Lending.From == rules.NoLender {
		return s.attacked(sq, by, types)
	}
	for from := range s.area {
		if pc := s.at(from); pc.Of(by) && s.hitsAsOne(types&s.as(piece.Capture, pc, by, from), from, sq, by) {
			return true
		}
	}
	return false
}

// hitsAsOne reports whether the piece of a side on from attacks sq as one of the types.
func (s *state) hitsAsOne(types uint32, from, sq board.Square, by board.Color) bool {
	for ; types != 0; types &= types - 1 {
		if s.hitsAs(bits.TrailingZeros32(types), from, sq, by) {
			return true
		}
	}
	return false
}

// attackedPassing reports whether pawns of the types can take the pawn on sq en passant.
func (s *state) attackedPassing(sq board.Square, by board.Color, types uint32) bool {
	cells := &s.table.cells
	for i := range cells.epCells {
		p := passed(s.cells[cells.ep+i])
		if p != 0 && p.pawn(s.v.Size, by) == sq && s.attackedAs(p.square(), by, types) {
			return true
		}
	}
	return false
}

// paralyser returns the type that paralyses a type, or 0.
func (s *state) paralyser(k rules.PieceType) rules.PieceType {
	if s.fairy.eiffel != nil {
		return s.fairy.eiffel[k-1]
	}
	return k
}

// paralyses reports whether some piece on the board would be paralysed.
func (s *state) paralyses() bool {
	for sq := range s.area {
		for c := range board.Color(2) {
			if pc := s.at(sq); pc.Of(c) && s.affected(pc, sq, c) {
				return true
			}
		}
	}
	return false
}

// paralysers returns the pieces that paralyse the piece on sq, which is of the side to move.
func (s *state) paralysers(pc rules.Piece, sq board.Square) (all []rules.Placed) {
	us, them, by := s.turn(), s.turn().Other(), s.traits.paralysing
	if s.v.Fairy.Paralysis.Active {
		by |= 1 << (s.paralyser(pc.Type()) - 1)
	}
	for from := range s.area {
		at := s.at(from)
		if at.Against(us) && s.hitsAsOne(by&s.as(piece.Capture, at, them, from), from, sq, them) &&
			s.lane(them, from, sq) == 0 {
			all = append(all, s.placed(from))
		}
	}
	return all
}

// goesAsParalyser reports whether the piece of us, the side to move, on from could also go to
// another square as a piece of a type of the other side that attacks it (partial paralysis).
func (s *state) goesAsParalyser(pc rules.Piece, from, to board.Square, us board.Color) bool {
	for i := range s.v.Army {
		k := rules.PieceType(i + 1)
		if !s.attacked(from, us.Other(), 1<<i) {
			continue
		}
		base := len(s.moves)
		s.walk(pc.As(k), from, from, piece.Both, func(_ rules.Piece, sq board.Square) bool { return sq == to })
		reaches := len(s.moves) > base
		s.moves = s.moves[:base]
		if reaches {
			return true
		}
	}
	return false
}

// suffocated reports whether the side to move has pieces that could move, into check too, and all
// of them stand still in the sight of paralysing pieces. Such a side is not mated but stalemated.
func (s *state) suffocated() bool {
	if s.traits.paralysing == 0 {
		return false
	}
	us, base, held := s.turn(), len(s.moves), false
	defer func() { s.moves = s.moves[:base] }()
	for sq := range s.area {
		pc := s.at(sq)
		if !pc.Of(us) {
			continue
		}
		if s.roam(pc, sq, nil); len(s.moves) == base {
			continue
		}
		if !s.paralysed(pc, sq, us) {
			return false
		}
		held, s.moves = true, s.moves[:base]
	}
	return held
}

// suffocates reports whether the other side is suffocated after a legal move.
func (s *state) suffocates(m rules.Move) bool {
	if s.traits.paralysing == 0 {
		return false
	}
	mark := len(s.log)
	s.playLegal(m)
	is := s.suffocated()
	s.undo(mark)
	return is
}

func (r *position) Suffocated() bool {
	s := r.load()
	defer s.release()
	return s.suffocated()
}
