package engine_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
)

// TestPassInReply: where two passes end the game, a side that is ahead does not pass at any depth,
// since the other side then would too.
func TestPassInReply(t *testing.T) {
	chess, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	v := *chess
	v.ID, v.Passing = "chess-with-passes", rules.Passing{White: true, Black: true}
	p, err := kirke.FromFEN(&v, "7k/8/8/8/8/8/PPP5/3QK3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	pass, err := p.ParseMove("--")
	if err != nil {
		t.Fatal(err)
	}
	for depth := 2; depth <= 8; depth++ {
		r := search(t, engine.Options{Hash: 1}, p, engine.Limits{Depth: depth})
		if r.PV[0] == pass {
			t.Errorf("depth %d: it passes with %v", depth, r.Score)
		}
		r = search(t, engine.Options{Hash: 1}, p, engine.Limits{Depth: depth, Moves: []kirke.Move{pass}})
		if !r.Score.AcceptsDraw() {
			t.Errorf("depth %d: the pass is worth %v", depth, r.Score)
		}
	}
}
