package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/engine/nn"
)

// Fitting says how a network is fitted. Zero fields have the defaults.
type Fitting struct {
	Units   int     // of a perspective (default 128, or those of Start), a multiple of 16
	Buckets int     // sets of output weights (default 8, or those of Start)
	Epochs  int     // how often each sample is used (default 20)
	Batch   int     // samples for a step (default 4096)
	Rate    float64 // of learning at the start (default 0.001); it falls to a hundredth
	// Score is the part of the score in what a position teaches by itself (default 1). The rest is the
	// game's result.
	Score float64
	// Later mixes that with what is learned of the next position of the game, from 0, the default, to
	// below 1. If that one comes d half-moves later, its part is Later to the power of d. The result of
	// the game stands for the position a half-move after the last one that the file has. 0.9 looks about
	// ten half-moves ahead.
	Later float64
	// Start is a network to begin with. With nil the weights are random.
	Start   *nn.Network
	Seed    uint64
	Threads int // default 1
}

// WithShape returns f with the defaults for the units and the sets of output weights, if they are 0.
func (f Fitting) WithShape() Fitting {
	units, buckets := 128, 8
	if f.Start != nil {
		units, buckets = f.Start.Shape()
	}
	f.Units, f.Buckets = cmp.Or(f.Units, units), cmp.Or(f.Buckets, buckets)
	return f
}

// withDefaults returns f with the defaults for zero fields.
func (f Fitting) withDefaults() Fitting {
	set := func(x *int, to int) {
		if *x == 0 {
			*x = to
		}
	}
	f = f.WithShape()
	set(&f.Epochs, 20)
	set(&f.Batch, 4096)
	set(&f.Threads, 1)
	if f.Rate == 0 {
		f.Rate = 0.001
	}
	if f.Score == 0 {
		f.Score = 1
	}
	return f
}

// Check returns what is wrong with f, in which zero fields are not defaults.
func (f Fitting) Check() error {
	if f.Start != nil {
		if units, buckets := f.Start.Shape(); f.Units != units || f.Buckets != buckets {
			return fmt.Errorf("the network to begin with has %d units and %d sets of output weights, not %d and %d",
				units, buckets, f.Units, f.Buckets)
		}
	}
	switch {
	case f.Units < 16 || f.Units > nn.MaxUnits || f.Units%16 != 0:
		return fmt.Errorf("%d units are not a multiple of 16 up to %d", f.Units, nn.MaxUnits)
	case f.Buckets < 1 || f.Buckets > nn.MaxBuckets:
		return fmt.Errorf("%d sets of output weights are not between 1 and %d", f.Buckets, nn.MaxBuckets)
	case f.Epochs < 1:
		return fmt.Errorf("%d epochs are not at least 1", f.Epochs)
	case f.Batch < 1:
		return fmt.Errorf("a batch of %d positions is not at least 1", f.Batch)
	case f.Threads < 1:
		return fmt.Errorf("%d threads are not at least 1", f.Threads)
	case !(f.Rate > 0 && f.Rate <= 1): // NaN too
		return fmt.Errorf("a rate of %g is not between 0 and 1", f.Rate)
	case !(f.Score > 0 && f.Score <= 1):
		return fmt.Errorf("the part of the score is %g, not above 0 and at most 1", f.Score)
	case !(f.Later >= 0 && f.Later < 1):
		return fmt.Errorf("the part of later positions is %g, not at least 0 and below 1", f.Later)
	}
	return nil
}

// Progress is how far a fit has come.
type Progress struct {
	Epoch      int     // from 1
	Samples    int     // used in this epoch
	Of         int     // samples of an epoch
	Loss       float64 // mean square error on the samples of this epoch so far
	Validation float64 // at the end of an epoch: on samples that are not learned from; else 0
}

// Samples are the records of files in memory.
type Samples struct {
	*Format
	records []byte
	games   uint64
	static  uint64 // the most positions near one of a game, see Header.Static
}

// Len returns the number of samples.
func (s *Samples) Len() int { return len(s.records) / s.Size() }

// At reads a sample.
func (s *Samples) At(i int, to *Sample) error {
	n := s.Size()
	if err := s.Read(s.records[i*n:(i+1)*n], to); err != nil {
		return fmt.Errorf("position %d of all files: %w ('kirke train check' names the file)", i+1, err)
	}
	return nil
}

// validationPart is the part of the samples that is not learned from: the last ones, so that only one
// game is in both. Shuffle keeps them last.
const validationPart = 0.02

