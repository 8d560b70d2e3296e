package forced

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// Attempts returns the moves with which the attacker, to move, may succeed, in no order: the legal
// ones, and those that reach a goal which exposes the own king.
func (s *Search) Attempts() []rules.Move {
	all := slices.Clone(s.legalAttempts())
	if s.mayReach() && s.Goal.ExposesKing() {
		all = append(all, s.Exposing(s.Goal)...)
	}
	return all
}

// InOrder sorts attempts to succeed in n moves as Popeye lists them.
func (s *Search) InOrder(moves []rules.Move, n int) []rules.Move {
	if n == 1 && s.Play == Direct {
		return walk.ReachingInOrder(s.Now(), s.Goal, moves)
	}
	return walk.InOrder(s.Now(), moves)
}

// ReachesAtOnce reports whether the attacker, who has n moves, reaches its goal itself by m.
func (s *Search) ReachesAtOnce(m rules.Move, n int) bool {
	return s.mayReach() && (n == 1 || !s.Exact) && s.Reaches(s.Goal, m)
}

// SucceedsBy reports whether the attacker succeeds by m, the first of n moves.
func (s *Search) SucceedsBy(m rules.Move, n int) bool {
	if s.ReachesAtOnce(m, n) {
		return true
	}
	if n == 1 && s.Play == Direct {
		return false
	}
	s.Push(m)
	ok := s.AnswersFail(n)
	s.Pop()
	return ok
}

// Refutations returns the answers that refute the first of n moves. It is a key if there are none.
// ok is false if it is neither key nor try.
func (s *Search) Refutations(n int) (refutations []rules.Move, ok bool) {
	if s.Play != Self || s.Goal.ExposesKing() {
		if over, ok := s.Over(n); over {
			return nil, ok
		}
	}
	answers := slices.Clone(s.Moves())
	if len(answers) == 0 || n > 1 && !s.allowed(n) {
		return nil, false
	}
	if s.NonTrivial != nil {
		return nil, s.grantsAnswers(answers, n)
	}
	if s.isLong(n) {
		if ok = s.AnswersFail(n); ok || s.Tries == 0 {
			return nil, ok
		}
	}
	killer := s.killer()
	swapFirst(answers, *killer)
	for _, m := range s.AsHelper(answers) {
		if !s.answerFails(m, n) {
			*killer = m
			if refutations = append(refutations, m); len(refutations) > s.Tries {
				return nil, false
			}
		}
	}
	return refutations, true
}

// AnswersEndPlay reports whether the answers to the first of n moves end the play by reaching the
// goal.
func (s *Search) AnswersEndPlay(n int) bool {
	switch {
	case s.Play == Direct:
		return false
	case n == 1:
		return true
	case s.Exact:
		return false
	case s.Play == Self:
		return s.MustReach(s.Goal)
	}
	return s.CanReach(s.Goal)
}

// ReachingAnswers returns the answers that reach the goal, in order.
func (s *Search) ReachingAnswers() []rules.Move {
	moves := slices.Clone(s.Candidates(s.Goal))
	moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return !s.Reaches(s.Goal, m) })
	if s.Play == Self {
		return walk.InOrder(s.Now(), moves)
	}
	return walk.ReachingInOrder(s.Now(), s.Goal, moves)
}

// ShortestThreat returns the fewest moves in which the attacker, to move after a pass of the
// defender, succeeds. It is 0 if nothing is threatened within the limits of the options. The
// attacker has n-1 moves.
func (s *Search) ShortestThreat(n int) int {
	most := n - 1
	if s.Threat > 0 {
		most = min(most, s.Threat)
	} else if s.Threat < 0 {
		most = 0
	}
	return s.Shortest(most)
}

// Threat is a threatened move and the square it starts from: that of the piece, or its home if it
// goes from there. An answer that changes this square makes it another move.
type Threat struct {
	steps []rules.Move // one, or those of a chain of captures
	from  board.Square
}

// NewThreat returns the move m of the attacker, to move, as a threat.
func (s *Search) NewThreat(m rules.Move) Threat {
	t := Threat{walk.StepsOf(s.Now(), m), m.From()}
	if home := rules.Effects(s.Now(), m).Home; home != board.NoSquare {
		t.from = home
	}
	return t
}

// ThreatsSucceed reports whether all threats, of n moves, succeed after the answer just made.
func (s *Search) ThreatsSucceed(threats []Threat, n int) bool {
	if s.Compelled() {
		return false
	}
	moves := s.Attempts()
	return !slices.ContainsFunc(threats, func(t Threat) bool {
		m, ok := walk.WithSteps(s.Now(), moves, t.steps)
		return !ok || s.NewThreat(m).from != t.from || !s.SucceedsBy(m, n)
	})
}

// CompelledMoves returns the moves with which the attacker, to move, must reach the goal, and so
// fails.
func (s *Search) CompelledMoves() []rules.Move {
	moves := slices.Clone(s.Candidates(s.Goal))
	moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return !s.Reaches(s.Goal, m) })
	return walk.ReachingInOrder(s.Now(), s.Goal, moves)
}
