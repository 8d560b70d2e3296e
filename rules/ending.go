package rules

import "github.com/kirke-chess/kirke/board"

// Ending is an end of the game that a position alone decides, besides mate, stalemate and what
// counts moves. The zero value is none. After an ending there are no legal moves.
type Ending struct {
	By     EndRule
	Winner board.Color
	Drawn  bool // nobody has won
}

// EndRule is the part of a variant that ends a game. The zero value is none.
type EndRule uint8

// The parts that end a game.
const (
	NoEnding     EndRule = iota
	ByExtinction         // Extinction: a side has run out of pieces
	ByGoal               // Goal: pieces have reached a region
	ByChecks             // Check.Count: a side has given all its checks
	ByRow                // Row: a side has connected pieces
	ByCastling           // End.Castled: a side has castled, or never can
	ByFullBoard          // End.Full: no square is empty
	ByPasses             // Passing: both sides have passed
)

// Ender tells whether a position has ended the game.
type Ender interface {
	// Ending returns the ending, or the zero Ending.
	Ending() Ending
}

// Scored returns who wins when a side befalls an ending with a score, and whether anybody does: by
// otherwise if the score is that of chess.
func (s Score) Scored(side, otherwise board.Color, decided bool) (winner board.Color, won bool) {
	switch s {
	case Win:
		return side, true
	case Loss:
		return side.Other(), true
	case Draw:
		return 0, false
	}
	return otherwise, decided
}

// EndingOf returns how p has ended the game, or the zero Ending.
func EndingOf(p Position) Ending {
	if e, ok := p.(Ender); ok {
		return e.Ending()
	}
	return Ending{}
}
