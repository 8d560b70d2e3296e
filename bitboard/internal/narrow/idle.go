package narrow

import "github.com/kirke-chess/kirke/rules"

// idler is a move of the side that is to be stilled which takes nobody, and which is legal if the other side does nothing, its king then not being attacked.
// It is seen without playing them that most moves of the other side leave it legal: a king is attacked along lines, and only on
// these does it matter who has left a square. docs/solving.md has the argument.
type idler struct {
	from, to int
	way      set // from, to and between: who arrives here is in its way, or takes the man
	king     int // where its own king then stands, -1 for none
	lines    set // who leaves from here may open a line to the king
}

// mostIdlers is how many are looked at, no more than mostOfOne of one man.
const (
	mostIdlers = 8
	mostOfOne  = 3
)

// passed returns p with the other side to move.
func (w *worker) passed(p *pos) *pos {
	q := &w.at[afterPass]
	*q = *p
	q.pass = 0
	q.handOver()
	return q
}

// idle finds idlers for p, from which the side to move is to still the other, or to have it mate whatever it does; q is p with the other to move. In the second case they
// attack a king of p, on the square unchecked, neither from where they go nor by leaving, wherever other men stand: while it stays, they are no mates; else that is -1.
// It appends nothing to buf, which it writes on.
func (w *worker) idle(p, q *pos, mem *memory, unchecked int, buf []rules.Move) {
	w.idlers, w.unchecked = w.idlers[:0], -1
	if w.removes || w.gating || w.series || w.conversion || w.testsAll(p) || p.sissa != 0 || mem != nil && mem.n != 0 {
		return
	}
	w.shut = 0
	if unchecked >= 0 {
		if w.check == byCapture && w.attacked(p, unchecked, p.own|p.opp, p.opp) {
			return // it may be a check as soon as somebody leaves or takes a home
		}
		w.unchecked, w.shut = q.seen(p.square(unchecked)), w.linesTo(p, unchecked).flip()
	}
	w.scan(q, mem, w.all&^q.opp)
	first, king := len(buf), -1
	buf = w.moves(q, buf)
	var lines set // to the king where it stands
	if k := q.own & q.king; k != 0 {
		king = k.first()
		lines = w.linesTo(q, king)
	}
	for _, r := range buf[first:] {
		from, to := q.seen(r.From()), q.seen(r.To())
		if n := len(w.idlers); r.Form() != rules.Ordinary || q.opp.has(to) || n >= mostOfOne && w.idlers[n-mostOfOne].from == from {
			continue
		}
		if unchecked >= 0 && (w.shut.has(from) || r.Promotion() != 0 || w.aims(p, q.parts(from), p.seen(q.square(to)), unchecked, 0)) {
			continue
		}
		i := idler{from: from, to: to, way: w.betweens[from&(cells-1)][to&(cells-1)] | bit(from) | bit(to), king: king, lines: lines}
		if from == king {
			i.king, i.lines = to, w.linesTo(q, to)
		}
		if i.king >= 0 && w.check == byCapture && w.attacked(q, i.king, (q.own|q.opp)&^bit(from)|bit(to), q.opp) {
			continue // and nobody takes the king, as things stand
		}
		if w.idlers = append(w.idlers, i); len(w.idlers) == mostIdlers {
			break
		}
	}
}

// linesTo returns where something may close a line, or open one by leaving, on which a man of the other side attacks a square.
func (w *worker) linesTo(p *pos, sq int) (lines set) {
	if w.check == byHomes {
		return w.linesFromHomes(p, sq)
	}
	ways := &w.betweens[sq&(cells-1)]
	for s := (w.orthRays[sq&(cells-1)]&p.orth | w.diagRays[sq&(cells-1)]&p.diag) & p.opp; s != 0; s = s.rest() {
		lines |= ways[s.first()]
	}
	return lines
}

// busy appends the legal moves of p that arrive on squares of want after which no idler is seen to be legal.
func (w *worker) busy(p *pos, mem *memory, want set, buf []rules.Move) []rules.Move {
	w.stills = w.direct && len(w.idlers) > 0
	w.scan(p, mem, want&^w.settled(p))
	first := len(buf)
	buf = w.moves(p, buf)
	kept := first
	for _, m := range buf[first:] {
		if !w.idles(p, m) {
			buf[kept] = m
			kept++
		}
	}
	w.stills = false
	return buf[:kept]
}

