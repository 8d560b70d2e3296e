package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// game returns a game of a variant from a FEN, or from the starting position.
func game(t testing.TB, id, fen string) *kirke.Game {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v, kirke.Seed(1))
	if fen != "" {
		p, err = kirke.FromFEN(v, fen)
	}
	if err != nil {
		t.Fatal(err)
	}
	return kirke.NewGame(p)
}

// TestBareKings has the engine mate a lone king with each piece that can, and play both sides.
func TestBareKings(t *testing.T) {
	for _, c := range []struct{ name, id, fen string }{
		{"KQK", "chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"},
		{"KRK", "chess", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"},
		{"KHK", "seirawan", "8/8/8/3k4/8/8/8/KH6[] w - - 0 1"},
		{"KEK", "seirawan", "8/8/8/3k4/8/8/8/KE6[] w - - 0 1"},
		{"KEK, Black's", "seirawan", "8/8/8/3K4/8/8/8/ke6[] b - - 0 1"},
		{"KSK", "sissa", "9/9/9/4k4/9/9/9/9/KS7 w - - 0 1"},
		{"KQK on 9x9", "sissa", "9/9/9/4k4/9/9/9/9/KQ7 w - - 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := game(t, c.id, c.fen)
			e := engine.New(engine.Options{Threads: 1, Hash: 16})
			for range 120 {
				if g.Outcome().Over() {
					break
				}
				r, err := e.Search(context.Background(), g, engine.Limits{Nodes: 10000}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Play(r.Move); err != nil {
					t.Fatal(err)
				}
			}
			if o := g.Outcome(); o.Reason != kirke.Mate {
				t.Errorf("after %d half-moves %s is %v", g.Ply(), g.Position(), o)
			}
		})
	}
}

// TestStops stops searches by their context and by the clock.
func TestStops(t *testing.T) {
	e := engine.New(engine.Options{Threads: 2, Hash: 1})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	r, err := e.Search(ctx, game(t, "seirawan", ""), engine.Limits{}, nil)
	if err != nil || r.Move == 0 {
		t.Error(r, err)
	}
	r, err = e.Search(context.Background(), game(t, "sissa", ""), engine.Limits{MoveTime: 20 * time.Millisecond}, nil)
	if err != nil || r.Move == 0 {
		t.Error(r, err)
	}
	if _, err := e.Search(context.Background(), game(t, "chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), engine.Limits{},
		nil); !errors.Is(err, engine.ErrNoMove) {
		t.Error(err)
	}
}

// TestGamesApart: what was searched in a game does not count in another, whose positions may have the same
// keys.
func TestGamesApart(t *testing.T) {
	const fen = "4k3/4p3/8/8/8/8/4R3/4K2Q w - - 0 1"
	search := func(e *engine.Engine, id string, depth int) engine.Result {
		r, err := e.Search(t.Context(), game(t, id, fen), engine.Limits{Depth: depth}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	used := engine.New(engine.Options{Threads: 1, Hash: 1})
	search(used, "atomic", 6)
	got, want := search(used, "chess", 1), search(engine.New(engine.Options{Threads: 1, Hash: 1}), "chess", 1)
	if got.Move != want.Move || got.Score != want.Score {
		t.Errorf("%v with %d after a search in atomic chess, %v with %d without",
			got.Move, got.Score, want.Move, want.Score)
	}
}
