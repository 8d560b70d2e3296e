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
	*judge
	table   *table
	limits  Limits
	report  func(Info)
	threads []*thread
	lines   int // how many are to be found
	skill   skill
	dice    *rand.Rand

	root    rules.Position
	moves   []kirke.Move // first moves that are looked at
	before  []uint64     // keys of the positions before the root, the oldest first
	started time.Time
	clock   clock

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
	s.judge = judgeOf(v)
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
	s.clock = newClock(l, root.Turn(), len(s.moves), e.options.Overhead)
	s.pondering.Store(l.Ponder)
	e.table.age = (e.table.age + 1) % ages
	if len(e.threads) != e.options.Threads || e.threads[0].variant != v {
		e.threads = nil
		for i := range e.options.Threads {
			e.threads = append(e.threads, newThread(v, i))
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
		s.expected.Store(int64(time.Since(s.started)))
		s.pondering.Store(false)
	}
}

// elapsed is how long the clock has run.
func (s *session) elapsed() time.Duration {
	return time.Since(s.started) - time.Duration(s.expected.Load())
}

// late reports whether no more time may be used.
func (s *session) late() bool {
	return s.clock.hard > 0 && !s.pondering.Load() && s.elapsed() >= s.clock.hard
}

// nodes is how many positions all threads have visited.
func (s *session) nodes() uint64 {
	var n uint64
	for _, t := range s.threads {
		n += t.published.Load()
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
	best := first
	for _, t := range s.threads[1:] {
		if t.done > best.done && t.roots[0].score >= best.roots[0].score && s.lines == 1 {
			best = t
		}
	}
	line := s.skill.choose(best.roots[:s.lines], s.dice)
	r := Result{Move: line.move, Score: line.score, PV: slices.Clone(line.pv), Depth: best.done, Nodes: s.nodes(), Time: time.Since(s.started)}
	if len(line.pv) > 1 {
		r.Ponder = line.pv[1]
	}
	return r
}

// tell reports the lines of an iteration.
func (s *session) tell(t *thread, depth, line int, bound Bound) {
	if s.report == nil || t.number != 0 {
		return
	}
	r := &t.roots[line]
	if r.score <= -infinity {
		return
	}
	t.published.Store(t.nodes)
	s.report(Info{
		Depth: depth, SelDepth: t.deepest, Line: line + 1, Score: r.score, Bound: bound, Nodes: s.nodes(),
		Time: time.Since(s.started), HashFull: s.table.full(), PV: slices.Clone(r.pv),
	})
}

// judges are kept by variant.
var judges sync.Map // *rules.Variant → *judge

func judgeOf(v *rules.Variant) *judge {
	if j, ok := judges.Load(v); ok {
		return j.(*judge)
	}
	j, _ := judges.LoadOrStore(v, newJudge(v, WeightsFor(v)))
	return j.(*judge)
}
