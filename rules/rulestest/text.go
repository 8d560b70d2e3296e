package rulestest

import (
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Text returns the FEN of p.
func Text(p rules.Position) string { return notation.FEN(p.Variant(), p.Setup()) }

// MoveText returns a move as engines write it.
func MoveText(p rules.Position, m rules.Move) string { return notation.Text(p, m, notation.UCIStyle) }

// MoveTexts returns the legal moves of p, sorted.
func MoveTexts(p rules.Position) []string {
	var texts []string
	for _, m := range p.LegalMoves(nil) {
		texts = append(texts, MoveText(p, m))
	}
	slices.Sort(texts)
	return texts
}

// Position returns the position of a FEN and ends the test if there is none.
func Position(t testing.TB, v *rules.Variant, fen string, forgive rules.Defect) rules.Position {
	t.Helper()
	return position(t, v, fen, forgive, reference.New)
}

func position(t testing.TB, v *rules.Variant, fen string, forgive rules.Defect, kernel Kernel) rules.Position {
	t.Helper()
	s, err := notation.ParseFEN(v, fen)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, fen, err)
	}
	p, err := kernel(v, s, forgive)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, fen, err)
	}
	return p
}

// Find returns the legal move with a text as engines write it, if there is one.
func Find(p rules.Position, text string) (rules.Move, bool) {
	for _, m := range p.LegalMoves(nil) {
		if MoveText(p, m) == text {
			return m, true
		}
	}
	return 0, false
}
