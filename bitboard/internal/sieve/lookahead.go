package sieve

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// deepest is how many checks in a row are followed to see whether the first one mates, as in the
// reference kernel. The last of them is taken to mate.
const deepest = 6

// lookahead finds legal moves, in memory that is used again. Where it is deep, so many checks have
// been played to see whether they mate.
type lookahead[W rules.Words] struct {
	g             *game[W]
	levels        [deepest + 1]level[W] // by how deep it is
	reply, passed Inner[W]              // after a move that is selected, and after that and a pass
}

// level is the memory of a lookahead for one position.
type level[W rules.Words] struct {
	moves, checks []rules.Move
	next          Inner[W]
}

// lookahead lends the memory to look ahead; lookaheads takes it back.
func (g *game[W]) lookahead() *lookahead[W] {
	l := g.lookaheads.Get().(*lookahead[W])
	l.g = g
	return l
}

// legal appends the legal moves of p to buf.
func (l *lookahead[W]) legal(p Inner[W], deep int, buf []rules.Move) []rules.Move {
	us, first := p.Turn(), len(buf)
	buf = p.LegalMoves(buf)
	moves := buf[first:]
	if l.g.conditions.Capturing.Never.Has(us) {
		moves = withoutCaptures(p, moves)
	}
	if l.g.conditions.Checking.Must.Has(us) {
		moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return !p.GivesCheck(m) })
	}
	if l.g.conditions.Checking.MatesOnly {
		moves = l.withoutChecks(p, deep, moves)
	}
	if by := l.g.measured[us]; by != rules.NoMeasure {
		moves = l.g.greatest(p, by, moves)
	}
	if l.g.conditions.Checking.OneMate {
		moves = l.withoutSeveralMates(p, deep, moves)
	}
	return buf[:first+len(moves)]
}

// alone reports whether no move of a side is left out for the sake of its other moves.
func (g *game[W]) alone(us board.Color) bool {
	return g.measured[us] == rules.NoMeasure && !g.conditions.Checking.OneMate
}

// canMove reports whether p has a legal move.
func (l *lookahead[W]) canMove(p Inner[W], deep int) bool {
	f, us := l.g.conditions, p.Turn()
	never, must := f.Capturing.Never.Has(us), f.Checking.Must.Has(us)
	if !never && !must && !f.Checking.MatesOnly && !f.Checking.OneMate {
		return p.HasLegalMove() // and one of them is the greatest
	}
	at := &l.levels[deep]
	at.moves = p.LegalMoves(at.moves[:0])
	if !must && (l.g.measured[us] == rules.NoMeasure || !f.Checking.OneMate) {
		for _, m := range at.moves {
			if !(never && captures(p, m)) && !p.GivesCheck(m) {
				return true // no condition leaves it out
			}
		}
	}
	at.moves = l.legal(p, deep, at.moves[:0])
	return len(at.moves) > 0
}

func withoutCaptures(p rules.Position, moves []rules.Move) []rules.Move {
	return slices.DeleteFunc(moves, func(m rules.Move) bool { return captures(p, m) })
}

// withoutChecks returns the moves without those that check and do not mate.
func (l *lookahead[W]) withoutChecks(p Inner[W], deep int, moves []rules.Move) []rules.Move {
	at := &l.levels[deep]
	at.checks = p.Select(rules.Checks, at.checks[:0])
	if len(at.checks) == 0 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool {
		return slices.Contains(at.checks, m) && !l.mates(p, deep, m)
	})
}

// withoutSeveralMates returns the moves without those that mate, if there are two or more.
func (l *lookahead[W]) withoutSeveralMates(p Inner[W], deep int, moves []rules.Move) []rules.Move {
	at := &l.levels[deep]
	at.checks = p.Select(rules.Checks, at.checks[:0])
	at.checks = slices.DeleteFunc(at.checks, func(m rules.Move) bool {
		return !slices.Contains(moves, m) || !l.mates(p, deep, m)
	})
	if len(at.checks) < 2 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool { return slices.Contains(at.checks, m) })
}

// mates reports whether m, which checks, mates.
func (l *lookahead[W]) mates(p Inner[W], deep int, m rules.Move) bool {
	if deep == deepest {
		return true
	}
	at := &l.levels[deep]
	at.next = after(p, m, at.next)
	return !l.canMove(at.next, deep+1)
}

// after returns the position after m, in the memory of spare if it is not nil.
func after[W rules.Words](p Inner[W], m rules.Move, spare Inner[W]) Inner[W] {
	return p.PlayOn(m, spare).(Inner[W])
}

// greatest returns the moves of p that are the greatest by a measure.
func (g *game[W]) greatest(p Inner[W], by rules.Measure, moves []rules.Move) []rules.Move {
	most := 0
	size := func(m rules.Move) int { return by.Of(g.Variant, m, captures(p, m)) }
	for _, m := range moves {
		most = max(most, size(m))
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool { return size(m) < most })
}

// selection appends the legal moves of p of a selection to buf, any but those that are not legal.
func (l *lookahead[W]) selection(p Inner[W], which rules.Selection, buf []rules.Move) []rules.Move {
	us, first := p.Turn(), len(buf)
	if which == rules.Mates && l.g.alone(us) { // whatever checks and mates is legal
		buf = p.Select(rules.Checks, buf)
		if l.g.conditions.Capturing.Never.Has(us) {
			buf = append(buf[:first], withoutCaptures(p, buf[first:])...)
		}
	} else {
		buf = l.legal(p, 0, buf)
	}
	kept := slices.DeleteFunc(buf[first:], func(m rules.Move) bool { return !l.selects(p, which, m) })
	return buf[:first+len(kept)]
}

// selects reports whether the legal move m of p is of a selection.
func (l *lookahead[W]) selects(p Inner[W], which rules.Selection, m rules.Move) bool {
	switch which {
	case rules.Captures:
		return captures(p, m)
	case rules.Checks:
		return p.GivesCheck(m)
	case rules.Mates:
		return p.GivesCheck(m) && l.stops(p, m)
	case rules.Stalemates:
		return !p.GivesCheck(m) && l.stops(p, m)
	case rules.DoubleStalemates:
		if p.GivesCheck(m) || !l.stops(p, m) {
			return false
		}
		l.passed = after(l.reply, rules.NullMove, l.passed)
		return !l.canMove(l.passed, 0)
	}
	return true
}

// stops reports whether the other side cannot move after m. It leaves the position after m in reply.
func (l *lookahead[W]) stops(p Inner[W], m rules.Move) bool {
	l.reply = after(p, m, l.reply)
	return !l.canMove(l.reply, 0)
}
