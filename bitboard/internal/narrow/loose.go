package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// A move stills few men: the one it takes, one that cannot go where a man has come to stand, by the move or by a rebirth, and one that is pinned by the man
// that has come. So where more could move whatever else happens, no move stalemates. docs/solving.md has the argument.

// fewLoose is how many loose men one move may still, whichever side makes it, as long as their king stays where it is.
const fewLoose = 3

// loose are men of a side, its king excepted, that have moves to empty squares as long as their king is not attacked. None stands where a man of the
// other side might pin it that is on a line to the king.
type loose struct {
	officers set // with some empty squares beside them, or at a leap
	before   set // the squares before pawns
}

func (l *loose) count() int { return l.officers.count() + l.before.count() }

// loose returns loose men of the side to move, officers with so many squares; none where that says nothing about stalemates.
func (w *worker) loose(p *pos, squares int) (l loose) {
	if !w.simple && !w.direct || w.check != byReach || w.gating || w.imaginary || w.series || w.conversion || p.sissa != 0 {
		return l
	}
	side, occ := p.turn&1, p.own|p.opp
	men := p.own &^ p.king
	if k := p.own & p.king; k != 0 {
		men &^= w.linesTo(p, k.first())
	}
	pawns := men & p.pawn
	if !w.firstRank {
		pawns &^= w.low[side]
	}
	l.before = w.ahead(pawns, side) &^ (occ | w.high[side])
	for s := men & (p.knight | p.diag | p.orth | p.step); s != 0; s = s.rest() {
		from := s.first() & (cells - 1)
		var to set
		if p.knight.has(from) {
			to = w.knights[from]
		}
		if p.orth.has(from) || p.step.has(from) {
			to |= w.steps[from]
		}
		if p.diag.has(from) {
			to |= w.kings[from] &^ w.steps[from]
		}
		if (to &^ occ).count() >= squares {
			l.officers |= s.lowest()
		}
	}
	return l
}

// fills returns how many squares one move of p may fill that were empty.
func (p *pos) fills() int {
	if p.pass|p.castle&p.own&p.king != 0 {
		return 2
	}
	return 1
}

// stillable drops from legal moves of p those after which, as is seen at a glance, no answer stalemates.
func (w *worker) stillable(p *pos, mem *memory, moves []rules.Move) []rules.Move {
	if l := w.loose(p, 2); l.count() < fewLoose {
		return moves // a move will hardly make so many more
	}
	fills := w.passed(p).fills()
	return slices.DeleteFunc(moves, func(m rules.Move) bool {
		l, ok := w.looseAfter(p, fills, m)
		if !ok {
			after, spare := w.tryOut(p, mem, afterLast, m)
			w.giveBack(spare)
			l = w.loose(w.passed(after), after.fills()+1)
		}
		return l.count() > fewLoose
	})
}

// looseAfter returns loose men of p, the side to move, once m is made, where the other side's move fills so many squares; ok is false where m is not quiet.
func (w *worker) looseAfter(p *pos, fills int, m rules.Move) (l loose, ok bool) {
	if !w.quiet(p, m) {
		return l, false
	}
	from, to := p.seen(m.From()), p.seen(m.To())
	after := &w.at[afterLast]
	*after = *p
	after.clear(bit(from))
	after.put(to, p.parts(from), p.turn)
	return w.loose(after, fills+1), true
}
