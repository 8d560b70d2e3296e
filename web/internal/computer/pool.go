// Package computer holds the engines of a server, and plays for the computer in the games of the
// store.
//
// pool.go lends engines to searches, player.go makes the computer's moves.
package computer

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/tablebase"
	"github.com/kirke-chess/kirke/web/work"
)

// Bounds of the engines' work.
const (
	hashMegabytes = 16               // of each engine
	mostWaiting   = 30               // searches that may wait for each engine
	mostAnalysis  = 20 * time.Second // if nobody else wants the place
	leastMove     = 60 * time.Millisecond
)

// Metrics are the figures of all pools of a server.
type Metrics struct {
	searches *prometheus.HistogramVec
	waiting  prometheus.Gauge
}

// NewMetrics registers the figures.
func NewMetrics(r *prometheus.Registry) *Metrics {
	m := &Metrics{
		searches: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kirke_search_seconds", Help: "How long the engine took, by purpose.",
			Buckets: prometheus.ExponentialBuckets(0.05, 2, 9),
		}, []string{"purpose"}),
		waiting: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kirke_search_waiting", Help: "Searches that wait for an engine.",
		}),
	}
	r.MustRegister(m.searches, m.waiting)
	return m
}

// searched counts a search that took some time.
func (m *Metrics) searched(purpose string, took time.Duration) {
	m.searches.WithLabelValues(purpose).Observe(took.Seconds())
}

// Pool is a fixed number of engines. Its methods may be called from several goroutines.
type Pool struct {
	idle    chan *engine.Engine
	waiting atomic.Int64
	metrics *Metrics
	tables  *tablebase.Tables // nil has none
	others  func() int        // the number of those who wait for the engines
}

// NewPool returns n engines, which ask tables of endgames. others returns how many wait for them; nil
// counts those who wait in the pool.
func NewPool(n int, tables *tablebase.Tables, m *Metrics, others func() int) *Pool {
	p := &Pool{idle: make(chan *engine.Engine, n), metrics: m, tables: tables, others: others}
	if others == nil {
		p.others = func() int { return int(p.waiting.Load()) }
	}
	for range n {
		p.idle <- nil // made when it is needed
	}
	return p
}

// borrow returns an engine that remembers nothing, and a function that gives it back. Weak players
// have no tables of endgames. The error is work.ErrBusy or that of ctx.
func (p *Pool) borrow(ctx context.Context, o engine.Options) (*engine.Engine, func(), error) {
	o.Threads, o.Hash = 1, hashMegabytes
	if o.Level == 0 || o.Level == engine.MaxLevel {
		o.Tables = p.tables
	}
	if p.waiting.Add(1) > int64(mostWaiting*cap(p.idle)) {
		p.waiting.Add(-1)
		return nil, nil, work.ErrBusy
	}
	p.metrics.waiting.Inc()
	defer p.metrics.waiting.Dec()
	defer p.waiting.Add(-1)
	select {
	case e := <-p.idle:
		if e == nil {
			e = engine.New(o)
		} else {
			e.Set(o)
			e.Clear()
		}
		return e, func() { p.idle <- e }, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// moveTime returns how long the computer thinks at a level if nobody waits.
func moveTime(level int) time.Duration {
	return time.Duration(150+85*level) * time.Millisecond
}

// Move returns the computer's move at a level from 1 to engine.MaxLevel, within limits. The more
// searches wait, the less time is used. The errors are those of borrow and engine.ErrNoMove.
func (p *Pool) Move(ctx context.Context, g *kirke.Game, level int, limits engine.Limits) (kirke.Move, error) {
	o := engine.Options{Level: min(max(level, 1), engine.MaxLevel)}
	r, err := p.search(ctx, g, o, moveLimits(level, limits))
	return r.Move, err
}

// Judge returns what a position is worth to the side to move. It thinks at full strength, for as
// long as for a move at a level. The errors are those of Move.
func (p *Pool) Judge(ctx context.Context, g *kirke.Game, level int, limits engine.Limits) (engine.Score, error) {
	r, err := p.search(ctx, g, engine.Options{}, moveLimits(level, limits))
	return r.Score, err
}

// moveLimits returns limits with the time that a level may take.
func moveLimits(level int, limits engine.Limits) engine.Limits {
	if most := moveTime(level); limits.MoveTime == 0 || limits.MoveTime > most {
		limits.MoveTime = most
	}
	return limits
}

func (p *Pool) search(
	ctx context.Context, g *kirke.Game, o engine.Options, limits engine.Limits,
) (engine.Result, error) {
	e, done, err := p.borrow(ctx, o)
	if err != nil {
		return engine.Result{}, err
	}
	defer done()
	limits.MoveTime = max(leastMove, limits.MoveTime/time.Duration(1+p.others()))
	began := time.Now()
	r, err := e.Search(ctx, g, limits, nil)
	p.metrics.searched("move", time.Since(began))
	return r, err
}

// Analysis says what Analyse looks for.
type Analysis struct {
	Lines int           // how many of the best lines
	Time  time.Duration // how long it lasts if nobody wants its place
	Place *work.Place
}

// Analyse looks for the best lines of a position and calls report with them.
func (p *Pool) Analyse(ctx context.Context, g *kirke.Game, a Analysis, report func(engine.Info)) error {
	e, done, err := p.borrow(ctx, engine.Options{MultiPV: a.Lines})
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, min(a.Time, mostAnalysis))
	defer cancel()
	began := time.Now()
	go endWhenWanted(ctx, cancel, a.Place)
	_, err = e.Search(ctx, g, engine.Limits{}, report)
	p.metrics.searched("analysis", time.Since(began))
	return err
}

// endWhenWanted ends an analysis when others want its place. What it has found remains.
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
