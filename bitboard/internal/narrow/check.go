package narrow

import "github.com/kirke-chess/kirke/rules"

// inCheck reports whether the side to move is in check.
func (w *worker) inCheck(p *pos, mem *memory) bool {
	k := p.own & p.king
	switch {
	case k == 0:
		return false
	case w.check == byHomes:
		return w.attackedFromHomes(p, k.first(), p.own|p.opp, p.opp)
	case w.check == byCapture:
		return w.capturable(p, mem, k)
	default:
		return w.checked(p)
	}
}

// checked reports whether the side to move is in check, where that is an enemy man that attacks its king.
func (g *game) checked(p *pos) bool {
	k := p.own & p.king
	return k != 0 && g.attacked(p, k.first(), p.own|p.opp, p.opp)
}

// checks reports whether the side that is not to move is in check.
func (w *worker) checks(p *pos, mem *memory) bool {
	q := *p
	q.handOver()
	return w.inCheck(&q, mem)
}

// aims reports whether a man of the other side made of parts attacks sq from a square.
func (w *worker) aims(p *pos, parts uint8, from, sq int, occ set) bool {
	switch {
	case parts == partPawn:
		return w.guards[p.turn&1][sq].has(from)
	case parts&partDiag != 0 && w.diagRays[from].has(sq) && w.betweens[from][sq]&occ == 0,
		parts&partOrth != 0 && w.orthRays[from].has(sq) && w.betweens[from][sq]&occ == 0,
		parts&partKnight != 0 && w.knights[from].has(sq), parts&partKing != 0 && w.kings[from].has(sq),
		parts&partStep != 0 && w.steps[from].has(sq), parts&partSissa != 0 && w.sissaAttacks(from, sq, occ):
		return true
	}
	return false
}

// capturable is check where a capture has an aftermath that may save the king or
// undo the capturer: the side to move is in check when some capture by the other side,
// played in full in any branch, is not forbidden and leaves it without a king.
// Whether that exposes the capturer's own king does not matter.
func (w *worker) capturable(p *pos, mem *memory, k set) bool {
	if w.goesHome && p.sissa&p.opp == 0 {
		return w.takenFromHome(p, k.first(), p.own|p.opp, p.opp)
	}
	if w.comesBack && p.sissa&p.opp == 0 {
		return w.takenForGood(p, k.first())
	}
	targets := k
	switch attacked := w.attacked(p, k.first(), p.own|p.opp, p.opp); {
	case attacked && w.falls:
		return true
	case w.removes:
		targets = w.preyBesides(p, k)
	case !attacked:
		return false
	}
	q := *p
	q.handOver()
	for s := targets; s != 0; s = s.rest() {
		sq := s.first()
		if !w.attacked(p, sq, p.own|p.opp, p.opp) && (q.pass == 0 || !p.pawn.has(sq)) {
			continue
		}
		if w.takesKing(&q, mem, turn(sq, 1)) {
			return true
		}
	}
	return false
}

// takenFromHome is capturable where the capturer is reborn at home and nothing else happens: a
// man that attacks the king takes it if its home is free, or is the square it came from, or, in the one type of Anticirce,
// that of the capture. The squares of occ are occupied, and the men of opp may take it.
func (w *worker) takenFromHome(p *pos, k int, occ, opp set) bool {
	k &= cells - 1
	side := p.turn ^ 1
	for s := w.attackers(p, k, occ, opp); s != 0; s = s.rest() {
		parts := p.parts(s.first())
		if parts == partPawn && w.low[p.turn&1].has(k) && len(w.promotion) != 0 {
			for _, kind := range w.promotion {
				if w.freeHome(p, w.kind[kind], side, occ&^s.lowest(), k) {
					return true
				}
			}
			continue
		}
		if w.freeHome(p, parts, side, occ&^s.lowest(), k) {
			return true
		}
	}
	return false
}

// takenForGood is capturable where a captured king is reborn at home and nothing else happens: it is gone if a man that attacks it
// has not left that square, and somebody stands there then.
func (w *worker) takenForGood(p *pos, k int) bool {
	attackers := w.attackers(p, k, p.own|p.opp, p.opp)
	if attackers == 0 {
		return false
	}
	home := w.rebirthHome(p, partKing, p.turn, k)
	return home == k || (p.own|p.opp).has(home) && attackers&^bit(home) != 0
}

