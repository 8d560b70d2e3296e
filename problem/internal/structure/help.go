package structure

import (
	"slices"

	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// help plays help play with a number of half-moves left, of n. It reports whether there is a
// solution, and calls line, unless it is nil, for each.
func (s *Search) help(b *Branch, n, left int, line Line) bool {
	second := left%2 == b.Max%2 // the side that begins is to move again, or the play begins
	forks := b.After[0]
	if second {
		forks = b.After[1]
	}
	switch over, ok := s.helpEnds(forks, left == n, left <= 1, line); {
	case over:
		return ok
	case left == 0 || s.Stopped():
		return false
	}
	return s.known(b, left, n-left, line, func() bool { return s.helpGoesOn(b, n, left, line) })
}

// helpGoesOn goes on with help play.
func (s *Search) helpGoesOn(b *Branch, n, left int, line Line) bool {
	second := left%2 == b.Max%2
	next := b.After[1]
	if second {
		next = b.After[0]
	}
	found := false
	for _, m := range s.helpMoves(b, next, second, left) {
		s.Push(m)
		found = s.help(b, n, left-1, line) || found
		s.Pop()
		if found && line == nil {
			return true
		}
	}
	return found
}

// helpMoves returns the moves of help play: a pass of the second side in a parry series, if it is
// not in check.
func (s *Search) helpMoves(b *Branch, next []Fork, first bool, left int) []rules.Move {
	if b.Parry && !first && !s.Now().InCheck() {
		return []rules.Move{walk.Pass}
	}
	return s.moves(next, lastIf(left == 1))
}

// lastIf returns how help play and series end: not before their last half-move.
func lastIf(last bool) ending {
	if last {
		return isLast
	}
	return goesOn
}

// helpEnds reports whether help play, or a series, is over, and whether it has succeeded. Play that
// begins has reached no goal. Play that goes on ends only where it must.
func (s *Search) helpEnds(forks []Fork, begins, ends bool, line Line) (over, ok bool) {
	if !begins {
		if over, ok := s.helpGoals(forks, ends, line); over {
			return true, ok
		}
	}
	if !s.Constrained(forks) {
		return true, false
	}
	for _, f := range forks {
		switch {
		case f.Constraint, f.Expr.goals():
		case ends:
			if s.forkLines(f, line) {
				return true, true
			}
		case f.Forced:
			if s.Holds(f.Expr) {
				return true, false // this ends a shorter line
			}
		}
	}
	return false, false
}

// helpGoals is helpEnds for goals alone, which are asked before constraints.
func (s *Search) helpGoals(forks []Fork, ends bool, line Line) (over, ok bool) {
	for _, f := range forks {
		switch {
		case f.Constraint, !f.Expr.goals():
		case ends:
			if s.forkLines(f, line) {
				return true, true
			}
		case !f.Expr.immobilises() && s.Holds(f.Expr):
			return true, false // this ends a shorter line
		}
	}
	return false, false
}

// series plays a series of n moves of which some have been played. It reports whether there is a
// solution, and calls line, unless it is nil, for each.
func (s *Search) series(b *Branch, n, played int, line Line) bool {
	before := func(f Fork) bool { return f.Constraint && !f.Expr.goals() }
	if s.Stopped() {
		return false
	}
	for _, f := range b.After[0] {
		if before(f) && !s.Holds(f.Expr) {
			return false
		}
	}
	return s.known(b, n-played, played, line, func() bool { return s.seriesMoves(b, n, played, line) })
}

// seriesMoves plays the next moves of a series.
func (s *Search) seriesMoves(b *Branch, n, played int, line Line) bool {
	found := false
	for _, m := range s.moves(b.After[0], lastIf(played == n-1)) {
		s.Push(m)
		found = s.seriesGoesOn(b, n, played+1, line) || found
		s.Pop()
		if found && line == nil {
			return true
		}
	}
	return found
}

// seriesGoesOn goes on after a move of a series.
func (s *Search) seriesGoesOn(b *Branch, n, played int, line Line) bool {
	forks := slices.DeleteFunc(slices.Clone(b.After[0]), func(f Fork) bool {
		return f.Constraint && !f.Expr.goals()
	})
	if over, ok := s.helpEnds(forks, false, played == n, line); over {
		return ok
	}
	if played == n || s.Now().InCheck() {
		return false
	}
	s.Push(s.Skip())
	defer s.Pop()
	return s.series(b, n, played, line)
}
