package structure

import (
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// Forks returns what is asked after an attacking half-move and after a defending one.
func (b *Branch) Forks() (attack, defence []Fork) {
	if b.Kind == Defence {
		return b.After[1], b.After[0]
	}
	return b.After[0], b.After[1]
}

// reachesMin reports whether a branch may end after a number of half-moves.
func (b *Branch) reachesMin(played int) bool { return b.Min == 0 || played >= min(b.Min, b.Max-1) }

// Attacks reports whether the attacker, to move with a number of half-moves left, succeeds.
func (s *Search) Attacks(b *Branch, left, played int) bool {
	if left < 1 || s.Stopped() {
		return false
	}
	_, defence := b.Forks()
	if !s.Constrained(defence) {
		return false
	}
	return s.known(b, left, played, nil, func() bool {
		for _, m := range s.AttackerMoves(b, left, played) {
			if s.Succeeds(b, m, left, played) {
				return true
			}
		}
		return false
	})
}

// Succeeds reports whether an attacking move succeeds with a number of half-moves left, the move
// included.
func (s *Search) Succeeds(b *Branch, m rules.Move, left, played int) bool {
	s.Push(m)
	defer s.Pop()
	if _, over := s.AttackEnds(b, played+1); over {
		return true
	}
	return s.Defends(b, left-1, played+1)
}

// AttackEnds returns what ends the play after an attacking half-move, if something does.
func (s *Search) AttackEnds(b *Branch, played int) (f Fork, over bool) {
	attack, _ := b.Forks()
	return s.ends(b, attack, played)
}

// DefenceEnds returns what ends the play after a defending half-move, if something does.
func (s *Search) DefenceEnds(b *Branch, played int) (f Fork, over bool) {
	_, defence := b.Forks()
	return s.ends(b, defence, played)
}

func (s *Search) ends(b *Branch, forks []Fork, played int) (f Fork, over bool) {
	if !b.reachesMin(played) {
		return f, false
	}
	for _, f := range forks {
		if !f.Constraint && s.Holds(f.Expr) {
			return f, true
		}
	}
	return f, false
}

// Defends reports whether the attacker succeeds against every move of the defender, to move with a
// number of half-moves left. If there is no move, it does not.
func (s *Search) Defends(b *Branch, left, played int) bool {
	attack, _ := b.Forks()
	if s.Stopped() || !s.Constrained(attack) || left < 1 {
		return false
	}
	moves := s.DefenceMoves(b, played)
	for _, m := range moves {
		if !s.Meets(b, m, left, played) {
			return false
		}
	}
	return len(moves) > 0
}

// DefenceMoves returns the moves of the defender, as Popeye lists them: in a parry series a pass,
// if it is not in check. Where play may end, those that expose the own king to end it are among them.
func (s *Search) DefenceMoves(b *Branch, played int) []rules.Move {
	if b.Parry && !s.Now().InCheck() {
		return []rules.Move{walk.Pass}
	}
	_, defence := b.Forks()
	return s.moves(defence, b.endingAfter(played+1))
}

// endingAfter returns whether play of a branch may end after a number of half-moves.
func (b *Branch) endingAfter(played int) ending {
	if b.reachesMin(played) {
		return mayEnd
	}
	return goesOn
}

// Meets reports whether the attacker succeeds against a move of the defender.
func (s *Search) Meets(b *Branch, m rules.Move, left, played int) bool {
	s.Push(m)
	defer s.Pop()
	if _, over := s.DefenceEnds(b, played+1); over {
		return true
	}
	return s.Attacks(b, left-1, played+1)
}

// Shortest returns the fewest half-moves, of a number, in which the attacker, to move, succeeds, 0
// if it does not.
func (s *Search) Shortest(b *Branch, left, played int) int {
	for n := 2 - left%2; n <= left; n += 2 {
		if s.Attacks(b, n, played) {
			return n
		}
	}
	return 0
}

// AttackerMoves returns the moves of the attacker with a number of half-moves left, as Popeye lists
// them.
func (s *Search) AttackerMoves(b *Branch, left, played int) []rules.Move {
	attack, _ := b.Forks()
	if left == 1 {
		return s.moves(attack, isLast)
	}
	return s.moves(attack, b.endingAfter(played+1))
}

// AttackMoves returns the moves with which the attacker succeeds in a number of half-moves.
func (s *Search) AttackMoves(b *Branch, left, played int) (all []rules.Move) {
	for _, m := range s.AttackerMoves(b, left, played) {
		if s.Succeeds(b, m, left, played) {
			all = append(all, m)
		}
	}
	return all
}

// attackLines calls line for each line of the attacker's play in a number of half-moves.
func (s *Search) attackLines(b *Branch, left, played int, line Line) bool {
	if left == 0 {
		return false
	}
	for _, m := range s.AttackMoves(b, left, played) {
		s.Push(m)
		if f, over := s.AttackEnds(b, played+1); over {
			s.forkLines(f, line)
		} else {
			s.defenceLines(b, left-1, played+1, line)
		}
		s.Pop()
	}
	return true
}

// defenceLines calls line for each line against the defender's moves. Moves that end the play early
// are lines only if there are no others.
func (s *Search) defenceLines(b *Branch, left, played int, line Line) bool {
	longer := false
	for _, m := range s.DefenceMoves(b, played) {
		s.Push(m)
		if _, over := s.DefenceEnds(b, played+1); !over || b.Parry && m == walk.Pass {
			longer = true
			s.attackLines(b, s.Shortest(b, left-1, played+1), played+1, line)
		}
		s.Pop()
	}
	for _, m := range s.DefenceMoves(b, played) {
		if longer && !b.Parry {
			break
		}
		s.Push(m)
		if f, over := s.DefenceEnds(b, played+1); over {
			s.forkLines(f, line)
		}
		s.Pop()
	}
	return true
}
