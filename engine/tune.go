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

// Fit returns weights that foretell the results of samples better than w does, all of one variant, by changing one after the other as
// long as that helps. It tells progress, if that is not nil, the mean error after each round, and ends with what it has
// when ctx does.
func Fit(ctx context.Context, samples []Sample, w Weights, threads int, progress func(round int, err float64)) Weights {
	if len(samples) == 0 {
		return w
	}
	f := &fitting{samples: samples, threads: max(1, threads), variant: samples[0].Position.Variant()}
	j := newJudge(f.variant, w)
	f.views = make([]view, len(samples))
	for i := range samples {
		j.look(samples[i].Position.Rules(), &f.views[i])
	}
	f.scale = f.bestScale(w)
	fields := w.fields()
	steps := make([]int, len(fields))
	begin := make([]int, len(fields))
	for i, x := range fields {
		begin[i], steps[i] = *x, max(1, max(*x, -*x)/4)
	}
	// What few positions show is not to be believed: a weight pays for going far from where it began.
	price := func() (sum float64) {
		for i, x := range fields {
			far := float64(*x-begin[i]) / float64(10+max(begin[i], -begin[i]))
			sum += far * far
		}
		return sum * caution / float64(len(samples))
	}
	least := f.mistake(w)
	for round := 1; ctx.Err() == nil; round++ {
		better := false
		for i, x := range fields {
			if ctx.Err() != nil {
				return w
			}
			was := *x
			improved := false
			for _, step := range []int{steps[i], -steps[i]} {
				*x = was + step
				if *x*begin[i] < 0 {
					*x = 0 // what is good does not become bad
				}
				if m := f.mistake(w) + price(); m < least {
					least, improved = m, true
					break
				}
				*x = was
			}
			switch {
			case improved:
				better = true
			case steps[i] > 1:
				steps[i] = (steps[i] + 1) / 2
				better = true
			}
		}
		if progress != nil {
			progress(round, least)
		}
		if !better {
			break
		}
	}
	return w
}

// caution is what a weight pays for being twice what it was, in positions foretold wrongly.
const caution = 15

// fields returns the numbers of the weights.
func (w *Weights) fields() []*int {
	var all []*int
	v := reflect.ValueOf(w).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if p, ok := f.Addr().Interface().(*int); ok {
			all = append(all, p)
			continue
		}
		for n := range f.Len() {
			all = append(all, f.Index(n).Addr().Interface().(*int))
		}
	}
	return all
}

// fitting is what Fit works with.
type fitting struct {
	samples []Sample
	views   []view
	variant *rules.Variant
	threads int
	scale   float64
}

// mistake returns the mean square of what the evaluation foretells wrongly.
func (f *fitting) mistake(w Weights) float64 {
	j := newJudge(f.variant, w)
	sums := make([]float64, f.threads)
	var group sync.WaitGroup
	for n := range f.threads {
		group.Go(func() {
			for i := n; i < len(f.samples); i += f.threads {
				s := &f.samples[i]
				half, _ := s.Position.Clock()
				score := float64(j.evaluate(&f.views[i], kirke.White, half)) - float64(w.Tempo)
				if s.Position.Turn() == kirke.White {
					score += float64(w.Tempo)
				} else {
					score -= float64(w.Tempo)
				}
				wrong := s.Result - 1/(1+math.Exp(-score*f.scale))
				sums[n] += wrong * wrong
			}
		})
	}
	group.Wait()
	var sum float64
	for _, s := range sums {
		sum += s
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
