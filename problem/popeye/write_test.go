package popeye_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

const outputs = "../../testdata/problems/output.jsonl"

// solved is a problem with what Popeye prints.
type solved struct{ ID, Input, Output string }

// TestWritten reads what was written, and writes it again: it stays the same.
func TestWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) + "\n" }
		file := "BeginProblem\n" +
			"Stipulation " + draw("stipulation", "#2", "h#2.5", "ser-h=5", "s#3", "reci-h#2") +
			draw("option", "", "Option Try Variations", "Option MaxSolutions 3 Intelligent",
				"Option Defence 2 NoThreat") +
			draw("condition", "", "Condition Circe", "Condition AntiCirce Cheylan",
				"Condition Circe Strict Mirror", "Condition PWC", "Condition ContraParrain",
				"Condition AntiCirce ContraParrain", "Condition AntiCirce April B K Super") +
			"Pieces White Ka1 Qc5 Black Kh8 Pe5" + draw("invisible", "", " TotalInvisible 2") +
			draw("twin", "", "Twin add TotalInvisible 3", "Twin add white Rb1 TotalInvisible 1",
				"Twin Move a1 b3", "Twin Exchange a1 h8 Remove c5",
				"Twin rotate 90 Twin continued PolishType", "ZeroPosition shift a1 b1") +
			"EndProblem\n"
		write := func(file string) string {
			entries, _, err := popeye.Read(strings.NewReader(file))
			if err != nil || entries[0].Err != nil {
				t.Fatal(err, entries, file)
			}
			if _, err := entries[0].Problem.Variant(); err != nil && !strings.Contains(file, "TotalInvisible") {
				t.Fatalf("%v in\n%s", err, file)
			}
			var out strings.Builder
			if err := popeye.Write(&out, []*problem.Problem{entries[0].Problem}); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		once := write(file)
		if twice := write(once); twice != once {
			t.Fatalf("%s\nis written as\n%s\nand then as\n%s", file, once, twice)
		}
	})
}

// timing matches the times in an output.
var timing = regexp.MustCompile(` (Time|Zeit|Temps) = [0-9.:]* s`)

// solve returns what is printed for a problem, with its diagram.
func solve(t *testing.T, p *problem.Problem) string {
	t.Helper()
	var out strings.Builder
	w := popeye.NewTextWriter(&out, popeye.English)
	w.Diagram(p)
	if err := (&problem.Solver{Threads: 2, Hash: 16}).Solve(context.Background(), p, w); err != nil {
		t.Fatal(err)
	}
	w.Finish()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return timing.ReplaceAllString(out.String(), "")
}

// TestWrittenBack solves problems that were read, written and read again.
func TestWrittenBack(t *testing.T) {
	rulestest.EachLine(t, outputs, func(t *testing.T, row solved) {
		entries, lang, err := popeye.Read(strings.NewReader(row.Input))
		if err != nil || entries[0].Err != nil {
			t.Fatal(row.ID, err, entries)
		}
		if lang != popeye.English {
			return // it is written in English
		}
		var file strings.Builder
		if err := popeye.Write(&file, []*problem.Problem{entries[0].Problem}); err != nil {
			t.Fatal(err)
		}
		again, _, err := popeye.Read(strings.NewReader(file.String()))
		if err != nil || again[0].Err != nil {
			t.Errorf("%s: %v in\n%s", row.ID, again, file.String())
			return
		}
		got := solve(t, again[0].Problem)
		if got != row.Output {
			t.Errorf("%s: written as\n%s\nthe solution is\n%s", row.ID, file.String(), got)
		}
	})
}

// TestReportText looks for each line of a report's text in what Popeye prints.
func TestReportText(t *testing.T) {
	rulestest.EachLine(t, outputs, func(t *testing.T, row solved) {
		entries, lang, err := popeye.Read(strings.NewReader(row.Input))
		if err != nil || entries[0].Err != nil {
			t.Fatal(row.ID, err, entries)
		}
		r := problem.NewReport(entries[0].Problem)
		s := problem.Solver{Hash: 16}
		if err := s.Solve(context.Background(), entries[0].Problem, r); err != nil {
			t.Fatal(row.ID, err)
		}
		for _, l := range strings.Split(popeye.Text(r, lang), "\n") {
			if !strings.Contains(row.Output, strings.TrimSpace(l)) {
				t.Errorf("%s: %q is not in Popeye's text", row.ID, l)
			}
		}
	})
}
