package bitboard

// The second kind in hand counts in units of four.
const secondKind = 4

// entries returns where own men may enter.
func (g *game) entries(p *pos) entry {
	if !g.gating {
		return entry{}
	}
	if g.imaginary {
		return g.waiting(p)
	}
	gates := p.gate & p.own & rank1
	if gates == 0 {
		return entry{}
	}
	var n uint8
	if p.hand[0]&(secondKind-1) != 0 {
		n++
	}
	if p.hand[0] >= secondKind {
		n++
	}
	return entry{gates, n}
}

// waiting returns the entries of Siceirawan: by the gates while both men wait, and
// behind any man but a pawn when only one is left and none is on the board.
func (g *game) waiting(p *pos) entry {
	switch a, h := p.wait[0], p.wait[1]; {
	case a != 0 && h != 0:
		return entry{p.gate & p.own & rank1, 2}
	case a|h == 0 || g.present(p) != 0:
		return entry{}
	default:
		return entry{p.own &^ p.pawn, 1}
	}
}

// present returns own men of the hand's kinds on the board.
func (g *game) present(p *pos) set {
	var s set
	for _, parts := range g.handParts {
		s |= p.made(parts)
	}
	return s & p.own
}

// made returns the men made of exactly these parts.
func (p *pos) made(parts uint8) set {
	s := ^set(0)
	for i, part := range [...]set{p.pawn, p.knight, p.diag, p.orth, p.king, p.sissa, p.step} {
		if parts>>i&1 != 0 {
			s &= part
		} else {
			s &^= part
		}
	}
	return s
}

// castlings returns in how many ways the king on k castles with the rook on r.
func (g *game) castlings(p *pos, k, r int, e entry) uint8 {
	n := uint8(1)
	for _, from := range g.castlingGates(k, r, e) {
		if from >= 0 {
			n += e.n
		}
	}
	if !g.imaginary {
		return n
	}
	w := uint8(0)
	for _, k := range p.wait[:2] {
		if k != 0 {
			w++
		}
	}
	switch {
	case w == 0:
		return n
	case w == 1:
		return n + 1 // after an entrance nobody waits
	default:
		return 2 * n
	}
}

// castlingGates returns the squares of king and rook that may be entered on after
// castling, or -1: not those the two land on.
func (g *game) castlingGates(k, r int, e entry) [2]int {
	kingTo, rookTo := g.castlingSquares(k, r)
	out := [2]int{k, r}
	for i, sq := range out {
		if !e.from.has(sq) || sq == kingTo || sq == rookTo {
			out[i] = -1
		}
	}
	return out
}

// scanImaginary adds captures on imaginary squares and reassignments; the packs
// of pawn moves are the last that were added.
func (g *game) scanImaginary(p *pos, occ set, t *threats, e entry, ps *packs) {
	if t.permit == ^set(0) {
		g.scanOutside(p, occ, t, e, ps)
	}
	if p.wait[0]|p.wait[1] == 0 || p.wait[0] != 0 && p.wait[1] != 0 {
		return
	}
	here := g.present(p)
	if here.count() != 1 || g.kindOn(p, here) == p.wait[0]|p.wait[1] {
		return
	}
	if t.permit == ^set(0) {
		ps.add(here, here.first(), reassign, 1)
	}
	for i := range ps.n {
		if pk := ps.list[i]; pk.form == pawnMoves || pk.form == promotions || pk.form == passing {
			ps.add(pk.to, int(pk.from), pk.form|withPawn, pk.times)
		}
	}
}

// kindOn returns which of the hand's kinds stands on b.
func (g *game) kindOn(p *pos, b set) uint8 {
	for i, parts := range g.handParts {
		if p.made(parts)&b != 0 {
			return uint8(i + 1)
		}
	}
	return 0
}

// scanOutside adds captures of men that wait beyond the far corners: by bishops'
// moves through the empty corner and by leaps. The capturer leaves the board, so
// it must not be pinned.
func (g *game) scanOutside(p *pos, occ set, t *threats, e entry, ps *packs) {
	for side, kind := range p.wait[2:] {
		if kind == 0 {
			continue
		}
		corner, line, leaps := 56, lines[56].anti, bit(48)|bit(57)
		if side == 1 {
			corner, line, leaps = 63, lines[63].diag, bit(55)|bit(62)
		}
		takers := p.diag & bit(corner)
		if !occ.has(corner) {
			takers = p.diag & line & diag(corner, occ)
		}
		takers = (takers | p.knight&leaps) & p.own &^ t.pinned
		for ; takers != 0; takers &= takers - 1 {
			ps.add(bit(side), takers.first(), outside, e.times(takers&-takers))
		}
	}
}
