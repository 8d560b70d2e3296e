package problem_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
)

// TestWords compares what is said in plain sentences of problems that were solved and checked. A
// sentence that is compared may go on.
func TestWords(t *testing.T) {
	const vain = "No solution: none of White's first moves forces mate in 2 moves. Looked at: all first moves, "
	for _, test := range []struct{ name, commands, solved, checked string }{
		{
			"several keys", "Stipulation #2\nPieces White Kf6 Qe1 Rg2 Black Kh8",
			"Cooked: ", "Not sound: cooked, ",
		},
		{
			"two keys", "Stipulation #1\nPieces White Kf7 Ra1 Rb2 Black Kh8",
			"Cooked: 2 keys, ", "Not sound: cooked, 2 keys (",
		},
		{"several solutions of help play", "Stipulation h#1\nPieces White Kf7 Ra1 Rb2 Black Kh7", "", "Not sound: "},
		{"no mate", "Stipulation #2\nPieces White Ka1 Pa2 Black Kh8", vain, vain},
		{
			"no mate in one", "Stipulation #1\nPieces White Ka1 Pa2 Black Kh8",
			"No solution: none of White's first moves forces mate in 1 move.", "",
		},
		{
			"no help mate", "Stipulation h#1.5\nPieces White Ka1 Pa2 Black Kh8",
			"No solution: no play of 1.5 moves ends in mate, though both sides help.", "",
		},
		{
			"no self mate", "Stipulation s=2\nPieces White Ka1 Pa2 Black Kh8",
			"No solution: none of White's first moves forces Black to give stalemate in 2 moves.", "",
		},
		{
			"no series", "Stipulation ser-#2\nPieces White Ka1 Pa2 Black Kh8",
			"No solution: White has no series of 2 moves that ends in mate.", "",
		},
		{
			"no way to a square", "Stipulation ser-za8 1\nPieces White Ka1 Pa2 Black Kh8",
			"No solution: White has no series of 1 move that ends in a move to a8.", "",
		},
		{
			"colours exchanged", "Stipulation #1\nOption HalfDuplex\nPieces White Ka1 Black Kh8 Pa7",
			"No solution: none of Black's first moves forces mate in 1 move.", "",
		},
		{
			"twins", "Stipulation #1\nPieces White Kf6 Re1 Black Kh8\nTwin move f6 g6",
			"a) No solution: none of White's first moves forces mate in 1 move.",
			"a) No solution: none of White's first moves forces mate in 1 move. Looked at: all first moves, ",
		},
		{
			"sound", "Stipulation #1\nPieces White Kg6 Re1 Black Kh8", "",
			"Sound (C+): it is solved as intended, and in no other way. Checked: all first moves, ",
		},
		{
			"a king that can be taken", "Stipulation #1\nPieces White Ka1 Re1 Black Ke8",
			"Not solved: the side to play can capture the king.", "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.commands)
			report := problem.NewReport(p)
			if err := (&problem.Solver{}).Solve(t.Context(), p, report); err != nil {
				t.Fatal(err)
			}
			if got := report.Words(); !strings.HasPrefix(got, test.solved) || test.solved == "" && got != "" {
				t.Errorf("solved: %q", got)
			}
			report, err := (&problem.Solver{}).Check(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if got := report.Words(); !strings.HasPrefix(got, test.checked) {
				t.Errorf("checked: %q", got)
			}
		})
	}
}
