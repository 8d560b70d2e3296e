package rules

import "github.com/kirke-chess/kirke/board"

// Keys gives the terms whose exclusive or is Position.Key, so that every kernel
// hashes a position alike. A term of an empty square, a missing right or a zero
// count is 0.
type Keys struct {
	cells layout
}

// NewKeys returns the terms of v's positions.
func NewKeys(v *Variant) Keys { return Keys{newLayout(v)} }

func term(cell int, value uint16) uint64 {
	if cell == absent || value == 0 {
		return 0
	}
	return mix(cell, value)
}

// Man is the term of a man on a square, imaginary ones included.
func (k Keys) Man(sq board.Square, m Man) uint64 { return term(int(sq), uint16(m)) }

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

// Passed is the term of a square passed by a double step.
func (k Keys) Passed(size board.Size, sq board.Square) uint64 {
	cell := k.cells.ep
	if k.cells.epCells > 1 {
		cell += size.File(sq)
	}
	return term(cell, uint16(sq)+1)
}

// Gates is the term of a side's gates, as bits by file.
func (k Keys) Gates(c board.Color, files uint16) uint64 { return term(k.cells.gates[c], files) }

// Hand is the term of a count of men in hand, by their place in Entry.Hand.
func (k Keys) Hand(c board.Color, i, count int) uint64 {
	return term(k.cells.hand[c][i], uint16(count))
}

// Choice is the term of a reborn pawn on sq that waits for its promotion.
func (k Keys) Choice(sq board.Square) uint64 { return term(k.cells.choice, uint16(sq)+1) }

// Pending is the term of a man captured on at that is still to be reborn.
func (k Keys) Pending(m Man, at board.Square) uint64 {
	return term(k.cells.pending, uint16(m)) ^ term(k.cells.pending+1, uint16(at)+1)
}

// Last is the term of one of the three squares of the capture just made.
func (k Keys) Last(i int, sq board.Square) uint64 { return term(k.cells.last+i, uint16(sq)+1) }

// Origin is the term of the man on sq that came from a square of the diagram.
func (k Keys) Origin(sq, from board.Square) uint64 {
	return term(k.cells.origin+int(sq), uint16(from)+1)
}

// Hidden is the term of the i-th of the men below occupied squares.
func (k Keys) Hidden(i int, h Hidden) uint64 {
	return term(k.cells.below+2*i, uint16(h.At)+1) ^ term(k.cells.below+2*i+1, uint16(h.Man))
}

// Series is the term of a series of moves.
func (k Keys) Series(left, length int) uint64 {
	return term(k.cells.left, uint16(left)) ^ term(k.cells.left+1, uint16(length))
}