// learned returns how many samples are learned from.
func (s *Samples) learned() int { return int(float64(s.Len()) * (1 - validationPart)) }

// fit is the state of a fit.
type fit struct {
	Fitting
	samples *Samples
	model   *model
	adam    adam
	scale   float64   // of scores, see Samples.Scale
	targets []float32 // what the model should expect of each sample
	epochs  int       // that are done
	learned int       // samples that are learned from; the others validate
	workers []*worker
}

// worker is one thread of a fit.
type worker struct {
	*pass
	gradient *model
	sample   Sample
	loss     float64
	err      error
}

// Fit fits a network to samples. progress, unless nil, is called after each step. The fit is kept in
// the file checkpoint after each epoch, and goes on from there if the file is of the same fit; with
// "" it is not kept. When ctx ends Fit returns the network as it is, and the error of ctx. One seed
// and number of threads give one network.
func Fit(ctx context.Context, s *Samples, o Fitting, checkpoint string, progress func(Progress)) (*nn.Network, error) {
	o = o.withDefaults()
	if err := o.Check(); err != nil {
		return nil, err
	}
	f, err := newFit(s, o)
	if err == nil {
		err = f.resume(checkpoint)
	}
	if err != nil {
		return nil, err
	}
	for f.epochs < f.Epochs && err == nil {
		if err = f.epoch(ctx, progress); err == nil {
			err = f.keep(checkpoint)
		}
	}
	return nn.Quantise(&f.model.Real, []string{s.Game}), err
}

func newFit(s *Samples, o Fitting) (*fit, error) {
	f := &fit{Fitting: o, samples: s}
	f.learned = s.learned()
	if f.learned == 0 || f.learned == s.Len() {
		return nil, fmt.Errorf("there are too few positions to learn from: %d", s.Len())
	}
	f.scale = s.Scale()
	most, err := f.readSamples()
	if err != nil {
		return nil, err
	}
	f.model = newModel(s.In.Features(), o.Units, o.Buckets, most)
	f.model.randomise(o.Seed)
	if o.Start != nil {
		if err := f.model.set(o.Start.Real()); err != nil {
			return nil, err
		}
	}
	f.adam = adam{mean: make([]float32, len(f.model.params)), square: make([]float32, len(f.model.params))}
	for range o.Threads {
		f.workers = append(f.workers, &worker{pass: newPass(o.Units), gradient: f.model.like()})
	}
	return f, nil
}

// epoch uses each sample once, in an order of its own.
func (f *fit) epoch(ctx context.Context, progress func(Progress)) error {
	order := rand.New(rand.NewPCG(f.Seed, uint64(f.epochs)+5)).Perm(f.learned)
	steps := (f.learned + f.Batch - 1) / f.Batch
	sum := 0.0
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch := order[step*f.Batch : min(len(order), (step+1)*f.Batch)]
		loss, err := f.learn(batch, f.rate(float64(f.epochs*steps+step)/float64(f.Epochs*steps)))
		if err != nil {
			return err
		}
		sum += loss
		done := step*f.Batch + len(batch)
		p := Progress{Epoch: f.epochs + 1, Samples: done, Of: len(order), Loss: sum / float64(done)}
		if step == steps-1 {
			if p.Validation, err = f.validate(); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(p)
		}
	}
	f.epochs++
	return nil
}

// rate returns the rate of learning when a part of all steps is done: along a cosine to a hundredth.
func (f *fit) rate(part float64) float64 {
	return f.Rate * (0.01 + 0.99*(1+math.Cos(math.Pi*part))/2)
}

// learn makes a step by a batch of samples and returns the sum of their errors.
func (f *fit) learn(batch []int, rate float64) (loss float64, err error) {
	f.each(batch, true)
	for _, w := range f.workers {
		loss += w.loss
		err = errors.Join(err, w.err)
	}
	if err != nil {
		return loss, err
	}
	f.adam.steps++
	var group sync.WaitGroup
	params := len(f.model.params)
	for n := range f.workers {
		group.Go(func() {
			f.move(n*params/len(f.workers), (n+1)*params/len(f.workers), 1/float32(len(batch)), rate)
		})
	}
	group.Wait()
	f.model.limit()
	return loss, nil
}

