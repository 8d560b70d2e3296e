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
	var n uint64
	if depth == 2 && w.brief {
		n = uint64(w.perft2(p, &w.at[(ply+1)&(maxDepth-1)]))
	} else {
		w.scan(p, w.memory(ply), w.all)
		base := len(w.stack)
		w.stack = w.moves(p, w.stack)
		end := len(w.stack)
		for i := base; i < end; i++ {
			w.next(ply, w.stack[i])
			n += w.perft(ply+1, depth-1)
		}
		w.stack = w.stack[:base]
	}
	if w.table != nil {
		w.table.Put(w.keys[ply], depth, n)
	}
	return n
}

// perft2 counts the leaves two plies under p, with q to play on. Where most
// moves are played by advance it need not list them, and plays a move once for all the
// men that may enter by it.
func (w *worker) perft2(p, q *pos) int {
	w.scan(p, nil, w.all)
	n, e := 0, w.entries(p)
	for _, pk := range w.kept[:copy(w.kept[:], w.list[:w.n])] {
		by := int(pk.from)
		switch {
		case pk.form == manMoves && !(w.conversion && p.step.has(by)):
			for to := pk.to; to != 0; to = to.rest() {
				w.advance(p, q, by, to.first())
				n += w.count(q, nil)
				if pk.times == 1 {
					continue
				}
				b, hand, gate := bit(by).flip(), q.hand, q.gate
				for j, k := range w.handKinds {
					if w.mayEnter(p, j) {
						w.enter(q, by, k)
						n += w.count(q, nil)
						w.withdraw(q, b, k)
						q.hand, q.gate = hand, gate
					}
				}
			}
		case pk.form == pawnMoves:
			for to := pk.to; to != 0; to = to.rest() {
				w.advance(p, q, to.first()-by, to.first())
				n += w.count(q, nil)
			}
		default:
			base := len(w.stack)
			w.stack = w.movesOf(p, &pk, e, w.stack)
			for _, m := range w.stack[base:] {
				w.follow(p, q, m)
				n += w.count(q, nil)
			}
			w.stack = w.stack[:base]
		}
	}
	return n
}

// next puts the position after the legal move m at the ply after.
func (w *worker) next(ply int, m rules.Move) {
	p, q := &w.at[ply&(maxDepth-1)], &w.at[(ply+1)&(maxDepth-1)]
	if mem := w.memory(ply + 1); mem != nil {
		*q, *mem = *p, w.recall[ply]
		w.play(q, mem, m)
	} else {
		w.follow(p, q, m)
	}
	if w.table != nil {
		w.keys[ply+1] = w.keys[ply] ^ w.change(p, q, w.memory(ply), w.memory(ply+1))
	}
}

// follow puts the position after the legal move m into q, in games without memory.
func (w *worker) follow(p, q *pos, m rules.Move) {
	if !w.ordinary(p, q, m) {
		*q = *p
		w.play(q, nil, m)
	}
}

// ordinary puts the position after a legal move into q as advance does, with what enters or promotes, and reports whether the move is of that kind.
func (g *game) ordinary(p, q *pos, m rules.Move) bool {
	from, to := p.seen(m.From()), p.seen(m.To())
	if m.Form() != rules.Ordinary || g.conversion && p.step.has(from) {
		return false
	}
	if !g.brief {
		if !g.atRest(p) || p.opp.has(to) {
			return false
		}
		q.choice, q.pending, q.pendingOf, q.pendingAt, q.last = 0, 0, 0, 0, p.last
	}
	g.advance(p, q, from, to)
	if k := m.Promotion(); k != 0 {
		b := bit(to).flip()
		q.pawn &^= b
		q.build(b, g.kind[k&31])
	}
	if k := m.Enters(); k != 0 {
		g.enter(q, from, k)
	}
	return true
}

// atRest reports whether a move of p that takes nobody has no aftermath, nor one of a capture before it, in a game where others have.
func (g *game) atRest(p *pos) bool {
	return g.calm && p.forgets()
}

// advance puts the position after an ordinary move from one square to another into
// q, as play would, where it is no capture that has an aftermath, turns are one move, nobody
// waits on imaginary squares and no bishop converts. What such games do not have is
// not copied.
func (g *game) advance(p, q *pos, from, to int) {
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
			if passed := turn(from+by, 1) & (cells - 1); g.takers[q.turn&1][passed]&q.own&q.pawn != 0 {
				q.pass = bit(passed)
			}
		}
	}
	if p.castle&^stay != 0 {
		g.tidyCastling(q, q.own)
		g.tidyCastling(q, q.opp)
	}
}

// enter puts a man of kind k on the square that a move, after which it is the other
// side's turn in q, has left.
func (g *game) enter(q *pos, from int, k rules.Kind) {
	b := bit(from).flip()
	q.opp |= b
	if parts := g.kind[k&31]; parts&^partsOfMost == 0 {
		q.knight |= b.when(parts >> 1)
		q.diag |= b.when(parts >> 2)
		q.orth |= b.when(parts >> 3)
	} else {
		q.build(b, parts)
	}
	if q.hand[1] -= g.handUnit[k&31]; q.hand[1] == 0 {
		q.gate &^= g.high[q.turn&1]
	}
}

// withdraw takes a man of kind k that has entered on b away again, but not back to
// the hand.
func (g *game) withdraw(q *pos, b set, k rules.Kind) {
	if g.kind[k&31]&^partsOfMost != 0 {
		q.clear(b)
		return
	}
	q.opp &^= b
	q.knight &^= b
	q.diag &^= b
	q.orth &^= b
}
