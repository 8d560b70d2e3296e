package tools_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// TestTheDailyProblemsAreSound: each problem of the day is solved as its stipulation says, in one
// way, and none stands twice in the file.
func TestTheDailyProblemsAreSound(t *testing.T) {
	all := tools.DailyProblems()
	if len(all) < 30 {
		t.Errorf("there are %d problems of the day, less than 30", len(all))
	}
	seen := map[tools.DailyProblem]bool{}
	for _, d := range all {
		if seen[d] {
			t.Errorf("%+v is there twice", d)
		}
		seen[d] = true
		v, err := kirke.Lookup(d.Variant)
		if err != nil {
			t.Fatal(err)
		}
		p := problem.New(v)
		if p.Setup, err = notation.ParseFEN(v, d.FEN); err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
		if p.Stipulation, err = problem.ParseStipulation(d.Stipulation); err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
		solver := problem.Solver{Threads: 1, Hash: 8}
		r, err := solver.Check(t.Context(), p)
		if err != nil || !r.Sound() {
			t.Errorf("%+v is not sound: %v", d, err)
		}
	}
}
