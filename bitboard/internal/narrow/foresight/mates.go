// This file finds the legal moves that mate or stalemate.

package foresight

import (
	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/rules"
)

// Mates appends the legal moves that mate.
func (f *Foresight) Mates(p *kernel.Pos, mem *kernel.Memory, buf []rules.Move) []rules.Move {
	first := len(buf)
	buf = f.Checks(p, mem, buf)
	kept := first
	flights := f.flights(p, len(buf)-first)
	for _, m := range buf[first:] {
		if !f.leavesFlight(p, &flights, m) && f.leavesNoReply(p, mem, m, false) {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// canMate reports whether there is a legal move that mates.
func (f *Foresight) canMate(p *kernel.Pos, mem *kernel.Memory) bool {
	first := len(f.tried)
	f.tried = f.Checks(p, mem, f.tried)
	flights := f.flights(p, len(f.tried)-first)
	for _, m := range f.tried[first:] {
		if !f.leavesFlight(p, &flights, m) && f.leavesNoReply(p, mem, m, false) {
			return true
		}
	}
	return false
}

// Stalemates appends the legal moves that stalemate. Where both sides are to be left without a
// move, it appends the moves that may do that.
func (f *Foresight) Stalemates(p *kernel.Pos, mem *kernel.Memory, both bool, buf []rules.Move) []rules.Move {
	first, q, want := len(buf), f.pass(p), f.All
	filled := fills(p)
	if l := f.loosePieces(q, filled+1); l.count() > mostImmobilised {
		return buf
	}
	if both && filled == 1 {
		if l := f.loosePieces(p, filled+1); l.count() > mostImmobilised { // only a move of the king may do it
			k := p.Own & p.King
			if k == 0 {
				return buf
			}
			want = f.Kings[k.First()&(cells-1)]
		}
	}
	f.survivors.clear()
	if f.Aftermath { // otherwise playing is as fast
		f.findSurvivors(p, q, mem, -1)
	}
	buf = f.withoutSurvivor(p, mem, want, buf)
	kept := first
	for _, m := range buf[first:] {
		if (want == f.All || p.King.Has(p.Seen(m.From()))) && f.leavesNoReply(p, mem, m, true) {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// leavesNoReply reports whether the legal move m leaves the other side without a legal move and, if
// that is wanted, not in check.
func (f *Foresight) leavesNoReply(p *kernel.Pos, mem *kernel.Memory, m rules.Move, unchecked bool) bool {
	q := &f.last
	spare := f.playTo(q, p, mem, m)
	is := !f.HasMove(q, spare) && !(unchecked && f.InCheck(q, spare))
	f.GiveBack(spare)
	return is
}

// flights are the flight squares of the other king in the current position.
type flights struct {
	free set // empty squares beside it that no own piece attacks when the king is out of the way
	open set // own pieces that alone stand between an own slider and one of these squares
	occ  set // what is occupied besides the king
}

// flights returns the flight squares for judging so many moves, or none if that does not pay.
func (f *Foresight) flights(p *kernel.Pos, moves int) (fl flights) {
	king := p.Opp & p.King
	if moves == 0 || king == 0 || !f.FlightsStayOpen || p.Own&p.Sissa != 0 || !f.quietChecksOrthodox(p) {
		return fl
	}
	fl.occ = (p.Own | p.Opp) &^ king
	fl.free, fl.open = f.flightsOf(p, king.First(), fl.occ)
	return fl
}

// flightsOf returns the flight squares of a king, and the pieces that open lines to them, with the
// squares of occ occupied.
func (f *Foresight) flightsOf(p *kernel.Pos, king int, occ set) (free, open set) {
	for s := f.Kings[king&(cells-1)] &^ occ; s != 0; s = s.Rest() {
		sq := s.First() & (cells - 1)
		near := (f.OwnPawnsFrom[p.Turn&1][sq]&p.Pawn | f.Kings[sq]&p.King) & p.Own
		if near == 0 && !f.AttackedByPieces(p, sq, occ, p.Own) {
			free |= s.Lowest()
			open |= f.Discoverers(p, sq, occ)
		}
	}
	return free, open
}

// leavesFlight reports whether the other king has a flight square after m. It knows only moves that
// capture nothing.
func (f *Foresight) leavesFlight(p *kernel.Pos, fl *flights, m rules.Move) bool {
	if fl.free == 0 || m.Form() != rules.Ordinary || m.Gated() != 0 {
		return false
	}
	from, to := p.Seen(m.From()), p.Seen(m.To())
	if fl.open.Has(from) || fl.occ.Has(to) {
		return false
	}
	parts := p.Parts(from)
	if k := m.Promotion(); k != 0 {
		parts = f.PartsOf[k&31]
	}
	left := fl.free &^ kernel.Bit(to)
	return left&^f.Reach(parts, to, p.Turn, fl.occ&^kernel.Bit(from)) != 0
}
