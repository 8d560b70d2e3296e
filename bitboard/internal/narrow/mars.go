// This file holds check and moves of Martian Circe, where pieces capture, and so check, from their
// homes. Where a piece is at home depends on where it stands.

package narrow

import "github.com/kirke-chess/kirke/rules"

// attackedFromHomes reports check: some piece of the other side attacks sq from its home, which is
// empty or its own square. The squares of occ are occupied, and the pieces of opp attack.
func (w *Worker) attackedFromHomes(p *Pos, sq int, occ, opp Set) bool {
	for s := opp; s != 0; s = s.Rest() {
		from := s.First()
		parts := p.Parts(from)
		if home := w.homeFrom(p, parts, from, occ); home >= 0 && w.Attacks(p, parts, home, sq, occ&^Bit(from)) {
			return true
		}
	}
	return false
}

// coveredFromHomes returns the empty squares on which a king would be in check. The squares of occ
// are occupied.
func (w *Worker) coveredFromHomes(p *Pos, occ Set) (covered Set) {
	for s := p.Opp; s != 0; s = s.Rest() {
		from := s.First()
		parts := p.Parts(from)
		if home := w.homeFrom(p, parts, from, occ); home >= 0 {
			covered |= w.otherReach(p, parts, home, occ&^Bit(from))
		}
	}
	return covered
}

// otherReach returns the squares that a piece of the other side made of parts attacks from a
// square.
func (w *Worker) otherReach(p *Pos, parts uint8, sq int, occ Set) Set {
	if parts == PartPawn {
		west, east := w.pawnsTake(Bit(sq), true, p.Turn)
		return west | east
	}
	return w.Reach(parts, sq, p.Turn, occ)
}

// Captures reports whether a piece made of parts captures at all from where it stands. A pawn on
// the first or last rank does not.
func (w *Worker) Captures(p *Pos, parts uint8, from int) bool {
	return parts != PartPawn || !(w.Low[p.Turn&1] | w.High[p.Turn&1]).Has(from)
}

// homeFrom returns the home from which a piece of the other side captures, or -1 if it captures
// nothing.
func (w *Worker) homeFrom(p *Pos, parts uint8, from int, occ Set) int {
	if !w.Captures(p, parts, from) {
		return -1
	}
	home := w.Home(p, parts, p.Turn^1, from)
	if home != from && occ.Has(home) {
		return -1
	}
	return home
}

// findHomeLines finds the squares that decide whether a piece of the other side attacks the king
// from its home. A piece that leaves none of them opens nothing.
func (w *Worker) findHomeLines(p *Pos, c *constraints) {
	if w.homeLines = w.All; !w.attackedFromHomes(p, c.king, c.occ, p.Opp) {
		w.homeLines = w.LinesFromHomes(p, c.king)
	}
}

// LinesFromHomes returns the homes from which pieces of the other side would attack a square, and
// what lies between.
func (w *Worker) LinesFromHomes(p *Pos, sq int) (lines Set) {
	side := p.Turn ^ 1
	for s := p.Opp; s != 0; s = s.Rest() {
		from := s.First()
		parts := p.Parts(from)
		home := w.Home(p, parts, side, from)
		if parts&PartSissa != 0 {
			paths := &w.sissas.paths[home&(Cells-1)][sq&(Cells-1)]
			for _, way := range paths.ways[:paths.n] {
				lines |= way | Bit(home)
			}
		}
		if w.Attacks(p, parts, home, sq, 0) {
			lines |= w.Between[home&(Cells-1)][sq&(Cells-1)] | Bit(home)
		}
	}
	return lines
}

// testHomeMoves finds the moves: a piece moves from where it stands, and captures from its home if
// that is free.
func (w *Worker) testHomeMoves(p *Pos, mem *Memory, c *constraints) {
	strict := w.TestsAll(p) || w.Gating
	for s := p.Own; s != 0 && !w.foundEnough(); s = s.Rest() {
		from, parts := s.First(), p.Parts(s.First())
		pawn := parts == PartPawn
		var to Set
		if pawn {
			to = w.Pushes(s.Lowest(), p.Turn, c.occ)
		} else {
			to = w.Reach(parts, from, p.Turn, c.occ) &^ c.occ
		}
		home := w.Home(p, parts, p.Turn, from)
		captures := w.Captures(p, parts, from) && (home == from || !c.occ.Has(home))
		if captures {
			to |= w.Reach(parts, home, p.Turn, c.occ&^s.Lowest()) & p.Opp
		}
		to &= w.wanted
		plain := to &^ p.King
		if pawn {
			plain &^= w.High[p.Turn&1]
		}
		if strict {
			plain = 0
		}
		if safe := w.safeFromHomes(p, c, from, plain); safe != 0 {
			w.add(safe, from, PieceMoves, 1)
		}
		w.testMovesOf(p, mem, c, from, to&^plain)
		if pawn && captures && p.firstOfTurn() {
			for to := w.PawnReach(home, p.Turn) & p.Pass; to != 0; to = to.Rest() {
				w.testMove(p, mem, rules.MakeMove(rules.EnPassant, p.Square(from), p.Square(to.First())))
			}
		}
	}
}

// safeFromHomes returns the squares of to on which a piece may arrive without leaving its king in
// check.
func (w *Worker) safeFromHomes(p *Pos, c *constraints, from int, to Set) Set {
	if c.king < 0 || from != c.king && !w.homeLines.Has(from) {
		return to // it opens nothing
	}
	safe, test, occ := Set(0), to, c.occ&^Bit(from)
	if from == c.king && to&^p.Opp != 0 {
		safe, test = to&^p.Opp&^w.coveredFromHomes(p, occ), to&p.Opp
	}
	for ; test != 0; test = test.Rest() {
		b, king := test.Lowest(), c.king
		if from == king {
			king = test.First()
		}
		if !w.attackedFromHomes(p, king, occ|b, p.Opp&^b) {
			safe |= b
		}
	}
	return safe
}
