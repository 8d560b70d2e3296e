package engine

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Options of an Engine. The zero Options are the defaults.
type Options struct {
	Threads int // default GOMAXPROCS
	Hash    int // megabytes of transposition table (default DefaultHash)
	MultiPV int // lines to report (default 1)
	Level   int // 1 to MaxLevel plays weaker; 0 plays at full strength
	Elo     int // plays at about this rating; 0 for no limit. It takes precedence over Level
	// Overhead is the time of each move that is lost between the engine and its opponent (default
	// DefaultOverhead).
	Overhead time.Duration
	// SlowMover is how much of the usual time a move takes, in percent (default 100).
	SlowMover int
	// NodesTime is how many nodes count as a millisecond of any clock, which makes searches of one
	// thread repeatable. With 0 clocks run by real time.
	NodesTime int
	// Network is the file of a network, for the games that it names. With nil the networks that come
	// with Kirke are used.
	Network []byte
	// HandMade evaluates without a network.
	HandMade bool
	// Unfaded lets the scores of networks count in full however few pieces are left: what networks
	// learn from.
	Unfaded bool
	// Tables knows positions with few pieces. With nil nothing is known of them.
	Tables rules.Tables
	// Seed makes the moves of a weaker engine repeatable, with one thread and no clock. With 0 each
	// search has a new seed.
	Seed uint64
}

// evaluatesAs reports whether positions have the same evaluation with other options.
func (o *Options) evaluatesAs(other *Options) bool {
	return o.HandMade == other.HandMade && o.Unfaded == other.Unfaded && bytes.Equal(o.Network, other.Network)
}

// Defaults and bounds of options.
const (
	DefaultHash     = 16 // megabytes
	DefaultOverhead = 30 * time.Millisecond
	MaxLevel        = 10
	MinElo          = 600
	MaxElo          = 2600
)

// Limits say when a search ends: at the first limit that is reached. The zero Limits search until
// the context ends.
type Limits struct {
	Depth    int           // half-moves
	Nodes    uint64        // positions
	Mate     int           // find a mate in at most so many moves; if there is none, a good move
	MoveTime time.Duration // for this move

	// The clocks by colour: time left, increment, and the moves to the next time control (0 for
	// none). A side without time left has no clock.
	Left, Increment [2]time.Duration
	MovesToGo       int

	Ponder bool         // the clocks stand still until PonderHit
	Moves  []kirke.Move // search only these moves; nil for all
}

// Info is what a search reports while it runs.
type Info struct {
	Depth, SelDepth int // of the iteration, and of the longest line, in half-moves
	Line            int // from 1, of MultiPV
	Score           Score
	Bound           Bound // of Score
	Nodes           uint64
	Time            time.Duration
	HashFull        int    // of the table, in thousandths
	TableHits       uint64 // positions that Options.Tables knew
	PV              []kirke.Move
}

// Bound says how a score is to be read.
type Bound uint8

// The bounds.
const (
	Exact   Bound = iota
	AtLeast       // a lower bound
	AtMost        // an upper bound
)

// decides reports whether a score with the bound settles a search with a window.
func (b Bound) decides(score, alpha, beta Score) bool {
	return b == Exact || b == AtLeast && score >= beta || b == AtMost && score <= alpha
}

// corrects reports whether a score with the bound contradicts an evaluation.
func (b Bound) corrects(score, eval Score) bool {
	return b == Exact || b == AtLeast && score > eval || b == AtMost && score < eval
}

// Result is the result of a search.
type Result struct {
	Move, Ponder kirke.Move // the best move, and the expected answer (0 for none)
	Score        Score
	PV           []kirke.Move
	Depth        int
	Nodes        uint64
	TableHits    uint64 // positions that Options.Tables knew
	Time         time.Duration
}

// ErrNoMove is the error for positions without a legal move.
var ErrNoMove = errors.New("there is no legal move")

// Engine searches positions. It keeps its transposition table and histories from one search to the
// next. One search runs at a time.
type Engine struct {
	mu      sync.Mutex // held by a search
	options Options
	table   *table
	threads []searcher
	current atomic.Pointer[session]
	budget  budget // of NodesTime
	chosen  *rules.Variant
	learned learned // of chosen

	searched *rules.Variant // the game of what table and threads hold; nil if they hold nothing
}

// New returns an engine.
func New(o Options) *Engine {
	e := &Engine{}
	e.Set(o)
	return e
}

// Set changes the options. It waits for a running search to end.
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
	if !o.evaluatesAs(&e.options) {
		e.table.clear() // it has evaluations
		e.threads = nil // they have sums of the network, and corrections
		e.chosen = nil
	}
	if o.NodesTime != e.options.NodesTime {
		e.budget = budget{}
	}
	e.options = o
}

// Clear empties the transposition table and the histories, as before a new game.
func (e *Engine) Clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.table.clear()
	e.searched, e.threads, e.budget = nil, nil, budget{}
}

// PonderHit tells a search with Limits.Ponder that the expected move was played. The clock starts.
func (e *Engine) PonderHit() {
	if s := e.current.Load(); s != nil {
		s.ponderHit()
	}
}

// Search finds the best move in the current position of g. The moves before it count for
// repetition. After each iteration it calls report, from one goroutine, unless that is nil. It ends
// when a limit is reached or ctx is done, and always returns a legal move. The error is ErrNoMove
// when there is none.
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
