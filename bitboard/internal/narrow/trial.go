package narrow

import "github.com/kirke-chess/kirke/rules"

// testsAll reports whether no move of p is judged by checkers and pins.
func (w *worker) testsAll(p *pos) bool {
	if p.pending|p.choice != 0 || w.choice != 0 || w.italian && p.left > 1 {
		return true
	}
	// Where rebirths remove the occupant, a capture elsewhere takes a king that stands
	// where men are at home, or one that a pawn becomes.
	k := p.own & p.king
	if !w.removes || w.someHome[p.turn&1]&k == 0 {
		return false
	}
	pawns := p.own & p.pawn
	ahead := w.ahead(pawns, p.turn) | w.west(pawns, p.turn) | w.east(pawns, p.turn)
	return ahead&w.high[p.turn&1] != 0 || w.givesWay(p, p.own, p.turn, k)
}

// givesWay reports whether the king of a side, on k as its side sees it, may be removed by a rebirth of one of its men.
func (w *worker) givesWay(p *pos, men set, side uint8, k set) bool {
	if !w.removes || w.someHome[side&1]&k == 0 {
		return false
	}
	if !w.ownHomes || w.gating || w.conversion {
		return true
	}
	file := w.size.File(p.square(k.first()))
	for s := men &^ p.king; s != 0; s = s.rest() {
		sq := s.first()
		parts := p.parts(sq)
		if away := w.size.File(p.square(sq)) - file; parts == partPawn && (away < -1 || away > 1) {
			continue // it will not be captured on the king's file
		}
		if w.homesOf[side&1][parts]&k != 0 {
			return true
		}
	}
	return false
}

