package problem_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
)

// TestWords: what was found is said in plain sentences, and of a problem without a solution what was looked for in vain.
func TestWords(t *testing.T) {
	for _, test := range []struct{ name, text, plain, checked string }{
		{
			"several keys", "Stipulation #2\nPieces White Kf6 Qe1 Rg2 Black Kh8", "",
			"Not sound: ",
		},
		{
			"no mate", "Stipulation #2\nPieces White Ka1 Pa2 Black Kh8", "No solution: none of White's first moves forces mate in 2 moves. Looked at: all first moves, ",
			"No solution: none of White's first moves forces mate in 2 moves. Looked at: all first moves, ",
		},
		{"no mate in one", "Stipulation #1\nPieces White Ka1 Pa2 Black Kh8", "No solution: none of White's first moves forces mate in 1 move.", ""},
		{"no help mate", "Stipulation h#1.5\nPieces White Ka1 Pa2 Black Kh8", "No solution: no play of 1.5 moves ends in mate, though both sides help.", ""},
		{"no self mate", "Stipulation s=2\nPieces White Ka1 Pa2 Black Kh8", "No solution: none of White's first moves forces Black to give stalemate in 2 moves.", ""},
		{"no series", "Stipulation ser-#2\nPieces White Ka1 Pa2 Black Kh8", "No solution: White has no series of 2 moves that ends in mate.", ""},
		{"no way to a square", "Stipulation ser-za8 1\nPieces White Ka1 Pa2 Black Kh8", "No solution: White has no series of 1 move that ends in a move to a8.", ""},
		{"colours exchanged", "Stipulation #1\nOption HalfDuplex\nPieces White Ka1 Black Kh8 Pa7", "No solution: none of Black's first moves forces mate in 1 move.", ""},
		{
			"twins", "Stipulation #1\nPieces White Kf6 Re1 Black Kh8\nTwin move f6 g6", "a) No solution: none of White's first moves forces mate in 1 move.",
			"a) No solution: none of White's first moves forces mate in 1 move. Looked at: all first moves, ",
		},
		{"sound", "Stipulation #1\nPieces White Kg6 Re1 Black Kh8", "", "Sound (C+): it is solved as intended, and in no other way. Checked: all first moves, "},
		{"a king that can be taken", "Stipulation #1\nPieces White Ka1 Re1 Black Ke8", "Not solved: the side to play can capture the king.", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			entries, _, err := problem.Read(strings.NewReader("BeginProblem\n" + test.text + "\nEndProblem\n"))
			if err != nil || entries[0].Err != nil {
				t.Fatal(err, entries[0].Err)
			}
			p := entries[0].Problem
			report := problem.NewReport(p)
			if err := (&problem.Solver{}).Solve(t.Context(), p, report); err != nil {
				t.Fatal(err)
			}
			if got := report.Words(); !strings.HasPrefix(got, test.plain) || test.plain == "" && got != "" {
				t.Errorf("solved: %q", got)
			}
			report, err = (&problem.Solver{}).Check(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if got := report.Words(); !strings.HasPrefix(got, test.checked) {
				t.Errorf("checked: %q", got)
			}
		})
	}
}

// TestTwinsInText: twins are written as they are read, and what is none is named.
func TestTwinsInText(t *testing.T) {
	const text = "Twin Move c4 d5\nTwin continued Remove f4 Add Black Se5\nTwin Stipulation h#3"
	entries, _, err := problem.Read(strings.NewReader("BeginProblem\nStipulation h#2\nPieces White Ka3 Rb1 Bc4 Black Kc3 Pd4 Sf4\nEndProblem\n"))
	if err != nil {
		t.Fatal(err)
	}
	p := entries[0].Problem
	if err := p.SetTwins(text); err != nil {
		t.Fatal(err)
	}
	if got := p.TwinText(); got != text || len(p.Twins) != 3 {
		t.Errorf("%d twins: %q", len(p.Twins), got)
	}
	for _, wrong := range []string{"move c4 d5", "Twin move c4", "Twin move a8 a7", "Twin frobnicate", "Twin Option Try"} {
		q := *p
		q.Twins = nil
		if err := q.SetTwins(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
