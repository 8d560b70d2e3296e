package engine

import (
	"math"
	"slices"
	"time"

	"github.com/kirke-chess/kirke"
)

// iterate is iterative deepening: it searches to depth 1, 2, 3 and so on. Each iteration orders the
// moves of the next, and there is a move to play at any time.
func (t *thread[W]) iterate() {
	defer t.shareCounts()
	if t.number == 0 && t.limits.Mate > 0 && t.searchMate(t.limits.Mate) {
		t.stop()
		return
	}
	stable := 0 // iterations with the same best move
	best, before := kirke.Move(0), Score(0)
	maxDepth := t.maxDepth()
	for depth := 1; depth <= maxDepth && !t.stopped.Load(); depth++ {
		if t.number > 0 && (depth+t.number)%3 == 0 && depth < maxDepth {
			continue // threads skip different depths, so that they do not all search the same
		}
		for i := range t.roots {
			t.roots[i].last = t.roots[i].score
			t.roots[i].score = -infinity
		}
		t.rootDepth = depth
		for t.pvIndex = 0; t.pvIndex < t.multiPV; t.pvIndex++ {
			t.aspirationSearch(depth)
			slices.SortStableFunc(t.roots[:t.pvIndex+1], func(a, b root) int { return int(b.score - a.score) })
			if t.stopped.Load() {
				break
			}
		}
		if t.stopped.Load() {
			t.restoreScores()
			break
		}
		t.completedDepth = depth
		for i := range t.multiPV {
			t.reportLine(depth, i)
		}
		if t.roots[0].move == best {
			stable++
		} else {
			best, stable = t.roots[0].move, 0
		}
		if t.number == 0 && t.stopEarly(stable, before-t.roots[0].score) {
			break
		}
		before = t.roots[0].score
	}
	if t.number == 0 && !t.limits.Ponder {
		t.stop()
	}
}

// maxDepth returns the depth of the last iteration.
func (t *thread[W]) maxDepth() int {
	depth := MaxPly - 10
	if t.limits.Depth > 0 {
		depth = min(depth, t.limits.Depth)
	}
	if t.strength.depth > 0 {
		depth = min(depth, t.strength.depth)
	}
	return depth
}

// restoreScores gives moves without a score in an incomplete iteration their scores of the one
// before.
func (t *thread[W]) restoreScores() {
	for i := range t.roots {
		if t.roots[i].score <= -infinity {
			t.roots[i].score = t.roots[i].last
		}
	}
}

// stopEarly reports whether no other iteration is worth its time. stable is for how many iterations
// the best move has been the same, and drop how far its score has fallen since the last one: a
// stable move needs less time, a falling score more.
func (t *thread[W]) stopEarly(stable int, drop Score) bool {
	score := t.roots[0].score
	if t.limits.Mate > 0 && t.completedDepth >= depthAfterMate {
		return true
	}
	if t.limits.Nodes > 0 && t.session.nodes() >= t.limits.Nodes {
		return true
	}
	if t.pondering.Load() || t.clock.soft == 0 {
		return false
	}
	if n, ok := score.Mate(); ok && n > 0 && t.completedDepth > 2*n+2 {
		return true
	}
	scale := math.Pow(0.93, float64(min(stable, 8))) * 1.1
	if stable == 0 && t.completedDepth > 5 {
		scale *= 1.3
	}
	scale *= 1 + float64(max(0, min(drop, 60)))/90
	return float64(t.elapsed()) >= float64(t.clock.soft)*scale*0.8
}

// depthAfterMate is how deep a search goes after it has not found the mate of Limits.Mate.
const depthAfterMate = 8

// aspirationSearch searches one iteration of a line, with a narrow window around the last score. A
// score outside widens the window; one above it is confirmed at a smaller depth first.
func (t *thread[W]) aspirationSearch(depth int) {
	alpha, beta, width := -infinity, infinity, Score(22)
	expected := t.roots[t.pvIndex].last
	if depth >= 4 && expected > -mateBound && expected < mateBound {
		alpha, beta = max(expected-width, -infinity), min(expected+width, infinity)
	}
	lowered := 0
	for {
		score := t.search(0, max(1, depth-lowered), alpha, beta, false)
		slices.SortStableFunc(t.roots[t.pvIndex:], func(a, b root) int {
			if a.score != b.score {
				return int(b.score - a.score)
			}
			return int(b.last - a.last)
		})
		switch {
		case t.stopped.Load():
			return
		case score <= alpha && alpha > -infinity:
			beta = (alpha + beta) / 2
			alpha = max(score-width, -infinity)
			lowered = 0
		case score >= beta && beta < infinity:
			beta = min(score+width, infinity)
			lowered = min(lowered+1, 3)
		default:
			return
		}
		width += width / 2
		if width > 600 {
			alpha, beta = -infinity, infinity
		}
	}
}

// searchMate looks for a mate in at most so many moves, without pruning, and reports whether there
// is one.
func (t *thread[W]) searchMate(moves int) bool {
	t.mateSearch = true
	defer func() { t.mateSearch = false }()
	for n := 1; n <= moves && !t.stopped.Load(); n++ {
		depth := 2*n - 1
		for i := range t.roots {
			t.roots[i].last, t.roots[i].score = t.roots[i].score, -infinity
		}
		t.pvIndex, t.rootDepth = 0, depth
		score := t.search(0, depth, -matedIn(2*n), -matedIn(0), false)
		if t.stopped.Load() {
			break
		}
		if score > -matedIn(2*n) {
			slices.SortStableFunc(t.roots, func(a, b root) int { return int(b.score - a.score) })
			t.completedDepth = depth
			t.reportLine(depth, 0)
			return true
		}
	}
	for i := range t.roots {
		t.roots[i].last, t.roots[i].score = -infinity, -infinity
	}
	return false
}

// reportLine reports a line of an iteration.
func (t *thread[W]) reportLine(depth, line int) {
	s := t.session
	if s.report == nil || t.number != 0 {
		return
	}
	r := &t.roots[line]
	if r.score <= -infinity {
		return
	}
	t.shareCounts()
	s.report(Info{
		Depth: depth, SelDepth: t.selDepth, Line: line + 1, Score: r.score, Bound: Exact, Nodes: s.nodes(),
		Time: time.Since(s.started), HashFull: s.table.hashFull(), TableHits: s.tableHits(),
		PV: s.continued(r.score, r.pv),
	})
}
