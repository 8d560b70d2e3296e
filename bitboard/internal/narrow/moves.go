package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// squareOf reads a square that is kept plus one.
func squareOf(named uint8) board.Square { return board.Square(named) - 1 }

// moves appends what the last scan, of p, has found to buf.
func (w *worker) moves(p *pos, buf []rules.Move) []rules.Move {
	e := w.entries(p)
	for i := range w.list[:w.n] {
		buf = w.movesOf(p, &w.list[i], e, buf)
	}
	return append(buf, w.single...)
}

// movesOf appends the moves of a pack of p.
func (g *game) movesOf(p *pos, pk *pack, e entry, buf []rules.Move) []rules.Move {
	from := int(pk.from)
	switch {
	case pk.form == manMoves && pk.times == 1:
		for to := pk.to; to != 0; to = to.rest() {
			buf = append(buf, rules.MakeMove(rules.Ordinary, p.square(from), p.square(to.first())))
		}
	case pk.form == pawnMoves:
		for to := pk.to; to != 0; to = to.rest() {
			buf = append(buf, rules.MakeMove(rules.Ordinary, p.square(to.first()-from), p.square(to.first())))
		}
	default:
		pawns := pk.form&^withPawn == pawnMoves || pk.form&^withPawn == promotions
		for to := pk.to; to != 0; to = to.rest() {
			if pawns {
				from = to.first() - int(pk.from)
			}
			buf = g.expand(p, *pk, from, to.first(), e, buf)
		}
	}
	return buf
}

// expand appends the moves one square of a pack stands for.
func (g *game) expand(p *pos, pk pack, from, to int, e entry, buf []rules.Move) []rules.Move {
	f, t := p.square(from), p.square(to)
	if pk.form&withPawn != 0 {
		return g.expandReassigned(p, pk, f, t, buf)
	}
	m := rules.MakeMove(rules.Ordinary, f, t)
	switch pk.form {
	case pawnMoves:
		return append(buf, m)
	case promotions:
		for _, k := range g.promotionKinds(p) {
			buf = append(buf, m.WithPromotion(k))
		}
		return buf
	case passing:
		return append(buf, rules.MakeMove(rules.EnPassant, f, t))
	case castling:
		return g.expandCastling(p, from, to, e, buf)
	case outside:
		i := 2 * int(p.turn^1)
		if to == g.farCorner[p.turn&1][1] {
			i++
		}
		m = rules.MakeMove(rules.Ordinary, f, g.v.Imaginary(i))
	case reassign:
		return append(buf, g.reassignment(p, f))
	}
	buf = append(buf, m)
	if e.from.has(from) {
		for i := range g.handKinds {
			if g.mayEnter(p, i) {
				buf = append(buf, m.WithEntry(g.handKinds[i], false))
			}
		}
	}
	return buf
}

// mayEnter reports whether the mover has the i-th kind of the hand to enter.
func (g *game) mayEnter(p *pos, i int) bool {
	if g.imaginary {
		return p.wait[0] == uint8(i+1) || p.wait[1] == uint8(i+1)
	}
	if i == 0 {
		return p.hand[0]&(secondKind-1) != 0
	}
	return p.hand[0] >= secondKind
}

func (g *game) reassignment(p *pos, f board.Square) rules.Move {
	in := g.handKinds[(p.wait[0]|p.wait[1])-1]
	return rules.MakeMove(rules.Reassign, f, f).WithEntry(in, false)
}

func (g *game) expandReassigned(p *pos, pk pack, f, t board.Square, buf []rules.Move) []rules.Move {
	m := g.reassignment(p, p.square(g.present(p).first())).WithPawn(f, t)
	if pk.form&^withPawn != promotions {
		return append(buf, m)
	}
	for _, k := range g.promotionKinds(p) {
		buf = append(buf, m.WithPromotion(k))
	}
	return buf
}

func (g *game) expandCastling(p *pos, k, r int, e entry, buf []rules.Move) []rules.Move {
	m := rules.MakeMove(rules.Castle, p.square(k), p.square(r))
	first := len(buf)
	buf = append(buf, m)
	for i, sq := range g.castlingGates(p, k, r, e) {
		for j := range g.handKinds {
			if sq >= 0 && g.mayEnter(p, j) {
				buf = append(buf, m.WithEntry(g.handKinds[j], i == 1))
			}
		}
	}
	if !g.imaginary || p.wait[0]|p.wait[1] == 0 {
		return buf
	}
	both := p.wait[0] != 0 && p.wait[1] != 0
	for _, c := range buf[first:] {
		if both || c.Enters() == 0 {
			buf = append(buf, c.WithRedesignation())
		}
	}
	return buf
}
