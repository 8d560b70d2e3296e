package narrow

import "github.com/kirke-chess/kirke/rules"

// rescue is an answer that saves the other side from being mated by the second of two moves, but for some of the first. That it does is seen without
// playing these: where two own moves in a row could not mate the king after the answer, even if own men stood in nobody's way, the
// answer is enough. docs/solving.md has the argument.
type rescue struct {
	king   int        // where the other side's king then stands
	occ    set        // what is occupied then
	checks spots      // from where the king would be attacked
	shut   set        // who arrives here, or
	stay   set        // leaves from here, may make the answer illegal
	useful [cells]set // by an own man's square, where it goes to with a purpose: so that two own moves in a row might mate after the answer
}

// rescues reports whether the answer r is a rescue, and fills f.
func (w *worker) rescues(p *pos, r rules.Move, f *rescue) bool {
	return w.brief && !w.rare && !w.gating && p.pass == 0 && p.opp&p.king != 0 && p.castle&p.own == 0 &&
		w.answers(p, r, f) && w.nets(p, r, f)
}

// answers reports whether r would be a legal move of the other side, and fills f. It knows ordinary moves, but for double steps.
func (w *worker) answers(p *pos, r rules.Move, f *rescue) bool {
	from, to := p.seen(r.From()), p.seen(r.To())
	if r.Form() != rules.Ordinary || !p.opp.has(from) || p.opp.has(to) {
		return false
	}
	occ, man := p.own|p.opp, p.parts(from)
	f.king = (p.opp & p.king).first()
	f.shut, f.stay = w.betweens[from&(cells-1)][to&(cells-1)]|bit(from), 0
	switch {
	case man != partPawn:
		if !w.aims(p, man, from, to, occ) {
			return false
		}
		if man == partKing {
			f.king = to
		}
	case w.guards[p.turn&1][to&(cells-1)].has(from):
		if !p.own.has(to) {
			return false
		}
		f.stay = bit(to)
	default:
		if to+w.step(p.turn) != from || occ.has(to) {
			return false
		}
		f.shut |= bit(to)
	}
	k, own, c := f.king&(cells-1), p.own&^bit(to), &f.checks
	f.occ = occ&^bit(from) | bit(to)
	*c = w.spotsOf(p, k, f.occ)
	if (c.pawn&p.pawn|c.knight&p.knight|c.diag&p.diag|c.orth&p.orth|w.kings[k]&p.king)&own != 0 {
		return false
	}
	f.stay |= w.opening(p, k, f.occ)
	return true
}

// spotsOf returns the squares from which each part of an own man attacks sq.
func (w *worker) spotsOf(p *pos, sq int, occ set) spots {
	sq &= cells - 1
	return spots{w.takers[p.turn&1][sq], w.knights[sq], w.diag(sq, occ), w.orth(sq, occ), w.steps[sq]}
}

// refutes reports whether the answer is legal after m and saves from being mated by the next move; false is not certain.
func (f *rescue) refutes(w *worker, p *pos, m rules.Move) bool {
	from, to := p.seen(m.From()), p.seen(m.To())
	if m.Form() != rules.Ordinary || f.stay.has(from) || f.shut.has(to) || f.useful[from&(cells-1)].has(to) {
		return false
	}
	if k := m.Promotion(); k != 0 {
		return !w.reach(w.kind[k&31], to, p.turn, f.occ&^bit(from)).has(f.king)
	}
	parts := p.parts(from)
	if parts == partKing {
		return !w.kings[f.king&(cells-1)].has(to)
	}
	return !(f.checks.of(parts) | f.checks.pawn.when(parts)).has(to)
}

// fellow is a man of the side to move, for nets.
type fellow struct {
	at    int
	parts uint8 // what it is made of
	goes  set   // where it may go in one move, if its own men are out of the way
	near  set   // squares beside the king that it attacks from where it stands
}

// net is what nets knows of the squares about the king, after the answer. Own men stand in nobody's way.
type net struct {
	king   int
	still  set   // the men of the king's side that stay where they are, the king excepted
	occ    set   // these, and the one that has answered
	checks spots // from where the king is attacked
	team   [mostMen]fellow
	n      int // of the team
}

