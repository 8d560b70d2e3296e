package problem_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// TestSplit solves problems in parts, as several machines would, and merges the journals.
func TestSplit(t *testing.T) {
	divided := 0
	sample(t, 1, func(t *testing.T, row solved) {
		entries, lang, err := popeye.Read(strings.NewReader(row.Input))
		if err != nil || entries[0].Err != nil {
			t.Fatal(row.ID, err, entries)
		}
		p := entries[0].Problem
		parts, err := p.Split(4)
		if err != nil {
			t.Fatal(row.ID, err)
		}
		if len(parts) > 4 {
			t.Errorf("%s has %d parts", row.ID, len(parts))
		}
		all := problem.NewJournal()
		for i, part := range parts {
			kept := problem.NewJournal()
			s := problem.Solver{Threads: 1, Hash: 4, Journal: kept, Place: "1"}
			if err := s.Solve(context.Background(), part, problem.NewReport(part)); err != nil {
				t.Fatal(row.ID, i, err)
			}
			text, err := kept.Text("task")
			if err == nil {
				err = all.Merge(text, "task")
			}
			if err != nil {
				t.Fatal(row.ID, i, err)
			}
			if err := all.Merge(text, "another task"); err == nil && kept.Done() > 0 {
				t.Errorf("%s: the journal of another task was taken", row.ID)
			}
		}
		known := all.Done()
		var out bytes.Buffer
		w := popeye.NewTextWriter(&out, lang)
		w.Diagram(p)
		s := problem.Solver{Threads: 1, Hash: 4, Journal: all, Place: "1"}
		if err := s.Solve(context.Background(), p, w); err != nil {
			t.Fatal(row.ID, err)
		}
		w.Finish()
		if err := w.Flush(); err != nil {
			t.Fatal(row.ID, err)
		}
		if got := timing.ReplaceAllString(out.String(), ""); got != row.Output {
			t.Errorf("%s in parts:\n%s\nPopeye prints:\n%s", row.ID, got, row.Output)
		}
		if len(parts) > 0 {
			divided++
			if all.Done() != known && p.Options.MaxSolutions == 0 { // a limit may end parts before or after the whole
				t.Errorf("%s: %d first moves were left to be searched", row.ID, all.Done()-known)
			}
		}
	})
	if divided < 3 {
		t.Errorf("only %d problems were divided", divided)
	}
	t.Logf("%d problems were divided", divided)
}
