package lines

import (
	"slices"

	"github.com/kirke-chess/kirke/problem/internal/bounds"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// Positions without a line are remembered in the table, under a key that includes the turn.

// keyAt returns the table key of the position reached, from turn i on.
func (s *Search) keyAt(i int) uint64 { return s.Key() ^ s.turnKey(i) }

// turnKey returns the part of a table key that stands for turn i.
func (s *Search) turnKey(i int) uint64 { return table.Mix(uint64(len(s.Turns)-i) | s.Salt) }

// failed reports whether a position is known to have no line.
func (s *Search) failed(key uint64) bool { return s.Table != nil && s.Table.Has(key) }

// remember remembers that a position has no line. It must have been searched to the end.
func (s *Search) remember(key uint64) {
	if s.Table != nil && !s.Halted() {
		s.Table.Put(key)
	}
}

// keysAfter returns the table key after each move of turn i: 0 if unknown, nil if not worth
// computing. It is worth it in series and proof games, where several orders of the same moves reach
// most positions.
func (s *Search) keysAfter(i int, moves []rules.Move) []uint64 {
	t := &s.Turns[i]
	f, is := s.Now().(rules.Foresight)
	if !is || s.Table == nil || !s.inSeries(i) && s.Final == nil || t.Parry || s.LooksBack || !s.remembers(i+1) {
		return nil
	}
	for len(s.after) <= i {
		s.after = append(s.after, nil)
	}
	keys := s.after[i][:0]
	for _, m := range moves {
		key, known := f.KeyAfter(m, t.Series)
		if known {
			key ^= s.turnKey(i + 1)
			s.Table.Touch(key)
		}
		keys = append(keys, key)
	}
	s.after[i] = keys
	return keys
}

// remembers reports whether positions without a line are remembered in turn i.
func (s *Search) remembers(i int) bool {
	if i >= len(s.Turns) {
		return false
	}
	return !s.Turns[i].Last || s.Final == nil && (s.Answers() > 0 || s.Goal.Immobilises())
}

// noneForces reports whether the kernel knows that no move leaves only answers that mate.
func (s *Search) noneForces() bool {
	_, some, known := s.Forces(rules.EveryReplyMates)
	return known && !some
}

// noneForcesAfter is noneForces after m in turn i, if the next turn is the last. It asks the kernel
// without playing m. key is the table key of the position after m.
func (s *Search) noneForcesAfter(i int, m rules.Move, key uint64) bool {
	f, is := s.Foresight()
	if !is || !s.Turns[i+1].Last || f.ForcesAfter(m, s.Turns[i].Series, rules.EveryReplyMates) {
		return false
	}
	s.Nodes++
	s.remember(key)
	return true
}

// beforeMate returns the moves of turn i after which the other side may yet mate or stalemate by
// the last move. It reuses the memory of moves. Mating pictures, if there are any, exclude more.
func (s *Search) beforeMate(i int, moves []rules.Move) []rules.Move {
	f, is := s.Now().(rules.Foresight)
	if !is || s.pruner == nil || s.pictures != nil {
		return moves
	}
	if i != len(s.Turns)-2 || s.Ending != ReachesGoal || s.Turns[i].Side == s.last {
		return moves
	}
	switch s.Goal.Aim {
	case walk.Mate:
		return f.BeforeMate(moves)
	case walk.Stalemate, walk.DoubleStalemate:
		return f.BeforeStalemate(moves)
	}
	return moves
}

// matingFirst puts the side that mates or stalemates first.
func (s *Search) matingFirst(moves [2]int) [2]int {
	return [2]int{moves[s.Mating], moves[s.Mating.Other()]}
}

// usefulMoves returns which moves of turn i may lead to a mating picture, and to one of the other
// goal.
func (s *Search) usefulMoves(i int) (useful, other bounds.UsefulMoves) {
	side, moves := s.Turns[i].Side, s.left[i+1]
	if s.others != nil && i < len(s.Turns)-2 {
		n := int(side ^ s.last.Other())
		other = s.others.UsefulMoves(n, withoutLast(moves, s.last)[n])
	}
	return s.pictures.UsefulMoves(int(side^s.Mating), moves[side]), other
}

// newPruner returns a pruner by the bound of the task.
func (s *Search) newPruner() *bounds.Pruner {
	of := bounds.Sequence{Side: s.Mating, Mate: s.Goal.NeedsCheck(), Answered: s.Answers() > 0}
	for i := range s.Turns {
		t := &s.Turns[i]
		of.Turns = append(of.Turns, bounds.Turn{
			Moves: s.matingFirst(s.left[i]), Mating: t.Side == s.Mating, Series: s.inSeries(i), Parry: t.Parry,
		})
	}
	of.Turns = append(of.Turns, bounds.Turn{Moves: s.matingFirst(s.left[len(s.Turns)])})
	return bounds.NewPruner(s.Bound, of, s.Stats)
}

// outOfReach reports whether the final position of a proof game cannot be reached from turn i on.
func (s *Search) outOfReach(i int) bool {
	if s.game == nil {
		moves := s.left[i]
		return s.Final.OutOfReach(s.Now(), moves[0]+moves[1])
	}
	s.game.SetPosition(s.Now())
	return s.game.OutOfReach(s.remaining(i))
}

// movesInReach returns the moves of turn i. In a proof game it leaves out moves after which the
// final position cannot be reached.
func (s *Search) movesInReach(i int) []rules.Move {
	g, p := s.game, s.Now()
	if g == nil {
		return s.Moves()
	}
	r, side := s.remaining(i), s.Turns[i].Side
	var moves []rules.Move
	if g.MustCapture(side, r) {
		moves = s.Select(rules.Captures)
	} else {
		moves = s.Moves()
	}
	if r.Waiting != ([2]int{}) {
		return moves
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool {
		return m.Form() == rules.Ordinary && p.At(m.To()) == 0 && g.OutOfReachAfter(side, m, r)
	})
}

// remaining returns what is left of a proof game from turn i on.
func (s *Search) remaining(i int) *bounds.Remaining {
	return &bounds.Remaining{Moves: s.left[i], Captures: s.left[i], Waiting: s.waiting(), LastMover: s.last}
}

// waiting returns how many pieces of each side may be reborn with the next move, because the last
// move captured them.
func (s *Search) waiting() (pieces [2]int) {
	if !s.game.RebornLate() {
		return pieces
	}
	for i := len(s.Path()) - 1; i >= 0; i-- {
		m, p := s.Path()[i], s.At(i)
		if m.Form() == rules.Pass {
			continue
		}
		if m.Form() == rules.EnPassant || m.Form() == rules.Ordinary && p.At(m.To()) != 0 {
			pieces[p.Turn().Other()]++
		}
		return pieces
	}
	return [2]int{1, 1} // before the first move
}
