package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/structure"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// This file solves structured stipulations. Package internal/structure says what solves them.
// structuredtree.go builds the trees of a solution.

// Structure is a structured stipulation.
type Structure = structure.Stipulation

// ParseStructure returns the structured stipulation that a text begins with, without the side that
// is to move, and how many bytes it takes. inToken reports whether a byte may belong to it; others
// are blanks.
func ParseStructure(side board.Color, text string, inToken func(byte) bool) (s Stipulation, length int, err error) {
	x, length, err := structure.Parse(text, inToken)
	if err != nil {
		return s, 0, err
	}
	return structured(side, x), length, nil
}

// structured returns the structured stipulation of an expression for the side that is to move.
func structured(side board.Color, x *structure.Expr) Stipulation {
	text := [2]string{"White ", "Black "}[side] + x.String()
	return Stipulation{Text: text, Structure: &Structure{Side: side, Expr: x}}
}

// ordinary returns the ordinary stipulation that asks for the same, and whether Black plays White's
// part in it. ok is false if there is none.
func (s *Stipulation) ordinary() (o Stipulation, swapped, ok bool) {
	same, ok := s.Structure.Expr.Ordinary()
	if !ok || s.IsGame() && !same.Help && !same.Series {
		return o, false, false
	}
	o = Stipulation{Text: s.Text, Goal: same.Goal, Other: same.Goal, Exact: same.Exact}
	o.Moves = (same.HalfMoves + 1) / 2
	begins := board.White
	switch {
	case same.Help:
		o.Play, o.Moves, o.Half = Help, same.HalfMoves/2, same.HalfMoves%2 == 1
		if s.Asks(TargetGame) || !s.IsGame() && !o.Half {
			begins = board.Black
		}
	case same.Series:
		o.Mover, o.Moves = Series, same.HalfMoves
	case same.Self:
		o.Play = Self
	}
	return o, s.Structure.Side != begins, true
}

// looksBack reports whether a goal of the stipulation depends on where pieces stood before.
func (s *Stipulation) looksBack() bool {
	return slices.ContainsFunc(s.goals(), Goal.LooksBack)
}

// goals returns the goals of the stipulation, those of its structure if it has one.
func (s *Stipulation) goals() (all []Goal) {
	if s.Structure == nil {
		return []Goal{s.Goal, s.Other}
	}
	s.Structure.Expr.Goals(func(g Goal) { all = append(all, g) })
	return all
}

// structuredPhase solves one phase of a structured stipulation.
type structuredPhase struct {
	*twinSolver
	*structure.Search
	phase      Phase
	inversions int  // how often the other side is to move instead
	asLines    bool // trees are shown as lines, in the set play of lines
	found      int
}

// solveStructured solves a structured stipulation for the side that plays White's part.
func (t *twinSolver) solveStructured(ph Phase, white board.Color) error {
	st := t.p.Stipulation.Structure
	p, ok, err := t.diagram(st.Side ^ white)
	if err != nil || !ok {
		return err
	}
	s := &structuredPhase{twinSolver: t, phase: ph}
	w := t.walk(p)
	s.Search = structure.New(w, func() bool { return t.Stopped() || t.enough(s.found) }, t.Hash)
	if t.options.SetPlay && !t.options.PostKeyPlay {
		s.setPlay(st.Expr)
	}
	s.solve(st.Expr)
	t.nodes.Add(w.Nodes)
	t.outcome.Solutions += s.found
	t.outcome.Partial = t.outcome.Partial || s.enough(s.found)
	return nil
}

// solve passes on the solutions of an expression, and reports whether there are any. Each branch
// that operators combine is a phase of its own.
func (s *structuredPhase) solve(x *structure.Expr) bool {
	switch x.Op {
	case structure.And:
		return s.solve(x.A) && s.solve(x.B)
	case structure.Or:
		return s.solve(x.A) || s.solve(x.B)
	case structure.Invert:
		s.Push(walk.Pass)
		s.inversions++
		defer func() {
			s.Pop()
			s.inversions--
		}()
		return s.solve(x.A)
	}
	if s.takesKing(s.Now()) {
		return false
	}
	if s.options.Tries > 0 && x.AsTree() && !x.HasTries() && !s.phase.Set {
		s.sink.Note(NoteTry)
	}
	ph := s.phase
	ph.Tree = x.AsTree() && !s.asLines
	s.sink.Phase(ph)
	defer s.sink.EndPhase(ph)
	before := s.found
	if ph.Tree {
		(&structuredTree{structuredPhase: s, branch: x.Branch}).solve()
	} else if compelled := s.compelled(x); compelled != nil {
		s.Lines(compelled, func(g Goal, reached bool) {
			l := s.line(g, reached)
			l.Moves[len(l.Moves)-1].Text += compelledSign
			s.sink.Line(l)
		})
	} else {
		s.RootLines(x, s.emit)
	}
	return s.found > before
}

// compelled returns the expression whose solutions are shown instead, because a constraint forbids
// them and the diagram has one.
func (s *structuredPhase) compelled(x *structure.Expr) *structure.Expr {
	if x.Op != structure.Play {
		return nil
	}
	forks := x.Branch.After[1]
	if x.Branch.Kind == structure.Series {
		forks = x.Branch.After[0]
	}
	for _, f := range forks {
		if f.Constraint && f.Expr.Op == structure.Not && f.Expr.A.Op == structure.Play && !s.Holds(f.Expr) {
			return f.Expr.A
		}
	}
	return nil
}

// setPlay passes on the play that begins with the other side.
func (s *structuredPhase) setPlay(x *structure.Expr) {
	set := x.SetPlay()
	if set == nil {
		s.sink.Note(NoteSetPlay)
		return
	}
	before, found := s.phase, s.found
	s.phase.Set, s.asLines = true, !x.AsTree()
	if set.Op == structure.Play && set.Branch.Max == 0 { // nothing is left
		if !s.takesKing(s.Now().Play(walk.Pass)) {
			s.sink.Phase(s.phase)
			s.sink.EndPhase(s.phase)
		}
		s.phase, s.asLines = before, false
		return
	}
	s.solve(&structure.Expr{Op: structure.Invert, A: set})
	s.phase, s.found, s.asLines = before, found, false
}

// emit passes on the line that the walk has made.
func (s *structuredPhase) emit(g Goal, reached bool) {
	if s.enough(s.found) || s.Walk.Ply() == 0 {
		return
	}
	s.found++
	s.sink.Line(s.line(g, reached))
}

// line returns the line that the walk has made, which ends by reaching a goal.
func (s *structuredPhase) line(g Goal, reached bool) Line {
	var l Line
	path := s.Path()
	first := s.inversions
	numbers := numbering{next: 1, side: s.At(first).Turn(), dots: s.inversions == 1}
	if s.inversions > 1 {
		l.Missing, numbers.next = true, 2
	}
	restart := false
	for ply := first; ply < len(path); ply++ {
		restart = restart || ply > first && slices.Contains(s.Restarts, ply)
		m, p := path[ply], s.At(ply)
		if m.Form() == rules.Pass {
			continue
		}
		if restart {
			numbers, restart = numbering{next: 1, side: p.Turn()}, false
		}
		text := notation.Text(p, m, notation.Popeye)
		if ply == len(path)-1 {
			text = walk.Text(p, m, g, reached)
		}
		n, dots := numbers.number(p.Turn())
		l.Moves = append(l.Moves, Step{
			Number: n, Dots: dots, Played: played(p.Variant(), m, text), Move: m, Rank: walk.Rank(p, m),
		})
	}
	return l
}
