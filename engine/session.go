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
	learned
	tables    rules.Tables // nil if it knows no position of the game
	fewPieces int          // that the positions which it knows have at most
	table     *table
	limits    Limits
	report    func(Info)
	threads   []searcher
	multiPV   int // lines to find
	strength  strength
	rng       *rand.Rand

	root       rules.Position
	rootMoves  []kirke.Move // moves to search at the root
	gameKeys   []uint64     // keys of the positions before the root, the oldest first
	started    time.Time
	clock      clock
	nodesPerMS uint64 // see Options.NodesTime; 0 for real time

	stopped     atomic.Bool
	pondering   atomic.Bool
	ponderHitAt atomic.Int64 // when the expected move was played, in nanoseconds since the start; 0 for not yet

	// What the search needs to know of the variant.
	series    bool // a turn may have several moves
	rebirth   bool // captured pieces may come back
	forced    bool // who can capture must
	effects   bool // captures change more than their square, so they do not simply win material
	nullMoves bool // null moves are sound
	passes    bool // a side may pass
	bareKing  bool // a bare king draws
	// endsAsChess is set in games that end as chess does; others are asked how they have ended.
	endsAsChess bool
	idleLimit   int // half-moves without progress that draw
}

// begin prepares a search.
func (e *Engine) begin(g *kirke.Game, l Limits, report func(Info)) (*session, error) {
	root := g.Position().Rules()
	v := root.Variant()
	s := &session{learned: e.networkFor(v), table: e.table, limits: l, report: report, root: root, started: time.Now()}
	if e.searched != nil && e.searched != v { // positions of several games may have the same key
		e.table.clear()
		e.threads = nil
	}
	e.searched = v
	if e.options.Tables != nil {
		if s.fewPieces = e.options.Tables.Pieces(v); s.fewPieces > 0 {
			s.tables = e.options.Tables
		}
	}
	legal := root.LegalMoves(nil)
	for _, m := range legal {
		if l.Moves == nil || slices.Contains(l.Moves, m) {
			s.rootMoves = append(s.rootMoves, m)
		}
	}
	if len(s.rootMoves) == 0 {
		s.rootMoves = legal
	}
	if len(s.rootMoves) == 0 {
		return nil, ErrNoMove
	}
	for n := g.Node().Parent(); n != nil; n = n.Parent() {
		s.gameKeys = append(s.gameKeys, n.Position().Key())
	}
	slices.Reverse(s.gameKeys)
	s.series = v.Series.Progressive
	s.rebirth = v.Aftermath.Active
	s.forced = v.Capture.Forced
	s.effects = v.Aftermath.Active || v.Capture.Blast || v.Capture.Petrifies != ""
	// A null move is unsound where every move does something else too, such as placing a reborn
	// piece, and where to move may be a burden.
	s.nullMoves = !s.series && !v.Aftermath.OwnerPromotes && v.Aftermath.Where != rules.AtNextVector &&
		!v.Capture.Forced && v.Drops.Forced == "" && v.Walls.Place == rules.NoWalls && !v.Fairy.Movers.MovesTheirs()
	s.passes = v.Passing != rules.Passing{}
	s.bareKing = v.End.BareKing
	s.endsAsChess = v.EndsAsChess()
	s.idleLimit = v.End.IdleLimit()
	seed := e.options.Seed
	if seed == 0 {
		seed = uint64(s.started.UnixNano())
	}
	s.rng = rand.New(rand.NewPCG(seed, root.Key()))
	s.strength = strengthOf(e.options)
	if l.Moves == nil && l.Mate == 0 {
		s.rootMoves = s.strength.overlook(s.rootMoves, s.rng)
	}
	s.multiPV = min(max(1, e.options.MultiPV, s.strength.lines), len(s.rootMoves))
	s.clock = newClock(l, root.Turn(), len(s.rootMoves), e.options)
	s.nodesPerMS = uint64(e.options.NodesTime)
	s.pondering.Store(l.Ponder)
	e.table.age = (e.table.age + 1) % generations
	if len(e.threads) != e.options.Threads || !e.threads[0].fits(root) {
		e.threads = nil
		for i := range e.options.Threads {
			e.threads = append(e.threads, newSearcher(root, i))
		}
	}
	s.threads = e.threads
	for _, t := range s.threads {
		t.reset(s)
	}
	return s, nil
}

// stop ends the search.
func (s *session) stop() { s.stopped.Store(true) }

// ponderHit starts the clock of a search that ponders.
func (s *session) ponderHit() {
	if s.pondering.Load() {
		s.ponderHitAt.Store(int64(s.spent()))
		s.pondering.Store(false)
	}
}

// spent returns how long the search has taken, by its nodes if nodesPerMS is set.
func (s *session) spent() time.Duration {
	if s.nodesPerMS > 0 {
		return time.Duration(s.nodes()/s.nodesPerMS) * time.Millisecond
	}
	return time.Since(s.started)
}

// elapsed returns how long the clock has run.
func (s *session) elapsed() time.Duration { return s.spent() - time.Duration(s.ponderHitAt.Load()) }

// timeUp reports whether the time for the move is used up.
func (s *session) timeUp() bool {
	return s.clock.hard > 0 && !s.pondering.Load() && s.elapsed() >= s.clock.hard
}

// nodes returns how many nodes all threads have searched.
func (s *session) nodes() uint64 {
	var n uint64
	for _, t := range s.threads {
		n += t.nodeCount()
	}
	return n
}

// tableHits returns how many positions the tables knew in all threads.
func (s *session) tableHits() (n uint64) {
	for _, t := range s.threads {
		n += t.tableHitCount()
	}
	return n
}

// run runs the threads and returns the result.
func (s *session) run() Result {
	var helpers sync.WaitGroup
	for _, t := range s.threads[1:] {
		helpers.Go(t.iterate)
	}
	first := s.threads[0]
	first.iterate()
	// The result of a ponder search must wait until the expected move has been played.
	for s.limits.Ponder && s.pondering.Load() && !s.stopped.Load() {
		time.Sleep(time.Millisecond)
	}
	s.stop()
	helpers.Wait()
	roots, done := first.result()
	for _, t := range s.threads[1:] {
		if r, d := t.result(); d > done && r[0].score >= roots[0].score && s.multiPV == 1 {
			roots, done = r, d
		}
	}
	line := s.strength.choose(roots[:s.multiPV], s.rng)
	r := Result{
		Move: line.move, Score: line.score, PV: s.continued(line.score, line.pv),
		Depth: done, Nodes: s.nodes(), TableHits: s.tableHits(), Time: time.Since(s.started),
	}
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
	return r
}

// searcher is a thread for positions of some width.
type searcher interface {
	// fits reports whether the thread can search a position: whether it was made for the variant
	// and width.
	fits(p rules.Position) bool
	reset(s *session)
	iterate()
	nodeCount() uint64                 // a little behind
	tableHitCount() uint64             // likewise
	result() (roots []root, depth int) // the first moves, the best first, and how deep they were searched
}

// newSearcher returns a thread for the variant and width of a position.
func newSearcher(p rules.Position, number int) searcher {
	switch p.(type) {
	case rules.Surveyor[[1]uint64]:
		return newThread[[1]uint64](p.Variant(), number)
	case rules.Surveyor[[2]uint64]:
		return newThread[[2]uint64](p.Variant(), number)
	}
	return newThread[[4]uint64](p.Variant(), number)
}
