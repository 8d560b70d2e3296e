package engine

import (
	"context"
	"math"
	"reflect"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Sample is a position of a game and the game's result.
type Sample struct {
	Position kirke.Position
	Result   float64 // 1 when White won, 0 when Black did
}

// FromGame goes to the end of a game and returns its quiet positions, none if the game is not
// finished.
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
		if n.Ply() > opening && m.Form() != rules.Pass && Quiet(p, m) {
			samples = append(samples, Sample{Position: p, Result: result})
		}
	}
	return samples
}

// opening is how many half-moves of a game are skipped.
const opening = 10

// Quiet reports whether a position has no check, and its best move neither captures, promotes nor
// gives check.
func Quiet(p kirke.Position, m kirke.Move) bool {
	d := p.Details(m)
	return !p.InCheck() && d.Captured == 0 && d.Promoted == 0 && !rules.GivesCheck(p.Rules(), m)
}

// Fit returns weights that predict the results of samples better than w. All samples must be of one
// variant and kernel. After each round it calls progress, unless that is nil, with the mean error.
// When ctx ends it returns the best weights so far.
//
// Each round is a Gauss-Newton step: it measures the effect of each weight on each evaluation, and
// takes the weights that would minimise the sum of squares if these effects were linear. A penalty
// keeps each weight near its start unless many positions speak against it.
func Fit(ctx context.Context, samples []Sample, w Weights, threads int, progress func(round int, err float64)) Weights {
	if len(samples) == 0 {
		return w
	}
	ft := &fitter{samples: samples}
	switch samples[0].Position.Rules().(type) {
	case rules.Surveyor[[1]uint64]:
		ft.scores = scorer[[1]uint64](samples, w, max(1, threads))
	case rules.Surveyor[[2]uint64]:
		ft.scores = scorer[[2]uint64](samples, w, max(1, threads))
	default:
		ft.scores = scorer[[4]uint64](samples, w, max(1, threads))
	}
	ft.scale = ft.bestScale(w)
	start := w
	least := ft.meanError(w) + ft.penalty(&w, &start)
	for round := 1; ctx.Err() == nil; round++ {
		step := ft.step(ctx, w, &start)
		improved := false
		for part := 1.0; part > 0.1 && !improved && ctx.Err() == nil; part /= 2 {
			next := w
			for k, x := range next.fields() {
				*x += int(math.Round(step[k] * part))
				if *x**start.fields()[k] < 0 {
					*x = 0 // a weight does not change its sign
				}
			}
			if m := ft.meanError(next) + ft.penalty(&next, &start); m < least {
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

// regularisation is the penalty for doubling a weight, in units of a position predicted completely
// wrong.
const regularisation = 2

// penaltyFactor returns the penalty for the square of a weight's distance from its start.
func penaltyFactor(start int) float64 {
	far := 1 / float64(10+max(start, -start))
	return regularisation * far * far
}

// penalty returns the penalty for the distance of all weights from their start, for each sample.
func (ft *fitter) penalty(w, start *Weights) (sum float64) {
	from := start.fields()
	for k, x := range w.fields() {
		far := float64(*x - *from[k])
		sum += far * far * penaltyFactor(*from[k])
	}
	return sum / float64(len(ft.samples))
}

// step returns the Gauss-Newton step for each weight.
func (ft *fitter) step(ctx context.Context, w Weights, start *Weights) []float64 {
	base := ft.scores(w)
	from, fields := start.fields(), w.fields()
	slopes := make([][]float32, len(fields)) // derivatives of the expected result, by weight and sample
	matrix := make([][]float64, len(fields))
	goal := make([]float64, len(fields))
	residual := make([]float64, len(base))
	rise := make([]float64, len(base))
	for i, score := range base {
		expected := ft.expected(score)
		residual[i] = ft.samples[i].Result - expected
		rise[i] = expected * (1 - expected) * ft.scale
	}
	for k, x := range fields {
		if ctx.Err() != nil {
			return goal
		}
		nudge := max(2, max(*x, -*x)/8)
		*x += nudge
		changed := ft.scores(w)
		*x -= nudge
		slopes[k] = make([]float32, len(base))
		for i := range base {
			slopes[k][i] = float32(rise[i] * (changed[i] - base[i]) / float64(nudge))
			goal[k] += float64(slopes[k][i]) * residual[i]
		}
		goal[k] -= penaltyFactor(*from[k]) * float64(*x-*from[k])
		matrix[k] = make([]float64, len(fields))
		for l := range k + 1 {
			var sum float64
			for i, slope := range slopes[k] {
				sum += float64(slope * slopes[l][i])
			}
			matrix[k][l] = sum
			matrix[l][k] = sum
		}
		matrix[k][k] += penaltyFactor(*from[k])
	}
	solve(matrix, goal)
	return goal
}

// solve replaces x by the solution of matrix · y = x, for a symmetric positive definite matrix. It
// overwrites the matrix.
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

// fields returns pointers to all numbers of the weights.
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

// fitter is the state of Fit.
type fitter struct {
	samples []Sample
	scores  func(w Weights) []float64 // the evaluation of each sample with weights, for White
	scale   float64
}

// scorer returns a function that evaluates samples of one variant and width, for White.
func scorer[W rules.Words](samples []Sample, w Weights, threads int) func(w Weights) []float64 {
	v := samples[0].Position.Variant()
	views := make([]boardInfo[W], len(samples))
	for i, e := 0, newEvaluator[W](v, w); i < len(samples); i++ {
		e.readPosition(samples[i].Position.Rules().(rules.Surveyor[W]), &views[i])
	}
	return func(w Weights) []float64 {
		e := newEvaluator[W](v, w)
		scores := make([]float64, len(samples))
		var group sync.WaitGroup
		for n := range threads {
			group.Go(func() {
				memory := make(pawnTable[W], pawnTableSize)
				for i := n; i < len(samples); i += threads {
					p := samples[i].Position
					half, _ := p.Clock()
					score := e.evaluate(&views[i], p.Turn(), half, memory)
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

// expected returns the result that a score predicts.
func (ft *fitter) expected(score float64) float64 { return 1 / (1 + math.Exp(-score*ft.scale)) }

// meanError returns the mean square of the prediction errors.
func (ft *fitter) meanError(w Weights) float64 {
	var sum float64
	for i, score := range ft.scores(w) {
		residual := ft.samples[i].Result - ft.expected(score)
		sum += residual * residual
	}
	return sum / float64(len(ft.samples))
}

// bestScale returns the scale at which scores best predict results.
func (ft *fitter) bestScale(w Weights) float64 {
	best, least := 1.0/250, math.Inf(1)
	for divisor := 100.0; divisor < 800; divisor *= 1.1 {
		ft.scale = 1 / divisor
		if m := ft.meanError(w); m < least {
			best, least = ft.scale, m
		}
	}
	return best
}
