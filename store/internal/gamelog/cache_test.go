package gamelog

import (
	"testing"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// TestCache expects the games used last to stay in memory, each in its latest state.
func TestCache(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	game := func(id string) *play.Game {
		g, _, err := play.Begin(play.Beginning{
			ID: id, Seed: 1, Terms: play.Terms{Variant: "chess", Control: play.Live(time.Hour, 0)},
			White: play.Player{User: "1", Name: "ann"}, Black: play.Player{User: "2", Name: "bob"},
		}, now)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	l := New(2)
	a := game("a")
	l.Put(a)
	l.Put(game("b"))
	later := a.Clone()
	if _, err := later.Do(play.Command{Do: play.MakeMove, By: play.White, Ply: 1, Text: "e4"}, now); err != nil {
		t.Fatal(err)
	}
	l.Put(later)
	l.Put(a) // an earlier state
	l.Put(game("c"))
	if l.get("a") != later || l.get("b") != nil || l.get("c") == nil {
		t.Errorf("in memory are %v, %v and %v", l.get("a"), l.get("b"), l.get("c"))
	}
}
