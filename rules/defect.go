package rules

import (
	"fmt"
	"strings"
)

// Defect is a set of reasons why a setup is not a position of a game.
type Defect uint32

// What can be wrong with a setup. All but BadShape can be forgiven; rights that are wrong are then
// left out.
const (
	MissingKing     Defect = 1 << iota // a side has no king
	TooManyKings                       // a side has two kings or more
	OppositeCheck                      // the side not to move is in check
	PawnOnLastRank                     // a pawn on its promotion rank
	PawnOnFirstRank                    // a pawn on its own first rank, where no rebirth puts one
	BadCastling                        // a castling right without king and rook in place
	BadEnPassant                       // an en passant square that no double step has passed
	BadGate                            // a gate on a square without an own piece that may gate
	BadHand                            // pieces in hand or on imaginary squares that the game does not have
	BadConversion                      // a conversion right without its bishop
	BadSeries                          // moves left that do not fit the length of the series
	BadPending                         // a pending rebirth, promotion or hidden piece that cannot be
	EmptyBoard                         // no piece at all, neither on the board nor to be dropped
	BadShape                           // not a board of this game: never forgiven

	// AnyDefect forgives all that can be forgiven.
	AnyDefect = BadShape - 1
)

var defectTexts = [...]string{
	"a side has no king",
	"a side has more than one king",
	"the side not to move is in check",
	"a pawn stands on its promotion rank",
	"a pawn stands on its own first rank",
	"a castling right lacks its king or rook on the first rank",
	"no pawn has just passed the en passant square",
	"a gate stands on a square without an own piece that may gate",
	"the pieces in hand do not fit the game",
	"a conversion right lacks its unmoved bishop",
	"the moves left do not fit the series",
	"a pending rebirth, promotion or hidden piece is impossible",
	"the board is empty",
	"the board is not of this game's size and army",
}

// String lists the defects in words.
func (d Defect) String() string {
	var words []string
	for i, text := range defectTexts {
		if d>>i&1 != 0 {
			words = append(words, text)
		}
	}
	return strings.Join(words, "; ")
}

// SetupError says why a setup cannot be played from.
type SetupError struct {
	Variant string // the game's ID
	Defects Defect // all that is wrong, also what was forgiven
	Refused Defect // what was not forgiven
}

func (e *SetupError) Error() string {
	return fmt.Sprintf("this is no position of %s: %s", e.Variant, e.Refused)
}
