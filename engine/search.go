package engine

import (
	"math"
	"unsafe"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/prefetch"
	"github.com/kirke-chess/kirke/rules"
)

// reductions say how much less deep late moves are searched, by depth and number of the move, in 1024ths.
var reductions = func() (table [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			table[d][n] = int(1024 * (0.53 + math.Log(float64(d))*math.Log(float64(n))/1.6))
		}
	}
	return table
}()

var pass = rules.MakeMove(rules.Pass, 0, 0)

// visit counts a position and looks at the clock now and then.
func (t *thread[W]) visit() {
	t.nodes++
	if t.nodes&255 != 0 {
		return
	}
	t.published.Store(t.nodes)
	if t.number == 0 && (t.late() || t.limits.Nodes > 0 && t.session.nodes() >= t.limits.Nodes ||
		t.skill.nodes > 0 && t.nodes >= t.skill.nodes && t.done > 0) {
		t.stop()
	}
}

// enter puts the position after m into the next frame and returns it.
func (t *thread[W]) enter(ply int, m kirke.Move) *frame[W] {
	f, next := &t.frames[ply], &t.frames[ply+1]
	spare := next.p
	if next.p = f.p.PlayOn(m, spare); next.p != spare {
		next.surveyor = next.p.(rules.Surveyor[W])
	}
	t.table.touch(next.p.Key())
	next.turn, next.check = next.p.Turn(), next.p.InCheck()
	f.trail, f.move = t.trail(t.man(f, m), m), m
	return next
}

// beyond returns what the position after a move is worth to the side that made it, searched with a window
// as that side sees it: in a series the side does not change.
func (t *thread[W]) beyond(ply, depth int, alpha, beta Score, cut bool) Score {
	if t.series && t.frames[ply+1].turn == t.frames[ply].turn {
		return t.search(ply+1, depth, alpha, beta, cut)
	}
	return -t.search(ply+1, depth, -beta, -alpha, cut)
}

// drawn reports whether the position at a ply is a draw by repetition or by idle moves.
func (t *thread[W]) drawn(ply int, key uint64) bool {
	p := t.frames[ply].p
	half, _ := p.Clock()
	if half >= t.idle {
		return !p.InCheck() || p.HasLegalMove()
	}
	// Where captured men come back, captures too may be repeated.
	last := len(t.keys)
	first := 0
	if !t.reborn && !t.series {
		first = max(0, last-half)
	}
	seen := 0
	for i := last - 2; i >= first; i-- {
		if t.keys[i] == key {
			if i >= t.base {
				return true
			}
			if seen++; seen == 2 {
				return true
			}
		}
	}
	return false
}

// settled reports whether the men that are left make the position at a frame a draw.
func (t *thread[W]) settled(f *frame[W]) bool {
	v := f.view
	if v.men[0]+v.men[1] <= 2 && f.p.Dead() {
		return true
	}
	return t.bareKing && (v.men[0] == 0 || v.men[1] == 0) && rules.BareKing(f.p, f.turn) && f.p.HasLegalMove()
}

// see makes the view of the position at a ply, whose key is given. It may be there already from another search of it, and after a pass it is that
// of the position before.
func (t *thread[W]) see(ply int, key uint64) {
	f := &t.frames[ply]
	if ply > 0 && t.frames[ply-1].trail < 0 {
		before := &t.frames[ply-1]
		f.view, f.raw = before.view, noEval
		if before.raw != noEval {
			f.raw = Score(2*t.weights.Tempo) - before.raw
		}
		return
	}
	if f.view == &f.own && f.seen == key {
		return
	}
	f.view, f.seen, f.raw = &f.own, key, noEval
	t.look(f.surveyor, f.view)
}

// assess returns the evaluation of the position of a frame, which may be known from before or be noEval, and that put right by what
// searches have found in positions with these pawns.
func (t *thread[W]) assess(f *frame[W], known Score) (raw, corrected Score) {
	half, _ := f.p.Clock()
	turn := f.turn
	corrections := t.corrections(f, turn)
	if raw = known; raw == noEval {
		if raw = f.raw; raw == noEval {
			for _, c := range corrections {
				prefetch.Line(unsafe.Pointer(c))
			}
			raw = t.evaluate(f.view, turn, half, t.pawns)
		}
	}
	f.raw = raw
	sum := 0
	for _, c := range corrections {
		sum += int(*c)
	}
	corrected = raw + Score(sum/correctionUnit)
	return raw, max(-surely+1, min(surely-1, corrected))
}

// correctionUnit divides the sum of the corrections of a position, each in 32nds of a centipawn.
const correctionUnit = 64

