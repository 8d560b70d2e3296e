package narrow

import "github.com/kirke-chess/kirke/rules"

// testsAll reports whether no move of p is judged by checkers and pins.
func (w *worker) testsAll(p *pos, mem *memory) bool {
	return w.check != byReach || p.pending != 0 || w.italian && p.left > 1 || w.choice != 0 || mem != nil && mem.n > 0
}

// tested returns the squares on which moves that arrive are tested singly: those of
// the other side's men where captures have an aftermath, or all.
func (w *worker) tested(p *pos, mem *memory) set {
	switch {
	case w.testsAll(p, mem) || p.choice != 0:
		return w.all
	case w.aftermath:
		return p.opp
	}
	return 0
}

// enough reports whether the scan may stop.
func (w *worker) enough() bool { return w.quick && len(w.single)+w.total != 0 }

// testChoices tests the moves that follow each promotion of the pawn whose choice
// was left to its own side.
func (w *worker) testChoices(p *pos, mem *memory, f *field, castling bool) {
	for _, k := range w.promotion {
		q := *p
		at := q.seen(squareOf(p.choice))
		q.choice = 0
		q.clear(bit(at))
		q.put(at, w.kind[k], q.turn)
		w.restored(&q, at)
		w.choice = k
		if castling && q.castle&q.own&q.king != 0 {
			w.scanCastling(&q, mem, f)
		}
		w.testMoves(&q, mem, f)
		w.choice = 0
	}
}

// testMoves tests the moves that arrive on squares of f.single, but for castling
// and captures en passant.
func (w *worker) testMoves(p *pos, mem *memory, f *field) {
	if w.check == byHomes {
		w.testMars(p, mem, f)
		return
	}
	occ, want := f.occ, f.single
	for s := p.own & p.knight; s != 0; s = s.rest() {
		w.testAll(p, mem, s.first(), w.knights[s.first()]&want)
	}
	for s := p.own & p.diag; s != 0; s = s.rest() {
		if from := s.first(); w.diagRays[from]&want != 0 {
			w.testAll(p, mem, from, w.diag(from, occ)&want)
		}
	}
	for s := p.own & p.orth; s != 0; s = s.rest() {
		if from := s.first(); w.orthRays[from]&want != 0 {
			w.testAll(p, mem, from, w.orth(from, occ)&want)
		}
	}
	for s := p.own & p.step; s != 0; s = s.rest() {
		w.testAll(p, mem, s.first(), w.steps[s.first()]&want)
	}
	for s := p.own & p.sissa; s != 0; s = s.rest() {
		w.testAll(p, mem, s.first(), w.sissa(s.first(), occ)&want)
	}
	if f.king >= 0 {
		w.testAll(p, mem, f.king, w.kings[f.king]&want)
	}
	for s := p.own & p.pawn; s != 0; s = s.rest() {
		from := s.first()
		w.testAll(p, mem, from, w.pawnReach(from, p.turn)&want&p.opp)
		w.testAll(p, mem, from, w.pushes(s.lowest(), p.turn, occ)&want)
	}
}

// pushes returns the squares the pawns of s may go to without capturing.
func (g *game) pushes(s set, side uint8, occ set) set {
	if !g.firstRank {
		s &^= g.low[side&1]
	}
	one := g.ahead(s, side) &^ occ
	return one | g.ahead(one&g.third[side&1], side)&^occ
}

// testAll tests the moves of one man to several squares.
func (w *worker) testAll(p *pos, mem *memory, from int, to set) {
	for ; to != 0 && !w.enough(); to = to.rest() {
		m := rules.MakeMove(rules.Ordinary, p.square(from), p.square(to.first()))
		if !p.pawn.has(from) || !w.high[p.turn&1].has(to.first()) || len(w.promotion) == 0 ||
			p.opp.has(to.first()) && w.v.Aftermath.Capturer == rules.Vanishes {
			w.try(p, mem, m)
			continue
		}
		for _, k := range w.promotion {
			w.try(p, mem, m.WithPromotion(k))
		}
	}
}

