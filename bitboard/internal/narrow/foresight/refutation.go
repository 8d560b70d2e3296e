// This file drops first moves of a mate in two that a known reply refutes, without playing them.
// The proof is docs/proofs/one-answer-refutes-many.md; the letters below are its conditions.

package foresight

import (
	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/rules"
)

// refutation is a reply that saves the other side from the second of two moves, unless the first is
// one of unclear.
type refutation struct {
	king    int                 // where the other king stands after it
	occ     set                 // what is occupied after it
	checks  kernel.CheckSquares // from where the king would be attacked (b)
	blocked set                 // a move that arrives here may make it illegal (a)
	pinned  set                 // likewise, a move that leaves from here (a, c)
	unclear [cells]set          // by the square of an own piece: arrivals after which a second move might mate (d to f)
}

// kingZone is what is known of the squares around the king after the reply, as if own pieces
// blocked nothing.
type kingZone struct {
	king     int
	blockers set                 // the pieces of the king's side that stay where they are, the king excepted
	occ      set                 // these, and the piece that has replied
	checks   kernel.CheckSquares // from where the king is attacked
	team     [kernel.MaxPieces]attacker
	n        int // of the team
}

// attacker is a piece of the side to move.
type attacker struct {
	at     int
	parts  uint8
	goes   set // where it may go in one move if its own pieces are out of the way
	guards set // squares beside the king that it attacks from where it stands
}

