// This file skips moves that leave too many loose pieces for a stalemate. One move immobilises few
// pieces: the one that it captures, one that it blocks, one that it pins. So where more could move,
// no move stalemates. The proof is docs/proofs/loose-pieces.md.

package foresight

import (
	"slices"

	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/rules"
)

// mostImmobilised is how many loose pieces one move may immobilise, whichever side makes it, as
// long as their king stays where it is.
const mostImmobilised = 3

// loose are the loose pieces of a side. They have moves to empty squares while their king is not
// attacked, and stand on no line from a slider of the other side to it.
type loose struct {
	pieces set // all but pawns
	before set // the squares before pawns
}

func (l *loose) count() int { return l.pieces.Count() + l.before.Count() }

// loosePieces returns the loose pieces of the side to move that have at least so many empty squares
// at one step or leap, and its loose pawns. It returns none where loose pieces prove nothing about
// stalemates.
func (f *Foresight) loosePieces(p *kernel.Pos, squares int) (l loose) {
	if !f.MovesAreLocal || p.Sissa != 0 {
		return l
	}
	side, occ := p.Turn&1, p.Own|p.Opp
	all := p.Own &^ p.King
	if k := p.Own & p.King; k != 0 {
		all &^= f.linesTo(p, k.First())
	}
	pawns := all & p.Pawn
	if !f.FirstRankPawns {
		pawns &^= f.Low[side]
	}
	l.before = f.Ahead(pawns, side) &^ (occ | f.High[side])
	for s := all & (p.Knight | p.Diag | p.Orth | p.Step); s != 0; s = s.Rest() {
		from := s.First() & (cells - 1)
		var to set
		if p.Knight.Has(from) {
			to = f.Knights[from]
		}
		if p.Orth.Has(from) || p.Step.Has(from) {
			to |= f.Steps[from]
		}
		if p.Diag.Has(from) {
			to |= f.Kings[from] &^ f.Steps[from]
		}
		if (to &^ occ).Count() >= squares {
			l.pieces |= s.Lowest()
		}
	}
	return l
}

// fills returns how many empty squares one move of p may fill.
func fills(p *kernel.Pos) int {
	if p.Pass|p.Castle&p.Own&p.King != 0 {
		return 2
	}
	return 1
}

// BeforeStalemate is rules.Foresight.BeforeStalemate.
func (f *Foresight) BeforeStalemate(p *kernel.Pos, mem *kernel.Memory, moves []rules.Move) []rules.Move {
	if l := f.loosePieces(p, 2); l.count() < mostImmobilised {
		return moves // a move will hardly make more pieces loose
	}
	filled := fills(f.pass(p))
	return slices.DeleteFunc(moves, func(m rules.Move) bool {
		l, ok := f.looseAfterQuiet(p, filled, m)
		if !ok {
			f.GiveBack(f.playTo(&f.last, p, mem, m))
			after := &f.last
			l = f.loosePieces(f.pass(after), fills(after)+1)
		}
		return l.count() > mostImmobilised
	})
}

// looseAfterQuiet returns the loose pieces of the side to move in p after m, when a move of the
// other side fills so many squares. ok is false if m is not quiet.
func (f *Foresight) looseAfterQuiet(p *kernel.Pos, filled int, m rules.Move) (l loose, ok bool) {
	if !f.IsQuiet(p, m) {
		return l, false
	}
	from, to := p.Seen(m.From()), p.Seen(m.To())
	after := &f.last
	*after = *p
	after.Clear(kernel.Bit(from))
	after.Put(to, p.Parts(from), p.Turn)
	return f.loosePieces(after, filled+1), true
}
