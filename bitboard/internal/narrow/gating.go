// This file finds where pieces in hand are gated, and the moves of pieces on imaginary squares.

package narrow

// OpenGates returns the own pieces that leave a gate behind.
func (g *Game) OpenGates(p *Pos) Gates {
	if !g.Gating {
		return Gates{}
	}
	if g.Imaginary {
		return g.waiting(p)
	}
	gates := p.gate & p.Own & g.Low[p.Turn&1]
	if gates == 0 {
		return Gates{}
	}
	var n uint8
	if p.hand[0].has(0) {
		n++
	}
	if p.hand[0].has(1) {
		n++
	}
	return Gates{gates, n}
}

// waiting returns the gates of Siceirawan: those of the first rank while both pieces wait. When one
// waits and the other is not on the board, any piece but a pawn leaves a gate behind.
func (g *Game) waiting(p *Pos) Gates {
	switch a, h := p.wait[0], p.wait[1]; {
	case a != 0 && h != 0:
		return Gates{p.gate & p.Own & g.Low[p.Turn&1], 2}
	case a|h == 0 || g.present(p) != 0:
		return Gates{}
	default:
		return Gates{p.Own &^ p.Pawn, 1}
	}
}

// present returns own pieces on the board of the types in hand.
func (g *Game) present(p *Pos) Set {
	var s Set
	for _, parts := range g.handParts {
		s |= p.made(parts)
	}
	return s & p.Own
}

// castlings returns in how many ways the king on k castles with the rook on r.
func (g *Game) castlings(p *Pos, k, r int, gates Gates) uint8 {
	n := uint8(1)
	if !g.Gating {
		return n
	}
	for _, from := range g.castlingGates(p, k, r, gates) {
		if from >= 0 {
			n += gates.n
		}
	}
	if !g.Imaginary {
		return n
	}
	waiting := 0
	for _, k := range p.wait[:2] {
		if k != 0 {
			waiting++
		}
	}
	switch waiting {
	case 0:
		return n
	case 1:
		return n + 1 // after gating nobody waits
	default:
		return 2 * n
	}
}

// castlingGates returns the squares of king and rook that are gates in castling, or -1. The squares
// that the two land on are not gates.
func (g *Game) castlingGates(p *Pos, k, r int, gates Gates) [2]int {
	kingTo, rookTo := g.castlingSquares(p, k, r)
	out := [2]int{k, r}
	for i, sq := range out {
		if !gates.from.Has(sq) || sq == kingTo || sq == rookTo {
			out[i] = -1
		}
	}
	return out
}

// scanImaginary adds captures on imaginary squares and reassignments. It reads the packs of the
// pawns, so it comes after them.
func (w *Worker) scanImaginary(p *Pos, c *constraints, want Set) {
	if c.checkMask == w.All {
		w.scanOutside(p, c)
	}
	if p.wait[0]|p.wait[1] == 0 || p.wait[0] != 0 && p.wait[1] != 0 {
		return
	}
	here := w.present(p)
	if here.Count() != 1 || w.typeOn(p, here) == p.wait[0]|p.wait[1] {
		return
	}
	if c.checkMask == w.All && want == w.All {
		w.add(here, here.First(), reassign, 1)
	}
	for i := range w.n {
		if pk := w.packs[i]; pk.Form == PawnMoves || pk.Form == Promotions || pk.Form == passing {
			w.add(pk.To, int(pk.From), pk.Form|withPawn, pk.Times)
		}
	}
}

// typeOn returns which of the types in hand (1 or 2) stands on b, 0 for neither.
func (g *Game) typeOn(p *Pos, b Set) uint8 {
	for i, parts := range g.handParts {
		if p.made(parts)&b != 0 {
			return uint8(i + 1)
		}
	}
	return 0
}

// scanOutside adds captures on imaginary squares beyond the far corners: by bishops through the
// empty corner, and by leaps. The capturer leaves the board, so it must not be pinned.
func (w *Worker) scanOutside(p *Pos, c *constraints) {
	for i, waiting := range p.wait[2:] {
		if waiting == 0 {
			continue
		}
		corner := w.farCorner[p.Turn&1][i]
		capturers := p.Diag & Bit(corner)
		if !c.occ.Has(corner) {
			capturers = p.Diag & w.Diag(corner, c.occ)
		}
		capturers = (capturers | p.Knight&w.Steps[corner]) & p.Own &^ c.pinned &^ c.sissaPinned
		for ; capturers != 0; capturers = capturers.Rest() {
			w.add(Bit(corner), capturers.First(), outside, c.times(capturers.First()))
		}
	}
}
