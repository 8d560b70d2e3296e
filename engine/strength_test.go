package engine_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// weakly returns the move of a level, in UCI text.
func weakly(t *testing.T, g *kirke.Game, level int, seed uint64) string {
	t.Helper()
	e := engine.New(engine.Options{Threads: 1, Hash: 1, Level: level, Seed: seed})
	r, err := e.Search(t.Context(), g, engine.Limits{Nodes: 20000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.Position().MoveText(r.Move, kirke.UCI)
}

// TestBeginnerLevel: level 1 misses a mate in one at times and leaves an attacked queen at times,
// level 10 never does. The same seed plays the same move.
func TestBeginnerLevel(t *testing.T) {
	for _, c := range []struct{ name, fen, best string }{
		{"mate", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"},
		{"recapture", "4k3/8/8/8/3q4/2P5/8/R3K3 w Q - 0 1", "c3d4"},
	} {
		v, err := kirke.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.FromFEN(v, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		g := kirke.NewGame(p)
		const seeds = 60
		found := 0
		for seed := uint64(1); seed <= seeds; seed++ {
			m := weakly(t, g, 1, seed)
			if m == c.best {
				found++
			}
			if again := weakly(t, g, 1, seed); again != m {
				t.Errorf("%s: with seed %d it plays %s and then %s", c.name, seed, m, again)
			}
		}
		if found < seeds/3 || found > seeds*9/10 {
			t.Errorf("%s: level 1 finds it %d times of %d", c.name, found, seeds)
		}
		if m := weakly(t, g, engine.MaxLevel, 1); m != c.best {
			t.Errorf("%s: level %d plays %s", c.name, engine.MaxLevel, m)
		}
	}
}

// TestLevelElo: each level is stronger than the one below, and others count as the nearest.
func TestLevelElo(t *testing.T) {
	for level := 2; level <= engine.MaxLevel; level++ {
		if engine.LevelElo(level) < engine.LevelElo(level-1)+50 {
			t.Errorf("level %d is %d, level %d is %d",
				level, engine.LevelElo(level), level-1, engine.LevelElo(level-1))
		}
	}
	if engine.LevelElo(0) != engine.LevelElo(1) || engine.LevelElo(99) != engine.LevelElo(engine.MaxLevel) {
		t.Error("a level that does not exist has a strength of its own")
	}
}
