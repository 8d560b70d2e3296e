package rules

import "github.com/kirke-chess/kirke/board"

// Drops says how pieces in hand are dropped on empty squares, as a move; the zero value is a game
// without drops. What each side has in hand at the start is in StartPosition.Hand.
type Drops struct {
	// Active is a game with drops.
	Active bool
	// Captured gives captured pieces to the capturer's hand.
	Captured bool
	// Promoted pieces stay promoted in hand (Loop chess).
	Promoted bool
	// EitherSide lets a piece be dropped as what it may promote to (Kyoto shogi).
	EitherSide bool
	// Zone is where pieces are dropped. If it is empty, it is the board. Pawns are dropped neither
	// on their own first rank nor in the promotion zone.
	Zone board.Regions
	// PawnsFirstRank lets pawns be dropped on their own first rank.
	PawnsFirstRank bool
	// PawnsInZone lets pawns be dropped in the promotion zone.
	PawnsInZone bool
	// Forced makes a player drop while a drop is legal: a piece of one of these letters, "*" for any.
	Forced string
	// Once is the letter of a type of which only OnceCount pieces of a side may be on a file (nifu).
	Once      string
	OnceCount int // 0 is 1
	// NoMate is the letter of a type whose drop may not mate (uchifuzume).
	NoMate string
	// NoCheck forbids drops that check.
	NoCheck bool
	// Mobile forbids drops and moves to squares from which the piece could never move again.
	Mobile bool
	// BishopColors makes a side divide its bishops evenly between light and dark squares.
	BishopColors bool
	// Castling gives castling rights to king and rook that are dropped on their squares.
	Castling bool
}

// HandState counts the pieces in hand of each side, by PieceType.
type HandState [2][32]uint8
