package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// verdict is what came of playing a move: fine, a choice that is still to be made,
// or that the rules forbid it.
type verdict uint8

const (
	fine        verdict = iota
	needsReborn         // the mover must say what the reborn pawn becomes
	needsOwn            // the mover must say what its own reborn pawn becomes
	forbidden
)

// square returns the square of the board for one as the side to move sees it.
func (p *pos) square(sq int) board.Square { return board.Square(turn(sq, p.turn)) }

// seen is the inverse of square.
func (p *pos) seen(sq board.Square) int { return turn(int(sq), p.turn) & (cells - 1) }

// play makes the legal move m on n and hands the turn over.
func (w *worker) play(n *pos, mem *memory, m rules.Move) {
	w.perform(n, mem, m)
	w.endTurn(n, mem)
}

// perform makes a move, which need only be pseudo-legal, in the order of the rules of
// the Circe family, all but handing the turn over. When the verdict is not fine n is
// half-played.
func (g *game) perform(n *pos, mem *memory, m rules.Move) verdict {
	if k := m.Choice(); k != 0 && n.awaits(n.own) {
		at := n.seen(squareOf(n.choice))
		n.clear(bit(at))
		n.put(at, g.kind[k], n.turn)
		g.restored(n, at)
		n.choice = 0
	}
	if n.firstOfTurn() {
		n.pass = 0
	}
	last := n.last
	if m.Form() != rules.Pass {
		n.last = [3]uint8{}
	}
	switch {
	case m.Form() == rules.Pass:
		return fine
	case m.Form() == rules.Castle:
		g.castle(n, mem, n.seen(m.From()), n.seen(m.To()))
		if v := g.rebirthOfPending(n, mem, m); v != fine {
			return v
		}
		g.erupt(n, mem)
	case m.Form() == rules.Reassign:
		if v := g.reassign(n, mem, m); v != fine {
			return v
		}
	case int(m.To()) >= g.size.Area():
		b := bit(n.seen(m.From()))
		n.wait[2+(int(m.To())-g.size.Area())&1] = 0
		n.clear(b)
		n.leave(b)
		n.half = 0
	default:
		if v := g.stepTo(n, mem, n.seen(m.From()), n.seen(m.To()), m, last); v != fine {
			return v
		}
	}
	if k := m.Enters(); k != 0 && m.Form() != rules.Reassign {
		sq := m.From()
		if m.AtRook() {
			sq = m.To()
		}
		at := n.seen(sq)
		if (n.own | n.opp).has(at) {
			return forbidden
		}
		n.put(at, g.kind[k], n.turn)
		g.remember(n, mem, at, uint8(sq)+1)
		g.takeFromHand(n, k)
	}
	if m.Redesignates() {
		n.wait[0], n.wait[1] = n.wait[1], n.wait[0]
	}
	g.tidy(n)
	return fine
}

// awaits reports whether a reborn pawn of a side waits for it to choose a promotion.
func (p *pos) awaits(side set) bool { return p.choice != 0 && side.has(p.seen(squareOf(p.choice))) }

// leaveChoice ends the wait of a reborn pawn on sq, which leaves the board. Its side has then passed, as in a series.
func (p *pos) leaveChoice(sq int) {
	if p.choice != 0 && p.seen(squareOf(p.choice)) == sq {
		p.choice = 0
	}
}

// stepTo plays an ordinary or en passant move, with its capture and what follows
// from it.
func (g *game) stepTo(n *pos, mem *memory, from, to int, m rules.Move, last [3]uint8) verdict {
	f := bit(from)
	man := n.parts(from)
	pawn := man == partPawn
	at := to
	if m.Form() == rules.EnPassant {
		at = to - g.step(n.turn)
	}
	a := bit(at)
	captures := n.opp.has(at)
	var taken uint8
	if captures {
		taken = n.parts(at)
		if g.check == byHomes {
			if home := g.home(n, man, n.turn, from); home != from && (n.own | n.opp).has(home) {
				return forbidden
			}
		}
		n.clear(a)
		n.leaveChoice(at)
		n.half = 0
	} else {
		n.idle(g, pawn)
	}
	origin, takenOrigin := g.origin(n, mem, from), g.origin(n, mem, at)
	n.clear(f)
	n.leave(f | a)
	g.forget(n, mem, at)
	g.forget(n, mem, from)
	arrived := man
	if g.conversion && man&partStep != 0 {
		arrived = partDiag
		g.convert(n, man, from, to)
	}
	if k := m.Promotion(); k != 0 {
		arrived = g.kind[k]
		if g.imaginary && g.handIndex(k) >= 0 {
			g.takeFromHand(n, k)
		}
	}
	n.put(to, arrived, n.turn)
	g.remember(n, mem, to, origin)
	if pawn {
		if n.half = 0; to-from == 2*g.step(n.turn) {
			n.pass |= bit(from + g.step(n.turn))
		}
		if g.series {
			n.pass &^= bit(from - g.step(n.turn)) // a pawn that has just made its double step goes on
		}
	}
	if g.series && (pawn || captures) {
		n.progress = true
	}
	if !g.aftermath {
		return fine
	}
	return g.after(n, mem, deed{m: m, from: from, to: to, at: at, man: man, arrived: arrived, taken: taken,
		origin: origin, takenOrigin: takenOrigin, last: last, captures: captures})
}

