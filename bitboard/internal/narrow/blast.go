// This file holds captures that blow up what is near: the capturer, and all pieces next to it but
// pawns. A king must not be left to be blown up, but no king captures, so two kings beside each
// other are not in check. Blowing up the other king wins, even while in check.

package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
)

// threat is a piece of the other side that attacks the king, or would if the blockers went.
type threat struct {
	blockers, from Set
}

// mostBlockers is how many pieces on one line a capture may remove: three that a blast reaches, and
// the capturer.
const mostBlockers = 4

// readBlast reads which pieces a blast leaves.
func (g *Game) readBlast() error {
	proof, err := g.partsOf(g.Variant.Capture.BlastProof)
	if err != nil {
		return err
	}
	g.blastProof = slices.DeleteFunc(proof, func(parts uint8) bool { return parts == PartPawn }) // as pawns always are
	switch {
	case g.Blast && g.royal != 0:
		return unplayable.Because(g.Variant, "captures blow up royal pieces")
	case g.Blast && g.crown != 0 && len(proof) > 0:
		return unplayable.Because(g.Variant, "a piece that survives its capture may guard the king")
	}
	return nil
}

// blasted returns what leaves the board with a capture on a square, if a piece stands there.
func (g *Game) blasted(p *Pos, to int) Set {
	gone := g.Kings[to&(Cells-1)]&(p.Own|p.Opp)&^p.Pawn | Bit(to)
	for _, parts := range g.blastProof {
		gone &^= p.made(parts)
	}
	return gone
}

// blast removes what a capture on a square blows up. The capturer has arrived.
func (g *Game) blast(p *Pos, to int) {
	gone := g.blasted(p, to)
	p.Clear(gone)
	p.dropRights(gone)
}

// scanBlasts is scan for games in which captures blow up what is near.
func scanBlasts[P scanPurpose](w *Worker, p *Pos, want Set) {
	w.reset()
	c := constraints{occ: p.Own | p.Opp, checkMask: w.All, king: -1}
	captures := p.Opp & want
	k := w.kingOf(p)
	if k != 0 {
		c.king = k.First()
		captures = w.findBlasts(p, &c, captures)
		w.scanKing(p, &c, want&^c.occ)
	}
	if want == w.All && w.mayCastle(p, &c) {
		w.scanCastling(p, nil, &c)
	}
	quiet := c.checkMask & want &^ c.occ
	c.arrivals = quiet | captures
	scanPieces[P](w, p, &c)
	if free := p.Own & p.Pawn &^ c.pinned; free != 0 {
		scanPawns[P](w, p, free, c.arrivals, &c)
	}
	if lined := p.Own & c.pinned; lined != 0 {
		scanLined[P](w, p, lined, quiet, captures, &c)
	}
	if p.Pass != 0 {
		w.scanPassing(p, nil, &c, want)
	}
}

// besideOther returns the squares beside the other king. Where captures blow up what is near, a king
// is not in check there.
func (g *Game) besideOther(p *Pos) Set {
	if king := p.Opp & p.King & g.crown; king != 0 {
		return g.Kings[king.First()]
	}
	return 0
}

// findBlasts finds checkers and pins, and returns the captures that leave the own king on the board
// and unattacked, as far as they do not depend on the capturer.
func (w *Worker) findBlasts(p *Pos, c *constraints, captures Set) Set {
	w.threats, w.pinnedThere = w.threats[:0], 0
	captures &^= w.Kings[c.king&(Cells-1)]
	beside := w.besideOther(p)
	if beside.Has(c.king) {
		return captures
	}
	w.findLines(p, c)
	for _, t := range w.threats {
		risky := captures &^ (beside | p.King) // the others win
		if t.blockers != 0 {
			b := t.blockers.First()
			risky &= w.Kings[b&(Cells-1)] | Bit(b)
		}
		for ; risky != 0; risky = risky.Rest() {
			if t.opens(w.blasted(p, risky.First())) {
				captures &^= risky.Lowest()
			}
		}
	}
	return captures
}

// opens reports whether the threat becomes an attack, or stays one, when some pieces leave.
func (t *threat) opens(gone Set) bool { return t.blockers&^gone == 0 && t.from&gone == 0 }

// findLines finds checkers and pins, and all lines to the king that a capture may open.
func (w *Worker) findLines(p *Pos, c *constraints) {
	k := c.king & (Cells - 1)
	leapers := (w.Knights[k]&p.Knight | w.Steps[k]&p.Step | w.OtherPawnsFrom[p.Turn&1][k]&p.Pawn) & p.Opp
	for ; leapers != 0; leapers = leapers.Rest() {
		w.threats = append(w.threats, threat{from: leapers.Lowest()})
		c.checkMask &= leapers.Lowest()
	}
	for snipers := (w.OrthRays[k]&p.Orth | w.DiagRays[k]&p.Diag) & p.Opp; snipers != 0; snipers = snipers.Rest() {
		way := w.Between[k][snipers.First()]
		blockers := way & c.occ
		if blockers.Count() > mostBlockers {
			continue
		}
		w.threats = append(w.threats, threat{blockers, snipers.Lowest()})
		c.pinned |= blockers & p.Own
		switch {
		case blockers == 0:
			c.checkMask &= way | snipers.Lowest()
		case blockers.Rest() == 0:
			w.pinnedThere |= blockers & p.Own
		}
	}
}

// scanLined finds the moves of pieces on lines to their king, each by itself.
func scanLined[P scanPurpose](w *Worker, p *Pos, lined, quiet, captures Set, c *constraints) {
	for s := lined; s != 0; s = s.Rest() {
		from, piece := s.First(), s.Lowest()
		parts, stay := p.Parts(from), quiet
		if w.pinnedThere&piece != 0 {
			stay &= w.Through[c.king&(Cells-1)][from]
		}
		reach := w.Reach(parts, from, p.Turn, c.occ)
		safe := w.safeBlasts(p, piece, reach&captures)
		if parts == PartPawn {
			scanPawns[P](w, p, piece, stay|safe, c)
			continue
		}
		if to := reach&stay | safe; to != 0 {
			w.add(to, from, PieceMoves, c.times(from))
		}
	}
}

// safeBlasts returns the captures of a piece that open no line to its king by its leaving.
func (w *Worker) safeBlasts(p *Pos, piece, captures Set) Set {
	for s := captures &^ (w.besideOther(p) | p.King); s != 0; s = s.Rest() {
		to := s.First()
		gone := w.blasted(p, to) | piece
		for i := range w.threats {
			if w.threats[i].opens(gone) {
				captures &^= s.Lowest()
			}
		}
	}
	return captures
}

// mayBlastPassing reports whether the king survives a capture en passant, and is not left in check.
func (w *Worker) mayBlastPassing(p *Pos, c *constraints, from, to, captured int) bool {
	near := w.Kings[to&(Cells-1)]
	switch {
	case c.king < 0 || near&p.Opp&p.King != 0:
		return c.king < 0 || !near.Has(c.king)
	case near.Has(c.king):
		return false
	}
	gone := w.blasted(p, to)&^Bit(to) | Bit(from) | Bit(captured)
	return !w.exposed(p, c.king, c.occ&^gone, p.Opp&^gone)
}

// exposed reports whether a king on sq is in check when the squares of occ are occupied and the
// other side's pieces are those of opp.
func (g *Game) exposed(p *Pos, sq int, occ, opp Set) bool {
	return !(g.Blast && g.Kings[sq&(Cells-1)]&p.King&opp != 0) && g.Attacked(p, sq, occ, opp)
}