// move changes some of the parameters against the sum of the gradients of all workers, times scale.
func (f *fit) move(from, to int, scale float32, rate float64) {
	g := f.workers[0].gradient.params[from:to]
	for _, w := range f.workers[1:] {
		for i, x := range w.gradient.params[from:to] {
			g[i] += x
		}
	}
	for i := range g {
		g[i] *= scale
	}
	f.adam.move(f.model.params[from:to], g, from, rate)
}

// each sends samples through the model, on all threads, and finds the gradient if asked to.
func (f *fit) each(batch []int, gradient bool) {
	var group sync.WaitGroup
	for n, w := range f.workers {
		part := batch[n*len(batch)/len(f.workers) : (n+1)*len(batch)/len(f.workers)]
		group.Go(func() {
			w.loss, w.err = 0, nil
			clear(w.gradient.params)
			for _, i := range part {
				if w.err = f.samples.At(i, &w.sample); w.err != nil {
					return
				}
				out := w.forward(f.model, f.samples.In, &w.sample.Position)
				got := expected(float64(out)*nn.Scale, f.scale)
				off := got - float64(f.targets[i])
				w.loss += off * off
				if gradient {
					slope := 2 * off * got * (1 - got) * nn.Scale / f.scale
					w.backward(f.model, w.gradient, &w.sample.Position, float32(slope))
				}
			}
		})
	}
	group.Wait()
}

// validate returns the mean error on the samples that are not learned from.
func (f *fit) validate() (loss float64, err error) {
	rest := make([]int, f.samples.Len()-f.learned)
	for i := range rest {
		rest[i] = f.learned + i
	}
	f.each(rest, false)
	for _, w := range f.workers {
		loss += w.loss
		err = errors.Join(err, w.err)
	}
	return loss / float64(len(rest)), err
}

// readSamples reads all samples. It finds what the model should expect of each: a mix of the result, the
// score and what is expected of the next sample of the game (TD(λ): Sutton, "Learning to Predict by the
// Methods of Temporal Differences", 1988). It returns the most pieces of a position.
func (f *fit) readSamples() (most int, err error) {
	if f.Later > 0 && f.samples.static > 0 {
		return 0, errors.New("positions near those of games (--static) have no later ones to learn from")
	}
	f.targets = make([]float32, f.samples.Len())
	var sample Sample
	next := place{first: true} // of the sample after it in the file; behind the last another game begins
	later := 0.0               // what is expected of next, for White
	for i := len(f.targets) - 1; i >= 0; i-- {
		if err := f.samples.At(i, &sample); err != nil {
			return 0, err
		}
		most = max(most, sample.Position.Pieces)
		here := sample.place()
		switch {
		case next.first: // so sample is the last of its game
			later, next.ply = float64(sample.Result)/2, here.ply+1
		case f.Later > 0 && !next.mayFollow(here):
			return 0, errNoOrder
		}
		now := f.Score*expected(float64(sample.Score), f.scale) + (1-f.Score)*sample.points()
		part := math.Pow(f.Later, float64(max(1, next.ply-here.ply))) // moves of a series have the same ply
		later = part*later + (1-part)*sample.ofWhite(now)
		f.targets[i] = float32(sample.ofWhite(later))
		next = here
	}
	if f.Later > 0 && !next.mayFollow(beforeAll) {
		return 0, errNoOrder
	}
	return most, nil
}

var errNoOrder = errors.New("the positions are not in the order of their games, as learning from later ones " +
	"needs: they are shuffled, or an earlier version made them")

// ofWhite returns White's points where those of the side to move are given, and the other way round.
func (s *Sample) ofWhite(points float64) float64 {
	if s.Position.Turn == board.Black {
		return 1 - points
	}
	return points
}

// points returns the points of the side to move.
func (s *Sample) points() float64 { return s.ofWhite(float64(s.Result) / 2) }

// expected returns the points that a score in centipawns promises.
func expected(score, scale float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

// Scale returns the scale at which scores best predict results: with a lead of so many centipawns
// a side wins 73 of 100 points.
func (s *Samples) Scale() float64 {
	const most = 200_000
	var sample Sample
	best, least := 0.0, math.Inf(1)
	for scale := 60.0; scale < 1500; scale *= 1.1 {
		sum := 0.0
		for i := 0; i < s.Len(); i += max(1, s.Len()/most) {
			if s.At(i, &sample) == nil {
				off := sample.points() - expected(float64(sample.Score), scale)
				sum += off * off
			}
		}
		if sum < least {
			best, least = scale, sum
		}
	}
	return best
}
