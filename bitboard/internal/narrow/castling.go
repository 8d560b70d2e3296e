package narrow

import "github.com/kirke-chess/kirke/rules"

// scanCastling finds the castlings of a king that may.
func (w *worker) scanCastling(p *pos, mem *memory, f *field) {
	rooks := p.castle & p.own &^ p.king
	if rooks == 0 || f.permit != w.all && w.check == byReach {
		return
	}
	k := f.king & (cells - 1)
	if w.roomy && w.kings[k]&w.low[p.turn&1]&^f.occ == 0 {
		return
	}
	if w.check != byReach && w.inCheck(p, mem) {
		return
	}
	easy := w.simple || w.check == byReach && f.alone == 0 && !w.testsAll(p)
	for ; rooks != 0; rooks = rooks.rest() {
		r := rooks.first()
		if w.betweens[k][r]&f.occ != 0 || easy && !w.passes(p, k, r) || !w.mayCastle(p, mem, k, r, f.occ) {
			continue
		}
		if !easy {
			w.try(p, mem, rules.MakeMove(rules.Castle, p.square(k), p.square(r)))
			continue
		}
		if w.opens { // the rook that leaves may open a line
			kingTo, rookTo := w.castlingSquares(p, k, r)
			if w.attacked(p, kingTo, f.occ&^bit(k)&^bit(r)|bit(kingTo)|bit(rookTo), p.opp) {
				continue
			}
		}
		w.add(bit(r), k, castling, w.castlings(p, k, r, f.entry))
	}
}

// passes reports whether the square beside the king that it passes in castling was
// found safe; one that the rook itself stands on was not looked at.
func (w *worker) passes(p *pos, k, r int) bool {
	kingTo, _ := w.castlingSquares(p, k, r)
	return w.span(k, kingTo)&w.kings[k]&^(w.refuge|bit(r)) == 0
}

// mayCastle reports whether the squares king and rook pass are free and the king
// passes no square on which it would be in check.
func (w *worker) mayCastle(p *pos, mem *memory, k, r int, occ set) bool {
	kingTo, rookTo := w.castlingSquares(p, k, r)
	if occ&^bit(k)&^bit(r)&(w.span(k, kingTo)|w.span(r, rookTo)) != 0 {
		return false
	}
	way := w.span(k, kingTo) &^ bit(k)
	if p.pending != 0 {
		way &^= bit(kingTo) // the rebirth may close the line: judged when it has been played
	}
	if w.check == byReach && p.pending == 0 {
		way &^= w.refuge // found safe before
	}
	for ; way != 0; way = way.rest() {
		if w.check != byReach {
			moved := *p
			moved.clear(bit(k) | way.lowest())
			moved.put(way.first(), partKing, p.turn)
			if w.inCheck(&moved, mem) {
				return false
			}
			continue
		}
		if w.attacked(p, way.first(), occ&^bit(k)|way.lowest(), p.opp) {
			return false
		}
	}
	return true
}

// castlingSquares returns where king and rook land.
func (g *game) castlingSquares(p *pos, k, r int) (kingTo, rookTo int) {
	i := 0
	if r > k {
		i = 1
	}
	return g.kingTo[p.turn&1][i], g.rookTo[p.turn&1][i]
}
