package bounds

import (
	"fmt"
	"maps"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/rules"
)

// TestPicturesShared lists final pictures on one thread and on several, which share king squares:
// the pictures are the same.
func TestPicturesShared(t *testing.T) {
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fen   string
		mate  bool
		moves int
		want  int // pictures
	}{
		{"8/8/3Pp3/8/1P2P1K1/P5pp/1pppp2p/bNk1B1R1 b - - 0 1", false, 3, 607},
		{"3B4/8/8/3p4/ppP1k2b/2pP1prp/6Pq/R3KnN1 b - - 0 1", true, 3, 5529},
		{"8/8/8/8/1Pk5/K1b5/p3p3/3n4 b - - 0 1", false, 6, 55},
		{"4k3/8/8/8/8/8/4q3/R3K2R b - - 0 1", true, 3, 276},
	} {
		setup, err := notation.ParseFEN(v, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.FromSetup(v, setup, kirke.Forgive(rules.OppositeCheck))
		if err != nil {
			t.Fatal(err)
		}
		play := Ending{
			From: p.Rules(), Side: board.White, Mate: c.mate,
			Turns: 2 * c.moves, Moves: [2]int{c.moves, c.moves},
		}
		var alone map[string]bool
		for _, threads := range []int{1, 2, 5} {
			b := new(Cache).For(p.Rules(), board.White, false)
			g := b.Pictures(play, threads, parallel.NewStop(nil))
			if g == nil {
				t.Fatalf("%s: no pictures on %d threads", c.fen, threads)
			}
			pictures := g.texts()
			if len(pictures)*len(g.pieces) != len(g.pictures) {
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

// texts returns the pictures as texts of the fates of their pieces.
func (g *PictureTable) texts() map[string]bool {
	all := map[string]bool{}
	for n, i := len(g.pieces), 0; i < len(g.pictures); i += n {
		text := ""
		for piece, fate := range g.pictures[i : i+n] {
			if fate < fatePlaced {
				text += fmt.Sprint(fate, " ")
			} else {
				text += fmt.Sprint(g.finalSquares[piece][fate-fatePlaced], " ")
			}
		}
		all[text] = true
	}
	return all
}
