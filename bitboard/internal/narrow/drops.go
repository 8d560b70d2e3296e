// This file finds and plays drops. hand.go says what is dropped.

package narrow

import "github.com/kirke-chess/kirke/rules"

// scanDrops finds the drops. A dropped piece opens no line, so a drop is legal wherever an arrival
// answers the check.
func scanDrops[P scanPurpose](w *Worker, p *Pos, c *constraints) {
	var purpose P
	zones, free := &w.dropZones[p.Turn&1], c.arrivals&^c.occ
	n, total := w.n, w.total
	for h := p.hand[0]; h != 0; {
		i := h.firstType()
		h = h.without(i)
		to := zones[i] & free
		if len(purpose) == listing {
			w.packs[n] = Pack{to, int16(i), drops, 1}
			n += to.Some()
		}
		total += to.Count()
	}
	w.n, w.total = n, total
}

// drop returns the drop of the i-th type in hand on a square.
func (g *Game) drop(p *Pos, i, to int) rules.Move {
	at := p.Square(to)
	return rules.MakeMove(rules.Drop, at, at).WithGated(g.handTypes[i], false)
}

// playDrop plays a drop, and does not hand the turn over.
func (g *Game) playDrop(n *Pos, m rules.Move) {
	k := m.Gated()
	n.hand[0] -= g.handUnit[k&31]
	n.Put(n.Seen(m.To()), g.PartsOf[k&31], n.Turn)
	n.half = 0
}

// turnOver puts p into q with the other side to move, as it is after a drop but for the dropped
// piece. Fields that games with drops do not use are not copied.
func (g *Game) turnOver(p, q *Pos) {
	q.Own, q.Opp = p.Opp.Flip(), p.Own.Flip()
	q.Pawn, q.Knight, q.Diag, q.Orth = p.Pawn.Flip(), p.Knight.Flip(), p.Diag.Flip(), p.Orth.Flip()
	q.King, q.Sissa, q.Step, q.Promoted = p.King.Flip(), p.Sissa.Flip(), p.Step.Flip(), p.Promoted.Flip()
	q.Castle, q.Pass = p.Castle.Flip(), 0
	q.hand[0], q.hand[1] = p.hand[1], p.hand[0]
	q.checks[0], q.checks[1] = p.checks[1], p.checks[0]
	q.Turn = p.Turn ^ 1
	q.half, q.full = 0, p.full+uint16(p.Turn)
}

// countDrops returns how many replies there are to the drops of a pack. It plays them on q.
func (w *Worker) countDrops(p, q *Pos, pk *Pack) (n int) {
	k := w.handTypes[pk.From]
	w.turnOver(p, q)
	hands := q.hand
	for to := pk.To; to != 0; to = to.Rest() {
		w.gateIn(q, to.First(), k)
		n += w.Count(q, nil)
		w.withdraw(q, to.Lowest().Flip(), k)
		q.hand = hands
	}
	return n
}

// advanceHand is the part of advance that games with drops have besides: what the capturer takes in
// hand, and which pieces are promoted.
func (g *Game) advanceHand(p, q *Pos, from, to int) {
	f, t := Bit(from), Bit(to)
	q.Promoted = (p.Promoted&^(f|t) | t.When(p.Promoted.At(from))).Flip()
	if p.Opp&t != 0 {
		q.hand[1] += g.taken[p.Parts(to)]
	}
}
