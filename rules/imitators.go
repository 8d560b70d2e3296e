package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
)

// Imitators are squares that make every move as well, in the same direction and as far. A move is
// legal only if they can make it: over empty squares, to empty squares of the board. The zero value
// has none.
type Imitators struct {
	// Squares is where they are at the start, names one after the other.
	Squares string `decides:"where imitators are"`
	// Type is the label of the piece type that is an imitator as soon as it is on the board, "" for
	// none. Pawns are promoted to it.
	Type string
	// NoPromotion keeps pawns from being promoted to imitators.
	NoPromotion bool
}

// Imitator is the name of the piece type that becomes an imitator.
const Imitator = "Imitator"

// MostImitators is how many imitators there may be.
const MostImitators = 10

// imitable are the movements that imitators make as pieces do, in Betza's notation: those of which
// it is known what must be empty, and what hopped over.
var imitable = []string{
	"K", "Q", "R", "B", "N", piece.Pawn.Betza,
	"NN", "CC", "ZZ", "NNCC", "QN", "RN", "BN", "RNN", "QNN",
	"W", "F", "D", "A", "C", "Z", "NC", "NAD", "NZ", "CZ",
	"(1,4)", "(1,7)(5,5)", "(3,4)(0,5)", "(3,4)", "(3,7)", "(1,6)", "(2,4)", "(3,5)", "(1,5)", "(2,5)", "(3,6)",
	"gQ", "gR", "gB", "gNN", "gCC", "gZZ", "gNNgCC", "gK2", "gN2",
	"afsW", "afsF",
}

// imitates reports whether imitators may go with the pieces and the conditions of a game.
func (f Fairy) imitates(v *Variant) bool {
	return f == Fairy{Imitators: f.Imitators, Measuring: f.Measuring} && !v.Aftermath.Cheylan &&
		!v.HasTraits() &&
		!slices.ContainsFunc(v.Army, func(t piece.Type) bool {
			return !slices.Contains(imitable, t.Betza) && t.Name != Imitator
		})
}

// ImitatorsOn returns the condition under which there are imitators on the squares, names one after
// the other.
func ImitatorsOn(squares string) *Modifier {
	return &Modifier{
		ID: "imitators-" + squares, Family: "imitators", Name: "Imitators " + squares,
		Summary: "Every move is also made by imitators on " + words.And(board.Names(squares)) +
			", for which its squares must be empty.",
		Fairy: Fairy{Imitators: Imitators{Squares: squares}},
	}
}
