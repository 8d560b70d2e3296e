package main

import (
	"context"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// TestAnalysisIsInterrupted: it writes what there is, and says how much.
func TestAnalysisIsInterrupted(t *testing.T) {
	stopped, stop := context.WithCancel(context.Background())
	stop()
	code, out, stderr := inProcess(stopped, "1. e4 e5 2. Nf3 *\n\n[Event \"second\"]\n1. d4 *\n", "analyse", "-", "--depth", "30")
	if code != exitInterrupted || out != "" || stderr != "Interrupted: 0 of 6 positions were looked at\n" {
		t.Errorf("exit code %d, wrote %q and %q", code, out, stderr)
	}
	code, out, _ = inProcess(stopped, "", "analyse", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "--depth", "30")
	if code != exitInterrupted || !strings.Contains(out, "  1. ") {
		t.Errorf("exit code %d, wrote %q", code, out)
	}
	// A game of which some positions were looked at is written with what was found.
	g := newTestGame(t, "e4 e5 Ke2")
	a := newAnalysed(g)
	e := engine.New(engine.Options{Threads: 1, Hash: 1, MultiPV: 2})
	a.look(t.Context(), e, 2, engine.Limits{Depth: 2})
	a.look(stopped, e, 3, engine.Limits{Depth: 2})
	if err := a.annotate(1); err != nil {
		t.Fatal(err)
	}
	var pgn strings.Builder
	if err := g.WritePGN(&pgn); err != nil {
		t.Fatal(err)
	}
	if text := pgn.String(); strings.Count(text, "%eval") != 2 || !strings.Contains(text, "1. e4 e5 {[%eval ") || !strings.Contains(text, "2. Ke2 (2. ") {
		t.Error(text)
	}
}

// newTestGame returns a game of chess with moves.
func newTestGame(t *testing.T, moves string) *kirke.Game {
	t.Helper()
	s := start(t, "chess")
	if err := gamefile.PlayAll(s.g, moves); err != nil {
		t.Fatal(err)
	}
	return s.g
}

func TestMarks(t *testing.T) {
	g := newTestGame(t, "e4 e5")
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
		{[]engine.Info{line(other, won-1)}, 0, nagBlunder},
		{[]engine.Info{line(other, 0)}, won - 1, nagBlunder},
		{[]engine.Info{line(own, 0), line(other, -20)}, 0, 0},
		{[]engine.Info{line(own, 0), line(other, -200)}, 0, nagGood},
		{[]engine.Info{line(own, 0)}, 0, 0},
	} {
		if got := (&analysed{}).mark(&verdict{lines: c.lines}, n, c.after, true); got != c.want {
			t.Errorf("after %v White stands at %v: the mark is %d, want %d", c.lines[0].Score, c.after, got, c.want)
		}
	}
}

// TestMatesAsWhiteSeesThem: a mate is in as many moves for both sides.
func TestMatesAsWhiteSeesThem(t *testing.T) {
	for score, want := range map[engine.Score]string{won - 1: "#-1", won - 3: "#-2", -won + 2: "#1", -won + 4: "#2", 35: "-0.35", -120: "1.20"} {
		if got := evalText(whites(score, kirke.Black)); got != want {
			t.Errorf("Black's score %v is %s for White, want %s", score, got, want)
		}
		if got := whites(whites(score, kirke.Black), kirke.Black); got != score {
			t.Errorf("Black's score %v, seen twice from the other side, is %v", score, got)
		}
	}
}
