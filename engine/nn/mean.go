package nn

import (
	"errors"
	"fmt"
	"slices"
)

// Mean returns the network whose numbers are the means of those of networks with the same inputs, for the
// games that all are for. Fits from one start, to other positions or in another order, agree in what they
// have understood, and differ in what they have learned by heart, so that the mean plays better than each
// (Izmailov and others, "Averaging Weights Leads to Wider Optima", 2018). The error says why there is no
// mean.
func Mean(of []*Network) (*Network, error) {
	if len(of) == 0 {
		return nil, errors.New("there are no networks")
	}
	first := of[0]
	m := &Network{Games: slices.Clone(first.Games), units: first.units, buckets: first.buckets, most: first.most}
	for i, n := range of {
		if n.units != m.units || n.buckets != m.buckets || n.most != m.most || len(n.weights) != len(first.weights) {
			return nil, fmt.Errorf("network %d has %d units, %d sets of output weights and at most %d pieces, "+
				"the first one has %d, %d and %d", i+1, n.units, n.buckets, n.most, m.units, m.buckets, m.most)
		}
		m.Games = slices.DeleteFunc(m.Games, func(id string) bool { return !slices.Contains(n.Games, id) })
	}
	if len(m.Games) == 0 {
		return nil, errors.New("there is no game that all networks are for")
	}
	m.weights = means(of, func(n *Network) []int16 { return n.weights })
	m.bias = means(of, func(n *Network) []int16 { return n.bias })
	m.output = means(of, func(n *Network) []int16 { return n.output })
	m.offset = means(of, func(n *Network) []int32 { return n.offset })
	m.limitSums() // rounding may have gone beyond
	return m, nil
}

// means returns the means of a part of networks, rounded.
func means[T int16 | int32](of []*Network, part func(*Network) []T) []T {
	to := make([]T, len(part(of[0])))
	for i := range to {
		sum := 0
		for _, n := range of {
			sum += int(part(n)[i])
		}
		to[i] = T(round(float32(sum) / float32(len(of))))
	}
	return to
}
