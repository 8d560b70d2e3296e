// This file holds royal pieces besides the king. Moves that may expose one are tested one by one.

package narrow

import "github.com/kirke-chess/kirke/bitboard/internal/unplayable"

// readRoyals reads which pieces are royal besides the king, however many there are.
func (g *Game) readRoyals() error {
	if !g.Royals {
		return nil
	}
	for _, parts := range g.extinct {
		if parts&^partsOfMost != 0 {
			return unplayable.Because(g.Variant, "kings or pawns are royal by extinction")
		}
	}
	if g.royal == 0 || g.extinct == nil || g.Variant.Extinction.Count < MaxPieces-1 {
		return unplayable.Because(g.Variant, "only the last pieces of a type are royal")
	}
	return nil
}

// royals returns the royal pieces of both sides besides the kings.
func (g *Game) royals(p *Pos) (all Set) {
	for _, parts := range g.extinct {
		all |= p.made(parts)
	}
	return all
}

// royalAttacked reports whether a royal piece of the side to move is attacked, besides the king.
func (g *Game) royalAttacked(p *Pos) bool {
	for s := g.royals(p) & p.Own; s != 0; s = s.Rest() {
		if g.Attacked(p, s.First(), p.Own|p.Opp, p.Opp) {
			return true
		}
	}
	return false
}

// testRoyals has the moves tested one by one that may leave a royal piece attacked: those of royal
// pieces, of pieces that alone stand between one and a slider, and of pawns that may become one;
// all moves while one is attacked.
func (w *Worker) testRoyals(p *Pos, c *constraints) {
	royals := w.royals(p) & p.Own
	if c.testedPieces = royals; w.mayPromote(p) {
		c.testedPieces |= p.Own & p.Pawn
	}
	if w.royalAttacked(p) {
		c.testedArrivals, c.arrivals, c.testedPieces = 0, 0, p.Own
		return
	}
	for s := royals; s != 0; s = s.Rest() {
		sq := s.First()
		for snipers := (w.OrthRays[sq]&p.Orth | w.DiagRays[sq]&p.Diag) & p.Opp; snipers != 0; snipers = snipers.Rest() {
			if way := w.Between[sq][snipers.First()] & c.occ; way != 0 && way.Rest() == 0 {
				c.testedPieces |= way & p.Own
			}
		}
	}
}

// keepsRoyals reports whether the move that led from p to n leaves no royal piece attacked, or takes
// one.
func (g *Game) keepsRoyals(p, n *Pos) bool {
	return g.royals(n)&n.Opp != g.royals(p)&p.Opp || !g.royalAttacked(n)
}
