package bitboard

import "github.com/kirke-chess/kirke/rules"

// play puts the position after the legal move m into q, but for its key.
func (g *game) play(p *pos, m rules.Move, q *pos) {
	n := *p
	n.pass = 0
	switch {
	case m.Form() == rules.Pass:
	case m.Form() == rules.Castle:
		g.playCastling(&n, p.turnedSquare(m.From()), p.turnedSquare(m.To()))
	case m.Form() == rules.Reassign:
		g.playReassignment(&n, p, m)
	case m.To() >= 64:
		b := bit(p.turnedSquare(m.From()))
		n.wait[2+int(m.To())&1] = 0
		n.clear(b)
		n.leave(b)
		n.half = 0
	default:
		g.playStep(&n, p.turnedSquare(m.From()), p.turnedSquare(m.To()), m)
	}
	if k := m.Enters(); k != 0 && m.Form() != rules.Reassign {
		sq := m.From()
		if m.AtRook() {
			sq = m.To()
		}
		b := bit(p.turnedSquare(sq))
		n.own |= b
		n.build(b, g.parts[k])
		g.takeFromHand(&n, k)
	}
	if m.Redesignates() {
		n.wait[0], n.wait[1] = n.wait[1], n.wait[0]
	}
	g.tidy(&n)
	if n.turn == 1 {
		n.full++
	}
	n.turned(q)
	if q.pass != 0 {
		q.tidyPass()
	}
}

// leave drops the rights that hang on the men of b, which have left their squares.
func (p *pos) leave(b set) {
	p.gate &^= b
	p.rook &^= b
	p.home &^= b
}

func (g *game) playStep(n *pos, from, to int, m rules.Move) {
	f, t := bit(from), bit(to)
	pawn := n.pawn&f != 0
	captured := n.opp & t
	if m.Form() == rules.EnPassant {
		captured = t >> 8 & n.opp
	}
	if captured != 0 {
		n.clear(captured)
	}
	n.half++
	if pawn || captured != 0 {
		n.half = 0
	}
	n.leave(f | t)
	if g.conversion && n.step&f != 0 {
		g.convert(n, from, to)
	}
	n.shift(from, to)
	switch k := m.Promotion(); {
	case k != 0:
		n.pawn &^= t
		n.build(t, g.parts[k])
		if g.imaginary && g.isHand(k) {
			g.takeFromHand(n, k)
		}
	case pawn && to-from == 16:
		n.pass = bit(from + 8)
	}
}

// convert makes the bishop that moves from a square it started on an ordinary one,
// and settles whether the other must convert.
func (g *game) convert(n *pos, from, to int) {
	f := bit(from)
	if n.diag&f != 0 {
		other := n.own & n.diag & n.step &^ f
		n.step &^= other
		if from&7 != to&7 && from>>3 != to>>3 {
			n.diag &^= other
			n.step |= other
		}
	}
	n.diag |= f
	n.step &^= f
}

func (g *game) playCastling(n *pos, k, r int) {
	kingTo, rookTo := g.castlingSquares(k, r)
	old := bit(k) | bit(r)
	n.leave(old)
	n.own &^= old
	n.king &^= old
	n.orth &^= old
	n.own |= bit(kingTo) | bit(rookTo)
	n.king |= bit(kingTo)
	n.orth |= bit(rookTo)
	n.half++
}

func (g *game) playReassignment(n, p *pos, m rules.Move) {
	b := bit(p.turnedSquare(m.From()))
	back := g.kindOn(p, b)
	if n.wait[0] != 0 {
		n.wait[0], n.wait[1] = 0, back
	} else {
		n.wait[0], n.wait[1] = back, 0
	}
	n.clear(b)
	n.own |= b
	n.build(b, g.parts[m.Enters()])
	from, to, moves := m.Pawn()
	if !moves {
		n.half++
		return
	}
	f, t := p.turnedSquare(from), p.turnedSquare(to)
	form := rules.Ordinary
	if f&7 != t&7 && (p.own|p.opp)&bit(t) == 0 {
		form = rules.EnPassant
	}
	g.playStep(n, f, t, rules.MakeMove(form, from, to).WithPromotion(m.Promotion()))
}

// takeFromHand removes a man of kind k from where it waits.
func (g *game) takeFromHand(n *pos, k rules.Kind) {
	for i, h := range g.handKinds {
		if h != k {
			continue
		}
		if !g.imaginary {
			n.hand[0] -= [2]uint8{1, secondKind}[i]
			continue
		}
		for j := range 2 {
			if n.wait[j] == uint8(i+1) {
				n.wait[j] = 0
			}
		}
	}
}

// tidy drops rights that mean nothing any more, so that equal positions are equal.
func (g *game) tidy(n *pos) {
	if n.home&n.own == 0 {
		n.rook &^= n.own
	}
	if n.rook&n.own == 0 {
		n.home &^= n.own
	}
	if n.rook&n.opp == 0 {
		n.home &^= n.opp
	}
	if !g.gating || n.gate == 0 {
		return
	}
	if g.imaginary {
		if n.wait[0] == 0 || n.wait[1] == 0 {
			n.gate &^= rank1
		}
		if n.wait[2] == 0 || n.wait[3] == 0 {
			n.gate &^= rank8
		}
		return
	}
	if n.hand[0] == 0 {
		n.gate &^= rank1
	}
}

// tidyPass keeps the passed square only if a pawn can take on it.
func (p *pos) tidyPass() {
	to := p.pass
	if p.own&p.pawn&((to&^fileA)>>9|(to&^fileH)>>7) == 0 {
		p.pass = 0
	}
}
