package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file finds the squares where pieces are reborn. rebirth.go brings them there.

// newborn is a piece that is about to be reborn by the move of an arrival.
type newborn struct {
	piece rules.Piece
	side  board.Color     // whose home squares are meant, but for Aftermath.OpponentHome
	home  rules.PieceType // the type whose home square is meant
	tag   uint16          // of the piece
}

// rebirthSquare returns the square where a piece is reborn, or NoSquare.
func (t *table) rebirthSquare(a *arrival, n *newborn) board.Square {
	return t.v.Fairy.Rebirth.Turned.Turn(t.v.Size, t.squareInAftermath(a, n))
}

// squareInAftermath is rebirthSquare before a reflection.
func (t *table) squareInAftermath(a *arrival, n *newborn) board.Square {
	after, size := &t.v.Aftermath, t.v.Size
	file, rank := size.File(a.at), size.Rank(a.at)
	switch t.v.Fairy.Rebirth.Square {
	case rules.OnRank:
		side := board.White // whose home square has the colour of the square on that rank
		if rank%2 == 1 {
			side = board.Black
		}
		return size.At(size.File(t.homes.Home(n.home, side, a.at)), rank)
	case rules.OnFile:
		side := n.side
		if after.OpponentHome {
			side = side.Other()
		}
		return size.At(file, size.Rank(t.homes.Home(n.home, side, a.at)))
	}
	if sq, ok := t.v.Fairy.Rebirth.Square.Across(size, a.at); ok {
		return sq
	}
	switch after.Where {
	case rules.AtDeparture:
		return a.m.From()
	case rules.AtReflection:
		return size.Reflect(a.at)
	case rules.AtOrigin:
		return board.Square(n.tag) - 1
	case rules.AtEquipollent:
		return t.moved(a.at, a.m.From(), a.m.To())
	}
	side := n.side
	if after.OpponentHome {
		side = side.Other()
	}
	return t.homes.Home(n.home, side, a.at)
}

// chooseSquare returns the square that the move names for the rebirth of a piece, or NoSquare if it
// is not reborn. staying is the square of the capturer: it stands for no rebirth of a captured
// piece and for one of the capturer where it is; NoSquare if there is neither.
func (s *state) chooseSquare(a *arrival, n *newborn, staying board.Square) (board.Square, verdict) {
	if sq, ok := a.known(); ok {
		a.chose = true
		return sq, fine
	}
	var offer []board.Square
	switch s.v.Fairy.Rebirth.Square {
	case rules.Anywhere:
		for sq := range s.area {
			if s.empty(sq) && !s.holeAt(sq) {
				offer = append(offer, sq)
			}
		}
		if staying != board.NoSquare {
			offer = append(offer, staying)
		}
	case rules.InCage:
		offer = s.cages(n.piece, n.side)
	case rules.ByMove:
		if offer = s.makesOf(a, n); len(offer) == 0 {
			return board.NoSquare, noStep
		}
	}
	if len(offer) == 0 {
		return board.NoSquare, fine
	}
	sq, v := s.chosen(a, offer)
	a.chose = v == fine
	return sq, v
}

// holeAt reports whether the board lacks a square.
func (t *table) holeAt(sq board.Square) bool { return t.fairy.holes != nil && t.fairy.holes[sq] }

// makesOf returns the squares to which a piece that is reborn would go without a capture from its
// square. A capturer goes as a piece of the other side, which matters to pawns.
func (s *state) makesOf(a *arrival, n *newborn) []board.Square {
	at, side := a.at, n.side
	if s.v.Fairy.Rebirth.Of == rules.OfCapturers {
		at, side = a.now, side.Other()
	}
	mark := len(s.log)
	s.put(at, n.piece)
	squares := slices.Clone(s.quiet(n.home, side, at))
	s.undo(mark)
	return squares
}

// cages returns the empty squares where a piece would have no move but captures, whatever it is
// promoted to.
func (s *state) cages(pc rules.Piece, side board.Color) (squares []board.Square) {
	for sq := range s.area {
		if !s.empty(sq) || s.holeAt(sq) {
			continue
		}
		types := []rules.PieceType{pc.Type()}
		if has(s.pawn, pc) && s.lastRank(pc, side, sq) {
			types = s.promotionOf(pc, side)
		}
		if slices.ContainsFunc(types, func(k rules.PieceType) bool { return s.caged(pc.As(k), side, sq) }) {
			squares = append(squares, sq)
		}
	}
	return squares
}

// caged reports whether a piece of a side would have no legal move but captures on a square.
func (s *state) caged(pc rules.Piece, side board.Color, sq board.Square) bool {
	mark, base := len(s.log), len(s.moves)
	s.put(sq, pc)
	s.set(s.table.cells.turn, uint16(side))
	free := false
	if !s.still(pc, sq) {
		s.roam(pc, sq, func(target rules.Piece, _ board.Square) bool { return target == 0 })
		for i := base; i < len(s.moves) && !free; i++ {
			m := s.moves[i]
			free = !s.captures(m) && s.barred(m) == 0 && s.goesSafely(m, side)
		}
	}
	s.moves = s.moves[:base]
	s.undo(mark)
	return !free
}

// goesSafely reports whether a move without a capture leaves the king of its side out of check.
func (s *state) goesSafely(m rules.Move, side board.Color) bool {
	mark := len(s.log)
	s.play(m.WithPromotion(0), nil)
	safe := !s.kingInCheck(side)
	s.undo(mark)
	return safe
}
