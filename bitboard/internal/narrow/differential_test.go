package narrow

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// both returns the start of a game in both kernels, or false when this kernel
// does not play it.
func both(t testing.TB, id string, seed uint64) (reference, fast rules.Position, ok bool) {
	t.Helper()
	v, err := rules.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	if v.Array.Lot != nil {
		if v, err = v.Drawn(rules.Draw{Seed: seed}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := v.Start(rules.Draw{})
	if err != nil {
		if s, err = v.Start(rules.Draw{Seed: seed}); err != nil {
			t.Fatal(err)
		}
	}
	if reference, err = rules.New(v, s, 0); err != nil {
		t.Fatal(err)
	}
	fast, err = New(v, s, 0)
	var no *UnplayableError
	if errors.As(err, &no) {
		return nil, nil, false
	}
	if err != nil {
		t.Fatal(err)
	}
	return reference, fast, true
}

// TestKernelsAgree plays random games in both kernels and compares all that can
// be asked of a position.
func TestKernelsAgree(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 10
	}
	for _, v := range rules.All() {
		if _, _, ok := both(t, v.ID, 0); !ok {
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			for seed := range uint64(games) {
				playBoth(t, v.ID, seed)
			}
		})
	}
}

func playBoth(t *testing.T, id string, seed uint64) {
	t.Helper()
	r, f, _ := both(t, id, seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for ply := range 160 {
		a, b := r.LegalMoves(nil), f.LegalMoves(nil)
		slices.Sort(a)
		slices.Sort(b)
		placement := r.Variant().FormatPlacement(r.Setup().Board)
		if !slices.Equal(a, b) {
			t.Fatalf("seed %d ply %d %s %v: %d moves, reference has %d\nextra %v\nmissing %v", seed, ply, placement, r.Turn(), len(b), len(a), without(b, a), without(a, b))
		}
		if r.Key() != f.Key() || r.InCheck() != f.InCheck() || r.Turn() != f.Turn() {
			t.Fatalf("seed %d ply %d %s: key %x check %v, reference %x %v", seed, ply, placement, f.Key(), f.InCheck(), r.Key(), r.InCheck())
		}
		again, err := New(r.Variant(), f.Setup(), rules.AnyProblem)
		if err != nil || !again.SameAs(f) || again.Key() != f.Key() {
			t.Fatalf("seed %d ply %d %s: set up again it is another position (%v)", seed, ply, placement, err)
		}
		rh, rf := r.Clock()
		if fh, ff := f.Clock(); rh != fh || rf != ff {
			t.Fatalf("seed %d ply %d %s: clock %d %d, reference %d %d", seed, ply, placement, fh, ff, rh, rf)
		}
		if ply%20 == 3 && r.Perft(2) != f.Perft(2) {
			t.Fatalf("seed %d ply %d %s: perft 2 is %d, reference %d", seed, ply, placement, f.Perft(2), r.Perft(2))
		}
		if len(a) == 0 {
			return
		}
		m := a[random.IntN(len(a))]
		r, f = r.Play(m), f.Play(m)
	}
}

func without(a, b []rules.Move) []rules.Move {
	return slices.DeleteFunc(slices.Clone(a), func(m rules.Move) bool { return slices.Contains(b, m) })
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		id    string
		depth int
	}{{"chess", 5}, {"seirawan", 5}, {"siceirawan", 4}, {"cetran1", 4}, {"cetran2", 4}} {
		b.Run(c.id, func(b *testing.B) {
			_, p, _ := both(b, c.id, 1)
			var nodes uint64
			for b.Loop() {
				nodes += p.Perft(c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
