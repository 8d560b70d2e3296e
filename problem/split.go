package problem

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Split divides p into at most that many problems, each with some of the first moves. Each can be
// solved on another machine with a Journal of its own. Merge then joins the journals. A Solver of p
// with the merged journal and the same Place has little left to search: set play, and what is
// solved in one move. Split always divides the same p in the same way. It returns no problems if p
// cannot be divided. The errors are those of Solve.
func (p *Problem) Split(most int) ([]*Problem, error) {
	if p.Stipulation.tree() && p.Options.PostKeyPlay {
		return nil, nil // a journal keeps nothing of such play
	}
	if p.Invisible > 0 {
		return nil, nil // what is seen is no position that has first moves
	}
	if p.Options.From > 0 || p.Options.UpTo > 0 {
		return nil, nil // these count the first moves of all phases together
	}
	n, err := p.firstMoves()
	if err != nil {
		return nil, err
	}
	if n < 2 || most < 2 {
		return nil, nil
	}
	each := (n + most - 1) / most
	var parts []*Problem
	for from := 0; from < n; from += each {
		part := p.clone()
		part.part = &interval{from, from + each}
		part.Options.SetPlay = p.Options.SetPlay && !p.Stipulation.tree()
		parts = append(parts, part)
	}
	return parts, nil
}

// interval is a range of first moves, counted from 0.
type interval struct{ from, to int }

// of returns the moves in an interval. A nil interval has all.
func (i *interval) of(moves []rules.Move) []rules.Move {
	if i == nil {
		return moves
	}
	return moves[min(i.from, len(moves)):min(i.to, len(moves))]
}

// firstMoves returns how many legal moves begin the play: the most of any twin and side.
func (p *Problem) firstMoves() (int, error) {
	twins, err := p.Unroll()
	if err != nil {
		return 0, err
	}
	most := 0
	for _, t := range twins {
		v, err := t.Variant()
		if err == nil {
			err = t.check(v)
		}
		if err != nil {
			return 0, err
		}
		one := &twinSolver{Solver: &Solver{}, p: t.Problem, options: &t.Options, v: v, sink: NewReport(p)}
		one.sink.Twin(t.Problem, t.Label)
		for _, side := range []board.Color{board.White, board.Black} {
			at, ok, err := one.position(side)
			if err != nil {
				return 0, err
			}
			if ok {
				most = max(most, len(at.LegalMoves(nil)))
			}
		}
	}
	return most, nil
}
