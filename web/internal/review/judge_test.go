package review

import (
	"math"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/jobs"
)

// TestJudge: the values that docs/playing.md names, and a move is judged for the side that made it.
func TestJudge(t *testing.T) {
	for centipawns, want := range map[int]float64{0: 50, 100: 59.1, -100: 40.9, 1000: 97.5} {
		if got := chance(centipawns); math.Abs(got-want) > 0.1 {
			t.Errorf("the chance at %d is %f, not %f", centipawns, got, want)
		}
	}
	for lost, want := range map[float64]float64{0: 100, 10: 63.6, 50: 8.5, 100: 0} {
		if got := accuracy(lost); math.Abs(got-want) > 0.1 {
			t.Errorf("the accuracy after a loss of %f is %f, not %f", lost, got, want)
		}
	}
	for lost, want := range map[float64]Mark{4.9: "", 5: Inaccuracy, 10: Mistake, 15: Blunder, 99: Blunder} {
		if got := markOf(lost); got != want {
			t.Errorf("a loss of %f is marked %q, not %q", lost, got, want)
		}
	}
	g := gameOf(t, "progressive", "e4", "e5", "d5")
	r := judge(g, []jobs.PositionAnalysis{
		{Ply: 0, Value: 30, Best: "d2d4"},
		{Ply: 1, Value: -400, Best: "e7e5"}, // White loses a lot
		{Ply: 2, Value: 200, Best: "b8c6"},  // the best move loses nothing, whatever is found after it
		{Ply: 3, Value: 30_000},             // Black's second move of the series loses
	})
	if m := r.Moves; m[0].Mark != Blunder || m[1].Mark != "" || m[2].Mark != Blunder || m[2].By != "black" {
		t.Errorf("the moves are %+v", m)
	}
	white, black := r.Players[0], r.Players[1]
	if white.Moves != 1 || white.Loss != 430 || black.Moves != 2 || black.Loss != 400 || black.Blunders != 1 {
		t.Errorf("the players are %+v and %+v", white, black)
	}
}

// TestJudgeEnds: mates are certain, draws even.
func TestJudgeEnds(t *testing.T) {
	for _, test := range []struct {
		over  string
		value int
		want  float64
	}{{"1-0 (mate)", jobs.WonValue, 100}, {"0-1 (mate)", -jobs.WonValue, 0}, {"1/2-1/2 (stalemate)", 0, 50}} {
		p := positionOf(jobs.PositionAnalysis{Over: test.over, Value: test.value})
		if p.Chance != test.want || p.Text != test.over || p.Value > 1000 || p.Value < -1000 {
			t.Errorf("%s is %+v", test.over, p)
		}
	}
	if r := judge(gameOf(t, "chess"), []jobs.PositionAnalysis{{}}); r.Players[0].Accuracy != 0 || len(r.Moves) != 0 {
		t.Errorf("a game without moves is %+v", r)
	}
}

// gameOf returns a game with moves.
func gameOf(t *testing.T, variant string, moves ...string) *kirke.Game {
	t.Helper()
	v, err := kirke.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	g := kirke.NewGame(p)
	for _, text := range moves {
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	return g
}
