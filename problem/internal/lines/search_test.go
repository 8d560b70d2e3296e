package lines_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/lines"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
)

// help returns the sequence of a helpmate in n moves, which Black begins.
func help(n int) lines.Sequence {
	q := lines.Sequence{First: board.Black}
	for i := range n {
		q.Turns = append(q.Turns,
			lines.Turn{Side: board.Black, Number: i + 1},
			lines.Turn{Side: board.White, Last: i == n-1})
	}
	return q
}

// TestRun finds all helpmates in one move, with and without a table, and the first in two moves.
func TestRun(t *testing.T) {
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromFEN(v, "7k/6pp/8/p7/8/8/8/K3R3 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		moves, most int
		table       *table.Set
		want        []string
	}{
		{1, 0, nil, []string{"a5-a4 Re1-e8 #"}},
		{1, 0, table.NewSet(1), []string{"a5-a4 Re1-e8 #"}},
		{2, 1, table.NewSet(1), []string{"a5-a4 Ka1-a2 a4-a3 Re1-e8 #"}},
	} {
		s := lines.New(walk.New(p.Rules()), parallel.NewStop(nil), &lines.Task{
			Sequence: help(c.moves), Goal: walk.Goal{Aim: walk.Mate}, Most: c.most, Table: c.table,
		})
		var got []string
		for _, l := range s.Run() {
			var texts []string
			for _, step := range l.Steps {
				texts = append(texts, step.Text)
			}
			got = append(got, strings.Join(texts, " "))
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("h#%d, at most %d: %q, not %q", c.moves, c.most, got, c.want)
		}
	}
}

// TestMovesLeft counts the moves of a parry series that ends with a forced answer.
func TestMovesLeft(t *testing.T) {
	q := lines.Sequence{
		Turns: []lines.Turn{
			{Side: board.White, Series: true, Parry: true},
			{Side: board.White, Parry: true, Last: true},
		},
		Ending: lines.AllReachGoal,
	}
	want := [][2]int{{2, 3}, {1, 2}, {0, 1}}
	if got := q.MovesLeft(); !slices.Equal(got, want) {
		t.Errorf("moves left are %v, not %v", got, want)
	}
}
