package engines

import (
	"context"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/match"
)

// TestBalanced: in progressive chess random moves often leave one side lost; balanced openings do
// not, and are the same ones each time.
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
			g := kirke.NewGame(one.Start)
			for _, m := range one.Moves {
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			e := engine.New(engine.Options{Threads: 1, Hash: 4})
			r, err := e.Search(context.Background(), g, engine.Limits{Nodes: 20_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Score < -300 || r.Score > 300 {
				n++
			}
		}
		return n
	}
	if n := uneven(match.Random(start, 6, 1)); n < 2 {
		t.Errorf("%d of 5 random openings are uneven", n)
	}
	if n := uneven(balanced(start, 6, 1)); n > 0 {
		t.Errorf("%d of 5 balanced openings are uneven", n)
	}
}
