package web

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// errBusy is what is said to those who would have to wait too long.
var errBusy = errors.New("the computer is busy with other games; try again in a few seconds")

// Bounds of the engine's work.
const (
	engineHash = 16 // megabytes of each engine

	// mostWaiting is how many searches wait for each engine; further ones are refused.
	mostWaiting = 30
	// leastAnalysis is how long an analysis goes on though others wait.
	leastAnalysis = 1500 * time.Millisecond
	// mostAnalysis is how long it goes on when nobody does.
	mostAnalysis = 20 * time.Second
	leastMove    = 60 * time.Millisecond
)

// computers are the engines of the server: a fixed number, so that the games of
// people are served whatever the engines do.
type computers struct {
	idle    chan *engine.Engine
	waiting atomic.Int64
	metrics *metrics
}

func newComputers(n int, m *metrics) *computers {
	c := &computers{idle: make(chan *engine.Engine, n), metrics: m}
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

// move returns the computer's move at a level from 1 to engine.MaxLevel. limits says what its clock
// leaves it; the more searches wait, the less of it is used. The errors are those of
// borrow and engine.ErrNoMove.
func (c *computers) move(ctx context.Context, g *kirke.Game, level int, limits engine.Limits) (kirke.Move, error) {
	level = min(max(level, 1), engine.MaxLevel)
	e, done, err := c.borrow(ctx, engine.Options{Level: level})
	if err != nil {
		return 0, err
	}
	defer done()
	most := moveTime(level)
	if limits.MoveTime == 0 || limits.MoveTime > most {
		limits.MoveTime = most
	}
	limits.MoveTime = max(leastMove, limits.MoveTime/time.Duration(1+c.waiting.Load()))
	began := time.Now()
	r, err := e.Search(ctx, g, limits, nil)
	c.metrics.searches.WithLabelValues("move").Observe(time.Since(began).Seconds())
	return r.Move, err
}

// analyse looks for the best lines of a position and tells report of them. It ends
// after d, and earlier when others wait for an engine.
func (c *computers) analyse(ctx context.Context, g *kirke.Game, lines int, d time.Duration, report func(engine.Info)) error {
	e, done, err := c.borrow(ctx, engine.Options{MultiPV: lines})
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, min(d, mostAnalysis))
	defer cancel()
	began := time.Now()
	go c.yield(ctx, cancel)
	_, err = e.Search(ctx, g, engine.Limits{}, report)
	c.metrics.searches.WithLabelValues("analysis").Observe(time.Since(began).Seconds())
	return err
}

// yield ends an analysis that has had its least time as soon as others wait.
func (c *computers) yield(ctx context.Context, cancel context.CancelFunc) {
	wait := time.NewTimer(leastAnalysis)
	defer wait.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
			if c.waiting.Load() > 0 {
				cancel()
				return
			}
			wait.Reset(100 * time.Millisecond)
		}
	}
}