// settled returns squares that need not be looked at: an idler is still legal after each move of p that arrives there. Such a move takes nobody and opens no line to the
// idlers' king, nor does it check; so it keeps the men of that side that have idlers from making them only by standing in the way, and one of them by pinning it.
func (w *worker) settled(p *pos) set {
	q := &w.at[afterPass]
	if len(w.idlers) < 2 || w.check != byReach || !w.simple && !w.direct || p.castle&p.own&p.king != 0 || q.own&q.king == 0 {
		return 0
	}
	king := (q.own & q.king).first()
	var seen, one, two set // men, and where one arrives whom so many of them disregard
	for i := 0; i < len(w.idlers); {
		r := &w.idlers[i]
		if i++; r.from == king || seen.has(r.from) {
			continue
		}
		if r.lines&q.opp != 0 {
			return 0
		}
		seen |= bit(r.from)
		way := r.way
		for ; i < len(w.idlers) && w.idlers[i].from == r.from; i++ {
			way &= w.idlers[i].way
		}
		two |= one &^ way
		one |= w.all &^ way
	}
	settled := two.flip() &^ p.opp
	if settled == 0 {
		return 0
	}
	if k := p.own & p.king; k != 0 {
		settled &^= w.kings[k.first()&(cells-1)]
	}
	if w.unchecked >= 0 { // else a check is no stalemate
		from := w.spotsOf(p, p.seen(q.square(king)), p.own|p.opp)
		settled &^= w.reaching(p, &from)
	}
	return settled
}

// idles reports whether an idler of p is still legal after m, and still attacks no king that it must not; false is not certain. The position is the one that idle has left.
func (w *worker) idles(p *pos, m rules.Move) bool {
	q := &w.at[afterPass]
	if len(w.idlers) == 0 || m.Form() != rules.Ordinary {
		return false
	}
	from, to := q.seen(m.From()), q.seen(m.To())
	if w.unchecked >= 0 && w.check == byCapture && (from == w.unchecked || q.own.has(to) || w.shut.has(from)) {
		return false // then the king may be attacked after m, too, and checked by what r leaves or where it goes
	}
	unchecked, shut := w.unchecked, set(0) // where the king stands after m, and the lines to it if it has moved
	if from == w.unchecked {
		unchecked, shut = to, w.linesTo(p, p.seen(m.To())).flip()
	}
	parts := q.parts(from)
	if k := m.Promotion(); k != 0 {
		parts = w.kind[k&31]
	}
	at := to            // from where it attacks
	var born, opens set // where somebody is reborn, and who leaving opens a line from there to the king
	if w.check == byHomes {
		at = w.home(q, parts, q.turn^1, to)
	} else if q.own.has(to) {
		if !w.stills || q.king.has(to) {
			return false
		}
		if born = w.rebirthIn(p, q, m, parts); born != 0 && w.unchecked >= 0 {
			opens = w.betweens[born.first()&(cells-1)][unchecked&(cells-1)]
		}
	}
	for i := range w.idlers {
		r := &w.idlers[i]
		if r.way&(bit(to)|born) != 0 || r.lines.has(from) || (opens | shut).has(r.from) {
			continue
		}
		if from == w.unchecked && w.aims(p, q.parts(r.from), p.seen(q.square(r.to)), p.seen(m.To()), 0) {
			continue
		}
		occ := (q.own|q.opp)&^bit(from)&^bit(to)&^bit(r.from) | bit(r.to) | born // without the man that m has moved
		if r.king < 0 || occ.has(at) || !w.aims(q, parts, at, r.king, occ) {
			return true
		}
	}
	return false
}

// rebirthIn returns where, as q sees it, a capture m of p may make a man be reborn that is q's own; the man with which it captures is then made of parts.
func (w *worker) rebirthIn(p, q *pos, m rules.Move, parts uint8) set {
	from, to := p.seen(m.From()), p.seen(m.To())
	_, sq := w.rebirthOf(p, &deed{from: from, to: to, at: to, man: p.parts(from), arrived: w.plain(parts), taken: p.parts(to)})
	if sq < 0 || sq == to || sq != from && (p.own|p.opp).has(sq) {
		return 0 // nobody, or nobody may capture so
	}
	return bit(q.seen(p.square(sq)))
}
