package structure

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// Search plays expressions from the position that a walk has reached.
type Search struct {
	*walk.Walk
	Stopped func() bool // ends the search early; what it returns then means nothing

	Restarts []int // during Lines, the plies at which the numbers of moves start anew

	holds, fails *table.Set // positions from which a branch has a solution, and has none
	branches     map[*Branch]uint64
}

// Line is called with a line: the moves of the walk, and the goal that the last one reaches, if
// there is one to be named.
type Line func(g walk.Goal, reached bool)

// New returns a search from the position of a walk, which remembers positions in some megabytes.
func New(w *walk.Walk, stopped func() bool, megabytes int) *Search {
	return &Search{
		Walk: w, Stopped: stopped, branches: map[*Branch]uint64{},
		holds: table.NewSet((megabytes + 1) / 2), fails: table.NewSet((megabytes + 1) / 2),
	}
}

// known reports whether play of a branch has a solution, after some half-moves and with others
// left. It asks for it only once in a position: the side to move makes its moves, so that how the
// position was reached does not matter. If lines are wanted, a solution is played again.
func (s *Search) known(b *Branch, left, played int, line Line, test func() bool) bool {
	if s.fails == nil || s.holds == nil {
		return test()
	}
	id, is := s.branches[b]
	if !is {
		id = uint64(len(s.branches))
		s.branches[b] = id
	}
	if b.Min == 0 {
		played = 0
	}
	key := s.Key() ^ table.Mix(id<<32|uint64(left)<<16|uint64(played)|1<<63)
	switch {
	case s.fails.Has(key):
		return false
	case line == nil && s.holds.Has(key):
		return true
	}
	ok := test()
	switch {
	case s.Stopped():
	case ok:
		s.holds.Put(key)
	default:
		s.fails.Put(key)
	}
	return ok
}

// Holds reports whether an expression holds in the position reached.
func (s *Search) Holds(x *Expr) bool {
	switch x.Op {
	case Reach:
		return s.Reached(x.Goal)
	case Not:
		return !s.Holds(x.A)
	case And:
		return s.Holds(x.A) && s.Holds(x.B)
	case Or:
		return s.Holds(x.A) || s.Holds(x.B)
	case Invert:
		if s.Now().InCheck() {
			return false // the king could be captured
		}
		s.Push(walk.Pass)
		defer s.Pop()
		return s.Holds(x.A)
	}
	b := x.Branch
	switch b.Kind {
	case Help:
		return s.anyLength(b, func(n int) bool { return s.help(b, n, n, nil) })
	case Series:
		return s.anyLength(b, func(n int) bool { return s.series(b, n, 0, nil) })
	case Attack:
		return s.Attacks(b, b.Max, 0)
	}
	return s.Defends(b, b.Max, 0)
}

// Lines calls line for each line with which an expression holds, and reports whether it does.
func (s *Search) Lines(x *Expr, line Line) bool {
	switch x.Op {
	case Reach, Not:
		if !s.Holds(x) {
			return false
		}
		line(x.Goal, x.Op == Reach)
		return true
	case And:
		return s.Holds(x) && s.Lines(x.A, line) && s.Lines(x.B, line)
	case Or:
		return s.Lines(x.A, line) || s.Lines(x.B, line)
	case Invert:
		if s.Now().InCheck() {
			return false
		}
		s.Push(walk.Pass)
		defer s.Pop()
		return s.Lines(x.A, line)
	}
	b := x.Branch
	switch b.Kind {
	case Help:
		return s.allLengths(b, func(n int) bool { return s.help(b, n, n, line) })
	case Series:
		return s.allLengths(b, func(n int) bool { return s.series(b, n, 0, line) })
	case Attack:
		return s.attackLines(b, s.Shortest(b, b.Max, 0), 0, line)
	}
	return s.Defends(b, b.Max, 0) && s.defenceLines(b, b.Max, 0, line)
}

// RootLines is Lines for the first branch of a stipulation: the attacker need not be quick.
func (s *Search) RootLines(x *Expr, line Line) bool {
	if x.Op == Play && x.Branch.Kind == Attack {
		_, defence := x.Branch.Forks()
		return s.Constrained(defence) && s.attackLines(x.Branch, x.Branch.Max, 0, line)
	}
	return s.Lines(x, line)
}

