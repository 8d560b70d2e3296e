// This file finds castlings.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// mayCastle reports whether the side to move may have a castling. It is short, so that the compiler
// inlines it, and most positions have none.
func (w *Worker) mayCastle(p *Pos, c *constraints) bool {
	k := p.Castle & p.Own & p.King
	return k != 0 && !(w.kingNeedsRoom && w.Kings[k.First()]&w.Low[p.Turn&1]&^c.occ == 0)
}

// scanCastling finds castlings in positions that may have some.
//
//go:noinline
func (w *Worker) scanCastling(p *Pos, mem *Memory, c *constraints) {
	rooks := p.Castle & p.Own &^ p.King
	if rooks == 0 || c.checkMask != w.All && w.Check == traits.ByReach {
		return
	}
	k := (p.Castle & p.Own & p.King).First()
	if (w.Check != traits.ByReach || w.Royals || w.paths != nil) && w.InCheck(p, mem) {
		return
	}
	easy := w.Scanned || w.CastlingOrthodox && c.testedPieces == 0 && !w.TestsAll(p)
	for ; rooks != 0; rooks = rooks.Rest() {
		r := rooks.First()
		if w.Between[k][r]&c.occ != 0 || easy && !w.kingPathSafe(p, k, r) || !w.canCastle(p, mem, k, r, c.occ) {
			continue
		}
		if !easy {
			w.testMove(p, mem, rules.MakeMove(rules.Castle, p.Square(k), p.Square(r)))
			continue
		}
		if w.rookOpensLine && c.king >= 0 {
			kingTo, rookTo := w.castlingSquares(p, k, r)
			if w.exposed(p, kingTo, c.occ&^Bit(k)&^Bit(r)|Bit(kingTo)|Bit(rookTo), p.Opp) {
				continue
			}
		}
		w.add(Bit(r), k, castling, w.castlings(p, k, r, c.Gates))
	}
}

// kingPathSafe reports whether a scan has found the square beside the king that it passes safe. The
// scan did not look at the square of the rook.
func (w *Worker) kingPathSafe(p *Pos, k, r int) bool {
	kingTo, _ := w.castlingSquares(p, k, r)
	return w.crown == 0 || w.span(k, kingTo)&w.Kings[k]&^(w.safeSteps|Bit(r)) == 0
}

// canCastle reports whether the squares that king and rook pass are empty, and the king would not
// be in check on any square that it passes.
func (w *Worker) canCastle(p *Pos, mem *Memory, k, r int, occ Set) bool {
	kingTo, rookTo := w.castlingSquares(p, k, r)
	if occ&^Bit(k)&^Bit(r)&(w.span(k, kingTo)|w.span(r, rookTo)) != 0 {
		return false
	}
	way := w.span(k, kingTo) &^ Bit(k) & w.crown
	if p.Pending != 0 || w.paths != nil && w.paths.hops {
		way &^= Bit(kingTo) // a rebirth may close the line, the rook be a hurdle until then: testMove sees it
	}
	if w.Check == traits.ByReach && p.Pending == 0 {
		way &^= w.safeSteps // found safe before
	}
	if w.Blast {
		way &^= w.besideOther(p)
	}
	for ; way != 0; way = way.Rest() {
		if w.Check != traits.ByReach {
			moved := *p
			moved.Clear(Bit(k) | way.Lowest())
			moved.Put(way.First(), PartKing, p.Turn)
			if w.InCheck(&moved, mem) {
				return false
			}
			continue
		}
		if w.Attacked(p, way.First(), occ&^Bit(k)|way.Lowest(), p.Opp) {
			return false
		}
	}
	return true
}

// castlingSquares returns where king and rook land.
func (g *Game) castlingSquares(p *Pos, k, r int) (kingTo, rookTo int) {
	i := 0
	if r > k {
		i = 1
	}
	return g.kingTo[p.Turn&1][i], g.rookTo[p.Turn&1][i]
}