// corrections are what was found wrong in evaluations with the same pawns and with the same officers of either side.
func (t *thread[W]) corrections(f *frame[W], turn board.Color) [3]*int16 {
	v := f.view
	of := func(kind int, key uint64) *int16 { return &t.correction[kind][turn&1][key&(1<<14-1)] }
	return [3]*int16{of(0, v.pawnKey), of(1, v.officerKey[0]), of(2, v.officerKey[1])}
}

// search returns the score of the position at a ply, for the side to move.
func (t *thread[W]) search(ply, depth int, alpha, beta Score, cut bool) Score {
	f := &t.frames[ply]
	f.pv = f.pv[:0]
	if depth <= 0 && !t.exact {
		return t.quiesce(ply, alpha, beta, 0)
	}
	t.visit()
	if t.halted.Load() {
		return 0
	}
	p := f.p
	key := p.Key()
	pv := beta-alpha > 1
	if ply > 0 {
		t.deepest = max(t.deepest, ply)
		t.keys = append(t.keys[:t.base+ply], key)
		if t.drawn(ply, key) {
			return 0
		}
		alpha = max(alpha, matedIn(ply))
		if beta = min(beta, -matedIn(ply+1)); alpha >= beta {
			return alpha
		}
	} else {
		t.keys = append(t.keys[:t.base], key)
	}
	slotKey := key
	if t.exact {
		slotKey = ^key // what a search finds that leaves moves out is no proof
	}
	if f.excluded != 0 {
		slotKey ^= mix(uint64(f.excluded))
	}
	t.see(ply, key) // while what the table knows is on its way; there is seldom enough of it to do without
	known, hit := t.table.get(slotKey)
	if !hit {
		known.eval = noEval
	}
	best := known.move
	if ply == 0 {
		best = tokenOf(t.roots[t.line].move)
	}
	if hit && !pv && known.depth >= depth && f.excluded == 0 {
		score := known.score.fromTable(ply)
		if known.bound == Exact || known.bound == AtLeast && score >= beta || known.bound == AtMost && score <= alpha {
			return score
		}
	}
	if hit && !pv && !f.check && f.excluded == 0 && !t.exact && known.eval != noEval && known.bound != AtMost && ahead(known.eval-quiesceSlack, depth, beta, false) {
		return (known.eval + beta) / 2
	}
	if depth <= 0 { // the mate that was looked for
		if f.check && !p.HasLegalMove() {
			return matedIn(ply)
		}
		return beta
	}
	if ply > 0 && t.settled(f) {
		return 0
	}
	if ply >= MaxPly-2 {
		_, eval := t.assess(f, noEval)
		return eval
	}
	if t.exact {
		return t.tryMoves(ply, depth, 0, alpha, beta, cut, false, best, noEval, slotKey)
	}
	raw := noEval
	improving := false
	if f.check {
		f.eval = -infinity
	} else {
		raw, f.eval = t.assess(f, known.eval)
		if hit && known.score > -surely && known.score < surely &&
			(known.bound == Exact || known.bound == AtLeast && known.score > f.eval || known.bound == AtMost && known.score < f.eval) {
			f.eval = known.score
		}
		improving = ply >= 2 && f.eval > t.frames[ply-2].eval
	}
	if !pv && !f.check && f.excluded == 0 {
		if ahead(f.eval, depth, beta, improving) {
			score := (f.eval + beta) / 2
			t.table.put(slotKey, entry{score: score.toTable(ply), eval: raw, depth: depth, bound: AtLeast})
			return score
		}
		if score, ok := t.shortcut(ply, depth, alpha, beta, cut); ok {
			return score
		}
	}
	if best == 0 && depth >= 4 && (pv || cut) {
		depth--
	}
	extension := 0
	if ply > 0 && depth >= 7 && f.excluded == 0 && best != 0 && known.bound != AtMost && known.depth >= depth-3 &&
		known.score > -surely && known.score < surely && ply < 2*t.allowed {
		margin := known.score.fromTable(ply) - Score(5*depth/2)
		f.excluded = best
		score := t.search(ply, (depth-1)/2, margin-1, margin, cut)
		f.excluded = 0
		switch {
		case score < margin:
			extension = 1
			if !pv && score < margin-soleMargin {
				extension = 2
			}
		case margin >= beta:
			return margin
		case known.score >= beta:
			extension = -1
		}
	}
	return t.tryMoves(ply, depth, extension, alpha, beta, cut, improving, best, raw, slotKey)
}

// soleMargin is by how much a move must be better than all others to be searched two half-moves deeper.
const soleMargin = 30

