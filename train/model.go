package train

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/engine/nn"
)

// model is a network with real numbers. Its parameters lie one after the other, so that an
// optimiser sees one row of numbers; nn.Real says which are which.
type model struct {
	nn.Real
	params []float32
}

// newModel returns a model without weights.
func newModel(features, units, buckets, most int) *model {
	m := &model{Real: nn.Real{Units: units, Buckets: buckets, Most: most}}
	sizes := []int{features * units, units, 2 * units * buckets, buckets}
	sum := 0
	for _, n := range sizes {
		sum += n
	}
	m.params = make([]float32, sum)
	rest := m.params
	for i, part := range []*[]float32{&m.Weights, &m.Bias, &m.Output, &m.Offset} {
		*part, rest = rest[:sizes[i]:sizes[i]], rest[sizes[i]:]
	}
	return m
}

// like returns a model of the same shape without weights.
func (m *model) like() *model {
	return newModel(len(m.Weights)/m.Units, m.Units, m.Buckets, m.Most)
}

// set takes the numbers of a network with as many units and sets of output weights, which
// Fitting.Check sees to. The error says that it has other inputs.
func (m *model) set(r *nn.Real) error {
	if len(r.Weights) != len(m.Weights) {
		return fmt.Errorf("the network to begin with has %d inputs, not %d",
			len(r.Weights)/r.Units, len(m.Weights)/m.Units)
	}
	copy(m.Weights, r.Weights)
	copy(m.Bias, r.Bias)
	copy(m.Output, r.Output)
	copy(m.Offset, r.Offset)
	m.Most = r.Most
	return nil
}

// randomise sets the weights at random, small enough that units are neither dead nor at their limit.
func (m *model) randomise(seed uint64) {
	dice := rand.New(rand.NewPCG(seed, 2))
	fill := func(x []float32, most float64) {
		for i := range x {
			x[i] = float32((2*dice.Float64() - 1) * most)
		}
	}
	fill(m.Weights, 0.1)
	fill(m.Output, 1/math.Sqrt(float64(m.Units)))
	for i := range m.Bias {
		m.Bias[i] = 0.25
	}
}

// limit keeps the weights in the bounds of a network of whole numbers.
func (m *model) limit() {
	const most = 1.98
	for _, part := range [][]float32{m.Weights, m.Output} {
		for i, x := range part {
			part[i] = min(most, max(-most, x))
		}
	}
}

// pass is the way of one sample through the model, forward and back. Arrays of two are by side, the
// side to move first.
type pass struct {
	inputs [2][]int32
	sums   [2][]float32
	back   []float32
}

func newPass(units int) *pass {
	return &pass{sums: [2][]float32{make([]float32, units), make([]float32, units)}, back: make([]float32, units)}
}

// forward returns the output for a position.
func (p *pass) forward(m *model, in *nn.Inputs, at *nn.Position) float32 {
	bucket := nn.Bucket(m.Buckets, m.Most, at.Pieces)
	out := m.Offset[bucket]
	for side := range p.sums {
		p.inputs[side] = p.inputs[side][:0]
		for input := range in.Active(at, at.Turn^board.Color(side)) {
			p.inputs[side] = append(p.inputs[side], input)
		}
		sums := p.sums[side]
		copy(sums, m.Bias)
		for _, input := range p.inputs[side] {
			nn.AddReals(sums, m.Weights[int(input)*m.Units:])
		}
		out += activated(sums, m.Output[(2*bucket+side)*m.Units:])
	}
	return out
}

// backward adds the gradient to g, for a derivative of the loss by the output.
func (p *pass) backward(m, g *model, at *nn.Position, slope float32) {
	bucket := nn.Bucket(m.Buckets, m.Most, at.Pieces)
	g.Offset[bucket] += slope
	for side, sums := range p.sums {
		first := (2*bucket + side) * m.Units
		weights, to := m.Output[first:first+m.Units], g.Output[first:first+m.Units]
		back := p.back[:len(sums)]
		for i, x := range sums {
			back[i] = 0
			if x > 0 {
				to[i] += slope * min(x, 1) * min(x, 1)
				if x < 1 {
					back[i] = slope * weights[i] * 2 * x
				}
			}
		}
		nn.AddReals(g.Bias, back)
		for _, input := range p.inputs[side] {
			first := int(input) * m.Units
			nn.AddReals(g.Weights[first:first+m.Units], back)
		}
	}
}

// activated returns the sum of weights times the squares of sums between 0 and 1.
func activated(sums, weights []float32) (out float32) {
	weights = weights[:len(sums)]
	for i, x := range sums {
		x = min(max(x, 0), 1)
		out += x * x * weights[i]
	}
	return out
}

// adam is the optimiser Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).
type adam struct {
	mean, square []float32 // moving averages of the gradient and of its square
	steps        int
}

// Adam's rates of forgetting, as its authors propose.
const (
	keepMean   = 0.9
	keepSquare = 0.999
	epsilon    = 1e-8
)

// move changes the parameters from a number on against their gradient. The caller has counted the step.
func (a *adam) move(params, gradient []float32, from int, rate float64) {
	mean, square := a.mean[from:from+len(gradient)], a.square[from:from+len(gradient)]
	params = params[:len(gradient)]
	correction := math.Sqrt(1-math.Pow(keepSquare, float64(a.steps))) / (1 - math.Pow(keepMean, float64(a.steps)))
	by := float32(rate * correction)
	for i, g := range gradient {
		mean[i] += (1 - keepMean) * (g - mean[i])
		square[i] += (1 - keepSquare) * (g*g - square[i])
		params[i] -= by * mean[i] / (float32(math.Sqrt(float64(square[i]))) + epsilon)
	}
}