// divide settles which moves are judged by checkers and pins and which are tested
// singly. Those of men that do not capture leave the king where checkers and pins
// say, unless something is to be reborn; and where check is a capture played in full,
// a king that no man attacks is not in check, so that these moves are legal where
// they would be in chess, and need a test only where they would not.
func (w *worker) divide(p *pos, mem *memory, f *field, want set) {
	w.every, w.refuge = want&^p.own, 0
	switch {
	case w.testsAll(p):
		f.single, f.target, f.alone = 0, 0, p.own
	case w.check == byHomes:
		f.single, f.target, f.alone = 0, 0, p.own
		w.lines = 0
		if f.king >= 0 {
			w.homeLines(p, f)
		}
	case w.check == byCapture:
		if f.king >= 0 { // which the other side's may stand beside
			if beside := w.kings[f.king&(cells-1)] & p.opp & p.king; beside != 0 {
				f.permit &= beside
				f.target &= beside
			}
		}
		f.single = p.opp & w.every
		if !w.falls { // a move that leaves the king attacked may be legal
			f.single = (p.opp | ^f.permit) & w.every
			f.alone = p.own & (f.pinned | f.bound)
		}
		if w.removes {
			f.alone |= p.own & p.king
		}
		f.target &^= f.single
	case w.aftermath:
		f.single = p.opp & w.every
		f.target &^= f.single
		if mem != nil { // whoever leaves a square lets a man below it come up
			f.alone = mem.covers(p) & p.own
		}
	}
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

// testMoves tests singly the moves that divide has left to it, but for castling and
// captures en passant.
func (w *worker) testMoves(p *pos, mem *memory, f *field) {
	if w.check == byHomes {
		w.testMars(p, mem, f)
		return
	}
	occ := f.occ
	for s := p.own & p.knight; s != 0; s = s.rest() {
		from := s.first()
		w.testAll(p, mem, f, from, w.knights[from]&w.wanted(f, from))
	}
	for s := p.own & p.diag; s != 0; s = s.rest() {
		from := s.first()
		if want := w.wanted(f, from); w.diagRays[from]&want != 0 {
			w.testAll(p, mem, f, from, w.diag(from, occ)&want)
		}
	}
	for s := p.own & p.orth; s != 0; s = s.rest() {
		from := s.first()
		if want := w.wanted(f, from); w.orthRays[from]&want != 0 {
			w.testAll(p, mem, f, from, w.orth(from, occ)&want)
		}
	}
	for s := p.own & p.step; s != 0; s = s.rest() {
		from := s.first()
		w.testAll(p, mem, f, from, w.steps[from]&w.wanted(f, from))
	}
	for s := p.own & p.sissa; s != 0; s = s.rest() {
		from := s.first()
		w.testAll(p, mem, f, from, w.sissa(from, occ)&w.wanted(f, from))
	}
	if k := f.king; k >= 0 {
		want := w.every
		if w.check == byReach {
			want = w.wanted(f, k)
		}
		w.testAll(p, mem, f, k, w.kings[k&(cells-1)]&want&^w.refuge)
	}
	for s := p.own & p.pawn; s != 0; s = s.rest() {
		from := s.first()
		want := w.wanted(f, from)
		if to := w.pawnReach(from, p.turn) & want & p.opp; to != 0 {
			w.testAll(p, mem, f, from, to)
		}
		if want&^p.opp != 0 {
			w.testAll(p, mem, f, from, w.pushes(s.lowest(), p.turn, occ)&want)
		}
	}
}

// wanted returns the squares on which arrivals of the man on from are tested singly.
func (w *worker) wanted(f *field, from int) set {
	if f.alone.has(from) {
		return w.every
	}
	return f.single
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
func (w *worker) testAll(p *pos, mem *memory, f *field, from int, to set) {
	for ; to != 0 && !w.enough(); to = to.rest() {
		if w.prey != 0 && !w.mayCheck(p, from, to.first()) {
			continue
		}
		m := rules.MakeMove(rules.Ordinary, p.square(from), p.square(to.first()))
		if !p.pawn.has(from) || !w.high[p.turn&1].has(to.first()) || len(w.promotion) == 0 ||
			p.opp.has(to.first()) && w.v.Aftermath.Capturer == rules.Vanishes {
			if w.stills && w.idles(p, m) || w.direct && w.glance(p, f, from, to.first(), m) ||
				w.goesHome && w.glanceHome(p, f, from, to.first(), m) {
				continue
			}
			w.try(p, mem, m)
			continue
		}
		for _, k := range w.promotion {
			w.try(p, mem, m.WithPromotion(k))
		}
	}
}

// glance judges a capture without playing it, where it is known where the captured man comes back, if it does, and as what. The king may then be attacked by that man; by others only if it
// was in check, if it is itself the captor, or if that was pinned. It reports whether it has judged.
func (w *worker) glance(p *pos, f *field, from, to int, m rules.Move) bool {
	if f.alone&^f.pinned != 0 || !p.opp.has(to) || p.king.has(to) {
		return false
	}
	man, king := p.parts(from), f.king
	if from == king {
		king = to
	}
	reborn, sq := w.rebirthOf(p, &deed{from: from, to: to, at: to, man: man, arrived: w.plain(man), taken: p.parts(to)})
	occ := f.occ&^bit(from) | bit(to)
	returns := sq >= 0 && !occ.has(sq)
	switch {
	case returns && reborn == partPawn && w.low[p.turn&1].has(sq):
		return false // to be promoted
	case returns:
		occ |= bit(sq)
	case w.v.Aftermath.Occupied == rules.Illegal:
		return true
	}
	attacked := false
	if king >= 0 {
		attacked = returns && w.aims(p, reborn, sq, king, occ)
		if !attacked && (from == f.king || f.permit != w.all || (f.pinned | f.bound).has(from)) {
			attacked = w.attacked(p, king, occ, p.opp&^bit(to))
		}
	}
	if !attacked {
		w.single = append(w.single, m)
		return true
	}
	return !w.kingsReturn // else an attack is not a check yet
}

// glanceHome judges a move without playing it where the capturer is reborn at home and nothing else happens. It reports whether it has judged.
func (w *worker) glanceHome(p *pos, f *field, from, to int, m rules.Move) bool {
	if w.gating || w.series || p.sissa&p.opp != 0 || (p.king & p.opp).has(to) {
		return false
	}
	occ, at, king := f.occ&^bit(from), to, f.king
	if p.opp.has(to) {
		parts := p.parts(from)
		if at = w.rebirthHome(p, parts, p.turn, to); parts == partPawn && w.high[p.turn&1].has(at) {
			return false // to be promoted
		}
		if !w.freeHome(p, parts, p.turn, occ, to) {
			return true
		}
		occ &^= bit(to)
	}
	if from == king {
		king = at
	}
	if king < 0 || !w.takenFromHome(p, king, occ|bit(at), p.opp&^bit(to)) {
		w.single = append(w.single, m)
	}
	return true
}

// try tests m, with every choice it needs, by playing it on a copy.
func (w *worker) try(p *pos, mem *memory, m rules.Move) {
	n := *p
	spare := w.borrow(mem)
	v := w.perform(&n, spare, m)
	safe := v == fine && w.keepsKings(p, &n, spare)
	ok := safe && w.inTime(p, &n, spare)
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
	case safe && w.gating:
		// A piece that enters may close the line of the check that comes too early.
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
	return w.keepsKings(p, n, mem) && w.inTime(p, n, mem)
}

// keepsKings reports whether a move that led from p to n leaves both kings on the board and the mover's out of check.
func (w *worker) keepsKings(p, n *pos, mem *memory) bool {
	if p.opp&p.king != 0 && n.opp&n.king == 0 || p.own&p.king != 0 && n.own&n.king == 0 {
		return false
	}
	return w.safe(n, mem)
}

// inTime reports whether a move that led from p to n gives no check before the series allows one.
func (w *worker) inTime(p, n *pos, mem *memory) bool {
	return !w.italian || p.left == 1 || !w.checks(n, mem)
}

// safe reports whether the side to move is out of check, whatever the other side
// makes of a pawn it still has to promote.
func (w *worker) safe(n *pos, mem *memory) bool {
	if !n.awaits(n.opp) {
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
