package engine_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// The least that TestGating must find within so many positions: what it found when this was written, less a few; docs/engine.md has the
// figures.
var gating = []struct {
	nodes uint64
	found int
}{{2000, 20}, {20000, 25}, {200000, 26}}

// TestGating looks for moves by which a man enters with a threat, a defence or a fork that nothing else does: positions of real games of
// Seirawan chess, and four of matches, in which they are better than all others by a pawn and more, as deep searches of Fairy-Stockfish say.
func TestGating(t *testing.T) {
	for _, c := range gating {
		found, all := 0, 0
		rulestest.EachLine(t, "../testdata/engine/gating.jsonl", func(t *testing.T, row struct{ FEN, Best string }) {
			g := game(t, "seirawan", row.FEN)
			e := engine.New(engine.Options{Threads: 1, Hash: 16})
			r, err := e.Search(t.Context(), g, engine.Limits{Nodes: c.nodes}, nil)
			if err != nil {
				t.Fatal(err)
			}
			all++
			if g.Position().MoveText(r.Move, kirke.UCI) == row.Best {
				found++
			}
		})
		t.Logf("with %d positions %d of %d are found", c.nodes, found, all)
		if found < c.found {
			t.Errorf("with %d positions only %d of %d are found", c.nodes, found, all)
		}
	}
}
