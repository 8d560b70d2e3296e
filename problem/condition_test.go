package problem_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/problem"
)

// TestConditionOf: what is written for a game is read again as that game.
func TestConditionOf(t *testing.T) {
	chess, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, v := range kirke.Variants() {
		c, ok := problem.ConditionOf(v.ID)
		if !ok {
			continue
		}
		known++
		p := problem.New(chess)
		p.Conditions = []problem.Condition{c}
		if p.Stipulation, err = problem.ParseStipulation("#1"); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := problem.Write(&b, []*problem.Problem{p}); err != nil {
			t.Fatal(err)
		}
		entries, _, err := problem.Read(strings.NewReader(b.String()))
		if err != nil || len(entries) != 1 || entries[0].Err != nil {
			t.Errorf("%s: %v in %s", v.ID, err, b.String())
			continue
		}
		got, err := entries[0].Problem.Variant()
		if err != nil || got.ID != v.ID && got.ID != "circe+"+v.ID {
			t.Errorf("%s is read as %v (%v)", v.ID, got, err)
		}
	}
	if known < 10 {
		t.Errorf("Popeye has words for %d games only", known)
	}
	if _, ok := problem.ConditionOf("seirawan"); ok {
		t.Error("Popeye has no word for Seirawan chess")
	}
}
