package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Keys are the terms whose exclusive or is Position.Key, so that both kernels give a position the
// same key. The term of an empty square, a missing right or a count of zero is 0.
type Keys struct {
	cells layout
}

// NewKeys returns the terms of v's positions.
func NewKeys(v *rules.Variant) Keys { return Keys{newLayout(v)} }

func term(cell int, value uint16) uint64 {
	if cell == absent || value == 0 {
		return 0
	}
	return mix(cell, value)
}

// Piece is the term of a piece on a square, imaginary ones included.
func (k Keys) Piece(sq board.Square, pc rules.Piece) uint64 { return term(int(sq), uint16(pc)) }

// Turn is the term of the side to move.
func (k Keys) Turn(c board.Color) uint64 { return term(k.cells.turn, uint16(c)) }

// CastlingKing is the term of a king on sq that may castle.
func (k Keys) CastlingKing(c board.Color, sq board.Square) uint64 {
	return term(k.cells.king[c], uint16(sq)+1)
}

// CastlingRook is the term of a rook on sq that may castle; side 0 is the queen's.
func (k Keys) CastlingRook(c board.Color, side int, sq board.Square) uint64 {
	return term(k.cells.rook[c][side], uint16(sq)+1)
}

// Passed is the term of a square that a double step has passed.
func (k Keys) Passed(size board.Size, sq board.Square) uint64 {
	cell := k.cells.ep
	if k.cells.epCells > 1 {
		cell += size.File(sq)
	}
	return term(cell, uint16(sq)+1)
}

// Gates is the term of a side's gates, as bits by file.
func (k Keys) Gates(c board.Color, files uint16) uint64 { return term(k.cells.gates[c], files) }

// Hand is the term of a count of pieces in hand, by their place in Gating.Hand.
func (k Keys) Hand(c board.Color, i, count int) uint64 {
	return term(k.cells.hand[c][i], uint16(count))
}

// Pocket is the term of a count of pieces of a type to be dropped.
func (k Keys) Pocket(c board.Color, t rules.PieceType, count int) uint64 {
	if k.cells.pocket[c] == absent {
		return 0
	}
	return term(k.cells.pocket[c]+int(t)-1, uint16(count))
}

// Checks is the term of the checks that a side still has to give.
func (k Keys) Checks(c board.Color, count int) uint64 { return term(k.cells.checks[c], uint16(count)) }

// Choice is the term of a reborn pawn on sq that its own side must promote.
func (k Keys) Choice(sq board.Square) uint64 { return term(k.cells.choice, uint16(sq)+1) }

// Pending is the term of a piece captured on at that is still to be reborn. Capturers that wait on the
// board have a third cell, which this leaves out.
func (k Keys) Pending(pc rules.Piece, at board.Square) uint64 {
	return term(k.cells.pending, uint16(pc)) ^ term(k.cells.pending+1, uint16(at)+1)
}

// Last is the term of one of the three squares of the capture just made.
func (k Keys) Last(i int, sq board.Square) uint64 { return term(k.cells.last+i, uint16(sq)+1) }

// Origin is the term of the square in the diagram of the piece on sq.
func (k Keys) Origin(sq, from board.Square) uint64 {
	return term(k.cells.tag+int(sq), uint16(from)+1)
}

// Hidden is the term of the i-th of the pieces below occupied squares.
func (k Keys) Hidden(i int, h rules.Hidden) uint64 {
	return term(k.cells.below+2*i, uint16(h.At)+1) ^ term(k.cells.below+2*i+1, uint16(h.Piece))
}

// Series is the term of a series of moves.
func (k Keys) Series(left, length int) uint64 {
	return term(k.cells.left, uint16(left)) ^ term(k.cells.left+1, uint16(length))
}
