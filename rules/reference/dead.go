package reference

import (
	"math/bits"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Dead reports whether neither king can be mated with the pieces on the board: kings alone, or
// besides them one knight, or bishops all on squares of one colour. In the Circe family and in
// Siceirawan only bare kings are dead. No position is dead while a piece may still be gated.
// Blocked positions are not recognised.
func (r *position) Dead() bool {
	t := r.table
	if !t.parts.plain {
		return false
	}
	if t.v.Aftermath.Active || t.v.Gating.Imaginary {
		return r.bareKings() && !r.mayGate()
	}
	var minors, bishops, shades int
	for sq := range t.area {
		pc := rules.Piece(r.cells[sq])
		if pc.Type() == 0 {
			continue
		}
		royal := has(t.royal, pc)
		switch movement := t.v.Type(t.plain(pc.Type())).Betza; {
		case royal && movement == piece.King.Betza:
		case royal:
			return false
		case movement == piece.Knight.Betza:
			minors++
		case movement == piece.Bishop.Betza:
			minors++
			bishops++
			if t.v.Size.Dark(sq) {
				shades |= 1
			} else {
				shades |= 2
			}
			if pc.Type() != t.plain(pc.Type()) {
				shades = 3
			}
		default:
			return false
		}
	}
	if r.mayGate() {
		return false
	}
	return minors <= 1 || bishops == minors && bits.OnesCount(uint(shades)) <= 1
}

// bareKings reports whether there are only kings, with no piece below them and none pending.
func (r *position) bareKings() bool {
	t := r.table
	for sq := range t.area {
		if pc := rules.Piece(r.cells[sq]); pc != 0 && !has(t.royal, pc) {
			return false
		}
	}
	c := &t.cells
	return (c.pending == absent || r.cells[c.pending] == 0) && (c.below == absent || r.cells[c.below] == 0)
}

// mayGate reports whether a piece in hand or on an imaginary square may still be gated.
func (r *position) mayGate() bool {
	t := r.table
	if t.v.Gating.Imaginary {
		for i := range 4 {
			if r.At(t.v.Imaginary(i)) != 0 {
				return true
			}
		}
		return false
	}
	if t.cells.gates[0] == absent {
		return false
	}
	for c := range 2 {
		if r.cells[t.cells.gates[c]] == 0 {
			continue
		}
		for _, hand := range t.cells.hand[c] {
			if hand != absent && r.cells[hand] != 0 {
				return true
			}
		}
	}
	return false
}
