package narrow

import (
	"github.com/kirke-chess/kirke/rules"
)

// perft counts the leaves under the position of a ply to a depth of at least 1: at
// the last ply by what the scan counts, which is what the moves are listed from.
func (w *worker) perft(ply, depth int) uint64 {
	p := &w.at[ply&(maxDepth-1)]
	if depth == 1 {
		return uint64(w.count(p, w.memory(ply)))
	}
	if w.table != nil {
		if n, ok := w.table.Get(w.keys[ply], depth); ok {
			return n
		}
	}
	w.scan(p, w.memory(ply), w.all)
	base := len(w.stack)
	w.stack = w.moves(p, w.stack)
	end := len(w.stack)
	var n uint64
	for i := base; i < end; i++ {
		w.next(ply, w.stack[i])
		n += w.perft(ply+1, depth-1)
	}
	w.stack = w.stack[:base]
	if w.table != nil {
		w.table.Put(w.keys[ply], depth, n)
	}
	return n
}

// next puts the position after the legal move m at the ply after.
func (w *worker) next(ply int, m rules.Move) {
	p, q := &w.at[ply&(maxDepth-1)], &w.at[(ply+1)&(maxDepth-1)]
	if w.brief && m.Form() == rules.Ordinary && !(w.conversion && p.step.has(p.seen(m.From()))) {
		w.advance(p, q, m)
	} else {
		mem := w.memory(ply + 1)
		*q = *p
		if mem != nil {
			*mem = w.recall[ply]
		}
		w.play(q, mem, m)
	}
	if w.table != nil {
		w.keys[ply+1] = w.keys[ply] ^ w.change(p, q, w.memory(ply), w.memory(ply+1))
	}
}

// advance puts the position after an ordinary move into q, as play would, where no
// capture has an aftermath, turns are one move, and no bishop converts. What such
// games do not have is not copied.
func (g *game) advance(p, q *pos, m rules.Move) {
	from, to := p.seen(m.From()), p.seen(m.To())
	f, t := bit(from), bit(to)
	stay := ^(f | t)
	q.own = (p.opp &^ t).flip()
	q.opp = (p.own&^f | t).flip()
	q.pawn = (p.pawn&stay | t.when(p.pawn.at(from))).flip()
	q.knight = (p.knight&stay | t.when(p.knight.at(from))).flip()
	q.diag = (p.diag&stay | t.when(p.diag.at(from))).flip()
	q.orth = (p.orth&stay | t.when(p.orth.at(from))).flip()
	q.king = (p.king&stay | t.when(p.king.at(from))).flip()
	if g.rare {
		q.sissa = (p.sissa&stay | t.when(p.sissa.at(from))).flip()
		q.step = (p.step&stay | t.when(p.step.at(from))).flip()
	}
	q.gate, q.castle, q.pass = (p.gate & stay).flip(), (p.castle & stay).flip(), 0
	q.hand[0], q.hand[1] = p.hand[1], p.hand[0]
	q.turn = p.turn ^ 1
	q.half, q.full = p.half+1, p.full+uint16(p.turn)
	if p.opp&t != 0 {
		q.half = 0
	}
	if p.pawn&f != 0 {
		q.half = 0
		if by := g.step(p.turn); to-from == 2*by {
			q.pass = bit(turn(from+by, 1))
			g.tidyPass(q)
		} else if k := m.Promotion(); k != 0 {
			b := t.flip()
			q.pawn &^= b
			q.build(b, g.kind[k&31])
		}
	}
	if p.castle&^stay != 0 {
		g.tidyCastling(q, q.own)
		g.tidyCastling(q, q.opp)
	}
	if k := m.Enters(); k != 0 {
		b := f.flip()
		q.opp |= b
		q.build(b, g.kind[k&31])
		if q.hand[1] -= g.handUnit[k&31]; q.hand[1] == 0 {
			q.gate &^= g.high[q.turn&1]
		}
	}
}
