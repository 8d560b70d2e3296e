package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Sample is a position of a game and how the game ended.
type Sample struct {
	Position kirke.Position
	Result   float64 // 1 when White won, 0 when Black did
}

// SelfPlay lets the engine play a game against itself, so many nodes a move, after a few random moves, and returns
// quiet positions of it with the result. The seed decides the game. The error is that of ctx when it ends before the game does.
func SelfPlay(ctx context.Context, v *kirke.Variant, seed, nodes uint64) ([]Sample, error) {
	dice := rand.New(rand.NewPCG(seed, 1))
	p, err := kirke.Start(v, kirke.Seed(seed))
	if err != nil {
		return nil, err
	}
	g := kirke.NewGame(p)
	for range 4 + dice.IntN(5) {
		moves := g.Position().AppendLegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		if err := g.Play(moves[dice.IntN(len(moves))]); err != nil {
			return nil, err
		}
	}
	e := New(Options{Threads: 1, Hash: 2})
	var samples []Sample
	for !g.Outcome().Over() && len(g.Claims()) == 0 && g.Ply() < 300 {
		r, err := e.Search(ctx, g, Limits{Nodes: nodes}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		p := g.Position()
		if _, mate := r.Score.Mate(); !mate && quiet(p, r.Move) {
			samples = append(samples, Sample{Position: p})
		}
		if err := g.Play(r.Move); err != nil {
			return nil, err
		}
	}
	result := 0.5
	switch g.Outcome().Result {
	case kirke.WhiteWins:
		result = 1
	case kirke.BlackWins:
		result = 0
	}
	for i := range samples {
		samples[i].Result = result
	}
	return samples, nil
}

// FromGame goes to the end of a game and returns quiet positions of it with its result, and nothing if it is not finished.
func FromGame(g *kirke.Game) []Sample {
	var result float64
	g.GoToEnd()
	switch g.Outcome().Result {
	case kirke.WhiteWins:
		result = 1
	case kirke.Drawn:
		result = 0.5
	case kirke.Unfinished:
		return nil
	}
	var samples []Sample
	for n := range g.Line() {
		p, m := n.Parent().Position(), n.Move()
		if n.Ply() > opening && m.Form() != rules.Pass && quiet(p, m) {
			samples = append(samples, Sample{Position: p, Result: result})
		}
	}
	return samples
}

// opening is how many half-moves of a game are not looked at.
const opening = 10

// quiet reports whether neither the position nor the move that was thought best in it is a matter of captures and checks.
func quiet(p kirke.Position, m kirke.Move) bool {
	d := p.Details(m)
	return !p.InCheck() && d.Captured == 0 && d.Promoted == 0 && !p.Rules().GivesCheck(m)
}

// Fit returns weights that foretell the results of samples better than w does, all of one variant and kernel. It tells progress, if that is not
// nil, the mean error after each round, and ends with what it has when ctx does.
//
// Each round is a step of Gauss and Newton: what each weight does to each evaluation is measured, and the weights go where the sum of
// squares would be least if evaluations changed in proportion. What few positions show is not to be believed, so that a weight
// pays for going far from where it began.
func Fit(ctx context.Context, samples []Sample, w Weights, threads int, progress func(round int, err float64)) Weights {
	if len(samples) == 0 {
		return w
	}
	f := &fitting{samples: samples}
	switch samples[0].Position.Rules().(type) {
	case rules.Surveyor[[1]uint64]:
		f.scores = scoring[[1]uint64](samples, w, max(1, threads))
	case rules.Surveyor[[2]uint64]:
		f.scores = scoring[[2]uint64](samples, w, max(1, threads))
	default:
		f.scores = scoring[[4]uint64](samples, w, max(1, threads))
	}
	f.scale = f.bestScale(w)
	begin := w
	least := f.mistake(w) + f.price(&w, &begin)
	for round := 1; ctx.Err() == nil; round++ {
		step := f.step(ctx, w, &begin)
		improved := false
		for part := 1.0; part > 0.1 && !improved && ctx.Err() == nil; part /= 2 {
			next := w
			for k, x := range next.fields() {
				*x += int(math.Round(step[k] * part))
				if *x**begin.fields()[k] < 0 {
					*x = 0 // what is good does not become bad
				}
			}
			if m := f.mistake(next) + f.price(&next, &begin); m < least {
				w, least, improved = next, m, true
			}
		}
		if progress != nil {
			progress(round, least)
		}
		if !improved {
			break
		}
	}
	return w
}

// caution is what a weight pays for being twice what it was, in positions foretold wrongly.
const caution = 2

// dear is what a weight pays for the square of a step away from where it began.
func dear(begin int) float64 {
	far := 1 / float64(10+max(begin, -begin))
	return caution * far * far
}

// price is what weights pay for how far they are from where they began, for each sample.
func (f *fitting) price(w, begin *Weights) (sum float64) {
	from := begin.fields()
	for k, x := range w.fields() {
		far := float64(*x - *from[k])
		sum += far * far * dear(*from[k])
	}
	return sum / float64(len(f.samples))
}

// step returns by how much each weight is to change.
func (f *fitting) step(ctx context.Context, w Weights, begin *Weights) []float64 {
	base := f.scores(w)
	from, fields := begin.fields(), w.fields()
	slopes := make([][]float32, len(fields)) // by weight and sample, of the expected result
	matrix := make([][]float64, len(fields))
	goal := make([]float64, len(fields))
	wrong := make([]float64, len(base))
	rise := make([]float64, len(base))
	for i, score := range base {
		expected := f.expected(score)
		wrong[i] = f.samples[i].Result - expected
		rise[i] = expected * (1 - expected) * f.scale
	}
	for k, x := range fields {
		if ctx.Err() != nil {
			return goal
		}
		nudge := max(2, max(*x, -*x)/8)
		*x += nudge
		changed := f.scores(w)
		*x -= nudge
		slopes[k] = make([]float32, len(base))
		for i := range base {
			slopes[k][i] = float32(rise[i] * (changed[i] - base[i]) / float64(nudge))
			goal[k] += float64(slopes[k][i]) * wrong[i]
		}
		goal[k] -= dear(*from[k]) * float64(*x-*from[k])
		matrix[k] = make([]float64, len(fields))
		for l := range k + 1 {
			var sum float64
			for i, slope := range slopes[k] {
				sum += float64(slope * slopes[l][i])
			}
			matrix[k][l] = sum
			matrix[l][k] = sum
		}
		matrix[k][k] += dear(*from[k])
	}
	solve(matrix, goal)
	return goal
}

// solve turns x into the solution of matrix · y = x, for a matrix that is symmetric and positive, and spoils the matrix.
func solve(matrix [][]float64, x []float64) {
	for k := range x {
		for l := k + 1; l < len(x); l++ {
			times := matrix[l][k] / matrix[k][k]
			for m := k; m < len(x); m++ {
				matrix[l][m] -= times * matrix[k][m]
			}
			x[l] -= times * x[k]
		}
	}
	for k := len(x) - 1; k >= 0; k-- {
		for l := k + 1; l < len(x); l++ {
			x[k] -= matrix[k][l] * x[l]
		}
		x[k] /= matrix[k][k]
	}
}

// fields returns the numbers of the weights.
func (w *Weights) fields() []*int {
	var all []*int
	var collect func(f reflect.Value)
	collect = func(f reflect.Value) {
		switch f.Kind() {
		case reflect.Int:
			all = append(all, f.Addr().Interface().(*int))
		case reflect.Array:
			for n := range f.Len() {
				collect(f.Index(n))
			}
		case reflect.Struct:
			for n := range f.NumField() {
				collect(f.Field(n))
			}
		}
	}
	collect(reflect.ValueOf(w).Elem())
	return all
}

// fitting is what Fit works with.
type fitting struct {
	samples []Sample
	scores  func(w Weights) []float64 // what weights make of each sample, for White
	scale   float64
}

// scoring looks at samples of one variant and width, and returns what tells what weights make of each, for White.
func scoring[W rules.Words](samples []Sample, w Weights, threads int) func(w Weights) []float64 {
	v := samples[0].Position.Variant()
	views := make([]view[W], len(samples))
	for i, j := 0, newJudge[W](v, w); i < len(samples); i++ {
		j.look(samples[i].Position.Rules().(rules.Surveyor[W]), &views[i])
	}
	return func(w Weights) []float64 {
		j := newJudge[W](v, w)
		scores := make([]float64, len(samples))
		var group sync.WaitGroup
		for n := range threads {
			group.Go(func() {
				memory := make(structures[W], manyStructures)
				for i := n; i < len(samples); i += threads {
					p := samples[i].Position
					half, _ := p.Clock()
					score := j.evaluate(&views[i], p.Turn(), half, memory)
					if p.Turn() == kirke.Black {
						score = -score
					}
					scores[i] = float64(score)
				}
			})
		}
		group.Wait()
		return scores
	}
}

// expected returns the result that a score foretells.
func (f *fitting) expected(score float64) float64 { return 1 / (1 + math.Exp(-score*f.scale)) }

// mistake returns the mean square of what the evaluation foretells wrongly.
func (f *fitting) mistake(w Weights) float64 {
	var sum float64
	for i, score := range f.scores(w) {
		wrong := f.samples[i].Result - f.expected(score)
		sum += wrong * wrong
	}
	return sum / float64(len(f.samples))
}

// bestScale finds how scores turn into expected results.
func (f *fitting) bestScale(w Weights) float64 {
	best, least := 1.0/250, math.Inf(1)
	for divisor := 100.0; divisor < 800; divisor *= 1.1 {
		f.scale = 1 / divisor
		if m := f.mistake(w); m < least {
			best, least = f.scale, m
		}
	}
	return best
}