// rebirthHome returns the home where a man of a side, made of parts, is reborn after a capture on c.
func (w *worker) rebirthHome(p *pos, parts, side uint8, c int) int {
	if w.v.Aftermath.OpponentHome {
		side ^= 1
	}
	return w.home(p, parts, side, c)
}

// attackers returns the men of opp, no Sissas, that attack a square when those of occ are occupied.
func (w *worker) attackers(p *pos, sq int, occ, opp set) set {
	sq &= cells - 1
	attackers := w.kings[sq]&p.king | w.guards[p.turn&1][sq]&p.pawn | w.knights[sq]&p.knight | w.steps[sq]&p.step
	if w.diagRays[sq]&p.diag&opp != 0 {
		attackers |= w.diag(sq, occ) & p.diag
	}
	if w.orthRays[sq]&p.orth&opp != 0 {
		attackers |= w.orth(sq, occ) & p.orth
	}
	return attackers & opp
}

// freeHome reports whether a capturer made of parts is reborn when it captures on k and the squares of occ are occupied besides.
func (w *worker) freeHome(p *pos, parts, side uint8, occ set, k int) bool {
	home := w.rebirthHome(p, parts, side, k)
	if home == k {
		return !w.v.Aftermath.Cheylan
	}
	return !occ.has(home)
}

// preyBesides returns the own men whose capture may end with the king on k gone:
// the king, and where rebirths remove the occupant, all that could be reborn on it.
func (w *worker) preyBesides(p *pos, k set) set {
	if !w.ownHomes {
		return p.own
	}
	prey := k
	if w.someHome[p.turn&1]&k == 0 {
		return prey
	}
	for s := p.own &^ k; s != 0; s = s.rest() {
		sq := s.first()
		if k.has(w.home(p, w.plain(p.parts(sq)), p.turn, sq)) {
			prey |= s.lowest()
		}
	}
	return prey
}

// takesKing reports whether a capture by the side to move on a square leaves the
// other side without a king.
func (w *worker) takesKing(p *pos, mem *memory, to int) bool {
	occ := p.own | p.opp
	at := p.square(to)
	for s := p.own; s != 0; s = s.rest() {
		from := s.first()
		if !w.reach(p.parts(from), from, p.turn, occ).has(to) {
			continue
		}
		m := rules.MakeMove(rules.Ordinary, p.square(from), at)
		if p.pawn.has(from) && w.high[p.turn&1].has(to) && w.v.Aftermath.Capturer != rules.Vanishes {
			for _, k := range w.promotion {
				if w.endsKing(p, mem, m.WithPromotion(k)) {
					return true
				}
			}
			continue
		}
		if w.endsKing(p, mem, m) {
			return true
		}
	}
	if p.pass == 0 || !p.firstOfTurn() {
		return false
	}
	passed := to + w.step(p.turn)
	if !p.pass.has(passed) {
		return false
	}
	for s := w.takers[p.turn&1][passed] & p.own & p.pawn; s != 0; s = s.rest() {
		if w.endsKing(p, mem, rules.MakeMove(rules.EnPassant, p.square(s.first()), p.square(passed))) {
			return true
		}
	}
	return false
}

// endsKing reports whether a capture, in any branch, is not forbidden and leaves the
// other side without a king.
func (w *worker) endsKing(p *pos, mem *memory, m rules.Move) bool {
	n := *p
	spare := w.borrow(mem)
	v := w.perform(&n, spare, m)
	w.giveBack(spare)
	switch v {
	case fine:
		return n.opp&n.king == 0
	case needsReborn, needsOwn:
		for _, k := range w.promotion {
			next := m.WithReborn(k)
			if v == needsOwn {
				next = m.WithOwnReborn(k)
			}
			if w.endsKing(p, mem, next) {
				return true
			}
		}
	}
	return false
}

// borrow returns a copy of a memory to play on, or nil of nil; giveBack takes it back.
func (w *worker) borrow(mem *memory) *memory {
	if mem == nil {
		return nil
	}
	if w.lent == len(w.spare) {
		w.spare = append(w.spare, new(memory))
	}
	spare := w.spare[w.lent]
	w.lent++
	*spare = *mem
	return spare
}

func (w *worker) giveBack(spare *memory) {
	if spare != nil {
		w.lent--
	}
}
