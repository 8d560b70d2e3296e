// This file lists the moves of packs.

package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Moves appends to buf what the last scan, of p, has found.
func (w *Worker) Moves(p *Pos, buf []rules.Move) []rules.Move {
	gates := w.OpenGates(p)
	for i := range w.packs[:w.n] {
		buf = w.MovesOf(p, &w.packs[i], gates, buf)
	}
	return append(buf, w.Tested...)
}

// MovesOf appends the moves of a pack of p.
func (g *Game) MovesOf(p *Pos, pk *Pack, gates Gates, buf []rules.Move) []rules.Move {
	from := int(pk.From)
	switch {
	case pk.Form == PieceMoves && pk.Times == 1:
		for to := pk.To; to != 0; to = to.Rest() {
			buf = append(buf, rules.MakeMove(rules.Ordinary, p.Square(from), p.Square(to.First())))
		}
	case pk.Form == PawnMoves:
		for to := pk.To; to != 0; to = to.Rest() {
			buf = append(buf, rules.MakeMove(rules.Ordinary, p.Square(to.First()-from), p.Square(to.First())))
		}
	case pk.Form == drops:
		for to := pk.To; to != 0; to = to.Rest() {
			buf = append(buf, g.drop(p, from, to.First()))
		}
	default:
		pawns := pk.Form&^withPawn == PawnMoves || pk.Form&^withPawn == Promotions
		for to := pk.To; to != 0; to = to.Rest() {
			if pawns {
				from = to.First() - int(pk.From)
			}
			buf = g.expand(p, *pk, from, to.First(), gates, buf)
		}
	}
	return buf
}

// expand appends the moves that one square of a pack stands for.
func (g *Game) expand(p *Pos, pk Pack, from, to int, gates Gates, buf []rules.Move) []rules.Move {
	f, t := p.Square(from), p.Square(to)
	if pk.Form&withPawn != 0 {
		return g.expandReassigned(p, pk, f, t, buf)
	}
	m := rules.MakeMove(rules.Ordinary, f, t)
	switch pk.Form {
	case PawnMoves:
		return append(buf, m)
	case Promotions:
		for _, k := range g.promotionTypes(p) {
			buf = append(buf, m.WithPromotion(k))
		}
		return buf
	case passing:
		return append(buf, rules.MakeMove(rules.EnPassant, f, t))
	case castling:
		return g.expandCastling(p, from, to, gates, buf)
	case outside:
		i := 2 * int(p.Turn^1)
		if to == g.farCorner[p.Turn&1][1] {
			i++
		}
		m = rules.MakeMove(rules.Ordinary, f, g.Variant.Imaginary(i))
	case reassign:
		return append(buf, g.reassignment(p, f))
	}
	buf = append(buf, m)
	if gates.from.Has(from) {
		for i := range g.handTypes {
			if g.mayGate(p, i) {
				buf = append(buf, m.WithGated(g.handTypes[i], false))
			}
		}
	}
	return buf
}

// mayGate reports whether the mover has the i-th type in hand to gate.
func (g *Game) mayGate(p *Pos, i int) bool {
	if g.Imaginary {
		return p.wait[0] == uint8(i+1) || p.wait[1] == uint8(i+1)
	}
	return p.hand[0].has(i)
}

func (g *Game) reassignment(p *Pos, f board.Square) rules.Move {
	in := g.handTypes[(p.wait[0]|p.wait[1])-1]
	return rules.MakeMove(rules.Reassign, f, f).WithGated(in, false)
}

func (g *Game) expandReassigned(p *Pos, pk Pack, f, t board.Square, buf []rules.Move) []rules.Move {
	m := g.reassignment(p, p.Square(g.present(p).First())).WithPawn(f, t)
	if pk.Form&^withPawn != Promotions {
		return append(buf, m)
	}
	for _, k := range g.promotionTypes(p) {
		buf = append(buf, m.WithPromotion(k))
	}
	return buf
}

func (g *Game) expandCastling(p *Pos, k, r int, gates Gates, buf []rules.Move) []rules.Move {
	m := rules.MakeMove(rules.Castle, p.Square(k), p.Square(r))
	first := len(buf)
	buf = append(buf, m)
	for i, sq := range g.castlingGates(p, k, r, gates) {
		for j := range g.handTypes {
			if sq >= 0 && g.mayGate(p, j) {
				buf = append(buf, m.WithGated(g.handTypes[j], i == 1))
			}
		}
	}
	if !g.Imaginary || p.wait[0]|p.wait[1] == 0 {
		return buf
	}
	both := p.wait[0] != 0 && p.wait[1] != 0
	for _, c := range buf[first:] {
		if both || c.Gated() == 0 {
			buf = append(buf, c.WithRedesignation())
		}
	}
	return buf
}