// ahead reports whether an evaluation is so much better than needed that a position need not be searched to a depth.
func ahead(eval Score, depth int, beta Score, improving bool) bool {
	margin := Score(74 * depth)
	if improving {
		margin -= 53
	}
	return depth <= 7 && eval-margin >= beta && beta > -surely && eval < surely
}

// shortcut ends the search of a position in which one side is so far ahead that it needs no search.
func (t *thread[W]) shortcut(ply, depth int, alpha, beta Score, cut bool) (score Score, ok bool) {
	f := &t.frames[ply]
	if depth <= 1 && f.eval+Score(340*depth) < alpha {
		if score := t.quiesce(ply, alpha, alpha+1, 0); score <= alpha {
			return score, true
		}
	}
	turn := f.turn
	if depth < 3 || !t.passes || t.waits > 0 || f.eval < beta || beta <= -surely || f.view.officers[turn] == 0 || ply > 0 && t.frames[ply-1].trail < 0 {
		return 0, false
	}
	reduced := depth - 4 - depth/4 - int(min(3, (f.eval-beta)/165))
	t.enter(ply, pass)
	f.trail = -1
	score = -t.search(ply+1, reduced, -beta, -beta+1, !cut)
	if t.halted.Load() || score < beta {
		return 0, false
	}
	if score > surely {
		score = beta
	}
	// Zugzwang is common in endgames, and where men come back.
	if depth < 10 && !t.reborn && f.view.officers[turn] > 1 {
		return score, true
	}
	t.waits++
	ok = t.search(ply, max(1, reduced), beta-1, beta, false) >= beta
	t.waits--
	return score, ok && !t.halted.Load()
}

// tryMoves searches the moves of a position and returns its score.
func (t *thread[W]) tryMoves(ply, depth, extension int, alpha, beta Score, cut, improving bool, best token, raw Score, slotKey uint64) Score {
	f := &t.frames[ply]
	p := f.p
	pv := beta-alpha > 1
	turn := f.turn
	if ply == 0 {
		f.moves = f.moves[:0]
		for i := t.line; i < len(t.roots); i++ {
			f.moves = append(f.moves, t.roots[i].move)
		}
	} else if t.exact && depth == 1 {
		if f.moves = p.Select(rules.Mates, f.moves[:0]); len(f.moves) == 0 {
			return alpha
		}
	} else {
		f.moves = p.LegalMoves(f.moves[:0])
		t.frames[ply+2].killers = [2]kirke.Move{}
	}
	if len(f.moves) == 0 {
		switch {
		case f.excluded != 0:
			return alpha
		case f.check:
			return matedIn(ply)
		}
		return 0
	}
	t.lead(f, best)
	f.captured = len(f.ranks) > 0 && t.prey(f, f.moves[0]) != 0
	f.quiets, f.captures = f.quiets[:0], f.captures[:0]
	top, topMove, bound, start := -infinity, kirke.Move(0), AtMost, alpha
	most, dropped := enough(depth, improving), false
	for i := range f.moves {
		if i == len(f.moves) {
			break // the others were dropped
		}
		late := i > most && !f.check && !t.series && ply > 0 && !t.exact
		if late && !dropped && top > -surely && len(f.ranks) == len(f.moves) {
			if dropped = true; !t.drop(f, i) {
				break
			}
		}
		m, order := t.pick(ply, i, late)
		if f.excluded != 0 && tokenOf(m) == f.excluded {
			continue
		}
		prey := t.prey(f, m)
		quiet := prey == 0 && m.Promotion() == 0
		searched := len(f.quiets)+len(f.captures) > 0
		if ply > 0 && top > -surely && !t.exact && t.hopeless(f, m, depth, i, order, alpha, quiet, late) {
			continue
		}
		next := t.enter(ply, m)
		t.keys = t.keys[:t.base+ply+1]
		deeper := depth - 1
		if order == firstOfAll {
			deeper += extension
		} else if next.check && !t.exact && ply < 2*t.allowed && (depth <= 4 || pv) && order > -1<<20 {
			deeper++
		}
		var score Score
		switch {
		case !searched && pv:
			score = t.beyond(ply, deeper, alpha, beta, false)
		default:
			reduced := deeper
			if depth >= 3 && i > 1 && (quiet || order < 0) && !t.exact {
				reduced = max(1, min(deeper, deeper-t.reduction(f, m, depth, i, order, pv, cut, improving, next.check, quiet)))
			}
			score = t.beyond(ply, reduced, alpha, alpha+1, reduced < deeper || !cut)
			if score > alpha && reduced < deeper {
				score = t.beyond(ply, deeper, alpha, alpha+1, !cut)
				if quiet && !t.halted.Load() {
					bonus := bonusFor(deeper)
					if score <= alpha {
						bonus = -bonus
					}
					t.creditAfter(ply, m, bonus)
				}
			}
			if pv && score > alpha && score < beta {
				score = t.beyond(ply, deeper, alpha, beta, false)
			}
		}
		if t.halted.Load() {
			return 0
		}
		if ply == 0 {
			t.noteRoot(m, score, !searched || score > alpha)
		}
		if score > top {
			top = score
			if score > alpha {
				topMove, alpha, bound = m, score, Exact
				if pv {
					f.pv = append(append(f.pv[:0], m), t.frames[ply+1].pv...)
				}
				if score >= beta {
					bound = AtLeast
					t.learn(ply, depth, m, quiet)
					break
				}
			}
		}
		if quiet {
			f.quiets = append(f.quiets, m)
		} else {
			f.captures = append(f.captures, m)
		}
	}
	if top == -infinity {
		return start // all there was is excluded
	}
	if t.exact {
		top = max(top, start)
	}
	topToken := token(0)
	if topMove != 0 {
		topToken = tokenOf(topMove)
	}
	if bound == AtMost && ply > 0 && f.excluded == 0 && !t.exact {
		t.praise(ply-1, depth)
	}
	if ply > 0 || t.line == 0 {
		t.table.put(slotKey, entry{move: topToken, score: top.toTable(ply), eval: raw, depth: depth, bound: bound})
	}
	if !f.check && f.excluded == 0 && top > -surely && top < surely &&
		(bound == Exact || bound == AtLeast && top > f.eval || bound == AtMost && top < f.eval) &&
		(topMove == 0 || t.prey(f, topMove) == 0) {
		weight := min(16, depth+1)
		for _, c := range t.corrections(f, turn) {
			*c = int16(max(-4000, min(4000, (int(*c)*(256-weight)+int(top-raw)*32*weight)/256)))
		}
	}
	return top
}

