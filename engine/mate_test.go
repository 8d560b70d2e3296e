package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// wantedMates is how many mates TestMates must find.
const wantedMates = 60

// TestMates has the engine find the mates of composed problems in two to four moves, orthodox and
// Circe, that the solver has confirmed. In longer ones it must also find the mates after each
// defence.
func TestMates(t *testing.T) {
	found := 0
	rulestest.EachLine(t, "../testdata/problems/popeye.jsonl", func(t *testing.T, row struct{ ID, Input string }) {
		entries, _, err := popeye.Read(strings.NewReader(row.Input))
		if err != nil || entries[0].Err != nil {
			return
		}
		twins, err := entries[0].Problem.Unroll()
		if err != nil {
			return
		}
		for _, twin := range twins {
			if from, ok := directMate(t, twin.Problem); ok {
				found += findMates(t, row.ID+twin.Label, from, twin.Problem.Stipulation.Moves)
			}
		}
	})
	if found < wantedMates {
		t.Errorf("only %d mates were found", found)
	}
	t.Logf("%d mates were found", found)
}

// directMate returns the position of a direct mate in two to four moves that the solver solves
// quickly.
func directMate(t *testing.T, p *problem.Problem) (from kirke.Position, ok bool) {
	t.Helper()
	st, o := &p.Stipulation, &p.Options
	if st.Play != problem.Direct || st.Goal.Aim != problem.Mate || st.Exact || st.Mover != problem.Alternate ||
		st.Moves < 2 || st.Moves > 4 ||
		len(o.EnPassant)+len(o.NoCastling)+len(o.Exclusive) > 0 || o.PostKeyPlay || o.NonTrivial != nil ||
		o.Threat != 0 || o.Flights != nil || o.HalfDuplex {
		return from, false
	}
	o.Variations, o.Duplex, o.SetPlay, o.Tries = false, false, false, 0
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	report := problem.NewReport(p)
	solver := problem.Solver{Threads: 1, Hash: 16}
	if err := solver.Solve(ctx, p, report); err != nil || report.Twins[0].Solutions == 0 {
		return from, false
	}
	v, err := p.Variant()
	if err != nil {
		t.Fatal(err)
	}
	assumed := *v
	assumed.AssumeCastling = true
	setup := p.Setup.Clone()
	setup.Turn = kirke.White
	q, err := reference.New(&assumed, setup, rules.AnyDefect)
	if err != nil {
		t.Fatal(err)
	}
	from, err = kirke.FromSetup(v, q.Setup(), kirke.Forgive(rules.AnyDefect))
	return from, err == nil
}

// findMates finds a mate in so many moves, and those after each answer, down to two moves.
func findMates(t *testing.T, id string, from kirke.Position, moves int) (found int) {
	t.Helper()
	e := engine.New(engine.Options{Threads: 1, Hash: 4})
	r, err := e.Search(t.Context(), kirke.NewGame(from), engine.Limits{Mate: moves, MoveTime: time.Minute}, nil)
	if errors.Is(err, engine.ErrNoMove) {
		return 0 // mated at once
	}
	if n, ok := r.Score.Mate(); err != nil || !ok || n > moves {
		t.Errorf("%s: %s, mate in %d: %v by %s, %v", id, from, moves, r.Score, from.MoveText(r.Move, kirke.SAN), err)
		return 0
	}
	found = 1
	if moves == 2 {
		return found
	}
	after, err := from.Play(r.Move)
	if err != nil {
		t.Fatal(err)
	}
	for answer := range after.LegalMoves() {
		next, err := after.Play(answer)
		if err != nil {
			t.Fatal(err)
		}
		found += findMates(t, id, next, moves-1)
	}
	return found
}
