package kirke_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// perft counts from the starting position of a variant in both kernels.
func perft(t *testing.T, v *kirke.Variant, depth int) uint64 {
	t.Helper()
	var counts [2]uint64
	for i, kernel := range []string{"reference", ""} {
		p, err := kirke.Start(v, kirke.Kernel(kernel))
		if err != nil {
			t.Fatal(err)
		}
		counts[i] = p.Perft(depth)
	}
	if counts[0] != counts[1] {
		t.Fatalf("the kernels count %d and %d", counts[0], counts[1])
	}
	return counts[0]
}

func lookup(t *testing.T, id string) *kirke.Variant {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVariantsAreNotShared writes to every slice of variants that the library gave out, and looks
// whether others see it.
func TestVariantsAreNotShared(t *testing.T) {
	const start = 8902 // chess, three half-moves deep
	given := map[string]func() *kirke.Variant{
		"Lookup":     func() *kirke.Variant { return lookup(t, "chess") },
		"Variants":   func() *kirke.Variant { return kirke.Variants()[0] },
		"a position": func() *kirke.Variant { p, _ := kirke.Start(lookup(t, "chess")); return p.Variant() },
	}
	for name, give := range given {
		t.Run(name, func(t *testing.T) {
			own := *give()
			own.Army[4].Betza = "NQ"
			if n := perft(t, lookup(t, "chess"), 3); n != start {
				t.Errorf("chess has %d lines of three half-moves after a change to another value, not %d", n, start)
			}
			if n := perft(t, &own, 3); n == start {
				t.Errorf("the changed game is not played as it was changed")
			}
		})
	}
	own := lookup(t, "cetran2")
	own.Start.Shuffle.Pieces, own.Start.Shuffle.Allowed[0], own.Notes[0] = "KQSCAHRR", "none", ""
	if v := lookup(t, "cetran2"); v.Start.Shuffle.Pieces != "KQSCAHRN" || v.Start.Shuffle.Allowed[0] == "none" ||
		v.Notes[0] == "" {
		t.Errorf("a change to one value of cetran2 is seen in another")
	}
	rules.Modifiers()[0].ID = "changed"
	lookup(t, "progressive")
}

// TestPositionsKeepTheirGame writes to a variant after positions of it were set up.
func TestPositionsKeepTheirGame(t *testing.T) {
	v := lookup(t, "chess")
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	v.Army[0].Betza, v.Promotion.To = "W", "Q"
	if n := p.Perft(3); n != 8902 {
		t.Errorf("a position that was set up before has %d lines of three half-moves, not 8902", n)
	}
	if p, err = kirke.Start(v); err != nil {
		t.Fatal(err)
	}
	if p.Variant() != v {
		t.Error("a position does not return the variant it was set up with")
	}
	if n := p.Perft(3); n == 8902 {
		t.Error("the change to the variant does not count")
	}
}
