package rules

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
)

// Dead reports whether the material is such that no sequence of moves mates
// either king: kings alone; one knight, or bishops all on one colour, beside
// them. In games where captured men come back, or may still enter, that is so
// only when nothing can come: there only bare kings are dead. Blocked positions
// are not recognised.
func (r *reference) Dead() bool {
	t := r.table
	if t.v.Aftermath.Active || t.v.Entry.Imaginary {
		return r.bareKings() && !r.mayEnter()
	}
	var minors, bishops, shades int
	for sq := range t.area {
		m := Man(r.cells[sq])
		if m == 0 || has(t.royal, m) {
			continue
		}
		switch t.v.Type(m.Kind()).Letter {
		case 'N':
			minors++
		case 'B':
			minors++
			bishops++
			if t.v.Size.Dark(sq) {
				shades |= 1
			} else {
				shades |= 2
			}
			if m.Kind() != t.plain(m.Kind()) {
				shades = 3
			}
		default:
			return false
		}
	}
	if r.mayEnter() {
		return false
	}
	return minors <= 1 || bishops == minors && bits.OnesCount(uint(shades)) <= 1
}

// bareKings reports whether there is nothing but kings, nothing below them and
// nothing pending.
func (r *reference) bareKings() bool {
	t := r.table
	for sq := range t.area {
		if m := Man(r.cells[sq]); m != 0 && !has(t.royal, m) {
			return false
		}
	}
	c := &t.cells
	return (c.pending == absent || r.cells[c.pending] == 0) && (c.below == absent || r.cells[c.below] == 0)
}

// mayEnter reports whether a man in hand or on an imaginary square could still
// come in.
func (r *reference) mayEnter() bool {
	t := r.table
	if t.v.Entry.Imaginary {
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

// BareKing reports whether the side c has its king alone, nothing that could still
// enter or come back, and cannot at once take the opponent's last piece: the draw of
// End.BareKing. It is judged when c is to move.
func BareKing(p Position, c board.Color) bool {
	v := p.Variant()
	var last board.Square
	enemies := 0
	for sq := range board.Square(v.Size.Area()) {
		m := p.At(sq)
		switch {
		case m == 0 || v.Type(m.Kind()).Royal:
		case m.Color() == c:
			return false
		default:
			enemies++
			last = sq
		}
	}
	if enemies == 0 || p.Turn() != c || someWait(p.Setup(), c) {
		return false
	}
	if enemies > 1 {
		return true
	}
	for _, m := range p.LegalMoves(nil) {
		if m.To() == last {
			return false
		}
	}
	return true
}

// someWait reports whether a piece of c that is not on the board may still come to it:
// from the hand, an imaginary square, below another piece or by a rebirth.
func someWait(s Setup, c board.Color) bool {
	if s.Entry.Gates[c] != 0 && s.Entry.Hand[c] != [2]int{} {
		return true
	}
	for _, m := range append(s.Entry.Imaginary[:], s.Aftermath.Pending) {
		if m != 0 && m.Color() == c {
			return true
		}
	}
	for _, h := range s.Aftermath.Below {
		if h.Man.Color() == c {
			return true
		}
	}
	return false
}
