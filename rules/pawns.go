package rules

import "github.com/kirke-chess/kirke/board"

// Pawns says where pawns may be and be taken; the zero value is as in chess.
type Pawns struct {
	// FirstRank lets pawns stand on their own first rank, and move from it.
	FirstRank bool
	// EnPassant is where a pawn of the other side that passes is taken en passant, by the side that
	// takes. If it is empty, it is the board; "-" is a game without such captures.
	EnPassant board.Regions
}