// testMars tests the moves of Martian Circe: a man moves from where it stands, and
// captures from its home square if that is free.
func (w *worker) testMars(p *pos, mem *memory, f *field) {
	for s := p.own; s != 0; s = s.rest() {
		from, parts := s.first(), p.parts(s.first())
		pawn := parts == partPawn
		if pawn {
			w.testAll(p, mem, from, w.pushes(s.lowest(), p.turn, f.occ)&f.single)
			if (w.low[p.turn&1] | w.high[p.turn&1]).has(from) {
				continue
			}
		} else {
			w.testAll(p, mem, from, w.reach(parts, from, p.turn, f.occ)&f.single&^f.occ)
		}
		home := w.home(p, parts, p.turn, from)
		if home != from && f.occ.has(home) {
			continue
		}
		w.testAll(p, mem, from, w.reach(parts, home, p.turn, f.occ&^s.lowest())&f.single&p.opp)
		if pawn && p.firstOfTurn() {
			for to := w.pawnReach(home, p.turn) & p.pass; to != 0; to = to.rest() {
				w.try(p, mem, rules.MakeMove(rules.EnPassant, p.square(from), p.square(to.first())))
			}
		}
	}
}

// try tests m, with every choice it needs, by playing it on a copy.
func (w *worker) try(p *pos, mem *memory, m rules.Move) {
	n := *p
	spare := w.borrow(mem)
	v := w.perform(&n, spare, m)
	ok := v == fine && w.stands(p, &n, spare)
	w.giveBack(spare)
	switch {
	case v == needsReborn:
		for _, k := range w.promotion {
			w.try(p, mem, m.WithReborn(k))
		}
	case v == needsOwn:
		for _, k := range w.promotion {
			w.try(p, mem, m.WithOwnReborn(k))
		}
	case ok:
		w.single = append(w.single, m.WithChoice(w.choice))
		if w.gating {
			w.tryEntries(p, mem, m)
		}
	case w.gating && v == fine && w.italian:
		// Forbidden for its check, which a man that enters may close.
		w.tryEntries(p, mem, m)
	}
}

// tryEntries tests m with each man that may enter by it.
func (w *worker) tryEntries(p *pos, mem *memory, m rules.Move) {
	e := w.entries(p)
	squares := [2]int{p.seen(m.From()), p.seen(m.To())}
	n := 1
	if m.Form() == rules.Castle {
		n = 2
	}
	for i, sq := range squares[:n] {
		if !e.from.has(sq) || p.pawn.has(sq) {
			continue
		}
		for j, k := range w.handKinds {
			if !w.mayEnter(p, j) {
				continue
			}
			entered := m.WithEntry(k, i == 1)
			after := *p
			spare := w.borrow(mem)
			ok := w.perform(&after, spare, entered) == fine && w.stands(p, &after, spare)
			w.giveBack(spare)
			if ok {
				w.single = append(w.single, entered.WithChoice(w.choice))
			}
		}
	}
}

// stands reports whether the move that led from p to n, where the turn has not been
// handed over, is legal.
func (w *worker) stands(p, n *pos, mem *memory) bool {
	if p.opp&p.king != 0 && n.opp&n.king == 0 || p.own&p.king != 0 && n.own&n.king == 0 {
		return false
	}
	if !w.safe(n, mem) {
		return false
	}
	return !w.italian || p.left == 1 || !w.checks(n, mem)
}

// safe reports whether the side to move is out of check, whatever the other side
// makes of a pawn it still has to promote.
func (w *worker) safe(n *pos, mem *memory) bool {
	if n.choice == 0 {
		return !w.inCheck(n, mem)
	}
	at := n.seen(squareOf(n.choice))
	for _, k := range w.promotion {
		q := *n
		q.clear(bit(at))
		q.put(at, w.kind[k], n.turn^1)
		if w.inCheck(&q, mem) {
			return false
		}
	}
	return true
}
