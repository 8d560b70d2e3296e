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
func (w *worker) idle(p, q *pos, mem *memory, unchecked int) {
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
	king := -1
	var lines set // to the king where it stands
	if k := q.own & q.king; k != 0 {
		king = k.first()
		lines = w.linesTo(q, king)
	}
	var barred spots // from where they would attack the king that they must not
	if w.unchecked >= 0 {
		barred = w.spotsOf(q, w.unchecked, 0)
	}
	for i := range w.list[:w.n] {
		pk := &w.list[i]
		from, to := int(pk.from), pk.to
		switch {
		case pk.form == manMoves && !w.shut.has(from):
			to &^= barred.of(q.parts(from))
			for n := w.idlersOf(from); to != 0 && n < mostOfOne && len(w.idlers) < mostIdlers; to = to.rest() {
				n += w.addIdler(q, from, to.first(), king, lines)
			}
		case pk.form == pawnMoves || pk.form == promotions && w.unchecked < 0:
			for to &^= barred.pawn; to != 0 && len(w.idlers) < mostIdlers; to = to.rest() {
				if sq := to.first(); !w.shut.has(sq - from) {
					w.addIdler(q, sq-from, sq, king, lines)
				}
			}
		}
	}
	if w.unchecked >= 0 {
		return
	}
	for _, r := range w.single {
		if from := q.seen(r.From()); r.Form() == rules.Ordinary && len(w.idlers) < mostIdlers && w.idlersOf(from) < mostOfOne {
			w.addIdler(q, from, q.seen(r.To()), king, lines)
		}
	}
}

// idlersOf counts those of a man, if they are the last ones.
func (w *worker) idlersOf(from int) int {
	n := 0
	for i := len(w.idlers) - 1; i >= 0 && w.idlers[i].from == from; i-- {
		n++
	}
	return n
}

// addIdler adds a legal move of q, the side with the idlers, unless its king is then attacked, and returns how many that are.
func (w *worker) addIdler(q *pos, from, to, king int, lines set) int {
	i := idler{from: from, to: to, way: w.betweens[from&(cells-1)][to&(cells-1)] | bit(from) | bit(to), king: king, lines: lines}
	if from == king {
		i.king, i.lines = to, w.linesTo(q, to)
	}
	if i.king >= 0 && w.check == byCapture && w.attacked(q, i.king, (q.own|q.opp)&^bit(from)|bit(to), q.opp) {
		return 0 // and nobody takes the king, as things stand
	}
	w.idlers = append(w.idlers, i)
	return 1
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

// busy appends the legal moves of p that arrive on squares of want after which no idler is seen to be legal: whole packs are trimmed first, what is left is asked move by move.
func (w *worker) busy(p *pos, mem *memory, want set, buf []rules.Move) []rules.Move {
	w.stills = w.direct && len(w.idlers) > 0
	w.scan(p, mem, want)
	w.trim(p)
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

// settled returns squares that need not be looked at: an idler is still legal after each move of p that arrives there, those of the king and those that check excepted. Such a move takes nobody and opens
// no line to the idlers' king; so it keeps the men that have idlers from making them only by standing in the way, and one of them by pinning it, from a square in line with their king.
func (w *worker) settled(p *pos) set {
	q := &w.at[afterPass]
	if len(w.idlers) == 0 || w.check != byReach || !w.simple && !w.direct || q.own&q.king == 0 {
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
	return (two | one&^(w.orthRays[king]|w.diagRays[king])).flip() &^ p.opp
}

// trim drops from the packs of p moves after which an idler is seen to be legal.
func (w *worker) trim(p *pos) {
	settled := w.settled(p)
	if settled == 0 {
		return
	}
	var from spots
	if q := &w.at[afterPass]; w.unchecked >= 0 { // else a check is no stalemate
		from = w.spotsOf(p, p.seen(q.square((q.own & q.king).first())), p.own|p.opp)
	}
	for i := range w.list[:w.n] {
		switch pk := &w.list[i]; pk.form {
		case manMoves:
			if parts := p.parts(int(pk.from)); parts != partKing {
				pk.to &^= settled &^ from.of(parts)
			} else {
				pk.to = w.restless(pk.to)
			}
		case pawnMoves:
			pk.to &^= settled &^ from.pawn
		}
	}
}

// restless returns those of some squares after a move of the king of p to which no idler is seen to be legal. That it opens no line by leaving is known from settled.
func (w *worker) restless(to set) set {
	q := &w.at[afterPass]
	king := (q.own & q.king).first()
	left := to.flip()
	for i := range w.idlers {
		r := &w.idlers[i]
		if r.from == king {
			continue
		}
		busy := r.way | q.opp
		if w.unchecked >= 0 { // nor does it attack the king there, from where it goes or by leaving
			busy |= w.reach(q.parts(r.from), r.to, q.turn, 0)
			for s := (w.orthRays[r.from&(cells-1)]&q.orth | w.diagRays[r.from&(cells-1)]&q.diag) & q.own; s != 0; s = s.rest() {
				busy |= w.through[s.first()][r.from&(cells-1)]
			}
		}
		if left &= busy; left == 0 {
			break
		}
	}
	return left.flip()
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
