package engine

import (
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine/nn"
	"github.com/kirke-chess/kirke/rules"
)

// thread is a search thread. All threads of a session search the same position ("lazy SMP"). They
// share the transposition table, and have histories of their own.
type thread[W rules.Words] struct {
	*session
	*evaluator[W]
	number         int // the thread with the number 0 watches the limits and reports
	stack          [MaxPly + 4]stackEntry[W]
	keys           []uint64 // of the game and of the line being searched
	rootIndex      int      // the index of the root's key
	roots          []root
	pvIndex        int // the line being searched, of MultiPV
	completedDepth int // of the last complete iteration
	selDepth       int
	rootDepth      int  // of this iteration
	mateSearch     bool // the search proves a mate, and prunes nothing
	nullMoveOff    int  // no null moves while it is not 0

	nodes       uint64
	sharedNodes atomic.Uint64 // nodes, for other threads; a little behind
	tableHits   uint64        // positions that the tables knew
	sharedHits  atomic.Uint64 // tableHits, likewise

	history          [2][]int16           // by side and historyIndex
	continuations    []int16              // by the continuationIndex of an earlier move and of this one
	captureHistories []int16              // by continuationIndex and type of the captured piece
	corrections      [3][2][1 << 14]int16 // by table, side and key; see correctionEntries
	pawnTable        pawnTable[W]
	none             rules.Squares[W] // no squares
	seen             nn.Position      // working memory of evaluateLearned

	// Working memory of staticExchange.
	exchange exchangePieces[W]
	gains    [2*maxExchange + 2]Score
}

// root is a move at the root.
type root struct {
	move        kirke.Move
	score, last Score // in this iteration, and in the one before
	pv          []kirke.Move
}

func newThread[W rules.Words](v *rules.Variant, number int) *thread[W] {
	t := &thread[W]{evaluator: evaluatorOf[W](v), number: number, pawnTable: make(pawnTable[W], pawnTableSize)}
	kinds := len(v.Army) + 1
	for c := range t.history {
		t.history[c] = make([]int16, kinds*3<<8)
	}
	n := kinds * v.Size.Area()
	t.continuations = make([]int16, n*n)
	t.captureHistories = make([]int16, n*kinds)
	return t
}

func (t *thread[W]) fits(p rules.Position) bool {
	_, fits := p.(rules.Surveyor[W])
	return fits && t.v == p.Variant()
}

func (t *thread[W]) nodeCount() uint64 { return t.sharedNodes.Load() }

func (t *thread[W]) tableHitCount() uint64 { return t.sharedHits.Load() }

// shareCounts tells other threads how much this one has searched.
func (t *thread[W]) shareCounts() {
	t.sharedNodes.Store(t.nodes)
	t.sharedHits.Store(t.tableHits)
}

func (t *thread[W]) result() (roots []root, depth int) { return t.roots, t.completedDepth }

// reset prepares a thread for a search. Its histories stay, at half their values.
func (t *thread[W]) reset(s *session) {
	t.session = s
	t.keys = append(t.keys[:0], s.gameKeys...)
	t.rootIndex = len(t.keys)
	t.stack[0].setPosition(s.root)
	t.nodes, t.tableHits, t.completedDepth, t.selDepth, t.nullMoveOff = 0, 0, 0, 0, 0
	t.shareCounts()
	t.roots = t.roots[:0]
	for _, m := range s.rootMoves {
		t.roots = append(t.roots, root{move: m, score: -infinity, last: -infinity, pv: []kirke.Move{m}})
	}
	for c := range t.history {
		for i := range t.history[c] {
			t.history[c][i] /= 2
		}
	}
	for i := range t.stack {
		ss := &t.stack[i]
		ss.killers, ss.excluded, ss.continuation, ss.info = [2]kirke.Move{}, 0, 0, nil
	}
}
