package narrow

import "github.com/kirke-chess/kirke/rules"

// need is what a quiet move must do if the other side is to mate with the next one. A mate checks the king and leaves it no empty square beside it that nobody attacks. A quiet move before it changes little
// of that: it opens lines by leaving, and may block one such square. docs/solving.md has the argument.
type need struct {
	known  bool
	little bool // some mate may need no more than that the man leaves
	arrive set  // else it must arrive on one of these squares
}

// mateable drops from moves, which are legal in p, quiet ones after which it is seen that no answer mates.
func (w *worker) mateable(p *pos, mem *memory, moves []rules.Move) []rules.Move {
	k := p.own & p.king
	if k == 0 || !w.simple && !w.stays && !w.goesHome || w.gating || w.imaginary || w.series || w.conversion || w.testsAll(p) || p.sissa != 0 || p.castle&p.opp != 0 {
		return moves
	}
	q := w.passed(p)
	king := k.flip().first()
	occ := (q.own | q.opp) &^ bit(king)
	rest := w.need(q, mem, king, occ)
	if rest.little && w.goesHome { // where an attack need not be a check, so it is mostly for all moves
		return moves
	}
	opening := w.touched(p, q, king, occ)
	if rest.little { // it is no less without a man, unless that leaves a square beside the king
		opening &= w.kings[king&(cells-1)]
	}
	clear(w.needed[:])
	kept := moves[:0]
	for _, m := range moves {
		from, to := q.seen(m.From()), q.seen(m.To())
		n := &rest
		switch {
		case m.Form() != rules.Ordinary || occ.has(to) || q.pawn.has(from) && !w.kings[from&(cells-1)].has(to): // which may be taken en passant
			kept = append(kept, m)
			continue
		case from == king:
			n = &need{little: w.need(q, mem, to, occ).little}
		case opening.has(from):
			if n = &w.needed[from&(cells-1)]; !n.known {
				*n = w.need(q, mem, king, occ&^bit(from))
			}
		}
		if n.little || n.arrive.has(to) {
			kept = append(kept, m)
		}
	}
	return kept
}

// touched returns where men stand who may open something by leaving, as q sees them, which is p with the other side to move: who are in the way of that side's men, or on a line from one to the king or a square
// beside it; with a battery, wherever that may be. Where captures leave homes free and squares empty, it may be anybody.
func (w *worker) touched(p, q *pos, king int, occ set) set {
	if w.goesHome {
		return w.all
	}
	one := w.ahead(q.own&q.pawn, q.turn&1)
	touched := one | w.ahead(one, q.turn&1) | w.diag(king, occ) | w.orth(king, occ)
	battery := w.opening(q, king, occ) != 0
	for s := w.kings[king&(cells-1)] | bit(king); s != 0; s = s.rest() {
		sq := s.first()
		touched |= w.linesTo(p, p.seen(q.square(sq))).flip()
		if battery {
			touched |= w.diag(sq, occ) | w.orth(sq, occ)
		}
	}
	for s := q.own & q.diag; s != 0; s = s.rest() {
		touched |= w.diag(s.first(), occ)
	}
	for s := q.own & q.orth; s != 0; s = s.rest() {
		touched |= w.orth(s.first(), occ)
	}
	return touched
}

// need returns what the move before must do if the side to move is to mate a king on a square; occ is what is occupied besides once the man has left.
func (w *worker) need(q *pos, mem *memory, king int, occ set) need {
	n := snare{need: need{known: true}, worker: w, q: q, mem: mem, flight: flight{occ: occ}, all: occ | bit(king)}
	king &= cells - 1
	if k := q.own & q.king; w.strikes(q, king, n.all) || w.check == byCapture && k != 0 && w.kings[k.first()&(cells-1)]&w.kings[king] != 0 {
		n.little = true
		return n.need
	}
	n.free, n.open = w.flights(q, king, occ)
	from, batteries := w.spotsOf(q, king, n.all), w.opening(q, king, n.all)
	for s := q.own; s != 0 && !n.little; s = s.rest() {
		x := s.first()
		parts := q.parts(x)
		if w.goesHome {
			n.homing(x, parts, king)
		}
		spots := from.of(parts) | from.pawn.when(parts)
		if batteries.has(x) {
			spots = w.all
		}
		if parts == partPawn {
			n.pawn(x, spots, king)
			continue
		}
		if spots &^= q.own; w.goesHome {
			spots &^= occ
		}
		if spots == 0 {
			continue
		}
		for to := w.reach(parts, x, q.turn, n.all) & spots; to != 0; to = to.rest() {
			n.move(x, to.first(), parts, false)
		}
	}
	return n.need
}

