package nn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestVectors: the loops in assembly give what plain Go gives, with numbers of all sizes, sums that
// wrap around, and slices of no length.
func TestVectors(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no loops in assembly")
	}
	dice := rand.New(rand.NewPCG(1, 1))
	numbers := func(n, most int) []int16 {
		row := make([]int16, n)
		for i := range row {
			row[i] = int16(dice.IntN(2*most+2) - most - 1)
		}
		return row
	}
	for range 300 {
		n := unitsAtOnce * dice.IntN(20)
		src, plus, minus := numbers(n, math.MaxInt16), numbers(n, math.MaxInt16), numbers(n, math.MaxInt16)
		same := func(name string, vector, plain func(dst []int16)) {
			got, want := slices.Clone(src), slices.Clone(src)
			vector(got)
			plain(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %d numbers: %v, in plain Go %v", name, n, got, want)
			}
		}
		same("addSub", func(dst []int16) { addSubVectors(dst, src, plus, minus) },
			func(dst []int16) { addSubPlain(dst, src, plus, minus) })
		same("add", func(dst []int16) { addVectors(dst, plus) }, func(dst []int16) { addPlain(dst, plus) })
		same("sub", func(dst []int16) { subVectors(dst, minus) }, func(dst []int16) { subPlain(dst, minus) })
		units, weights := numbers(n, 2*one), numbers(n, maxOutput)
		if got, want := outputVectors(units, weights), outputPlain(units, weights); got != want {
			t.Fatalf("output of %d units: %d, in plain Go %d", n, got, want)
		}
	}
}

// TestVectorsOfReals is TestVectors for real numbers.
func TestVectorsOfReals(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no loops in assembly")
	}
	dice := rand.New(rand.NewPCG(1, 1))
	for n := 0; n <= 256; n += 8 {
		got, row := make([]float32, n), make([]float32, n+1)
		for i := range got {
			got[i], row[i] = float32(dice.NormFloat64()), float32(dice.NormFloat64())
		}
		want := slices.Clone(got)
		addRealsVectors(got, row)
		addRealsPlain(want, row[:n])
		if !slices.Equal(got, want) {
			t.Fatalf("%d numbers: %v, in plain Go %v", n, got, want)
		}
	}
}
