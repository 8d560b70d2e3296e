package engines

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/match"
)

// TestBalanced: in progressive chess some random openings leave one side lost; balanced ones do not,
// and are the same each time.
func TestBalanced(t *testing.T) {
	v, err := kirke.Lookup("progressive")
	if err != nil {
		t.Fatal(err)
	}
	start := func(int) (kirke.Position, error) { return kirke.Start(v) }
	uneven := func(book match.Book) (n int) {
		for i := range 5 {
			one, err := book(i)
			if err != nil {
				t.Fatal(err)
			}
			if two, err := book(i); err != nil || !slices.Equal(one.Moves, two.Moves) {
				t.Errorf("opening %d: %v, then %v (error %v)", i, one.Moves, two.Moves, err)
			}
			g := kirke.NewGame(one.Start)
			for _, m := range one.Moves {
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			e := engine.New(engine.Options{Threads: 1, Hash: 4})
			r, err := e.Search(t.Context(), g, engine.Limits{Nodes: 50_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Score < -100 || r.Score > 100 {
				n++
			}
		}
		return n
	}
	if n := uneven(match.Random(start, 6, 1)); n == 0 {
		t.Error("no random opening is uneven")
	}
	if n := uneven(balanced(t.Context())(start, 6, 1)); n > 0 {
		t.Errorf("%d of 5 balanced openings are uneven", n)
	}

	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := balanced(stopped)(start, 6, 1)(0); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: error %v", err)
	}
}
