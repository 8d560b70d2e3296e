package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// Forces returns a legal move that brings something about; ok is false when there is none. In a series game it
// says nothing.
func (q *position) Forces(what rules.Forced) (m rules.Move, ok bool) {
	w := q.worker()
	defer q.done(w)
	return w.forces(&q.p, q.mem, what)
}

// ForcesAfter reports whether there is such a move after the legal move m, or after that and a pass, which nobody makes who is in check.
func (q *position) ForcesAfter(m rules.Move, passed bool, what rules.Forced) bool {
	w := q.worker()
	defer q.done(w)
	next, spare := w.tryOut(&q.p, q.mem, afterFirst, m)
	defer w.giveBack(spare)
	if passed {
		if w.inCheck(next, spare) {
			return false
		}
		w.play(next, spare, rules.MakeMove(rules.Pass, 0, 0))
	}
	_, ok := w.forces(next, spare, what)
	return ok
}

func (w *worker) forces(p *pos, mem *memory, what rules.Forced) (m rules.Move, ok bool) {
	switch what {
	case rules.MateNext:
		return w.matingNext(p, mem)
	case rules.AnswersMate:
		return w.forcing(p, mem, (*worker).onlyMates, true)
	}
	return w.forcing(p, mem, (*worker).canMate, false)
}

// OnlyMates reports whether there are legal moves and all of them mate.
func (q *position) OnlyMates() bool {
	w := q.worker()
	w.tried = w.tried[:0]
	is := w.onlyMates(&q.p, q.mem)
	q.done(w)
	return is
}

// Replies appends to buf how many replies there are to each of some legal moves.
func (q *position) Replies(moves []rules.Move, buf []int) []int {
	w := q.worker()
	for _, m := range moves {
		n, spare := w.tryOut(&q.p, q.mem, afterMove, m)
		buf = append(buf, w.count(n, spare))
		w.giveBack(spare)
	}
	q.done(w)
	return buf
}

// The positions of a worker that it looks ahead in.
const (
	afterLast   = 1
	afterMove   = 2
	afterAnswer = 3
	afterPass   = 4
	afterFirst  = 5
)

// forcing returns a legal move after which something holds. Where that is not so when there is an answer that is no mate, most moves are
// refused without playing them.
func (w *worker) forcing(p *pos, mem *memory, holds func(*worker, *pos, *memory) bool, matesAll bool) (rules.Move, bool) {
	w.idlers = w.idlers[:0]
	if k := p.own & p.king; matesAll && k != 0 && w.check != byHomes {
		w.idle(p, w.passed(p), mem, k.first())
	}
	w.tried = w.busy(p, mem, w.all, w.tried[:0])
	for i, n := 0, len(w.tried); i < n; i++ {
		m := w.tried[i]
		q, spare := w.tryOut(p, mem, afterMove, m)
		ok := holds(w, q, spare)
		w.giveBack(spare)
		if w.tried = w.tried[:n]; ok {
			return m, true
		}
	}
	return 0, false
}

// matingNext returns a legal move that mates, or that a mate follows whatever the answer. Of an answer that saved before, here or elsewhere, it is
// first seen which moves it refutes.
func (w *worker) matingNext(p *pos, mem *memory) (rules.Move, bool) {
	w.scan(p, mem, w.all)
	w.tried = w.moves(p, w.tried[:0])
	asked := w.savers[0]
	left := w.unrefuted(p, w.tried, asked)
	n := len(left)
	for len(left) > 0 {
		m := left[0]
		left = left[1:]
		w.tried = w.tried[:n]
		q, spare := w.tryOut(p, mem, afterMove, m)
		ok := w.holdsMate(q, spare)
		w.giveBack(spare)
		if ok {
			return m, true
		}
		if r := w.savers[0]; r != asked {
			asked = r
			left = w.unrefuted(p, left, r)
		}
	}
	return 0, false
}

// unrefuted drops moves of p that the answer r is seen to refute, if there are some to drop.
func (w *worker) unrefuted(p *pos, moves []rules.Move, r rules.Move) []rules.Move {
	if len(moves) < 2 || !w.rescues(p, r, &w.rescue) {
		return moves
	}
	kept := moves[:0]
	for _, m := range moves {
		if !w.rescue.refutes(w, p, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// tryOut plays m on one of the worker's positions, in memory that must be given back.
func (w *worker) tryOut(p *pos, mem *memory, ply int, m rules.Move) (*pos, *memory) {
	q := &w.at[ply]
	if mem == nil {
		w.follow(p, q, m)
		return q, nil
	}
	*q = *p
	spare := w.borrow(mem)
	w.play(q, spare, m)
	return q, spare
}

// holdsMate reports whether the side to move is mated, or every move of it allows a mate. The answers that saved others before are tried first.
func (w *worker) holdsMate(p *pos, mem *memory) bool {
	first := len(w.tried)
	w.scan(p, mem, w.all)
	w.tried = w.moves(p, w.tried)
	last := len(w.tried)
	if first == last {
		return w.inCheck(p, mem)
	}
	at := first
	for _, saver := range w.savers {
		if i := slices.Index(w.tried[at:last], saver); i >= 0 {
			w.tried[at], w.tried[at+i] = w.tried[at+i], w.tried[at]
			at++
		}
	}
	for i := first; i < last; i++ {
		r := w.tried[i]
		q, spare := w.tryOut(p, mem, afterAnswer, r)
		mated := w.canMate(q, spare)
		w.giveBack(spare)
		if w.tried = w.tried[:last]; !mated {
			if r != w.savers[0] {
				w.savers[0], w.savers[1] = r, w.savers[0]
			}
			return false
		}
	}
	return true
}

// onlyMates reports whether there are legal moves and all of them mate.
func (w *worker) onlyMates(p *pos, mem *memory) bool {
	first := len(w.tried)
	w.quick = true // most positions are refused by one move
	w.scan(p, mem, w.all)
	w.quick = false
	w.tried = w.moves(p, w.tried)
	if len(w.tried) == first || !w.gives(p, mem, w.tried[first]) {
		return false
	}
	w.tried = w.tried[:first]
	w.scan(p, mem, w.all)
	w.tried = w.moves(p, w.tried)
	all := w.tried[first:]
	for _, r := range all {
		if !w.gives(p, mem, r) {
			return false
		}
	}
	for _, r := range all {
		if !w.mates(p, mem, r) {
			return false
		}
	}
	return len(all) > 0
}
