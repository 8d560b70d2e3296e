package nn_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/engine/nn"
)

// TestMean: each number of a mean is the mean of the networks' numbers, to the nearest.
func TestMean(t *testing.T) {
	in, dice := inputs(t, "chess"), rand.New(rand.NewPCG(5, 5))
	of := []*nn.Network{network(in, 32, dice), network(in, 32, dice), network(in, 32, dice)}
	of[1].Games = append([]string{"chess960"}, of[0].Games...)
	mean, err := nn.Mean(of)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(mean.Games, of[0].Games) {
		t.Errorf("the mean is for %v", mean.Games)
	}
	parts := func(n *nn.Network) [][]float32 {
		r := n.Real()
		return [][]float32{r.Weights, r.Bias, r.Output, r.Offset}
	}
	numbers := [][][]float32{parts(of[0]), parts(of[1]), parts(of[2])}
	for p, unit := range []float64{255, 255, 64, 255 * 64} {
		for i, got := range parts(mean)[p] {
			sum := 0.0
			for _, n := range numbers {
				sum += float64(n[p][i])
			}
			if math.Abs(float64(got)-sum/3)*unit > 0.51 {
				t.Fatalf("number %d of part %d is %g, the mean is %g", i, p, got, sum/3)
			}
		}
	}
}

// TestMeanOfOne: the mean of a network and itself is the network.
func TestMeanOfOne(t *testing.T) {
	in := inputs(t, "seirawan")
	one := network(in, 16, rand.New(rand.NewPCG(6, 6)))
	mean, err := nn.Mean([]*nn.Network{one, one})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, one, in), written(t, mean, in)) {
		t.Error("the mean of a network and itself is another")
	}
}

// TestNoMean: what networks without a mean differ in is said.
func TestNoMean(t *testing.T) {
	in, dice := inputs(t, "chess"), rand.New(rand.NewPCG(7, 7))
	one, wide, other := network(in, 16, dice), network(in, 32, dice), network(in, 16, dice)
	other.Games = []string{"chess960"}
	for _, test := range []struct {
		of  []*nn.Network
		why string
	}{
		{nil, "there are no networks"},
		{[]*nn.Network{one, wide}, "in 32 units"},
		{[]*nn.Network{one, other}, "no game that all networks are for"},
	} {
		if _, err := nn.Mean(test.of); err == nil || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%q, not %q", err, test.why)
		}
	}
}
