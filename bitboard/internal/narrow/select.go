package narrow

import "github.com/kirke-chess/kirke/rules"

// hasMove reports whether there is a legal move. It stops at the first that it has to
// test singly, and looks at the king before the other men.
func (w *worker) hasMove(p *pos, mem *memory) bool {
	w.quick = true
	n := w.count(p, mem)
	w.quick = false
	return n != 0
}

// gives reports whether the legal move m leaves the other side in check.
func (w *worker) gives(p *pos, mem *memory, m rules.Move) bool {
	if mem == nil && !w.series {
		w.follow(p, &w.at[afterLast], m)
		return w.inCheck(&w.at[afterLast], nil)
	}
	n := *p
	spare := w.borrow(mem)
	w.perform(&n, spare, m)
	is := w.checks(&n, spare)
	w.giveBack(spare)
	return is
}

// checking appends the legal moves that give check. Where check is what men attack,
// most moves are judged as sets: by where each part of a man checks from, unless the
// man opens a line for another.
func (w *worker) checking(p *pos, mem *memory, buf []rules.Move) []rules.Move {
	king := p.opp & p.king
	if king == 0 {
		return buf
	}
	first := len(buf)
	k := king.first()
	occ, e := p.own|p.opp, w.entries(p)
	if w.comesBack && p.sissa|p.castle&p.own == 0 {
		if home := w.rebirthHome(p, partKing, p.turn^1, k); home != k && !occ.has(home) {
			w.scan(p, mem, bit(home)|p.opp) // else the king is reborn
			buf = w.moves(p, buf)
			return w.onlyChecks(p, mem, buf, first)
		}
	}
	if w.check == byHomes && !w.series && !w.conversion && !w.gating && p.own&p.sissa == 0 {
		return w.checkingFromHomes(p, mem, buf)
	}
	if !w.plainly(p) || p.own&p.sissa != 0 || w.strikes(p, k, occ) {
		w.scan(p, mem, w.all)
		buf = w.moves(p, buf)
		return w.onlyChecks(p, mem, buf, first)
	}
	from := w.spotsOf(p, k, occ)
	open := w.opening(p, k, occ)
	if w.arrives {
		w.prey = king
	}
	w.scan(p, mem, w.arrivals(p, &from, open))
	w.prey = 0
	for i := range int(w.n) {
		pk := w.list[i]
		base := len(buf)
		switch {
		case pk.form == manMoves && pk.times == 1 && !open.has(int(pk.from)) && !(w.conversion && p.step.has(int(pk.from))):
			if pk.to &= from.of(p.parts(int(pk.from))); pk.to != 0 {
				buf = w.movesOf(p, &pk, e, buf)
			}
		case pk.form == pawnMoves && open&p.pawn == 0:
			if pk.to &= from.pawn; pk.to != 0 {
				buf = w.movesOf(p, &pk, e, buf)
			}
		default:
			buf = w.movesOf(p, &pk, e, buf)
			buf = w.onlyChecks(p, mem, buf, base)
		}
	}
	if w.simple {
		return buf
	}
	if w.check == byReach {
		first = len(buf)
	}
	buf = append(buf, w.single...)
	return w.onlyChecks(p, mem, buf, first)
}

// arrivals returns squares on which all moves arrive that check, where men check from these squares or by leaving those of open.
func (w *worker) arrivals(p *pos, from *spots, open set) set {
	if !w.brief || w.gating || w.conversion || open != 0 || p.pass != 0 || p.castle&p.own != 0 {
		return w.all
	}
	return w.reaching(p, from)
}

// reaching returns those of the squares from which men check on which own men may arrive for it, and where a pawn may become one.
func (w *worker) reaching(p *pos, from *spots) set {
	to := from.step
	pawns, high := p.own&p.pawn, w.high[p.turn&1]
	if pawns != 0 {
		to |= from.pawn
		if (w.ahead(pawns, p.turn)|w.west(pawns, p.turn)|w.east(pawns, p.turn))&high != 0 {
			to |= high
		}
	}
	if p.own&p.knight != 0 {
		to |= from.knight
	}
	if p.own&p.diag != 0 {
		to |= from.diag
	}
	if p.own&p.orth != 0 {
		to |= from.orth
	}
	return to
}

