package engine_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// TestChances: expected results add up to 1000 and are those of the other side at the opposite score, a
// better score wins more and loses less, a mate is sure, and few pieces draw more often than many.
func TestChances(t *testing.T) {
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	var draws []int
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1",
	} {
		p, err := kirke.FromFEN(v, fen)
		if err != nil {
			t.Fatal(err)
		}
		chances := engine.ChancesIn(p)
		won, lost := -1, 1001
		for s := engine.Score(-1500); s <= 1500; s += 10 {
			win, draw, loss := chances.Of(s)
			theirs, same, ours := chances.Of(-s)
			if win+draw+loss != 1000 || draw < 0 || win != ours || draw != same || loss != theirs {
				t.Fatalf("at %v: %d, %d, %d, and %d, %d, %d for the other side", s, win, draw, loss, theirs, same, ours)
			}
			if win < won || loss > lost {
				t.Fatalf("at %v the side wins %d and loses %d, at less %d and %d", s, win, loss, won, lost)
			}
			won, lost = win, loss
		}
		if won < 900 {
			t.Errorf("with 15 pawns more, %d of 1000 games are won", won)
		}
		_, even, _ := chances.Of(0)
		draws = append(draws, even)
	}
	if draws[0] >= draws[1] {
		t.Errorf("of even games %d are drawn with all pieces, %d with few", draws[0], draws[1])
	}
	mates, err := kirke.FromFEN(v, "k7/8/1K6/8/8/8/8/7R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.New(engine.Options{Threads: 1, Hash: 1}).Search(t.Context(), kirke.NewGame(mates),
		engine.Limits{Depth: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if win, draw, loss := engine.ChancesIn(mates).Of(r.Score); win != 1000 || draw != 0 || loss != 0 {
		t.Errorf("a mate wins %d, draws %d, loses %d", win, draw, loss)
	}
}