// nets finds the useful moves before the answer r. It gives up, and returns false, where an own man might open a line to the king.
func (w *worker) nets(p *pos, r rules.Move, f *rescue) bool {
	from, to := p.seen(r.From()), p.seen(r.To())
	g := &w.net
	g.king, g.n = f.king&(cells-1), 0
	g.still = p.opp &^ p.king &^ bit(from)
	if g.occ = g.still; f.king != to {
		g.occ |= bit(to)
	}
	if w.sliding(p, g.king, g.occ) != 0 {
		return false
	}
	g.checks = w.spotsOf(p, g.king, g.occ)
	prey, beside := p.opp|bit(to), w.kings[g.king]
	for s := p.own; s != 0; s = s.rest() {
		x := &g.team[g.n]
		g.n++
		x.at = s.first()
		x.parts = p.parts(x.at)
		x.goes = w.reach(x.parts, x.at, p.turn, g.still)
		if x.near = x.goes & beside; x.parts == partPawn {
			x.goes = x.goes&prey | w.pushes(s.lowest(), p.turn, g.still)
		}
		f.useful[x.at] = x.goes & w.hitting(p, x.parts, &g.checks, g.king) // behind a man that may leave
	}
	for i := range g.team[:g.n] {
		if y := &g.team[i]; y.parts != partKing {
			w.netsWithOther(p, y, f)
			if !w.netsAlone(p, y, f) {
				return false
			}
		}
	}
	return true
}

// sliding returns the own sliders that attack a square when these squares are occupied.
func (w *worker) sliding(p *pos, sq int, occ set) set {
	return (w.diag(sq, occ)&p.diag | w.orth(sq, occ)&p.orth) & p.own
}

// netsWithOther finds the moves of other men after which one of y may mate.
func (w *worker) netsWithOther(p *pos, y *fellow, f *rescue) {
	g := &w.net
	arrivals := y.goes & w.hitting(p, y.parts, &g.checks, g.king)
	if arrivals == 0 {
		return
	}
	var once, twice set // attacked by others
	for i := range g.team[:g.n] {
		if x := &g.team[i]; x != y {
			once, twice = once|x.near, twice|once&x.near
		}
	}
	beside := w.kings[g.king]
	for s := arrivals; s != 0; s = s.rest() {
		at := s.first()
		left := beside &^ (g.occ &^ s.lowest()) &^ w.reach(w.arrived(p, y.parts, at), at, p.turn, g.occ)
		for i := range g.team[:g.n] {
			if x := &g.team[i]; x != y {
				f.useful[x.at] |= w.hittingAll(p, x, left&^(twice|once&^x.near))
			}
		}
	}
}

// hittingAll returns the squares to which x may go and attack all of some squares from there.
func (w *worker) hittingAll(p *pos, x *fellow, all set) set {
	from := x.goes
	for s := all; s != 0 && from != 0; s = s.rest() {
		about := w.spotsOf(p, s.first(), w.net.occ)
		from &= w.hitting(p, x.parts, &about, s.first())
	}
	return from
}

// netsAlone finds the moves of y after which another one of it may mate. By the first it may take a man, and so open a line: where
// that may be one to the king, false is returned.
func (w *worker) netsAlone(p *pos, y *fellow, f *rescue) bool {
	g := &w.net
	parts, checks, gone := y.parts, &g.checks, y.goes&g.occ
	last := w.all // where it may go by the second
	if parts == partPawn {
		if y.goes&w.high[p.turn&1] != 0 {
			parts = w.promoted
		} else {
			last = w.pushes(y.goes, p.turn, g.still) | w.west(y.goes, p.turn) | w.east(y.goes, p.turn)
		}
	}
	if gone != 0 {
		if w.sliding(p, g.king, g.occ&^gone) != 0 {
			return false
		}
		opened := w.spotsOf(p, g.king, g.occ&^gone)
		checks = &opened
	}
	beside := w.kings[g.king]
	for i := range g.team[:g.n] {
		switch x := &g.team[i]; {
		case x == y:
		case gone == 0:
			beside &^= x.near
		default:
			beside &^= w.reach(x.parts, x.at, p.turn, g.still&^gone)
		}
	}
	free := beside &^ g.occ
	for s := last & w.hitting(p, parts, checks, g.king) &^ beside; s != 0; s = s.rest() {
		at := s.first()
		switch {
		case free&^w.reach(w.arrived(p, parts, at), at, p.turn, g.occ&^gone) != 0:
		case parts == partPawn:
			f.useful[y.at] = y.goes
		default:
			f.useful[y.at] |= y.goes & w.reach(parts, at, p.turn, g.still&^gone)
		}
	}
	return true
}

// arrived returns what a man made of parts is made of when it has come to a square, where a pawn is all that it may become.
func (w *worker) arrived(p *pos, parts uint8, at int) uint8 {
	if parts == partPawn && w.high[p.turn&1].has(at) {
		return w.promoted
	}
	return parts
}

// hitting returns the squares from which a man made of parts, when it has come there, attacks sq, about which from has been found.
func (w *worker) hitting(p *pos, parts uint8, from *spots, sq int) set {
	switch parts {
	case partKing:
		return w.kings[sq&(cells-1)]
	case partPawn:
		high := w.high[p.turn&1]
		return from.pawn&^high | from.of(w.promoted)&high
	}
	return from.of(parts)
}
