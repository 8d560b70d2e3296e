package problem_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke/problem"
)

// TestStipulations reads texts of stipulations, good and bad ones.
func TestStipulations(t *testing.T) {
	on := func(square string) problem.Goal { return problem.Goal{Aim: problem.Target, Square: square} }
	goal := func(aim problem.Aim) problem.Goal { return problem.Goal{Aim: aim} }
	good := map[string]problem.Stipulation{
		"#2":        {Play: problem.Direct, Moves: 2},
		"h#2.5":     {Play: problem.Help, Moves: 2, Half: true},
		"hs=3":      {Play: problem.HelpSelf, Goal: goal(problem.Stalemate), Moves: 3},
		"ser-h#14":  {Mover: problem.Series, Play: problem.Help, Moves: 14},
		"pser-#5":   {Mover: problem.Parry, Moves: 5},
		"phser-s#5": {Mover: problem.HelpParry, Play: problem.Self, Moves: 5},
		"dia2.0":    {Goal: goal(problem.ProofGame), Moves: 2},
		"semi-r#2":  {Play: problem.SemiReflex, Moves: 2},
		"hzg74":     {Play: problem.Help, Goal: on("g7"), Moves: 4},
		"szh31":     {Play: problem.Self, Goal: on("h3"), Moves: 1},
		"exact-s#2": {Exact: true, Play: problem.Self, Moves: 2},
		"1->ser-#5": {Intro: []int{1}, Mover: problem.Series, Moves: 5},
		"reci-h(#)=3": {
			Play: problem.Reciprocal, Other: goal(problem.Mate), Goal: goal(problem.Stalemate), Moves: 3,
		},
		"dia3.5":   {Goal: goal(problem.ProofGame), Moves: 3, Half: true},
		"ser-s004": {Mover: problem.Series, Play: problem.Self, Goal: goal(problem.Castling), Moves: 4},
		"hep1":     {Play: problem.Help, Goal: goal(problem.PassingCapture), Moves: 1},
		"ser-reci-h#=2": {
			Mover: problem.Series, Play: problem.Reciprocal,
			Other: goal(problem.MateOrStalemate), Goal: goal(problem.MateOrStalemate), Moves: 2,
		},
	}
	for text, want := range good {
		got, err := problem.ParseStipulation(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want.Text = text
		if want.Play != problem.Reciprocal {
			want.Other = want.Goal
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", text, diff)
		}
	}
	for _, text := range []string{
		"", "2", "#", "#0", "h#", "#2.5", "q#2", "h#999", "x->#2", "zz92", "ser-#2.5", "#-1",
	} {
		if s, err := problem.ParseStipulation(text); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		} else if errors.As(err, new(*problem.UnsupportedError)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := problem.ParseStipulation("zposition3"); !errors.As(err, new(*problem.UnsupportedError)) {
		t.Errorf("zposition3: %v", err)
	}
}
