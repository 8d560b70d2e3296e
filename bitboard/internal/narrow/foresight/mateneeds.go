// This file skips quiet moves after which no reply mates. A mate checks the king and leaves it no
// empty square beside it without an attack. A quiet move before it changes little of that: it opens
// lines by leaving, and may block one such square. The proof is docs/proofs/before-the-mate.md.

package foresight

import (
	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// mateNeed is what a quiet move must do if the other side is to mate by its reply.
type mateNeed struct {
	known   bool
	nothing bool // a mate may need only that the piece leaves its square
	arrive  set  // otherwise the piece must arrive on one of these squares
}

// BeforeMate is rules.Foresight.BeforeMate.
func (f *Foresight) BeforeMate(p *kernel.Pos, mem *kernel.Memory, moves []rules.Move) []rules.Move {
	k := p.Own & p.King
	if k == 0 || !f.MatesForeseeable || f.TestsAll(p) || p.Sissa != 0 || p.Castle&p.Opp != 0 {
		return moves
	}
	q := f.pass(p)
	king := k.Flip().First()
	occ := (q.Own | q.Opp) &^ kernel.Bit(king)
	need := f.mateNeedOf(q, mem, king, occ)
	if need.nothing && f.CapturerGoesHome { // an attack need not be a check there, so this holds of most moves
		return moves
	}
	opening := f.openingSquares(p, q, king, occ)
	if need.nothing { // a piece changes that only by leaving a square beside the king
		opening &= f.Kings[king&(cells-1)]
	}
	clear(f.needs[:])
	kept := moves[:0]
	for _, m := range moves {
		from, to := q.Seen(m.From()), q.Seen(m.To())
		n := &need
		switch {
		case m.Form() != rules.Ordinary || occ.Has(to) || q.Pawn.Has(from) && !f.Kings[from&(cells-1)].Has(to):
			kept = append(kept, m) // not quiet, or it may be captured en passant
			continue
		case from == king:
			n = &mateNeed{nothing: f.mateNeedOf(q, mem, to, occ).nothing}
		case opening.Has(from):
			if n = &f.needs[from&(cells-1)]; !n.known {
				*n = f.mateNeedOf(q, mem, king, occ&^kernel.Bit(from))
			}
		}
		if n.nothing || n.arrive.Has(to) {
			kept = append(kept, m)
		}
	}
	return kept
}

// openingSquares returns the squares from which a piece of p may open something by leaving, as q
// sees them, which is p after a pass: in the way of the other side's pieces, or on a line from one
// of them to the king or a square beside it. With a battery, that is any line to these squares.
// Where captures leave homes free, it may be any square.
func (f *Foresight) openingSquares(p, q *kernel.Pos, king int, occ set) set {
	if f.CapturerGoesHome {
		return f.All
	}
	one := f.Ahead(q.Own&q.Pawn, q.Turn&1)
	opening := one | f.Ahead(one, q.Turn&1) | f.Diag(king, occ) | f.Orth(king, occ)
	battery := f.Discoverers(q, king, occ) != 0
	for s := f.Kings[king&(cells-1)] | kernel.Bit(king); s != 0; s = s.Rest() {
		sq := s.First()
		opening |= f.linesTo(p, p.Seen(q.Square(sq))).Flip()
		if battery {
			opening |= f.Diag(sq, occ) | f.Orth(sq, occ)
		}
	}
	for s := q.Own & q.Diag; s != 0; s = s.Rest() {
		opening |= f.Diag(s.First(), occ)
	}
	for s := q.Own & q.Orth; s != 0; s = s.Rest() {
		opening |= f.Orth(s.First(), occ)
	}
	return opening
}

// mateNeedOf returns what the move before must do if the side to move in q is to mate a king on a
// square. The squares of occ are occupied once the piece has left.
func (f *Foresight) mateNeedOf(q *kernel.Pos, mem *kernel.Memory, king int, occ set) mateNeed {
	n := mateSearch{mateNeed: mateNeed{known: true}, Foresight: f, q: q, mem: mem, all: occ | kernel.Bit(king)}
	n.occ, n.king = occ, king&(cells-1)
	king &= cells - 1
	k := q.Own & q.King
	near := k != 0 && f.Kings[k.First()&(cells-1)]&f.Kings[king] != 0 // each other's king
	if f.OwnAttacks(q, king, n.all) || f.Check == traits.ByCapture && near {
		n.nothing = true
		return n.mateNeed
	}
	n.free, n.open = f.flightsOf(q, king, occ)
	from, discoverers := f.CheckSquares(q, king, n.all), f.Discoverers(q, king, n.all)
	for s := q.Own; s != 0 && !n.nothing; s = s.Rest() {
		x := s.First()
		parts := q.Parts(x)
		if f.CapturerGoesHome {
			n.addHomecomings(x, parts)
		}
		checking := from.Of(parts) | from.Pawn.When(parts)
		if discoverers.Has(x) {
			checking = f.All
		}
		if parts == kernel.PartPawn {
			n.addPawn(x, checking)
			continue
		}
		if checking &^= q.Own; f.CapturerGoesHome {
			checking &^= occ
		}
		if checking == 0 {
			continue
		}
		for to := f.Reach(parts, x, q.Turn, n.all) & checking; to != 0; to = to.Rest() {
			n.add(x, to.First(), parts, false)
		}
	}
	return n.mateNeed
}

// mateSearch looks at the moves of q that may mate, and gathers what they need.
type mateSearch struct {
	mateNeed
	*Foresight
	flights // of the king to be mated
	q       *kernel.Pos
	mem     *kernel.Memory
	king    int
	all     set // what is occupied, that king included
}

// addPawn adds the moves of a pawn to the squares from which it checks, and those with which it
// promotes to a piece that checks.
func (n *mateSearch) addPawn(x int, checking set) {
	pushed, high := n.Pushes(kernel.Bit(x), n.q.Turn, n.all), n.High[n.q.Turn&1]
	captured := n.PawnReach(x, n.q.Turn) &^ n.q.Own
	if n.CapturerGoesHome {
		captured = 0
	}
	for to := (pushed | captured) & (checking | high); to != 0; to = to.Rest() {
		sq, parts := to.First(), uint8(kernel.PartPawn)
		if high.Has(sq) {
			parts = n.PromotedParts
			if !checking.Has(sq) && !n.Reach(parts, sq, n.q.Turn, n.all&^kernel.Bit(x)).Has(n.king) {
				continue
			}
		}
		n.add(x, sq, parts, !pushed.Has(sq))
	}
}

// addHomecomings adds the captures after which a piece is reborn at home. They empty two squares,
// and check from home or open a line.
func (n *mateSearch) addHomecomings(x int, parts uint8) {
	to := n.Reach(parts, x, n.q.Turn, n.all) &^ n.q.Own &^ kernel.Bit(n.king)
	if parts == kernel.PartPawn && to&n.High[n.q.Turn&1] != 0 {
		n.nothing = true // it may promote to a piece that mates
		return
	}
	var known, mates set // homes, from where it would check after capturing a piece that arrives
	for ; to != 0 && !n.nothing; to = to.Rest() {
		t := to.First()
		home := n.RebirthHome(n.q, parts, n.q.Turn, t)
		if home != t && n.all.Has(home) && home != x {
			continue
		}
		if n.occ.Has(t) {
			left, checks := n.fromHome(x, parts, home, n.occ&^kernel.Bit(x)&^kernel.Bit(t))
			switch {
			case !checks:
			case left == 0:
				n.nothing = true
			case left.Rest() == 0:
				n.arrive |= left
			}
			continue
		}
		if !known.Has(home) {
			known |= kernel.Bit(home)
			if left, checks := n.fromHome(x, parts, home, n.occ&^kernel.Bit(x)); checks && left == 0 {
				mates |= kernel.Bit(home)
			}
		}
		if mates.Has(home) {
			n.arrive |= kernel.Bit(t)
		}
	}
}

// fromHome returns whether a piece attacks the king once it is reborn at home, and which squares
// beside the king are then left open.
func (n *mateSearch) fromHome(x int, parts uint8, home int, occ set) (left set, checks bool) {
	occ |= kernel.Bit(home)
	all := occ | kernel.Bit(n.king)
	if !n.Reach(parts, home, n.q.Turn, all).Has(n.king) && n.sliding(n.q, n.king, all)&^kernel.Bit(x) == 0 {
		return 0, false
	}
	for s := n.free &^ kernel.Bit(home) &^ n.Reach(parts, home, n.q.Turn, occ); s != 0; s = s.Rest() {
		if !n.AttackedByPieces(n.q, s.First(), occ, n.q.Own&^kernel.Bit(x)) {
			left |= s.Lowest()
		}
	}
	return left, true
}

// add adds a move that checks with a piece that is then made of parts. Of the squares that it
// leaves open, the move before may block one, and the captured piece another when it is reborn. If
// the move must capture and its square is empty, the move before has to arrive there.
func (n *mateSearch) add(x, to int, parts uint8, captures bool) {
	left := n.free &^ kernel.Bit(to)
	if left &^= n.Reach(parts, to, n.q.Turn, n.occ&^kernel.Bit(x)); n.open.Has(x) {
		for s := left; s != 0; s = s.Rest() {
			if n.Discoverers(n.q, s.First(), n.occ).Has(x) {
				left &^= s.Lowest()
			}
		}
	}
	few := left.Rest() == 0
	switch {
	case n.q.Opp.Has(to) && n.occ.Has(to):
		if left &^= n.rebirthSquares(x, to); left == 0 {
			n.nothing = true
		} else if left.Rest() == 0 {
			n.arrive |= left
		}
	case captures:
		if left == 0 || few && n.CapturedRebornAtOnce {
			n.arrive |= kernel.Bit(to)
		}
	case left == 0:
		n.nothing = true
	case few:
		if n.arrive |= left; n.CapturedRebornAtOnce {
			n.arrive |= kernel.Bit(to)
		}
	}
}

// rebirthSquares returns where the piece on a square may be reborn when it is captured.
func (n *mateSearch) rebirthSquares(x, to int) set {
	if !n.CapturedRebornAtOnce {
		return 0
	}
	piece := n.q.Parts(x)
	if piece == kernel.PartPawn && n.High[n.q.Turn&1].Has(to) {
		return n.Worker.All
	}
	if _, sq := n.RebirthOfCapture(n.q, n.mem, x, to, piece); sq >= 0 {
		return kernel.Bit(sq)
	}
	return 0
}