// forkLines calls a function for each line with which what a fork asks holds.
func (s *Search) forkLines(f Fork, line Line) bool {
	if line == nil || f.Hidden {
		ok := s.Holds(f.Expr)
		if ok && line != nil {
			line(walk.Goal{}, false)
		}
		return ok
	}
	if f.Expr.halfMoves() > 2 {
		s.Restarts = append(s.Restarts, s.Ply())
		defer func() { s.Restarts = s.Restarts[:len(s.Restarts)-1] }()
	}
	return s.Lines(f.Expr, line)
}

// Marks returns the signs of the goals that make an expression of goals hold.
func (s *Search) Marks(x *Expr) string {
	switch x.Op {
	case Reach:
		if s.Reached(x.Goal) {
			return x.Goal.Mark()
		}
	case And:
		return strings.TrimSpace(s.Marks(x.A) + " " + s.Marks(x.B))
	case Or:
		if s.Holds(x.A) {
			return s.Marks(x.A)
		}
		return s.Marks(x.B)
	}
	return ""
}

// lengths returns the lengths of a branch of help play or of a series, from the shortest.
func (b *Branch) lengths() (all []int) {
	step, least := 1, max(b.Min, 1)
	if b.Kind == Help {
		step, least = 2, b.Min
		if least%2 != b.Max%2 {
			least++
		}
	}
	for n := least; n <= b.Max; n += step {
		all = append(all, n)
	}
	return all
}

// anyLength reports whether a branch has a solution of any length.
func (s *Search) anyLength(b *Branch, of func(n int) bool) bool {
	for _, n := range b.lengths() {
		if of(n) {
			return true
		}
	}
	return false
}

// allLengths finds the solutions of a branch of all lengths, and reports whether there are any.
func (s *Search) allLengths(b *Branch, of func(n int) bool) (any bool) {
	for _, n := range b.lengths() {
		if s.Stopped() {
			return any
		}
		any = of(n) || any
	}
	return any
}

// Constrained reports whether the constraints after a half-move hold. In the diagram no half-move
// has reached goals, and they are not asked for.
func (s *Search) Constrained(forks []Fork) bool {
	for _, f := range forks {
		if f.Constraint && !(s.Ply() == 0 && f.Expr.goals()) && !s.Holds(f.Expr) {
			return false
		}
	}
	return true
}

// finalGoal returns the goal that the last half-move must reach, ok false if more or less is asked.
func finalGoal(forks []Fork) (g walk.Goal, ok bool) {
	for _, f := range forks {
		if f.Constraint {
			continue
		}
		if ok || f.Expr.Op != Reach {
			return g, false
		}
		g, ok = f.Expr.Goal, true
	}
	return g, ok
}

// ending says whether play ends after a half-move.
type ending uint8

const (
	goesOn ending = iota // it does not, whatever the forks ask
	mayEnd               // it does if a fork holds
	isLast               // it does: a fork must hold
)

// moves returns the legal moves as Popeye lists them, if forks are asked after them. Where play may
// end, those are among them that leave the own king in check to reach a goal. If the last half-move
// must reach one goal, they are the moves that reach it.
func (s *Search) moves(forks []Fork, end ending) []rules.Move {
	if g, ok := finalGoal(forks); ok && end == isLast {
		all := slices.Clone(s.Candidates(g))
		all = slices.DeleteFunc(all, func(m rules.Move) bool { return !s.Achieves(g, m) })
		return walk.ReachingInOrder(s.Now(), g, all)
	}
	all := slices.Clone(s.Walk.Moves())
	if end != goesOn {
		all = append(all, s.exposing(forks)...)
	}
	return walk.InOrder(s.Now(), all)
}

// exposing returns the moves that leave the own king in check and end play by what a fork asks.
func (s *Search) exposing(forks []Fork) (all []rules.Move) {
	for _, f := range forks {
		if f.Constraint || !f.Expr.goals() {
			continue
		}
		f.Expr.Goals(func(g walk.Goal) {
			if !g.ExposesKing() {
				return
			}
			for _, m := range s.Exposing(g) {
				if !slices.Contains(all, m) && s.after(m, f.Expr) {
					all = append(all, m)
				}
			}
		})
	}
	return all
}

// after reports whether an expression holds after a move.
func (s *Search) after(m rules.Move, x *Expr) bool {
	s.Push(m)
	defer s.Pop()
	return s.Holds(x)
}