// unrefuted drops moves of p that the reply r refutes.
func (f *Foresight) unrefuted(p *kernel.Pos, moves []rules.Move, r rules.Move) []rules.Move {
	if len(moves) < 2 || !f.readRefutation(p, r) {
		return moves
	}
	kept := moves[:0]
	for _, m := range moves {
		if !f.refutes(p, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// readRefutation finds what the reply r refutes, in f.refutation. It returns false if nothing is
// known of r.
func (f *Foresight) readRefutation(p *kernel.Pos, r rules.Move) bool {
	return f.PlainOrthodox && !f.Rare && p.Pass == 0 && p.Opp&p.King != 0 && p.Castle&p.Own == 0 &&
		f.readReply(p, r) && f.readZone(p, r)
}

// readReply finds what makes r illegal. It returns false unless r would be a legal move of the
// other side, and an ordinary one other than a double step.
func (f *Foresight) readReply(p *kernel.Pos, r rules.Move) bool {
	from, to := p.Seen(r.From()), p.Seen(r.To())
	if r.Form() != rules.Ordinary || !p.Opp.Has(from) || p.Opp.Has(to) {
		return false
	}
	ref, occ, piece := &f.refutation, p.Own|p.Opp, p.Parts(from)
	ref.king = (p.Opp & p.King).First()
	ref.blocked, ref.pinned = f.Between[from&(cells-1)][to&(cells-1)]|kernel.Bit(from), 0
	switch {
	case piece != kernel.PartPawn:
		if !f.Attacks(p, piece, from, to, occ) {
			return false
		}
		if piece == kernel.PartKing {
			ref.king = to
		}
	case f.OtherPawnsFrom[p.Turn&1][to&(cells-1)].Has(from):
		if !p.Own.Has(to) {
			return false
		}
		ref.pinned = kernel.Bit(to)
	default:
		if to+f.Step(p.Turn) != from || occ.Has(to) {
			return false
		}
		ref.blocked |= kernel.Bit(to)
	}
	k, own, c := ref.king&(cells-1), p.Own&^kernel.Bit(to), &ref.checks
	ref.occ = occ&^kernel.Bit(from) | kernel.Bit(to)
	*c = f.CheckSquares(p, k, ref.occ)
	if (c.Pawn&p.Pawn|c.Knight&p.Knight|c.Diag&p.Diag|c.Orth&p.Orth|f.Kings[k]&p.King)&own != 0 {
		return false
	}
	ref.pinned |= f.Discoverers(p, k, ref.occ)
	return true
}

// refutes reports whether the reply is legal after m and prevents a mate by the next move. It may
// miss some.
func (f *Foresight) refutes(p *kernel.Pos, m rules.Move) bool {
	ref, from, to := &f.refutation, p.Seen(m.From()), p.Seen(m.To())
	if m.Form() != rules.Ordinary || ref.pinned.Has(from) || ref.blocked.Has(to) ||
		ref.unclear[from&(cells-1)].Has(to) {
		return false
	}
	if k := m.Promotion(); k != 0 {
		return !f.Reach(f.PartsOf[k&31], to, p.Turn, ref.occ&^kernel.Bit(from)).Has(ref.king)
	}
	parts := p.Parts(from)
	if parts == kernel.PartKing {
		return !f.Kings[ref.king&(cells-1)].Has(to)
	}
	return !(ref.checks.Of(parts) | ref.checks.Pawn.When(parts)).Has(to)
}

// readZone finds the unclear moves before the reply r. It gives up, and returns false, where an own
// piece might open a line to the king.
func (f *Foresight) readZone(p *kernel.Pos, r rules.Move) bool {
	from, to := p.Seen(r.From()), p.Seen(r.To())
	ref, z := &f.refutation, &f.zone
	z.king, z.n = ref.king&(cells-1), 0
	z.blockers = p.Opp &^ p.King &^ kernel.Bit(from)
	if z.occ = z.blockers; ref.king != to {
		z.occ |= kernel.Bit(to)
	}
	if f.sliding(p, z.king, z.occ) != 0 {
		return false
	}
	z.checks = f.CheckSquares(p, z.king, z.occ)
	prey, beside := p.Opp|kernel.Bit(to), f.Kings[z.king]
	for s := p.Own; s != 0; s = s.Rest() {
		x := &z.team[z.n]
		z.n++
		x.at = s.First()
		x.parts = p.Parts(x.at)
		x.goes = f.Reach(x.parts, x.at, p.Turn, z.blockers)
		if x.guards = x.goes & beside; x.parts == kernel.PartPawn {
			x.goes = x.goes&prey | f.Pushes(s.Lowest(), p.Turn, z.blockers)
		}
		ref.unclear[x.at] = x.goes & f.attacking(p, x.parts, &z.checks, z.king) // behind a piece that may leave (d)
	}
	for i := range z.team[:z.n] {
		if y := &z.team[i]; y.parts != kernel.PartKing {
			f.unclearForOther(p, y)
			if !f.unclearForItself(p, y) {
				return false
			}
		}
	}
	return true
}

// unclearForOther finds the moves of other pieces after which y may mate (e).
func (f *Foresight) unclearForOther(p *kernel.Pos, y *attacker) {
	z := &f.zone
	arrivals := y.goes & f.attacking(p, y.parts, &z.checks, z.king)
	if arrivals == 0 {
		return
	}
	var once, twice set // guarded by others
	for i := range z.team[:z.n] {
		if x := &z.team[i]; x != y {
			once, twice = once|x.guards, twice|once&x.guards
		}
	}
	beside := f.Kings[z.king]
	for s := arrivals; s != 0; s = s.Rest() {
		at := s.First()
		left := beside &^ (z.occ &^ s.Lowest()) &^ f.Reach(f.partsOn(p, y.parts, at), at, p.Turn, z.occ)
		for i := range z.team[:z.n] {
			if x := &z.team[i]; x != y {
				f.refutation.unclear[x.at] |= f.attackingAll(p, x, left&^(twice|once&^x.guards))
			}
		}
	}
}

// unclearForItself finds the moves of y after which y itself may mate by its next move (f). Its
// first move may capture a piece and so open a line. unclearForItself returns false if that may be
// a line to the king.
func (f *Foresight) unclearForItself(p *kernel.Pos, y *attacker) bool {
	z := &f.zone
	parts, checks, captured := y.parts, &z.checks, y.goes&z.occ
	last := f.All // where it may go with the second
	if parts == kernel.PartPawn {
		if y.goes&f.High[p.Turn&1] != 0 {
			parts = f.PromotedParts
		} else {
			last = f.Pushes(y.goes, p.Turn, z.blockers) | f.West(y.goes, p.Turn) | f.East(y.goes, p.Turn)
		}
	}
	if captured != 0 {
		if f.sliding(p, z.king, z.occ&^captured) != 0 {
			return false
		}
		opened := f.CheckSquares(p, z.king, z.occ&^captured)
		checks = &opened
	}
	beside := f.Kings[z.king]
	for i := range z.team[:z.n] {
		switch x := &z.team[i]; {
		case x == y:
		case captured == 0:
			beside &^= x.guards
		default:
			beside &^= f.Reach(x.parts, x.at, p.Turn, z.blockers&^captured)
		}
	}
	free, unclear := beside&^z.occ, &f.refutation.unclear
	for s := last & f.attacking(p, parts, checks, z.king) &^ beside; s != 0; s = s.Rest() {
		at := s.First()
		switch {
		case free&^f.Reach(f.partsOn(p, parts, at), at, p.Turn, z.occ&^captured) != 0:
		case parts == kernel.PartPawn:
			unclear[y.at] = y.goes
		default:
			unclear[y.at] |= y.goes & f.Reach(parts, at, p.Turn, z.blockers&^captured)
		}
	}
	return true
}

// attackingAll returns the squares to which x may go and from which it attacks all of some squares.
func (f *Foresight) attackingAll(p *kernel.Pos, x *attacker, all set) set {
	from := x.goes
	for s := all; s != 0 && from != 0; s = s.Rest() {
		about := f.CheckSquares(p, s.First(), f.zone.occ)
		from &= f.attacking(p, x.parts, &about, s.First())
	}
	return from
}

// attacking returns the squares from which a piece made of parts attacks sq after it has moved
// there; from is what CheckSquares returns for sq.
func (f *Foresight) attacking(p *kernel.Pos, parts uint8, from *kernel.CheckSquares, sq int) set {
	switch parts {
	case kernel.PartKing:
		return f.Kings[sq&(cells-1)]
	case kernel.PartPawn:
		high := f.High[p.Turn&1]
		return from.Pawn&^high | from.Of(f.PromotedParts)&high
	}
	return from.Of(parts)
}

// partsOn returns the parts of a piece made of parts once it has moved to a square. A promoting
// pawn has the parts of all pieces that it may become.
func (f *Foresight) partsOn(p *kernel.Pos, parts uint8, at int) uint8 {
	if parts == kernel.PartPawn && f.High[p.Turn&1].Has(at) {
		return f.PromotedParts
	}
	return parts
}
