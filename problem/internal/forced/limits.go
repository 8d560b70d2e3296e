package forced

import (
	"slices"

	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// allowed reports whether the options allow the first of n moves. With Threat it must check or
// threaten to succeed in Threat moves. With Flights the king may then have at most that many
// flights.
func (s *Search) allowed(n int) bool {
	if most := s.Threat; most != 0 && most < n && !s.Now().InCheck() {
		if most < 0 {
			return false
		}
		s.Push(walk.Pass)
		ok := s.Shortest(most) != 0
		s.Pop()
		if !ok {
			return false
		}
	}
	if f := s.Flights; f != nil && n > 2 {
		p := s.Now()
		king, flights := p.King(p.Turn()), 0
		for _, m := range s.Moves() {
			if m.From() == king && m.Form() == rules.Ordinary {
				flights++
			}
		}
		return flights <= *f
	}
	return true
}

// grantsAnswers is AnswersFail with the option NonTrivial. An answer is hard if it is not met in
// NonTrivial[1] moves. One hard answer is free, and each other one takes one of the s.grants that
// are left.
func (s *Search) grantsAnswers(answers []rules.Move, n int) bool {
	trivial := s.NonTrivial[1]
	answers = s.AsHelper(slices.Clone(answers))
	var hard []rules.Move
	for _, m := range answers {
		if n > trivial && !s.trivial(m, trivial) {
			if hard = append(hard, m); len(hard)-1 > s.grants {
				*s.killer() = m
				return false
			}
		}
	}
	granted := max(0, len(hard)-1)
	if n <= trivial { // too short for an answer to be hard
		hard, granted = answers, 0
	}
	s.grants -= granted
	defer func() { s.grants += granted }()
	for _, m := range hard {
		if !s.answerFails(m, n) {
			*s.killer() = m
			return false
		}
	}
	return true
}

// trivial reports whether the answer m is met within n moves.
func (s *Search) trivial(m rules.Move, n int) bool {
	if s.Play == Self && s.Reaches(s.Goal, m) {
		return true
	}
	s.Push(m)
	defer s.Pop()
	return n > 0 && s.Succeeds(n)
}