// mayCheck reports whether some own man may attack the other side's king after a man has gone from one square to another: that man, or one to which a line is opened. It is asked where
// none did before, and of men that then stand where they have come or, where it is the capturer that is reborn, at home.
func (w *worker) mayCheck(p *pos, from, to int) bool {
	parts, at, k := p.parts(from), to, w.prey.first()
	if parts == partPawn && w.high[p.turn&1].has(to) {
		return true // whatever it becomes
	}
	if w.goesHome && p.opp.has(to) {
		if at = w.rebirthHome(p, parts, p.turn, to); parts == partPawn && w.high[p.turn&1].has(at) {
			return true // it is promoted there
		}
	}
	occ := (p.own|p.opp)&^bit(from)&^bit(to) | bit(at)
	if w.sliding(p, k, occ)&^bit(from) != 0 {
		return true
	}
	if parts == partPawn {
		return w.takers[p.turn&1][k].has(at)
	}
	return w.aims(p, parts, at, k, occ)
}

// plainly reports whether the moves in packs check only if a man attacks the king from where it
// arrives, or through the square it leaves: where captures have an aftermath these are quiet moves, unless
// something is to be reborn or to come up. Where check is a capture of the king played in full, an attack is still needed,
// unless a man of its side may be reborn where it stands.
func (w *worker) plainly(p *pos) bool {
	return w.simple || (w.check == byReach || w.check == byCapture && !w.givesWay(p, p.opp, p.turn^1, (p.opp&p.king).flip())) && p.pending|p.choice == 0 && w.choice == 0 &&
		!w.series && w.v.Aftermath.Occupied != rules.Below
}

