package narrow

import "github.com/kirke-chess/kirke/rules"

// idler is a move of the side that is to be stilled which takes nobody, and which is legal if the other side does nothing. In Martian Circe it is seen
// without playing them that most moves of the other side leave it legal: a king is attacked along lines from homes, and only on
// these does it matter who has left a square. docs/solving.md has the argument.
type idler struct {
	from, to int
	way      set // from, to and between: who arrives here is in its way, or takes the man
	king     int // where its own king then stands, -1 for none
	lines    set // who leaves from here may open a line from a home to the king
}

// mostIdlers is how many are looked at.
const mostIdlers = 8

// idle finds idlers for p, from which side to move is to still the other; it appends nothing to buf, which it writes on.
func (w *worker) idle(p *pos, mem *memory, buf []rules.Move) {
	w.idlers = w.idlers[:0]
	if w.check != byHomes || mem != nil || w.gating || w.series || w.testsAll(p) || p.sissa&p.opp != 0 {
		return
	}
	q := &w.at[afterMove]
	*q = *p
	q.pass = 0
	q.handOver()
	w.scan(q, nil, w.all)
	first, king := len(buf), -1
	buf = w.moves(q, buf)
	if k := q.own & q.king; k != 0 {
		king = k.first()
	}
	var lines set
	if king >= 0 {
		lines = w.linesFromHomes(q, king)
	}
	for _, r := range buf[first:] {
		from, to := q.seen(r.From()), q.seen(r.To())
		if r.Form() != rules.Ordinary || q.opp.has(to) {
			continue
		}
		i := idler{from: from, to: to, way: w.betweens[from&(cells-1)][to&(cells-1)] | bit(from) | bit(to), king: king, lines: lines}
		if from == king {
			i.king, i.lines = to, w.linesFromHomes(q, to)
		}
		if w.idlers = append(w.idlers, i); len(w.idlers) == mostIdlers {
			break
		}
	}
}

// idles reports whether an idler is still legal after m, which then stills nobody; false is not certain. The position is the one that idle has left.
func (w *worker) idles(m rules.Move) bool {
	q := &w.at[afterMove]
	if len(w.idlers) == 0 || m.Form() != rules.Ordinary {
		return false
	}
	from, to := q.seen(m.From()), q.seen(m.To())
	parts := q.parts(from)
	if k := m.Promotion(); k != 0 {
		parts = w.kind[k&31]
	}
	home := w.home(q, parts, q.turn^1, to)
	for i := range w.idlers {
		r := &w.idlers[i]
		if r.way.has(to) || r.lines.has(from) {
			continue
		}
		occ := (q.own|q.opp)&^bit(from)&^bit(to)&^bit(r.from) | bit(r.to) // without the man that m has moved, which is carried to its home
		if r.king < 0 || occ.has(home) || !w.aims(q, parts, home, r.king, occ) {
			return true
		}
	}
	return false
}
