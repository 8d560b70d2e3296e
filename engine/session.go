package engine

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// session is one search: what its threads share.
type session struct {
	table   *table
	limits  Limits
	report  func(Info)
	threads []searcher
	lines   int // how many are to be found
	skill   skill
	dice    *rand.Rand

	root    rules.Position
	moves   []kirke.Move // first moves that are looked at
	before  []uint64     // keys of the positions before the root, the oldest first
	started time.Time
	clock   clock
	rate    uint64 // positions that count as a millisecond; 0 for real time

	halted    atomic.Bool
	pondering atomic.Bool
	expected  atomic.Int64 // when the expected move was played, in nanoseconds since the start; 0 for not yet

	series   bool // a turn may have several moves
	reborn   bool // captures have an aftermath: taking is not winning
	passes   bool // a side may be let pass, to see what it threatens
	bareKing bool
	idle     int // half-moves without progress that draw
}

// begin makes a search ready.
func (e *Engine) begin(g *kirke.Game, l Limits, report func(Info)) (*session, error) {
	root := g.Position().Rules()
	v := root.Variant()
	s := &session{table: e.table, limits: l, report: report, root: root, started: time.Now()}
	legal := root.LegalMoves(nil)
	for _, m := range legal {
		if l.Moves == nil || slices.Contains(l.Moves, m) {
			s.moves = append(s.moves, m)
		}
	}
	if len(s.moves) == 0 {
		s.moves = legal
	}
	if len(s.moves) == 0 {
		return nil, ErrNoMove
	}
	for n := g.Node().Parent(); n != nil; n = n.Parent() {
		s.before = append(s.before, n.Position().Key())
	}
	slices.Reverse(s.before)
	s.series = v.Series.Progressive
	s.reborn = v.Aftermath.Active
	// Whoever passes leaves undone what a move would do besides.
	s.passes = !s.series && !v.Aftermath.OwnerPromotes && v.Aftermath.Where != rules.AtNextVector
	s.bareKing = v.End.BareKing
	if s.idle = v.End.IdleTurns; s.idle == 0 {
		s.idle = 100
	}
	s.lines = min(max(1, e.options.MultiPV), len(s.moves))
	s.skill = skillOf(e.options)
	if s.skill.noise > 0 {
		s.lines = min(max(s.lines, 4), len(s.moves))
	}
	seed := e.options.Seed
	if seed == 0 {
		seed = uint64(s.started.UnixNano())
	}
	s.dice = rand.New(rand.NewPCG(seed, root.Key()))
	s.clock = newClock(l, root.Turn(), len(s.moves), e.options)
	s.rate = uint64(e.options.NodesTime)
	s.pondering.Store(l.Ponder)
	e.table.age = (e.table.age + 1) % ages
	if len(e.threads) != e.options.Threads || !e.threads[0].plays(root) {
		e.threads = nil
		for i := range e.options.Threads {
			e.threads = append(e.threads, newSearcher(root, i))
		}
	}
	s.threads = e.threads
	for _, t := range s.threads {
		t.prepare(s)
	}
	return s, nil
}

// stop ends the search.
func (s *session) stop() { s.halted.Store(true) }

// hit starts the clock of a search that has pondered.
func (s *session) hit() {
	if s.pondering.Load() {
		s.expected.Store(int64(s.spent()))
		s.pondering.Store(false)
	}
}

// spent returns how long the search has taken, counted by its positions if rate says so.
func (s *session) spent() time.Duration {
	if s.rate > 0 {
		return time.Duration(s.nodes()/s.rate) * time.Millisecond
	}
	return time.Since(s.started)
}

// elapsed is how long the clock has run.
func (s *session) elapsed() time.Duration { return s.spent() - time.Duration(s.expected.Load()) }

// late reports whether no more time may be used.
func (s *session) late() bool {
	return s.clock.hard > 0 && !s.pondering.Load() && s.elapsed() >= s.clock.hard
}

// nodes is how many positions all threads have visited.
func (s *session) nodes() uint64 {
	var n uint64
	for _, t := range s.threads {
		n += t.visited()
	}
	return n
}

// run searches and returns what was found.
func (s *session) run() Result {
	var helpers sync.WaitGroup
	for _, t := range s.threads[1:] {
		helpers.Go(t.deepen)
	}
	first := s.threads[0]
	first.deepen()
	// A move must not be sent before the expected one was played.
	for s.limits.Ponder && s.pondering.Load() && !s.halted.Load() {
		time.Sleep(time.Millisecond)
	}
	s.stop()
	helpers.Wait()
	roots, done := first.found()
	for _, t := range s.threads[1:] {
		if r, d := t.found(); d > done && r[0].score >= roots[0].score && s.lines == 1 {
			roots, done = r, d
		}
	}
	line := s.skill.choose(roots[:s.lines], s.dice)
	r := Result{Move: line.move, Score: line.score, PV: slices.Clone(line.pv), Depth: done, Nodes: s.nodes(), Time: time.Since(s.started)}
	if len(line.pv) > 1 {
		r.Ponder = line.pv[1]
	}
	return r
}

// searcher is a thread of a search, for positions of one width.
type searcher interface {
	// plays reports whether the thread is for the game that a position is of, and for its kernel.
	plays(p rules.Position) bool
	prepare(s *session)
	deepen()
	visited() uint64                  // positions, as far as it has told
	found() (roots []root, depth int) // the first moves, the best first, and how deep they were searched
}

// newSearcher makes a thread for the game of a position.
func newSearcher(p rules.Position, number int) searcher {
	switch p.(type) {
	case rules.Surveyor[[1]uint64]:
		return newThread[[1]uint64](p.Variant(), number)
	case rules.Surveyor[[2]uint64]:
		return newThread[[2]uint64](p.Variant(), number)
	}
	return newThread[[4]uint64](p.Variant(), number)
}

func judgeOf[W rules.Words](v *rules.Variant) *judge[W] {
	return compiled(v, func(v *rules.Variant) *judge[W] { return newJudge[W](v, WeightsFor(v)) })
}