// idle counts a half-move without capture or pawn move; series count turns.
func (p *pos) idle(g *game, pawn bool) {
	if !pawn && !g.series {
		p.half++
	}
}

// convert makes the bishop that moves from a square it started on an ordinary one,
// and settles whether the other must convert.
func (g *game) convert(n *pos, man uint8, from, to int) {
	if man != g.convertible {
		return
	}
	other := n.own & n.diag & n.step
	n.step &^= other
	if !g.orthRays[from].has(to) {
		n.diag &^= other
		n.step |= other
	}
}

// castle moves king and rook.
func (g *game) castle(n *pos, mem *memory, k, r int) {
	kingTo, rookTo := g.castlingSquares(n, k, r)
	old := bit(k) | bit(r)
	kingOrigin, rookOrigin := g.origin(n, mem, k), g.origin(n, mem, r)
	n.clear(old)
	n.leave(old)
	g.forget(n, mem, k)
	g.forget(n, mem, r)
	n.put(kingTo, partKing, n.turn)
	n.put(rookTo, partOrth, n.turn)
	g.remember(n, mem, kingTo, kingOrigin)
	g.remember(n, mem, rookTo, rookOrigin)
	n.idle(g, false)
}

// reassign sends the man on the board back to its imaginary square and puts the one
// that waits in its place; then the pawn moves, if one does.
func (g *game) reassign(n *pos, mem *memory, m rules.Move) verdict {
	at := n.seen(m.From())
	back := g.kindOn(n, bit(at))
	if n.wait[0] != 0 {
		n.wait[0], n.wait[1] = 0, back
	} else {
		n.wait[0], n.wait[1] = back, 0
	}
	gate := n.gate
	n.clear(bit(at))
	n.put(at, g.kind[m.Enters()], n.turn)
	n.gate = gate
	from, to, moves := m.Pawn()
	if !moves {
		n.idle(g, false)
		return fine
	}
	f, t := n.seen(from), n.seen(to)
	form := rules.Ordinary
	if g.size.File(from) != g.size.File(to) && !(n.own | n.opp).has(t) {
		form = rules.EnPassant
	}
	return g.stepTo(n, mem, f, t, rules.MakeMove(form, from, to).WithPromotion(m.Promotion()), n.last)
}

func (g *game) handIndex(k rules.Kind) int {
	for i, h := range g.handKinds {
		if h == k {
			return i
		}
	}
	return -1
}

// takeFromHand removes a man of kind k from where it waits.
func (g *game) takeFromHand(n *pos, k rules.Kind) {
	i := g.handIndex(k)
	if i < 0 {
		return
	}
	if !g.imaginary {
		n.hand[0] -= [2]uint8{1, secondKind}[i&1]
		return
	}
	for j := range 2 {
		if n.wait[j] == uint8(i+1) {
			n.wait[j] = 0
		}
	}
}

// tidy drops rights that mean nothing any more, so that equal positions are equal.
func (g *game) tidy(n *pos) {
	if n.castle != 0 {
		g.tidyCastling(n, n.own)
		g.tidyCastling(n, n.opp)
	}
	if !g.gating || n.gate == 0 {
		return
	}
	if g.imaginary {
		if n.wait[0] == 0 || n.wait[1] == 0 {
			n.gate &^= g.low[n.turn&1]
		}
		if n.wait[2] == 0 || n.wait[3] == 0 {
			n.gate &^= g.high[n.turn&1]
		}
		return
	}
	if n.hand[0] == 0 {
		n.gate &^= g.low[n.turn&1]
	}
}

func (g *game) tidyCastling(n *pos, side set) {
	mine := n.castle & side
	if mine&n.king == 0 && !g.kingsReturn {
		n.castle &^= mine
	}
	if mine&^n.king == 0 && !g.aftermath {
		n.castle &^= mine
	}
}

// endTurn hands the move to the other side, or on to the next move of a series.
func (w *worker) endTurn(n *pos, mem *memory) {
	w.tidy(n)
	white := n.turn == 0
	if w.series {
		n.left--
		if n.left != 0 && !w.checks(n, mem) {
			return
		}
		n.length++
		n.left = n.length
		if !n.progress {
			n.half++
		}
		n.progress = false
	}
	n.handOver()
	if !white {
		n.full++
	}
	if n.pass != 0 {
		w.tidyPass(n)
	}
}

// tidyPass keeps the passed squares that a pawn can take on.
func (g *game) tidyPass(n *pos) {
	occ, by := n.own|n.opp, g.step(n.turn)
	for pass := n.pass; pass != 0; pass = pass.rest() {
		sq := pass.first()
		if occ.has(sq) || !(n.opp & n.pawn).has(sq-by) || g.takers[n.turn&1][sq]&n.own&n.pawn == 0 {
			n.pass &^= bit(sq)
		}
	}
}
