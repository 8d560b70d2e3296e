package problem_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestSolutions solves the random problems of testdata/circe and compares with Popeye's solutions.
func TestSolutions(t *testing.T) {
	rulestest.EachLine(t, "../testdata/circe/solutions.jsonl", func(t *testing.T, row struct {
		Variant, Stipulation, FEN string
		Lines                     []string
	}) {
		v, err := kirke.Lookup(row.Variant)
		if err != nil {
			t.Fatal(err)
		}
		p := problem.New(v)
		if p.Setup, err = notation.ParseFEN(v, row.FEN+" w - - 0 1"); err != nil {
			t.Fatal(err)
		}
		if p.Stipulation, err = problem.ParseStipulation(row.Stipulation); err != nil {
			t.Fatal(err)
		}
		r := problem.NewReport(p)
		s := problem.Solver{Threads: 2, Hash: 4}
		if err := s.Solve(context.Background(), p, r); err != nil {
			t.Fatal(row.Variant, row.FEN, err)
		}
		got, want := lines(popeye.Text(r, popeye.English)), lines(strings.Join(row.Lines, "\n"))
		if !slices.Equal(got, want) {
			t.Errorf("%s %s %s:\n%s\nPopeye finds:\n%s", row.Variant, row.Stipulation, row.FEN,
				strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// TestRebirthThatChecks solves a position in which Re1 mates, since the king may not capture the
// rook: reborn on a1, the rook would check it. 1...Ba1 defends by occupying the rebirth square.
func TestRebirthThatChecks(t *testing.T) {
	v, err := kirke.Lookup("circe")
	if err != nil {
		t.Fatal(err)
	}
	before, err := kirke.FromFEN(v, "4n3/8/5b2/8/4R3/6K1/3P4/5k2 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	keys := func(p kirke.Position) []string {
		t.Helper()
		q := problem.New(v)
		q.Setup, q.FromFEN = p.Setup(), true
		if q.Stipulation, err = problem.ParseStipulation("#1"); err != nil {
			t.Fatal(err)
		}
		r := problem.NewReport(q)
		if err := (&problem.Solver{}).Solve(context.Background(), q, r); err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, k := range r.Twins[0].Phases[0].Keys {
			found = append(found, k.Text)
		}
		return found
	}
	threat, _, err := before.Pass()
	if err != nil {
		t.Fatal(err)
	}
	if got := keys(threat); !slices.Equal(got, []string{"Re4-e1 #"}) {
		t.Errorf("White threatens %q, want Re4-e1 #", got)
	}
	defended, _, err := before.PlayText("Bf6-a1")
	if err != nil {
		t.Fatal(err)
	}
	if got := keys(defended); len(got) != 0 {
		t.Errorf("after 1...Ba1 there is %q", got)
	}
	check, _, err := defended.PlayText("Re4-e1")
	if err != nil {
		t.Fatal(err)
	}
	after, m, err := check.PlayText("Kf1xe1")
	if err != nil {
		t.Fatal("the king takes where the rook is not reborn:", err)
	}
	if text := check.MoveText(m, kirke.Popeye); text != "Kf1*e1" || after.InCheck() {
		t.Errorf("the capture is %s, check %v", text, after.InCheck())
	}
	if mated, _, err := threat.PlayText("Re4-e1"); err != nil || mated.Explain("Kf1xe1") == nil {
		t.Error("the king takes the rook that is reborn with check:", err)
	}
}
