package analyse

import (
	"context"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/evaluation"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// TestInterruptedSearchIsDropped: a game is written with what was found before the interruption.
func TestInterruptedSearchIsDropped(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	g := newGame(t, "e4 e5 Ke2")
	a := newAnalysedGame(g)
	e := engine.New(engine.Options{Threads: 1, Hash: 1, MultiPV: 2})
	a.search(t.Context(), e, 2, engine.Limits{Depth: 2})
	a.search(stopped, e, 3, engine.Limits{Depth: 2})
	if err := a.annotate(1); err != nil {
		t.Fatal(err)
	}
	var pgn strings.Builder
	if err := g.WritePGN(&pgn); err != nil {
		t.Fatal(err)
	}
	text := pgn.String()
	if strings.Count(text, "%eval") != 2 || !strings.Contains(text, "1. e4 e5 {[%eval ") ||
		!strings.Contains(text, "2. Ke2 (2. ") {
		t.Error(text)
	}
}

// newGame returns a game of chess with moves.
func newGame(t *testing.T, moves string) *kirke.Game {
	t.Helper()
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	g := kirke.NewGame(p)
	if err := gamefile.PlayAll(g, moves); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestMarks(t *testing.T) {
	g := newGame(t, "e4 e5")
	n := g.Root().Next().Next() // Black's move
	own, other := n.Move(), g.Root().Next().Move()
	line := func(m kirke.Move, s engine.Score) engine.Info { return engine.Info{Score: s, PV: []kirke.Move{m}} }
	for _, c := range []struct {
		lines []engine.Info // scores of Black
		after engine.Score  // of White
		want  int
	}{
		{[]engine.Info{line(other, 0)}, 20, 0},
		{[]engine.Info{line(other, 0)}, 60, nagDubious},
		{[]engine.Info{line(other, 0)}, 120, nagMistake},
		{[]engine.Info{line(other, 0)}, 300, nagBlunder},
		{[]engine.Info{line(other, 900)}, -700, 0},
		{[]engine.Info{line(other, evaluation.Won-1)}, 0, nagBlunder},
		{[]engine.Info{line(other, 0)}, evaluation.Won - 1, nagBlunder},
		{[]engine.Info{line(own, 0), line(other, -20)}, 0, 0},
		{[]engine.Info{line(own, 0), line(other, -200)}, 0, nagGood},
		{[]engine.Info{line(own, 0)}, 0, 0},
	} {
		if got := markOf(&verdict{lines: c.lines}, n, c.after, true); got != c.want {
			t.Errorf("after %v White stands at %v: the mark is %d, want %d", c.lines[0].Score, c.after, got, c.want)
		}
	}
}

// TestEvalText: a mate is in as many moves for both sides.
func TestEvalText(t *testing.T) {
	const won = evaluation.Won
	for score, want := range map[engine.Score]string{
		won - 1: "#-1", won - 3: "#-2", -won + 2: "#1", -won + 4: "#2", 35: "-0.35", -120: "1.20",
	} {
		if got := evalText(evaluation.ForWhite(score, kirke.Black)); got != want {
			t.Errorf("Black's score %v is %s for White, want %s", score, got, want)
		}
		twice := evaluation.ForWhite(evaluation.ForWhite(score, kirke.Black), kirke.Black)
		if twice != score {
			t.Errorf("Black's score %v, seen twice from the other side, is %v", score, twice)
		}
	}
}
