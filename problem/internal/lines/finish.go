package lines

import (
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// finishUnlessLost is finish in turn i, unless the table or the bound says that it finds nothing.
// boundAsked says that the pruner has seen the position. Failure is remembered only for goals that
// immobilise a side: others are as quickly tried again.
func (s *Search) finishUnlessLost(i int, boundAsked bool) {
	var key uint64
	if s.Goal.Immobilises() {
		if key = s.keyAt(i); s.failed(key) {
			return
		}
	}
	if s.pruner != nil && !boundAsked {
		if lost, _ := s.pruner.OutOfReach(i, s.Now()); lost {
			return
		}
	}
	before := len(s.Lines)
	if s.finish(s.Turns[i], s.Goal, 0); len(s.Lines) == before && s.Goal.Immobilises() {
		s.remember(key)
	}
}

// finish adds a line for each last half-move that reaches a goal. Lines with a higher rank are
// listed later.
func (s *Search) finish(t Turn, g walk.Goal, rank uint64) {
	moves := s.Candidates(g)
	if s.Most > 0 {
		moves = walk.ReachingInOrder(s.Now(), g, moves)
	}
	for _, m := range moves {
		if s.Achieves(g, m) {
			s.add(Step{Number: t.Number, Dots: t.Dots, Move: m, Rank: rank}, g)
		}
		if s.done {
			return
		}
	}
}

// finishGame adds a line for each last half-move of a proof game.
func (s *Search) finishGame(i int) {
	t := &s.Turns[i]
	for _, m := range s.inOrder(s.movesInReach(i)) {
		if s.Reaches(s.Goal, m) {
			s.add(Step{Number: t.Number, Dots: t.Dots, Move: m}, s.Goal)
		}
		if s.done {
			return
		}
	}
}

// Compelled returns a line for each first move that reaches the goal, if the first side must reach
// it and thereby fails.
func (s *Search) Compelled() []Line {
	if s.Ending != CanReachGoal || len(s.Turns) == 0 || s.Turns[0].Side != s.last || s.Turns[0].Intro {
		return nil
	}
	s.finish(s.Turns[0], s.Goal, 0)
	return s.Lines
}

// OverAtOnce reports whether the play ends before the first turn.
func (s *Search) OverAtOnce() bool { return s.endsEarly(s.Turns[0]) }

// makeAnswers adds a line for each answer to the last turn that reaches the goal, as it must.
func (s *Search) makeAnswers(t Turn) {
	if s.Ending == AllReachGoal && !s.MustReach(s.Goal) {
		return
	}
	s.finish(t, s.Goal, 0)
	s.done = s.done || s.full()
}

// full reports whether as many lines were found as are wanted.
func (s *Search) full() bool { return s.Most > 0 && !s.probing && len(s.Lines) >= s.Most }

// listedLast is the rank of lines in which the side that could go on reaches its goal.
const listedLast = 1 << 63

// eitherReaches makes the last move but one of reciprocal play. Some moves reach the goal, and
// others let the other side reach it.
func (s *Search) eitherReaches(i int) {
	if !s.CanReach(s.Other) || !s.hasLine(i) {
		return
	}
	for _, m := range s.inOrder(s.Moves()) {
		if s.try(i, m); s.done {
			return
		}
	}
	s.finish(s.Turns[i], s.Other, listedLast)
}

// hasLine reports whether some move of turn i leads to a line.
func (s *Search) hasLine(i int) bool {
	before := len(s.Lines)
	outer := s.probing
	s.probing = true
	for _, m := range s.Moves() {
		if s.try(i, m); len(s.Lines) != before {
			break
		}
	}
	is := len(s.Lines) != before
	s.probing, s.Lines = outer, s.Lines[:before]
	return is
}

// add adds the line that ends with a step, which is not played and reaches a goal.
func (s *Search) add(last Step, g walk.Goal) {
	var line Line
	if !s.probing {
		line.Steps = append(s.steps(), last)
		end := &line.Steps[len(line.Steps)-1]
		end.Text = s.Text(last.Move, g, true)
		end.Rank |= walk.FinalRank(s.Now(), g, last.Move)
		if s.WithEnd {
			line.End = s.Now().Play(last.Move).Key()
		}
	}
	s.Lines = append(s.Lines, line)
	if s.Answers() == 0 {
		s.done = s.done || s.full()
	}
}

// steps returns the moves of the path, passes excepted, as steps.
func (s *Search) steps() []Step {
	steps, labels := make([]Step, 0, len(s.labels)+1), s.labels
	for i, m := range s.Path() {
		if m.Form() == rules.Pass {
			continue
		}
		p := s.At(i)
		steps = append(steps, Step{
			Number: labels[0].number, Dots: labels[0].dots, Move: m,
			Text: notation.Text(p, m, notation.Popeye), Rank: walk.Rank(p, m),
		})
		labels = labels[1:]
	}
	return steps
}