// snare is what is looked at to know what a mate needs.
type snare struct {
	need
	*worker
	flight // of the king to be mated
	q      *pos
	mem    *memory
	all    set // what is occupied, that king included
}

// pawn adds the moves of a pawn to some squares, and those with which it is promoted to a man that checks.
func (n *snare) pawn(x int, spots set, king int) {
	pushed, high := n.pushes(bit(x), n.q.turn, n.all), n.high[n.q.turn&1]
	taken := n.pawnReach(x, n.q.turn) &^ n.q.own
	if n.goesHome {
		taken = 0
	}
	for to := (pushed | taken) & (spots | high); to != 0; to = to.rest() {
		sq, parts := to.first(), uint8(partPawn)
		if high.has(sq) {
			if parts = n.promoted; !spots.has(sq) && !n.reach(parts, sq, n.q.turn, n.all&^bit(x)).has(king) {
				continue
			}
		}
		n.move(x, sq, parts, !pushed.has(sq))
	}
}

// homing adds the captures of a man that is reborn at home then: it leaves two squares empty and checks from there, or opens a line. Whom the move before brings where it can be taken is not asked for.
func (n *snare) homing(x int, parts uint8, king int) {
	to := n.reach(parts, x, n.q.turn, n.all) &^ n.q.own &^ bit(king)
	if parts == partPawn && to&n.high[n.q.turn&1] != 0 {
		n.little = true // whatever it becomes
		return
	}
	var known, mates set // homes, from where it would check if somebody who comes is taken
	for ; to != 0 && !n.little; to = to.rest() {
		t := to.first()
		home := n.rebirthHome(n.q, parts, n.q.turn, t)
		if home != t && n.all.has(home) && home != x {
			continue
		}
		if n.occ.has(t) {
			left, checks := n.fromHome(x, parts, home, n.occ&^bit(x)&^bit(t), king)
			switch {
			case !checks:
			case left == 0:
				n.little = true
			case left.rest() == 0:
				n.arrive |= left
			}
			continue
		}
		if !known.has(home) {
			known |= bit(home)
			if left, checks := n.fromHome(x, parts, home, n.occ&^bit(x), king); checks && left == 0 {
				mates |= bit(home)
			}
		}
		if mates.has(home) {
			n.arrive |= bit(t)
		}
	}
}

// fromHome returns whether the king is attacked once a man has come home, and which squares beside it are left open then.
func (n *snare) fromHome(x int, parts uint8, home int, occ set, king int) (left set, checks bool) {
	occ |= bit(home)
	if !n.reach(parts, home, n.q.turn, occ|bit(king)).has(king) && n.sliding(n.q, king, occ|bit(king))&^bit(x) == 0 {
		return 0, false
	}
	for s := n.free &^ bit(home) &^ n.reach(parts, home, n.q.turn, occ); s != 0; s = s.rest() {
		if !n.struck(n.q, s.first(), occ, n.q.own&^bit(x)) {
			left |= s.lowest()
		}
	}
	return left, true
}

// move adds a move that checks with a man that is then made of parts. One of the squares that it leaves open the move before may block, another one the man that is taken, when it is reborn. Where a move must
// take and nobody is there yet, the move before has to arrive there.
func (n *snare) move(x, to int, parts uint8, takes bool) {
	left := n.free &^ bit(to)
	if left &^= n.reach(parts, to, n.q.turn, n.occ&^bit(x)); n.open.has(x) {
		for s := left; s != 0; s = s.rest() {
			if n.opening(n.q, s.first(), n.occ).has(x) {
				left &^= s.lowest()
			}
		}
	}
	few := left.rest() == 0
	switch {
	case n.q.opp.has(to) && n.occ.has(to):
		if left &^= n.reborn(x, to); left == 0 {
			n.little = true
		} else if left.rest() == 0 {
			n.arrive |= left
		}
	case takes:
		if left == 0 || few && n.stays {
			n.arrive |= bit(to)
		}
	case left == 0:
		n.little = true
	case few:
		if n.arrive |= left; n.stays {
			n.arrive |= bit(to)
		}
	}
}

// reborn returns where the man on a square may be reborn when it is taken.
func (n *snare) reborn(x, to int) set {
	if !n.stays {
		return 0
	}
	man := n.q.parts(x)
	if man == partPawn && n.high[n.q.turn&1].has(to) {
		return n.worker.all
	}
	d := deed{from: x, to: to, at: to, man: man, arrived: n.plain(man), taken: n.q.parts(to)}
	if n.mem != nil {
		d.takenOrigin = n.mem.origin[n.q.square(to)]
	}
	if _, sq := n.rebirthOf(n.q, &d); sq >= 0 {
		return bit(sq)
	}
	return 0
}
