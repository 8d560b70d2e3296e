package engine_test

import (
	"flag"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

var deep = flag.Bool("deep", false, "have TestGating search 200 000 nodes too")

// gating has how many positions TestGating must solve with so many nodes: a few less than the
// figures in docs/engine.md.
var gating = []struct {
	nodes uint64
	found int
}{{2000, 20}, {20000, 25}, {200000, 26}}

// TestGating solves positions of Seirawan chess, most of them from real games, in which one gating
// move is better than all other moves by searches of Fairy-Stockfish with 4 million nodes.
func TestGating(t *testing.T) {
	for _, c := range gating {
		if c.nodes > 20000 && !*deep {
			continue
		}
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
		t.Logf("with %d nodes %d of %d are solved", c.nodes, found, all)
		if found < c.found {
			t.Errorf("with %d nodes only %d of %d are solved", c.nodes, found, all)
		}
	}
}
