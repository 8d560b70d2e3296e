// This file counts positions, and plays most moves by a short path.

package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// Perft counts the leaves under a position with a key to a depth of at least 1, with a table or
// nil.
func (w *Worker) Perft(p *Pos, mem *Memory, key uint64, t *rules.PerftTable, depth int) uint64 {
	w.stack, w.table = w.stack[:0], t
	w.at[0], w.keys[0] = *p, key
	if mem != nil {
		w.recall[0] = *mem
	}
	n := w.perft(0, min(depth, maxDepth-1))
	w.table = nil // it is large, and the worker may be kept
	return n
}

// IsLegal reports whether m is a legal move of p.
func (w *Worker) IsLegal(p *Pos, mem *Memory, m rules.Move) bool {
	w.Scan(p, mem, w.All)
	w.stack = w.Moves(p, w.stack[:0])
	return slices.Contains(w.stack, m)
}

// perft counts the leaves under the position at a ply to a depth of at least 1. For the last ply it
// adds up the packs of a scan.
func (w *Worker) perft(ply, depth int) uint64 {
	p := &w.at[ply&(maxDepth-1)]
	if depth == 1 {
		return uint64(w.Count(p, w.memoryAt(ply)))
	}
	if w.table != nil {
		if n, ok := w.table.Get(w.keys[ply], depth); ok {
			return n
		}
	}
	var n uint64
	if depth == 2 && w.OrthodoxOnBoard && !w.mayGiveLastCheck(p) {
		n = uint64(w.perftTwo(p, &w.at[(ply+1)&(maxDepth-1)]))
	} else {
		w.Scan(p, w.memoryAt(ply), w.All)
		base := len(w.stack)
		w.stack = w.Moves(p, w.stack)
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

// perftTwo counts the leaves two plies under p, with q to play on. Most moves are played by
// advance, without listing them, and a move is played once for all pieces that may be gated by it.
func (w *Worker) perftTwo(p, q *Pos) int {
	w.Scan(p, nil, w.All)
	packs, base := w.replied[:copy(w.replied[:], w.packs[:w.n])], len(w.stack)
	w.stack = append(w.stack, w.Tested...)
	n, e := w.countStacked(p, q, base), w.OpenGates(p)
	for _, pk := range packs {
		by := int(pk.From)
		switch {
		case pk.Form == PieceMoves && !(w.Conversion && p.Step.Has(by)):
			for to := pk.To; to != 0; to = to.Rest() {
				w.advance(p, q, by, to.First())
				n += w.Count(q, nil)
				if pk.Times == 1 {
					continue
				}
				b, hand, gate := Bit(by).Flip(), q.hand, q.gate
				for j, k := range w.handTypes {
					if w.mayGate(p, j) {
						w.gateIn(q, by, k)
						n += w.Count(q, nil)
						w.withdraw(q, b, k)
						q.hand, q.gate = hand, gate
					}
				}
			}
		case pk.Form == PawnMoves:
			for to := pk.To; to != 0; to = to.Rest() {
				w.advance(p, q, to.First()-by, to.First())
				n += w.Count(q, nil)
			}
		case pk.Form == drops:
			n += w.countDrops(p, q, &pk)
		default:
			w.stack = w.MovesOf(p, &pk, e, w.stack)
			n += w.countStacked(p, q, base)
		}
	}
	return n
}

// countStacked returns how many replies there are to the moves of p on the stack from base on, and
// takes these off the stack. It plays them on q.
func (w *Worker) countStacked(p, q *Pos, base int) (n int) {
	for _, m := range w.stack[base:] {
		w.PlayInto(p, q, m)
		n += w.Count(q, nil)
	}
	w.stack = w.stack[:base]
	return n
}

// next puts the position after the legal move m at the next ply.
func (w *Worker) next(ply int, m rules.Move) {
	p, q := &w.at[ply&(maxDepth-1)], &w.at[(ply+1)&(maxDepth-1)]
	if mem := w.memoryAt(ply + 1); mem != nil {
		*q, *mem = *p, w.recall[ply]
		w.Play(q, mem, m)
	} else {
		w.PlayInto(p, q, m)
	}
	if w.table != nil {
		w.keys[ply+1] = w.keys[ply] ^ w.KeyChange(p, q, w.memoryAt(ply), w.memoryAt(ply+1))
	}
}

// PlayInto puts the position after the legal move m into q, in games without a memory.
func (w *Worker) PlayInto(p, q *Pos, m rules.Move) {
	if !w.PlayOrdinary(p, q, m) {
		*q = *p
		w.Play(q, nil, m)
	}
}

// PlayOrdinary puts the position after a legal move into q as advance does, with what is gated or
// promoted. It reports whether the move is of that kind.
func (g *Game) PlayOrdinary(p, q *Pos, m rules.Move) bool {
	from, to := p.Seen(m.From()), p.Seen(m.To())
	if m.Form() == rules.Drop {
		g.turnOver(p, q)
		g.gateIn(q, to, m.Gated())
		g.countCheck(q)
		return true
	}
	if m.Form() != rules.Ordinary || g.Conversion && p.Step.Has(from) {
		return false
	}
	if g.Blast && p.Opp.Has(to) {
		return false
	}
	if !g.OrthodoxOnBoard {
		if !g.atRest(p) || p.Opp.Has(to) {
			return false
		}
		q.Choice, q.Pending, q.pendingOf, q.pendingAt, q.last = 0, 0, 0, 0, p.last
	}
	g.advance(p, q, from, to)
	if k := m.Promotion(); k != 0 {
		b := Bit(to).Flip()
		q.Pass = 0
		q.Pawn &^= b
		q.build(b, g.PartsOf[k&31])
	}
	if k := m.Gated(); k != 0 {
		g.gateIn(q, from, k)
	}
	g.countCheck(q)
	return true
}

// atRest reports whether a quiet move of p has no aftermath, in a game where captures have one.
func (g *Game) atRest(p *Pos) bool {
	return g.QuietOrthodox && p.forgets()
}

// advance puts the position after an ordinary move from one square to another into q, as perform
// would. It requires that no aftermath follows, turns are one move, no piece waits on imaginary
// squares and no bishop converts. Fields that such games do not use are not copied.
func (g *Game) advance(p, q *Pos, from, to int) {
	f, t := Bit(from), Bit(to)
	stay := ^(f | t)
	q.Own = (p.Opp &^ t).Flip()
	q.Opp = (p.Own&^f | t).Flip()
	q.Pawn = (p.Pawn&stay | t.When(p.Pawn.At(from))).Flip()
	q.Knight = (p.Knight&stay | t.When(p.Knight.At(from))).Flip()
	q.Diag = (p.Diag&stay | t.When(p.Diag.At(from))).Flip()
	q.Orth = (p.Orth&stay | t.When(p.Orth.At(from))).Flip()
	q.King = (p.King&stay | t.When(p.King.At(from))).Flip()
	if g.Rare {
		q.Sissa = (p.Sissa&stay | t.When(p.Sissa.At(from))).Flip()
		q.Step = (p.Step&stay | t.When(p.Step.At(from))).Flip()
		q.Promoted = (p.Promoted&stay | t.When(p.Promoted.At(from))).Flip()
	}
	q.gate, q.Castle, q.Pass = (p.gate & stay).Flip(), (p.Castle & stay).Flip(), 0
	q.hand[0], q.hand[1] = p.hand[1], p.hand[0]
	q.Turn = p.Turn ^ 1
	q.half, q.full = p.half+1, p.full+uint16(p.Turn)
	if p.Opp&t != 0 {
		q.half = 0
	}
	if p.Pawn&f != 0 {
		q.half = 0
		if by := g.Step(p.Turn); to-from == 2*by {
			if passed := Turned(from+by, 1) & (Cells - 1); g.OwnPawnsFrom[q.Turn&1][passed]&q.Own&q.Pawn != 0 {
				q.Pass = Bit(passed) & g.takenPassing[q.Turn&1]
			}
		}
	}
	if g.extras {
		g.advanceExtras(p, q, from, to)
	}
	if p.Castle&^stay != 0 {
		g.dropVoidCastling(q, q.Own)
		g.dropVoidCastling(q, q.Opp)
	}
}

// advanceExtras is the part of advance that only some games have: what comes to a hand, the checks
// to be given, what a capture blows up. It is apart so that advance stays short.
//
//go:noinline
func (g *Game) advanceExtras(p, q *Pos, from, to int) {
	q.checks[0], q.checks[1] = p.checks[1], p.checks[0]
	if g.Drops {
		g.advanceHand(p, q, from, to)
	}
	if g.Blast && p.Opp&Bit(to) != 0 {
		g.blast(q, Turned(to, 1))
		g.dropVoidCastling(q, q.Own)
		g.dropVoidCastling(q, q.Opp)
	}
}

// gateIn puts a piece of type k on the square that a move has left, after which it is the other
// side's turn in q.
func (g *Game) gateIn(q *Pos, from int, k rules.PieceType) {
	b := Bit(from).Flip()
	q.Opp |= b
	if parts := g.PartsOf[k&31]; parts&^partsOfMost == 0 {
		q.Knight |= b.When(parts >> 1)
		q.Diag |= b.When(parts >> 2)
		q.Orth |= b.When(parts >> 3)
	} else {
		q.build(b, parts)
	}
	if q.hand[1] -= g.handUnit[k&31]; q.hand[1] == 0 {
		q.gate &^= g.High[q.Turn&1]
	}
}

// withdraw takes the piece of type k that was gated on b off the board, but does not put it back in
// hand.
func (g *Game) withdraw(q *Pos, b Set, k rules.PieceType) {
	if g.PartsOf[k&31]&^partsOfMost != 0 {
		q.Clear(b)
		return
	}
	q.Opp &^= b
	q.Knight &^= b
	q.Diag &^= b
	q.Orth &^= b
}
