// Package structure reads, writes and plays structured stipulations: trees of branches of moves
// whose leaves are goals.
//
// expr.go has the trees, parse.go reads them, text.go writes them, search.go says which positions
// solve them, help.go and battle.go play branches.
package structure

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/walk"
)

// Stipulation is a structured stipulation: an expression and the side that is to move.
type Stipulation struct {
	Side board.Color
	Expr *Expr
}

// Expr is an expression: a goal, a branch of moves, or an operator on one expression or two.
type Expr struct {
	Op     Op
	A, B   *Expr // the operands; B of And and Or only
	Goal   walk.Goal
	Branch *Branch
}

// Op is the kind of an expression.
type Op uint8

// The kinds of expressions.
const (
	Reach  Op = iota // the last move has reached the goal
	Play             // the branch has a solution
	Not              // A does not hold
	And              // A and B hold
	Or               // A or B holds
	Invert           // A holds with the other side to move
)

// Branch is play of a number of half-moves.
type Branch struct {
	Kind     Kind
	Min, Max int       // the least and greatest number of half-moves, or moves of a series; Min is 0 for none
	After    [2][]Fork // what is asked after each half-move of the side that begins, and of the other
	Parry    bool      // the other side moves only when it is in check
}

// Kind is the kind of the play in a branch.
type Kind uint8

// The kinds of branches.
const (
	Help    Kind = iota // both sides play together
	Series              // one side makes all moves
	Attack              // the side that begins plays against the other
	Defence             // the side that begins defends
)

// Fork is what is asked after a half-move.
type Fork struct {
	Expr       *Expr
	Constraint bool // play goes on only if it holds; otherwise play ends if it holds
	Forced     bool // play must end if it holds, also when it could go on
	Hidden     bool // its moves are not shown
}

// goals reports whether an expression asks only for goals.
func (x *Expr) goals() bool {
	switch x.Op {
	case Reach:
		return true
	case Play:
		return false
	}
	return x.A.goals() && (x.B == nil || x.B.goals())
}

// immobilises reports whether an expression of goals holds only if the side to move cannot move.
func (x *Expr) immobilises() bool {
	switch x.Op {
	case Reach:
		switch x.Goal.Aim {
		case walk.Mate, walk.Stalemate, walk.MateOrStalemate, walk.DoubleStalemate, walk.DoubleMate, walk.CounterMate:
			return true
		}
		return false
	case And:
		return x.A.immobilises() || x.B.immobilises()
	case Or:
		return x.A.immobilises() && x.B.immobilises()
	}
	return false
}

// Goals calls a function for each goal of an expression.
func (x *Expr) Goals(do func(walk.Goal)) {
	if x == nil {
		return
	}
	switch x.Op {
	case Reach:
		do(x.Goal)
	case Play:
		for _, forks := range x.Branch.After {
			for _, f := range forks {
				f.Expr.Goals(do)
			}
		}
	}
	x.A.Goals(do)
	x.B.Goals(do)
}

// attacks reports whether an expression is one of branches whose side to move attacks.
func (x *Expr) attacks() bool {
	switch x.Op {
	case Reach:
		return false
	case Play:
		return x.Branch.Kind != Defence
	}
	return x.A.attacks()
}

// HasTries reports whether Popeye shows the tries of a stipulation. It does not where play ends in
// branches other than those forced on the defender.
func (x *Expr) HasTries() bool {
	if x.Op != Play || x.Branch.Kind != Attack {
		return false
	}
	for i, forks := range x.Branch.After {
		for _, f := range forks {
			if !f.Constraint && !f.Expr.goals() && (i == 1 || !f.Expr.attacks()) {
				return false
			}
		}
	}
	return true
}

// halfMoves returns the greatest number of half-moves of the first branch of an expression, the
// least of two; 0 for a goal.
func (x *Expr) halfMoves() int {
	switch x.Op {
	case Reach:
		return 0
	case And, Or:
		return min(x.A.halfMoves(), x.B.halfMoves())
	case Play:
		if x.Branch.Kind == Series {
			return 2*x.Branch.Max - 1
		}
		return x.Branch.Max
	}
	return x.A.halfMoves()
}

// AsTree reports whether solutions are trees of moves and answers, not lines.
func (x *Expr) AsTree() bool {
	switch x.Op {
	case Play:
		return x.Branch.Kind == Defence || x.Branch.Kind == Attack && !x.Branch.Parry
	case Reach:
		return false
	}
	return x.A.AsTree()
}

// SetPlay returns the play of an expression without its first half-move, or after its series, nil
// if there is none.
func (x *Expr) SetPlay() *Expr {
	if x.Op == Invert {
		if set := x.A.SetPlay(); set != nil {
			return &Expr{Op: Invert, A: set}
		}
		return nil
	}
	if x.Op != Play || x.Branch.Max < 2 && x.Branch.Kind == Help || x.Branch.Kind == Defence || x.Branch.Parry {
		return nil
	}
	b := *x.Branch
	if b.Kind == Series {
		for _, f := range b.After[0] {
			if !f.Constraint && !f.Expr.goals() {
				return f.Expr
			}
		}
		return nil
	}
	b.Max--
	b.Min = max(b.Min-1, 0)
	b.After[0], b.After[1] = b.After[1], b.After[0]
	if b.Kind == Attack {
		b.Kind = Defence
	}
	return &Expr{Op: Play, Branch: &b}
}

// Ordinary is an ordinary stipulation that asks for the same.
type Ordinary struct {
	Help, Series, Self bool // Help, or Series without it; a direct goal, or one that the other side must reach
	Goal               walk.Goal
	HalfMoves          int // moves of a series
	Exact              bool
}

// Ordinary returns the ordinary stipulation that asks for the same as a branch, ok false if there
// is none.
func (x *Expr) Ordinary() (o Ordinary, ok bool) {
	if x.Op != Play {
		return o, false
	}
	b := x.Branch
	if b.Parry || b.Kind == Defence || b.Min != 0 && b.Min != b.Max || b.Kind == Help && b.Max%2 == 1 {
		return o, false
	}
	o = Ordinary{Help: b.Kind == Help, Series: b.Kind == Series, HalfMoves: b.Max, Exact: b.Min != 0}
	last := 0 // who reaches the goal: the side that begins or the other
	if b.Kind != Series && b.Max%2 == 0 {
		last = 1
	}
	o.Self = b.Kind == Attack && last == 1
	if len(b.After[last]) != 1 || len(b.After[1-last]) != 0 {
		return o, false
	}
	f := b.After[last][0]
	o.Goal = f.Expr.Goal
	return o, !f.Constraint && f.Expr.Op == Reach
}
