// This file plays moves of every kind.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// verdict is the result of playing a move.
type verdict uint8

const (
	fine        verdict = iota
	needsReborn         // the mover must choose what the reborn pawn becomes
	needsOwn            // the mover must choose what its own reborn pawn becomes
	forbidden           // the rules forbid the move
)

// Square returns the square of the board for one as the side to move sees it.
func (p *Pos) Square(sq int) board.Square { return board.Square(Turned(sq, p.Turn)) }

// Seen is the inverse of Square.
func (p *Pos) Seen(sq board.Square) int { return Turned(int(sq), p.Turn) & (Cells - 1) }

// Play makes the legal move m on n and hands the turn over.
func (w *Worker) Play(n *Pos, mem *Memory, m rules.Move) {
	w.perform(n, mem, m)
	w.endTurn(n, mem)
}

// perform makes a move in the order of the rules of the Circe family, and does not hand the turn
// over. The move need only be pseudo-legal. When the verdict is not fine, n is half-played.
func (g *Game) perform(n *Pos, mem *Memory, m rules.Move) verdict {
	if k := m.Choice(); k != 0 && n.awaitsPromotion(n.Own) {
		at := n.Seen(squareOf(n.Choice))
		n.Clear(Bit(at))
		n.Put(at, g.PartsOf[k], n.Turn)
		g.restored(n, at)
		n.Choice = 0
	}
	if n.firstOfTurn() {
		n.Pass = 0
	}
	last := n.last
	if m.Form() != rules.Pass {
		n.last = [3]uint8{}
	}
	switch {
	case m.Form() == rules.Pass: // only the turn changes
	case m.Form() == rules.Castle:
		g.castle(n, mem, n.Seen(m.From()), n.Seen(m.To()))
		if v := g.rebirthOfPending(n, mem, m); v != fine {
			return v
		}
		g.erupt(n, mem)
	case m.Form() == rules.Reassign:
		if v := g.reassign(n, mem, m); v != fine {
			return v
		}
	case int(m.To()) >= g.Size.Area():
		b := Bit(n.Seen(m.From()))
		n.wait[2+(int(m.To())-g.Size.Area())&1] = 0
		n.Clear(b)
		n.dropRights(b)
		n.half = 0
	case m.Form() == rules.Drop:
		g.playDrop(n, m)
	default:
		if v := g.stepTo(n, mem, n.Seen(m.From()), n.Seen(m.To()), m, last); v != fine {
			return v
		}
	}
	if k := m.Gated(); k != 0 && m.Form() != rules.Reassign && m.Form() != rules.Drop {
		sq := m.From()
		if m.AtRook() {
			sq = m.To()
		}
		at := n.Seen(sq)
		if (n.Own | n.Opp).Has(at) {
			return forbidden
		}
		n.Put(at, g.PartsOf[k], n.Turn)
		g.remember(n, mem, at, uint8(sq)+1)
		g.takeFromHand(n, k)
	}
	if m.Redesignates() {
		n.wait[0], n.wait[1] = n.wait[1], n.wait[0]
	}
	g.dropVoidRights(n)
	return fine
}

// awaitsPromotion reports whether a reborn pawn of a side waits for it to choose a promotion.
func (p *Pos) awaitsPromotion(side Set) bool {
	return p.Choice != 0 && side.Has(p.Seen(squareOf(p.Choice)))
}

// leaveChoice ends the wait for a promotion when the reborn pawn on sq leaves the board: there is
// nothing left to choose.
func (p *Pos) leaveChoice(sq int) {
	if p.Choice != 0 && p.Seen(squareOf(p.Choice)) == sq {
		p.Choice = 0
	}
}

// stepTo plays an ordinary or en passant move, with its capture and what follows from it.
func (g *Game) stepTo(n *Pos, mem *Memory, from, to int, m rules.Move, last [3]uint8) verdict {
	f := Bit(from)
	piece := n.Parts(from)
	pawn := piece == PartPawn
	at := to
	if m.Form() == rules.EnPassant {
		at = to - g.Step(n.Turn)
	}
	a := Bit(at)
	neutral, captures := g.Neutrals && n.Opp.Has(from), n.Opp.Has(at)
	takesNeutral := captures && n.Own.Has(at)
	var captured uint8
	if captures {
		captured = n.Parts(at)
		if g.Check == traits.ByHomes {
			if home := g.Home(n, piece, n.Turn, from); home != from && (n.Own | n.Opp).Has(home) {
				return forbidden
			}
		}
		n.Clear(a)
		n.leaveChoice(at)
		n.half = 0
		n.hand[0] += g.taken[captured]
	} else {
		n.countQuiet(g, pawn)
	}
	origin, capturedOrigin := g.origin(n, mem, from), g.origin(n, mem, at)
	n.Clear(f)
	n.dropRights(f | a)
	g.forget(n, mem, at)
	g.forget(n, mem, from)
	arrived := piece
	if g.Conversion && piece&PartStep != 0 {
		arrived = PartDiag
		g.convert(n, piece, from, to)
	}
	if k := m.Promotion(); k != 0 {
		arrived = g.PartsOf[k]
		if g.Imaginary && g.handIndex(k) >= 0 {
			g.takeFromHand(n, k)
		}
	}
	n.Put(to, arrived, n.Turn)
	n.makeNeutral(to, neutral)
	g.remember(n, mem, to, origin)
	if pawn {
		if n.half = 0; to-from == 2*g.Step(n.Turn) {
			n.Pass |= Bit(from + g.Step(n.Turn))
		}
		if g.Series {
			n.Pass &^= Bit(from - g.Step(n.Turn)) // the pawn that has just made its double step goes on
		}
	}
	if g.Series && (pawn || captures) {
		n.progress = true
	}
	if g.Blast && captures {
		g.blast(n, to)
	}
	if !g.Aftermath {
		return fine
	}
	return g.after(n, mem, playedMove{
		move: m, from: from, to: to, capturedAt: at, captures: captures,
		piece: piece, arrived: arrived, captured: captured, neutral: takesNeutral,
		origin: origin, capturedOrigin: capturedOrigin, last: last,
	})
}

