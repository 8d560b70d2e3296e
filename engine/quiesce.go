package engine

import (
	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// quiesce is the quiescence search. It searches captures, and evasions of check, until none could
// change the score. depth counts them up from 0. With checks it gained +10 ± 56, which did not pay.
func (t *thread[W]) quiesce(ply int, alpha, beta Score, depth int) Score {
	ss := &t.stack[ply]
	ss.pv = ss.pv[:0]

	// Step 1. Count the node. Stop when the time is used up. Draws by repetition.
	t.countNode()
	if t.stopped.Load() {
		return 0
	}
	n := node{
		ply: ply, depth: depth, alpha: alpha, beta: beta, pvNode: beta-alpha > 1, tableKey: ss.p.Key(), rawEval: noEval,
		bestScore: -infinity, bound: AtMost,
	}
	t.selDepth = max(t.selDepth, ply)
	if ply > 0 {
		t.keys = append(t.keys[:t.rootIndex+ply], n.tableKey)
		if t.isRepetition(ply, n.tableKey) {
			return 0
		}
	}

	// Step 2. Transposition table, tables of endgames, and dead draws.
	if score, ok := t.probeTableQuiet(&n); ok {
		return score
	}
	if ply > 0 && t.tables != nil {
		if score, ok := t.knownScore(ply); ok {
			return score
		}
	}
	if ply > 0 && t.isDeadDraw(ss) {
		return 0
	}

	// Step 3. Stand pat: who does not have to capture scores at least the evaluation. In check all
	// moves are searched.
	if score, ok := t.standPat(&n); ok {
		return score
	}

	// Step 4. The moves.
	t.putFirst(ss, n.tableEntry.move)
	for i := range ss.moves {
		m, order := t.pickMove(ply, i, false)
		if t.pruneQuiesce(&n, i, m, order) {
			continue
		}
		t.makeMove(ply, m)
		t.keys = t.keys[:min(len(t.keys), t.rootIndex+ply+1)]
		if t.effects && !ss.check && !t.winsMaterial(ply, n.alpha) {
			continue
		}
		score := t.quiesceChild(&n)
		if t.stopped.Load() {
			return 0
		}
		if t.updateBest(&n, m, score) {
			break
		}
	}

	// Step 5. Store the result.
	t.table.store(n.tableKey, entry{
		move: n.bestToken(), score: n.bestScore.toTable(ply), eval: n.rawEval, bound: n.bound,
	})
	return n.bestScore
}

// quiesceChild searches the position after a move, as searchChild does.
func (t *thread[W]) quiesceChild(n *node) Score {
	if t.series && t.stack[n.ply+1].turn == t.stack[n.ply].turn {
		return t.quiesce(n.ply+1, n.alpha, n.beta, n.depth+1)
	}
	return -t.quiesce(n.ply+1, -n.beta, -n.alpha, n.depth+1)
}

// probeTableQuiet is step 2. It returns the score if the table decides the node.
func (t *thread[W]) probeTableQuiet(n *node) (score Score, ok bool) {
	t.updateInfo(n.ply, n.tableKey)
	if n.tableEntry, n.tableHit = t.table.probe(n.tableKey); !n.tableHit {
		n.tableEntry.eval = noEval
		return 0, false
	}
	te := &n.tableEntry
	if !n.pvNode {
		if score := te.score.fromTable(n.ply); te.bound.decides(score, n.alpha, n.beta) {
			return score, true
		}
	}
	return te.eval, !t.stack[n.ply].check && te.eval != noEval && te.bound != AtMost &&
		te.eval >= n.beta+uncorrectedMargin
}

// uncorrectedMargin is how far a stored evaluation, which is not corrected, must be above what is
// needed to decide a node.
const uncorrectedMargin = 30

// maxQuiesceDepth is how many captures and evasions in a row are searched at most.
const maxQuiesceDepth = 24

// standPat is step 3. It evaluates the node and generates its moves. It returns the score if the
// evaluation reaches beta, if the side to move is mated, or if the search must end here.
func (t *thread[W]) standPat(n *node) (score Score, ok bool) {
	ss := &t.stack[n.ply]
	if !t.endsAsChess && rules.EndingOf(ss.p).By != rules.NoEnding {
		return t.withoutMoves(n.ply), true
	}
	last := n.ply >= MaxPly-2 || n.depth > maxQuiesceDepth
	if ss.check && !last {
		ss.eval = -infinity
		ss.moves = ss.p.LegalMoves(ss.moves[:0])
		if len(ss.moves) == 0 {
			return t.withoutMoves(n.ply), true
		}
		return matedIn(n.ply), false
	}
	if t.forced && !last {
		if ss.moves = rules.Select(ss.p, rules.Captures, ss.moves[:0]); len(ss.moves) > 0 {
			ss.eval = -infinity
			return matedIn(n.ply), false
		}
	}
	te := &n.tableEntry
	n.rawEval, n.bestScore = t.staticEval(n.ply, te.eval)
	if n.tableHit && te.bound != Exact && te.bound.corrects(te.score, n.bestScore) &&
		te.score > -mateBound && te.score < mateBound {
		n.bestScore = te.score
	}
	ss.eval = n.bestScore
	if n.bestScore >= n.beta || last {
		if n.bestScore >= n.beta && !n.tableHit {
			t.table.store(n.tableKey, entry{score: n.bestScore.toTable(n.ply), eval: n.rawEval, bound: AtLeast})
		}
		return n.bestScore, true
	}
	n.alpha = max(n.alpha, n.bestScore)
	ss.moves = rules.Select(ss.p, rules.Captures, ss.moves[:0])
	return 0, false
}

// pruneQuiesce reports whether a move need not be searched: a capture that loses material or cannot
// reach alpha, or the fourth evasion or later that loses material. Where captures have other
// effects, winsMaterial judges them.
func (t *thread[W]) pruneQuiesce(n *node, i int, m kirke.Move, order int32) bool {
	ss := &t.stack[n.ply]
	if ss.check {
		return i > 2 && n.bestScore > -mateBound && order < 0
	}
	return !t.effects && !t.forced && (order < 0 ||
		m.Promotion() == 0 && ss.eval+t.gain(ss, m)+160 <= n.alpha && !t.givesDirectCheck(ss, m))
}

// winsMaterial reports whether the move made at a ply has ended the game, or has won material on the
// board, and enough to reach alpha.
func (t *thread[W]) winsMaterial(ply int, alpha Score) bool {
	ss, next := &t.stack[ply], &t.stack[ply+1]
	if !t.endsAsChess && rules.EndingOf(next.p).By != rules.NoEnding {
		return true
	}
	t.updateInfo(ply+1, next.p.Key())
	gain := next.info.material - ss.info.material
	if ss.turn == board.Black {
		gain = -gain
	}
	return gain > 0 && ss.eval+gain+150 > alpha
}
