package narrow

// The second kind in hand counts in units of sixteen.
const secondKind = 16

// entries returns where own men may enter.
func (g *game) entries(p *pos) entry {
	if !g.gating {
		return entry{}
	}
	if g.imaginary {
		return g.waiting(p)
	}
	gates := p.gate & p.own & g.low[p.turn&1]
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
		return entry{p.gate & p.own & g.low[p.turn&1], 2}
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

// castlings returns in how many ways the king on k castles with the rook on r.
func (g *game) castlings(p *pos, k, r int, e entry) uint8 {
	n := uint8(1)
	if !g.gating {
		return n
	}
	for _, from := range g.castlingGates(p, k, r, e) {
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
func (g *game) castlingGates(p *pos, k, r int, e entry) [2]int {
	kingTo, rookTo := g.castlingSquares(p, k, r)
	out := [2]int{k, r}
	for i, sq := range out {
		if !e.from.has(sq) || sq == kingTo || sq == rookTo {
			out[i] = -1
		}
	}
	return out
}

// scanImaginary adds captures on imaginary squares and reassignments; it wants to
// come after the moves of the pawns.
func (w *worker) scanImaginary(p *pos, f *field, want set) {
	if f.permit == w.all {
		w.scanOutside(p, f)
	}
	if p.wait[0]|p.wait[1] == 0 || p.wait[0] != 0 && p.wait[1] != 0 {
		return
	}
	here := w.present(p)
	if here.count() != 1 || w.kindOn(p, here) == p.wait[0]|p.wait[1] {
		return
	}
	if f.permit == w.all && want == w.all {
		w.add(here, here.first(), reassign, 1)
	}
	for i := range w.n {
		if pk := w.list[i]; pk.form == pawnMoves || pk.form == promotions || pk.form == passing {
			w.add(pk.to, int(pk.from), pk.form|withPawn, pk.times)
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
func (w *worker) scanOutside(p *pos, f *field) {
	for i, kind := range p.wait[2:] {
		if kind == 0 {
			continue
		}
		corner := w.farCorner[p.turn&1][i]
		takers := p.diag & bit(corner)
		if !f.occ.has(corner) {
			takers = p.diag & w.diag(corner, f.occ)
		}
		takers = (takers | p.knight&w.steps[corner]) & p.own &^ f.pinned &^ f.bound
		for ; takers != 0; takers = takers.rest() {
			w.add(bit(corner), takers.first(), outside, f.times(takers.first()))
		}
	}
}