// mating appends the legal moves that mate.
func (w *worker) mating(p *pos, mem *memory, buf []rules.Move) []rules.Move {
	first := len(buf)
	buf = w.checking(p, mem, buf)
	kept := first
	f := w.flight(p, len(buf)-first)
	for _, m := range buf[first:] {
		if !w.flees(p, &f, m) && w.mates(p, mem, m) {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// canMate reports whether there is a legal move that mates.
func (w *worker) canMate(p *pos, mem *memory) bool {
	first := len(w.tried)
	w.tried = w.checking(p, mem, w.tried)
	f := w.flight(p, len(w.tried)-first)
	for _, m := range w.tried[first:] {
		if !w.flees(p, &f, m) && w.mates(p, mem, m) {
			return true
		}
	}
	return false
}

// flight is where the other side's king can go as things stand.
type flight struct {
	free set // empty squares beside it that no own man attacks, with the king out of the way
	open set // own men that alone stand between an own slider and one of these squares
	occ  set // what is occupied besides the king
}

// flight returns it for the judgement of so many moves, without any square where that does not help.
func (w *worker) flight(p *pos, moves int) (f flight) {
	king := p.opp & p.king
	if moves == 0 || king == 0 || w.conversion || w.removes || p.own&p.sissa != 0 || !w.plainly(p) {
		return f
	}
	f.occ = (p.own | p.opp) &^ king
	f.free, f.open = w.flights(p, king.first(), f.occ)
	return f
}

// flights returns the squares beside a king that are free and the men that open lines to them, when some squares are occupied besides.
func (w *worker) flights(p *pos, king int, occ set) (free, open set) {
	for s := w.kings[king&(cells-1)] &^ occ; s != 0; s = s.rest() {
		sq := s.first() & (cells - 1)
		if (w.takers[p.turn&1][sq]&p.pawn|w.kings[sq]&p.king)&p.own == 0 && !w.struck(p, sq, occ, p.own) {
			free |= s.lowest()
			open |= w.opening(p, sq, occ)
		}
	}
	return free, open
}

// flees reports whether the other side's king can go to a square that nobody attacks after m. It is told only
// of moves that take nobody.
func (w *worker) flees(p *pos, f *flight, m rules.Move) bool {
	if f.free == 0 || m.Form() != rules.Ordinary || m.Enters() != 0 {
		return false
	}
	from, to := p.seen(m.From()), p.seen(m.To())
	if f.open.has(from) || f.occ.has(to) {
		return false
	}
	parts := p.parts(from)
	if k := m.Promotion(); k != 0 {
		parts = w.kind[k&31]
	}
	left := f.free &^ bit(to)
	return left&^w.reach(parts, to, p.turn, f.occ&^bit(from)) != 0
}

// mates reports whether the legal move m, which gives check, mates.
func (w *worker) mates(p *pos, mem *memory, m rules.Move) bool { return w.stops(p, mem, m, false) }

// stalemating appends the legal moves that stalemate; where both sides are to be stilled, those that may do that.
func (w *worker) stalemating(p *pos, mem *memory, both bool, buf []rules.Move) []rules.Move {
	first, q, want := len(buf), w.passed(p), w.all
	fills := p.fills()
	if l := w.loose(q, fills+1); l.count() > fewLoose {
		return buf
	}
	if both && fills == 1 {
		if l := w.loose(p, fills+1); l.count() > fewLoose { // only a king's move may still as many
			k := p.own & p.king
			if k == 0 {
				return buf
			}
			want = w.kings[k.first()&(cells-1)]
		}
	}
	if w.idlers = w.idlers[:0]; w.aftermath { // else it is as quickly seen by playing
		w.idle(p, q, mem, -1)
	}
	buf = w.busy(p, mem, want, buf)
	kept := first
	for _, m := range buf[first:] {
		if (want == w.all || p.king.has(p.seen(m.From()))) && w.stops(p, mem, m, true) {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// stops reports whether the legal move m leaves the other side without a legal move and, if that is asked, not
// in check.
func (w *worker) stops(p *pos, mem *memory, m rules.Move, unchecked bool) bool {
	q, spare := w.tryOut(p, mem, afterLast, m)
	defer w.giveBack(spare)
	if unchecked {
		return !w.hasMove(q, spare) && !w.inCheck(q, spare)
	}
	return !w.hasMove(q, spare)
}

// onlyChecks drops from buf the moves from first on that give no check.
func (w *worker) onlyChecks(p *pos, mem *memory, buf []rules.Move, first int) []rules.Move {
	kept := first
	for _, m := range buf[first:] {
		if w.gives(p, mem, m) {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// spots are the squares from which each part of a man attacks the other side's king.
type spots struct {
	pawn, knight, diag, orth, step set
}

// of returns the squares from which a man made of parts, none of them a Sissa, checks.
func (s *spots) of(parts uint8) set {
	return s.knight.when(parts>>1) | s.diag.when(parts>>2) | s.orth.when(parts>>3) | s.step.when(parts>>6)
}

// strikes reports whether an own man, none of them a Sissa, attacks the other side's king
// on k already, which happens in positions that are forgiven it.
func (w *worker) strikes(p *pos, k int, occ set) bool {
	return (w.takers[p.turn&1][k]&p.pawn|w.knights[k]&p.knight|w.steps[k]&p.step|w.kings[k]&p.king|
		w.orth(k, occ)&p.orth|w.diag(k, occ)&p.diag)&p.own != 0
}

// opening returns the own men that alone stand between an own slider and a square k, as where the other side's king is.
func (w *worker) opening(p *pos, k int, occ set) set {
	var open set
	ways := &w.betweens[k]
	for s := (w.orthRays[k]&p.orth | w.diagRays[k]&p.diag) & p.own; s != 0; s = s.rest() {
		if way := ways[s.first()] & occ; way != 0 && way.rest() == 0 {
			open |= way & p.own
		}
	}
	return open
}