// noteRoot keeps what was found about a first move.
func (t *thread[W]) noteRoot(m kirke.Move, score Score, better bool) {
	for i := range t.roots {
		r := &t.roots[i]
		if r.move != m {
			continue
		}
		if !better {
			r.score = -infinity
			return
		}
		r.score = score
		r.pv = append(append(r.pv[:0], m), t.frames[1].pv...)
	}
}

// enough is how many moves are tried before quiet ones that do not give check are left out.
func enough(depth int, improving bool) int {
	switch {
	case depth > 6:
		return math.MaxInt
	case improving:
		return 4 + depth*depth*4/3
	}
	return 2 + depth*depth*5/8
}

// hopeless reports whether a move need not be tried after others that have failed; late says that enough were tried.
func (t *thread[W]) hopeless(f *frame[W], m kirke.Move, depth, i int, order int32, alpha Score, quiet, late bool) bool {
	if f.check || t.series {
		return false
	}
	if quiet && !t.checks(f, m) {
		if late {
			return true
		}
		left := max(0, depth-1-reductions[min(depth, 63)][min(i, 63)]/1024) // after the reduction that the move would get
		if left <= 6 && f.eval+Score(120+95*left) <= alpha || left <= 3 && order < int32(-2500*(left+1)) {
			return true
		}
		return left <= 6 && t.loses(f, m, Score(27*left*left))
	}
	return depth <= 7 && (quiet || order < 0) && t.loses(f, m, Score(130*depth))
}

// drop takes away the quiet moves from i on that do not give check, and reports whether others are left.
func (t *thread[W]) drop(f *frame[W], i int) bool {
	n := i
	for k := i; k < len(f.moves); k++ {
		if m := f.moves[k]; t.prey(f, m) != 0 || m.Promotion() != 0 || t.checks(f, m) {
			f.moves[n], f.ranks[n] = m, rankAt(f.ranks[k].score(), n)
			n++
		}
	}
	f.moves, f.ranks = f.moves[:n], f.ranks[:n]
	return n > i
}

// checks reports whether a move gives check from where the man arrives. Other checks are rare, and dear to find.
func (t *thread[W]) checks(f *frame[W], m kirke.Move) bool {
	to := m.To()
	return int(to) < t.area && f.view.Checks[f.turn.Other()&1][t.man(f, m).Kind()&31].Has(to)
}

