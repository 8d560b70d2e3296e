package problem

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
)

// TestGalleryShared lists final pictures by one thread and by several, which share squares of the king: they are the same.
func TestGalleryShared(t *testing.T) {
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fen    string
		needed uint16
		moves  int
		want   int // by one thread, when threads did not share squares yet
	}{
		{"8/8/3Pp3/8/1P2P1K1/P5pp/1pppp2p/bNk1B1R1 b - - 0 1", 0, 3, 798},
		{"3B4/8/8/3p4/ppP1k2b/2pP1prp/6Pq/R3KnN1 b - - 0 1", checks, 3, 5529},
		{"8/8/8/8/1Pk5/K1b5/p3p3/3n4 b - - 0 1", 0, 6, 55},
		{"4k3/8/8/8/8/8/4q3/R3K2R b - - 0 1", checks, 3, 276},
	} {
		setup, err := notation.ParseFEN(v, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := setUp(v, setup)
		if err != nil {
			t.Fatal(err)
		}
		var alone map[string]bool
		for _, threads := range []int{1, 2, 5} {
			var made []*bound
			b := boundOf(p, board.White, false, &made)
			g := galleryOf(b, p, board.White, c.needed, 2*c.moves, [2]int{c.moves, c.moves}, threads, &search{ctx: context.Background(), options: &Options{}})
			if g == nil {
				t.Fatalf("%s: no gallery by %d threads", c.fen, threads)
			}
			pictures := g.all()
			if len(pictures)*len(g.men) != len(g.pictures) {
				t.Errorf("%s: %d threads list some pictures twice", c.fen, threads)
			}
			if threads == 1 {
				if alone = pictures; len(alone) != c.want {
					t.Errorf("%s: %d pictures, want %d", c.fen, len(alone), c.want)
				}
			} else if !maps.Equal(alone, pictures) {
				t.Errorf("%s: %d threads list %d pictures, one thread %d", c.fen, threads, len(pictures), len(alone))
			}
		}
	}
}

// all returns the pictures, with what becomes of each man.
func (g *gallery) all() map[string]bool {
	all := map[string]bool{}
	for n, i := len(g.men), 0; i < len(g.pictures); i += n {
		text := ""
		for man, what := range g.pictures[i : i+n] {
			if what < seated {
				text += fmt.Sprint(what, " ")
			} else {
				text += fmt.Sprint(g.seats[man][what-seated], " ")
			}
		}
		all[text] = true
	}
	return all
}
