package nn

import (
	"errors"
	"fmt"
	"slices"
)

// Mean returns the network whose numbers are the means of those of networks with the same inputs, for the
// games that all are for. A network that is given twice counts twice. Fits from one start, to other
// positions or in another order, agree in what they have understood, and differ in what they have learned
// by heart, so that their mean often plays better than the best of them (Izmailov and others, "Averaging
// Weights Leads to Wider Optima", 2018). Networks from different random weights have nothing in common,
// and their mean is worth nothing. The error says why there is no mean.
func Mean(of []*Network) (*Network, error) {
	if len(of) == 0 {
		return nil, errors.New("there are no networks")
	}
	first := of[0]
	games, mean := slices.Clone(first.Games), first.Real()
	for i, n := range of[1:] {
		if n.units != first.units || n.buckets != first.buckets || n.most != first.most ||
			len(n.weights) != len(first.weights) {
			return nil, fmt.Errorf("network %d has %d weights in %d units, %d sets of output weights and at most "+
				"%d pieces, the first one %d, %d, %d and %d", i+2, len(n.weights), n.units, n.buckets, n.most,
				len(first.weights), first.units, first.buckets, first.most)
		}
		games = slices.DeleteFunc(games, func(id string) bool { return !slices.Contains(n.Games, id) })
		for k, part := range n.Real().parts() {
			for j, x := range part {
				mean.parts()[k][j] += x
			}
		}
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("there is no game that all networks are for: this one is for %v, the first for %v",
			of[len(of)-1].Games, first.Games)
	}
	for _, part := range mean.parts() {
		for j := range part {
			part[j] /= float32(len(of))
		}
	}
	return Quantise(mean, games), nil
}

// parts returns all numbers of the network.
func (r *Real) parts() [4][]float32 { return [4][]float32{r.Weights, r.Bias, r.Output, r.Offset} }