// reduction returns by how much less deep a late move is searched.
func (t *thread[W]) reduction(f *frame[W], m kirke.Move, depth, i int, order int32, pv, cut, improving, gives, quiet bool) int {
	r := reductions[min(depth, 63)][min(i, 63)]
	if pv {
		r -= 950
	}
	if !quiet {
		if gives {
			r -= 1000
		}
		return max(0, r-740) / 1024
	}
	if cut {
		r += 2000
	}
	if !improving {
		r += 1350
	}
	if gives || f.check {
		r -= 1200
	}
	r -= int(order) * 1024 / 5000
	if m == f.killers[0] || m == f.killers[1] {
		r -= 1024
	}
	if f.captured {
		r += 1050
	}
	if t.series {
		r -= 512
	}
	return max(0, r/1024)
}

// quiesce is search of captures alone, until none is left that could matter.
func (t *thread[W]) quiesce(ply int, alpha, beta Score, depth int) Score {
	f := &t.frames[ply]
	f.pv = f.pv[:0]
	t.visit()
	if t.halted.Load() {
		return 0
	}
	p := f.p
	key := p.Key()
	t.deepest = max(t.deepest, ply)
	if ply > 0 {
		t.keys = append(t.keys[:t.base+ply], key)
		if t.drawn(ply, key) {
			return 0
		}
	}
	pv := beta-alpha > 1
	t.see(ply, key)
	known, hit := t.table.get(key)
	if !hit {
		known.eval = noEval
	}
	if hit && !pv {
		score := known.score.fromTable(ply)
		if known.bound == Exact || known.bound == AtLeast && score >= beta || known.bound == AtMost && score <= alpha {
			return score
		}
	}
	if hit && !f.check && known.eval != noEval && known.eval >= beta+quiesceSlack && known.bound != AtMost {
		return known.eval
	}
	if ply > 0 && t.settled(f) {
		return 0
	}
	top := -infinity
	raw := noEval
	start := alpha
	if !f.check || ply >= MaxPly-2 || depth > quiesceMost {
		raw, top = t.assess(f, known.eval)
		if hit && (known.bound == AtLeast && known.score > top || known.bound == AtMost && known.score < top) && known.score > -surely && known.score < surely {
			top = known.score
		}
		f.eval = top
		if top >= beta || ply >= MaxPly-2 || depth > quiesceMost {
			if top >= beta && !hit {
				t.table.put(key, entry{score: top.toTable(ply), eval: raw, bound: AtLeast})
			}
			return top
		}
		alpha = max(alpha, top)
		f.moves = p.Select(rules.Captures, f.moves[:0])
	} else {
		f.eval = -infinity
		f.moves = p.LegalMoves(f.moves[:0])
		if len(f.moves) == 0 {
			return matedIn(ply)
		}
	}
	t.lead(f, known.move)
	topMove := kirke.Move(0)
	bound := AtMost
	for i := range f.moves {
		m, order := t.pick(ply, i, false)
		if !f.check {
			if !t.reborn && (order < 0 || m.Promotion() == 0 && f.eval+t.gain(f, m)+160 <= alpha && !t.checks(f, m)) {
				continue
			}
		} else if i > 2 && top > -surely && order < 0 {
			continue
		}
		next := t.enter(ply, m)
		t.keys = t.keys[:min(len(t.keys), t.base+ply+1)]
		if t.reborn && !f.check && !t.wins(ply, alpha) {
			continue
		}
		var score Score
		if t.series && next.turn == f.turn {
			score = t.quiesce(ply+1, alpha, beta, depth+1)
		} else {
			score = -t.quiesce(ply+1, -beta, -alpha, depth+1)
		}
		if t.halted.Load() {
			return 0
		}
		if score > top {
			top = score
			if score > alpha {
				topMove, alpha = m, score
				if pv {
					f.pv = append(append(f.pv[:0], m), t.frames[ply+1].pv...)
				}
				if score >= beta {
					bound = AtLeast
					break
				}
			}
		}
	}
	if bound != AtLeast && alpha > start && topMove != 0 {
		bound = Exact
	}
	topToken := token(0)
	if topMove != 0 {
		topToken = tokenOf(topMove)
	}
	t.table.put(key, entry{move: topToken, score: top.toTable(ply), eval: raw, bound: bound})
	return top
}

// quiesceSlack is by how much an evaluation that is remembered, and not put right by corrections, must be too good for the position not to be looked at again.
const quiesceSlack = 30

// quiesceMost is how many captures and evasions in a row are looked at.
const quiesceMost = 24

// wins reports whether a capture with an aftermath, made at a ply, has won material, and enough of it to matter.
func (t *thread[W]) wins(ply int, alpha Score) bool {
	f, next := &t.frames[ply], &t.frames[ply+1]
	t.see(ply+1, next.p.Key())
	gain := next.view.material - f.view.material
	if f.turn == board.Black {
		gain = -gain
	}
	return gain > 0 && f.eval+gain+150 > alpha
}
