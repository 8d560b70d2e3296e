package engine

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke"
)

// Options are what an Engine works with.
type Options struct {
	Threads int // 0 is as many as there are processors
	Hash    int // megabytes for remembering positions; 0 is DefaultHash
	MultiPV int // how many lines are reported; 0 is 1
	Level   int // 1 to MaxLevel plays weaker; 0 plays as well as it can
	Elo     int // about the strength of that rating; 0 is no limit. It goes before Level
	// Overhead is what is kept back of a clock for what lies between the engine and its opponent; 0 is DefaultOverhead.
	Overhead time.Duration
	// SlowMover is how much of the usual time a move takes on a clock, in percent; 0 is 100.
	SlowMover int
	// NodesTime is how many positions count as a millisecond of any clock, so that searches of one thread can be
	// repeated; with 0 clocks run by real time.
	NodesTime int
	// Seed makes what a weaker engine plays repeatable, as far as it uses one thread and no time; 0 is a new one for each search.
	Seed uint64
}

// The default and the bounds of options.
const (
	DefaultHash     = 16 // megabytes
	DefaultOverhead = 30 * time.Millisecond
	MaxLevel        = 10
	MinElo          = 600
	MaxElo          = 2600
)

// Limits say when a search ends; it ends at the first that is reached. The zero Limits search until the context ends.
type Limits struct {
	Depth    int           // half-moves
	Nodes    uint64        // positions
	Mate     int           // a mate by the side to move in at most so many moves; where there is none, some good move is found
	MoveTime time.Duration // for this move

	// The clocks, by colour: what is left, what is added for each move, and for how many moves it must do (0: the whole game).
	// A side without time left has none.
	Left, Increment [2]time.Duration
	MovesToGo       int

	Ponder bool         // the clocks stand still until PonderHit
	Moves  []kirke.Move // only these first moves are looked at; nil is all
}

// Info is what a search tells while it goes on.
type Info struct {
	Depth, SelDepth int // half-moves: of the iteration, and of the longest line
	Line            int // from 1, of MultiPV
	Score           Score
	Bound           Bound // whether the score is exact
	Nodes           uint64
	Time            time.Duration
	HashFull        int // in thousandths
	PV              []kirke.Move
}

// Bound says what is known of a score.
type Bound uint8

// The bounds.
const (
	Exact Bound = iota
	AtLeast
	AtMost
)

// Result is the end of a search.
type Result struct {
	Move, Ponder kirke.Move // the best move and the answer that is expected, 0 when none is known
	Score        Score
	PV           []kirke.Move
	Depth        int
	Nodes        uint64
	Time         time.Duration
}

// ErrNoMove is returned for positions without a legal move.
var ErrNoMove = errors.New("there is no legal move")

// Engine searches, and remembers what it has found from one search to the next. One search runs at a time.
type Engine struct {
	mu      sync.Mutex // held by a search
	options Options
	table   *table
	threads []searcher
	current atomic.Pointer[session]
	budget  budget // of NodesTime
}

// New returns an engine.
func New(o Options) *Engine {
	e := &Engine{}
	e.Set(o)
	return e
}

// Set changes the options. It waits for a search that goes on.
func (e *Engine) Set(o Options) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Hash <= 0 {
		o.Hash = DefaultHash
	}
	if o.Overhead <= 0 {
		o.Overhead = DefaultOverhead
	}
	if e.table == nil || o.Hash != e.options.Hash {
		e.table = newTable(o.Hash)
	}
	if o.NodesTime != e.options.NodesTime {
		e.budget = budget{}
	}
	e.options = o
}

// Clear forgets everything, as before a new game.
func (e *Engine) Clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.table.clear()
	e.threads, e.budget = nil, budget{}
}

// PonderHit says that the expected move was played: the search goes on with its clock running.
func (e *Engine) PonderHit() {
	if s := e.current.Load(); s != nil {
		s.hit()
	}
}

// Search looks for the best move in the position that g is at; the moves before it count for repetition. It tells report, if that is
// not nil, what it has found after each iteration, from one goroutine. It ends when a limit is reached or
// ctx is done, and always returns a legal move. The error is ErrNoMove where there is none.
func (e *Engine) Search(ctx context.Context, g *kirke.Game, l Limits, report func(Info)) (Result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	turn := g.Position().Turn()
	if e.options.NodesTime > 0 {
		e.budget.replace(&l, turn)
	}
	s, err := e.begin(g, l, report)
	if err != nil {
		return Result{}, err
	}
	e.current.Store(s)
	defer e.current.Store(nil)
	defer context.AfterFunc(ctx, s.stop)()
	r := s.run()
	if e.options.NodesTime > 0 {
		e.budget.charge(l, turn, s.elapsed())
	}
	return r, nil
}
