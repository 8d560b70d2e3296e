package oracle_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/oracle"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
)

var (
	walks        = flag.String("walks", "", "compare only the walks with these abbreviations, separated by commas")
	walkDiagrams = flag.Int("walk-diagrams", fresh/4, "random diagrams for each walk")
	under        = flag.String("under", "chess", "compare the walks in this game")
)

// orthodox are the abbreviations of the pieces that every diagram has.
var orthodox = []string{"K", "P", "Q", "S", "R", "B"}

// TestWalks compares all moves of random positions with each walk of problemists with Popeye's.
func TestWalks(t *testing.T) {
	binary := peer(t, "KIRKE_POPEYE", "Popeye")
	seed := uint64(time.Now().UnixNano())
	for _, w := range append(fairy.Catalogue(), hunters()...) {
		if w.Betza == "" || w.Royal || w.Promotes != nil || slices.Contains(orthodox, w.Letters[0]) ||
			*walks != "" && !strings.Contains(","+*walks+",", ","+w.Letters[0]+",") {
			continue
		}
		t.Run(w.Letters[0], func(t *testing.T) {
			t.Logf("seed %d", seed)
			v := withWalk(t, &w)
			positions := scattered(t, v, rand.New(rand.NewPCG(seed, 0)), *walkDiagrams, 2, 16, "QB")
			lists, err := oracle.PopeyeMoves(context.Background(), binary, oracle.Conditions[*under], positions)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range positions {
				if !strings.Contains(strings.ToUpper(v.FormatPlacement(p.Setup().Board)), "G") {
					continue // Popeye promotes to what is in the diagram
				}
				ours, disputed := texts(p)
				compare(t, p, lists[i], ours, disputed)
			}
		})
	}
}

// hunters returns some hunters.
func hunters() (walks []fairy.Walk) {
	for _, letters := range []string{"R/B", "B/R", "Q/S", "S/K", "G/LI", "N/R", "CA/G", "P/B", "R/P"} {
		walks = append(walks, *fairy.Find(0, letters))
	}
	return walks
}

// withWalk returns chess with one more piece type, whose letter is G.
func withWalk(t *testing.T, w *fairy.Walk) *rules.Variant {
	t.Helper()
	v := problem(t, *under).Clone()
	typ := w.Type()
	typ.Letter = 'G'
	v.Army = append(v.Army, typ)
	if !typ.Immobile() && !typ.Pawn {
		v.Promotion.To += "G"
	}
	v.AssumeCastling = true
	return v
}
