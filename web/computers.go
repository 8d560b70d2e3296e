package web

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/web/work"
)

// errBusy is what is said to those who would have to wait too long.
var errBusy = errors.New("the computer is busy with other games; try again in a few seconds")

// Bounds of the engine's work.
const (
	engineHash = 16 // megabytes of each engine

	// mostWaiting is how many searches wait for each engine; further ones are refused.
	mostWaiting  = 30
	mostAnalysis = 20 * time.Second // when nobody else wants the place
	leastMove    = 60 * time.Millisecond
)

// computers are the engines of the server: a fixed number, so that the games of
// people are served whatever the engines do.
type computers struct {
	idle    chan *engine.Engine
	waiting atomic.Int64
	metrics *metrics
	others  func() int // how many wait for what these engines do
}

// newComputers returns n engines, for which others says how many wait; nil is those who wait in borrow.
func newComputers(n int, m *metrics, others func() int) *computers {
	c := &computers{idle: make(chan *engine.Engine, n), metrics: m, others: others}
	if others == nil {
		c.others = func() int { return int(c.waiting.Load()) }
	}
	for range n {
		c.idle <- nil // made when it is needed
	}
	return c
}

// borrow returns an engine that knows nothing, and what gives it back. The error
// is errBusy, or that of ctx.
func (c *computers) borrow(ctx context.Context, o engine.Options) (*engine.Engine, func(), error) {
	o.Threads, o.Hash = 1, engineHash
	if c.waiting.Add(1) > int64(mostWaiting*cap(c.idle)) {
		c.waiting.Add(-1)
		return nil, nil, errBusy
	}
	c.metrics.waiting.Inc()
	defer c.metrics.waiting.Dec()
	defer c.waiting.Add(-1)
	select {
	case e := <-c.idle:
		if e == nil {
			e = engine.New(o)
		} else {
			e.Set(o)
			e.Clear()
		}
		return e, func() { c.idle <- e }, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// moveTime is how long the computer thinks at a level, when nobody waits.
func moveTime(level int) time.Duration {
	return time.Duration(150+85*level) * time.Millisecond
}

// move returns the computer's move at a level from 1 to engine.MaxLevel. limits says what the clock
// leaves it; the more searches wait, the less of it is used. The errors are those of
// borrow and engine.ErrNoMove.
func (c *computers) move(ctx context.Context, g *kirke.Game, level int, limits engine.Limits) (kirke.Move, error) {
	r, err := c.search(ctx, g, engine.Options{Level: min(max(level, 1), engine.MaxLevel)}, c.moveLimits(level, limits))
	return r.Move, err
}

// judge returns what a position is worth to the side to move, thinking at full strength for as long as for a
// move at a level. The errors are those of move.
func (c *computers) judge(ctx context.Context, g *kirke.Game, level int, limits engine.Limits) (engine.Score, error) {
	r, err := c.search(ctx, g, engine.Options{}, c.moveLimits(level, limits))
	return r.Score, err
}

// moveLimits returns limits with the time that a level may take.
func (c *computers) moveLimits(level int, limits engine.Limits) engine.Limits {
	if most := moveTime(level); limits.MoveTime == 0 || limits.MoveTime > most {
		limits.MoveTime = most
	}
	return limits
}

func (c *computers) search(ctx context.Context, g *kirke.Game, o engine.Options, limits engine.Limits) (engine.Result, error) {
	e, done, err := c.borrow(ctx, o)
	if err != nil {
		return engine.Result{}, err
	}
	defer done()
	limits.MoveTime = max(leastMove, limits.MoveTime/time.Duration(1+c.others()))
	began := time.Now()
	r, err := e.Search(ctx, g, limits, nil)
	c.metrics.searches.WithLabelValues("move").Observe(time.Since(began).Seconds())
	return r, err
}

// analyse looks for the best lines of a position and tells report of them. It ends after d, and earlier when its place is
// wanted by others.
func (c *computers) analyse(ctx context.Context, g *kirke.Game, lines int, d time.Duration, place *work.Place, report func(engine.Info)) error {
	e, done, err := c.borrow(ctx, engine.Options{MultiPV: lines})
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, min(d, mostAnalysis))
	defer cancel()
	began := time.Now()
	go endWhenWanted(ctx, cancel, place)
	_, err = e.Search(ctx, g, engine.Limits{}, report)
	c.metrics.searches.WithLabelValues("analysis").Observe(time.Since(began).Seconds())
	return err
}

// endWhenWanted ends an analysis when others want its place: what it has found so far is worth showing.
func endWhenWanted(ctx context.Context, cancel context.CancelFunc, place *work.Place) {
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			if place.Wanted() {
				cancel()
				return
			}
		}
	}
}