// countQuiet counts a half-move without capture or pawn move. Series count turns instead.
func (p *Pos) countQuiet(g *Game, pawn bool) {
	if !pawn && !g.Series {
		p.half++
	}
}

// convert makes an ordinary bishop of one that moves from a square it started on, and settles
// whether the other must convert.
func (g *Game) convert(n *Pos, piece uint8, from, to int) {
	if piece != g.convertible {
		return
	}
	other := n.Own & n.Diag & n.Step
	n.Step &^= other
	if !g.OrthRays[from].Has(to) {
		n.Diag &^= other
		n.Step |= other
	}
}

// castle moves king and rook.
func (g *Game) castle(n *Pos, mem *Memory, k, r int) {
	kingTo, rookTo := g.castlingSquares(n, k, r)
	old, rook := Bit(k)|Bit(r), n.Parts(r)
	kingOrigin, rookOrigin := g.origin(n, mem, k), g.origin(n, mem, r)
	n.Clear(old)
	n.dropRights(old)
	g.forget(n, mem, k)
	g.forget(n, mem, r)
	n.Put(kingTo, PartKing, n.Turn)
	n.Put(rookTo, rook, n.Turn)
	g.remember(n, mem, kingTo, kingOrigin)
	g.remember(n, mem, rookTo, rookOrigin)
	n.countQuiet(g, false)
}

// reassign sends the piece on the board back to its imaginary square and puts the one that waits in
// its place. Then the pawn moves, if one does.
func (g *Game) reassign(n *Pos, mem *Memory, m rules.Move) verdict {
	at := n.Seen(m.From())
	back := g.typeOn(n, Bit(at))
	if n.wait[0] != 0 {
		n.wait[0], n.wait[1] = 0, back
	} else {
		n.wait[0], n.wait[1] = back, 0
	}
	gate := n.gate
	n.Clear(Bit(at))
	n.Put(at, g.PartsOf[m.Gated()], n.Turn)
	n.gate = gate
	from, to, moves := m.Pawn()
	if !moves {
		n.countQuiet(g, false)
		return fine
	}
	f, t := n.Seen(from), n.Seen(to)
	form := rules.Ordinary
	if g.Size.File(from) != g.Size.File(to) && !(n.Own | n.Opp).Has(t) {
		form = rules.EnPassant
	}
	return g.stepTo(n, mem, f, t, rules.MakeMove(form, from, to).WithPromotion(m.Promotion()), n.last)
}

// handIndex returns the place of a piece type among those in hand, or -1.
func (g *Game) handIndex(k rules.PieceType) int {
	for i, h := range g.handTypes {
		if h == k {
			return i
		}
	}
	return -1
}

// takeFromHand removes a piece of type k from where it waits.
func (g *Game) takeFromHand(n *Pos, k rules.PieceType) {
	i := g.handIndex(k)
	if i < 0 {
		return
	}
	if !g.Imaginary {
		n.hand[0] -= one(i)
		return
	}
	for j := range 2 {
		if n.wait[j] == uint8(i+1) {
			n.wait[j] = 0
		}
	}
}

// dropVoidRights drops rights that have no effect any more, so that equal positions are equal.
func (g *Game) dropVoidRights(n *Pos) {
	if n.Castle != 0 {
		g.dropVoidCastling(n, n.Own)
		g.dropVoidCastling(n, n.Opp)
	}
	if !g.Gating || n.gate == 0 {
		return
	}
	if g.Imaginary {
		if n.wait[0] == 0 || n.wait[1] == 0 {
			n.gate &^= g.Low[n.Turn&1]
		}
		if n.wait[2] == 0 || n.wait[3] == 0 {
			n.gate &^= g.High[n.Turn&1]
		}
		return
	}
	if n.hand[0] == 0 {
		n.gate &^= g.Low[n.Turn&1]
	}
}

func (g *Game) dropVoidCastling(n *Pos, side Set) {
	mine := n.Castle & side
	if mine&n.King == 0 && !g.KingsReturn {
		n.Castle &^= mine
	}
	if mine&^n.King == 0 && !g.Aftermath {
		n.Castle &^= mine
	}
}

// endTurn hands the move to the other side, or on to the next move of a series.
func (w *Worker) endTurn(n *Pos, mem *Memory) {
	white := n.Turn == 0
	if w.Series {
		n.left--
		if n.left != 0 && !w.otherInCheck(n, mem) {
			return
		}
		n.length++
		n.left = n.length
		if !n.progress {
			n.half++
		}
		n.progress = false
	}
	n.HandOver()
	if !white {
		n.full++
	}
	if n.Pass != 0 {
		w.dropVoidPass(n)
	}
	if w.CountsChecks {
		w.countCheck(n)
	}
}

// dropVoidPass keeps the passed squares on which a pawn can capture.
func (g *Game) dropVoidPass(n *Pos) {
	occ, by := n.Own|n.Opp, g.Step(n.Turn)
	n.Pass &= g.takenPassing[n.Turn&1]
	for pass := n.Pass; pass != 0; pass = pass.Rest() {
		sq := pass.First()
		if occ.Has(sq) || !(n.Opp & n.Pawn).Has(sq-by) || g.OwnPawnsFrom[n.Turn&1][sq]&n.Own&n.Pawn == 0 {
			n.Pass &^= Bit(sq)
		}
	}
}
