package lines

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/bounds"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// Task is the lines to find, and what all threads that search for them share.
type Task struct {
	Sequence
	Goal      walk.Goal
	Other     walk.Goal // of EitherCan: the goal that the last move but one may reach instead
	EndsEarly bool      // of AllReachGoal: play ends when the other side must reach the goal early
	GoalIsEnd bool      // play ends when the side that does not play for the goal reaches it
	Most      int       // only so many lines are wanted, the first in order; 0 for all
	WithEnd   bool      // lines have the key of their final position

	Table *table.Set // positions without a line; nil remembers nothing
	Salt  uint64     // distinguishes positions that differ in more than their key and turn

	// Mating gives the mate or stalemate that the bounds are about. In an automate it is not the
	// last mover.
	Mating        board.Color
	Bound         *bounds.MateBound    // nil if there is none for the goal
	Stats         []bounds.Stats       // of the bound, from shorter sequences
	Pictures      *bounds.PictureTable // mating pictures of the goal; nil if not listed
	OtherPictures *bounds.PictureTable // of Other
	Games         *bounds.GameBound    // nil if there is none for the proof game
}

// Line is a line that was found.
type Line struct {
	Steps []Step
	End   uint64 // the key of the final position
}

// Step is a half-move of a line.
type Step struct {
	Number int
	Dots   bool
	Move   rules.Move
	Text   string // as Popeye writes it
	Rank   uint64 // orders moves as Popeye does
}

// Search finds the lines of a task from the position of its walk. One thread uses it at a time.
type Search struct {
	*walk.Walk
	*parallel.Stop
	*Task
	Lines []Line // found so far

	last     board.Color         // who makes the last half-move before an answer
	left     [][2]int            // MovesLeft
	pruner   *bounds.Pruner      // nil without a bound
	game     *bounds.GameTracker // of proof games; nil without a bound
	pictures *bounds.Follower    // of the mating pictures; nil without
	others   *bounds.Follower    // of the pictures of Other; nil without

	boundAsked bool       // the pruner has seen the position that is searched next
	after      [][]uint64 // by turn, a buffer of keysAfter
	labels     []label    // of the moves of the path, passes excepted
	probing    bool       // only whether there is a line is asked
	done       bool       // the search ends
	helping    bool       // another thread searches the same moves, from the other end
}

// label is what is printed before a move.
type label struct {
	number int
	dots   bool
}

// New returns a search from the position of a walk.
func New(w *walk.Walk, stop *parallel.Stop, t *Task) *Search {
	s := &Search{Walk: w, Stop: stop, Task: t, last: t.LastMover(), left: t.MovesLeft()}
	if t.Games != nil {
		s.game = t.Games.NewTracker()
	}
	if t.Bound != nil {
		s.pruner = s.newPruner()
	}
	if t.Pictures != nil {
		s.pictures = t.Pictures.Follow(s.matingFirst(s.left[0]))
	}
	if t.OtherPictures != nil {
		s.others = t.OtherPictures.Follow(t.BeforeLast())
	}
	return s
}

// Run finds all lines.
func (s *Search) Run() []Line {
	s.search(0)
	return s.Lines
}

// RunMove finds the lines that begin with m. With helping another thread does the same, and this
// one only fills the table.
func (s *Search) RunMove(m rules.Move, stop *parallel.Stop, helping bool) []Line {
	s.Stop, s.helping = stop, helping
	s.Lines, s.done = nil, false
	s.try(0, m)
	return s.Lines
}

// PruningStats returns the statistics of the bound, for longer sequences. They are nil without one.
func (s *Search) PruningStats() []bounds.Stats {
	if s.pruner == nil {
		return nil
	}
	return s.pruner.Stats()
}

// search finds lines from turn i on, which is to be made now.
func (s *Search) search(i int) {
	// Step 1. Stop, or a line without turns.
	if s.done || s.Stopped() {
		s.done = true
		return
	}
	if len(s.Turns) == 0 {
		s.makeAnswers(Turn{Number: 1, Dots: true})
		return
	}
	t, boundAsked := s.Turns[i], s.boundAsked || s.pictures != nil
	s.boundAsked = false
	// Step 2. The last turn, if it must reach the goal itself.
	if s.Final != nil && t.Last {
		if !s.outOfReach(i) {
			s.finishGame(i)
		}
		return
	}
	if t.Last && (s.Ending == ReachesGoal || s.Ending == EitherCan) {
		s.finishUnlessLost(i, boundAsked)
		return
	}
	// Step 3. Cut off by the distance tables of proof games, the transposition table and the bound.
	if s.Final != nil && s.outOfReach(i) {
		return
	}
	key := s.keyAt(i)
	if s.failed(key) {
		return
	}
	if s.pruner != nil {
		if !boundAsked {
			var lost bool
			if lost, boundAsked = s.pruner.OutOfReach(i, s.Now()); lost {
				if len(s.Turns)-i >= 4 { // else the bound is as fast as the table
					s.remember(key)
				}
				return
			}
		}
		s.pruner.Enter(i)
	}
	// Step 4. The play may end early, or the kernel may know that the last turn fails.
	before := len(s.Lines)
	if s.endsEarly(t) || t.Last && s.noneForces() {
		s.remember(key)
		return
	}
	// Step 5. Try all moves. Remember the position if there is no line.
	if s.Ending == EitherCan && i == len(s.Turns)-2 {
		s.eitherReaches(i)
	} else if s.searchMoves(i, boundAsked); s.done {
		return
	}
	if len(s.Lines) == before {
		s.remember(key)
	}
}

// searchMoves finds lines by each move of turn i. boundAsked says that the pruner has seen the
// position.
func (s *Search) searchMoves(i int, boundAsked bool) {
	// The bound also judges moves, but only in positions that are new to it. Most positions of a
	// series were reached before, by the same moves in another order.
	judges := s.pruner != nil && s.pictures == nil && boundAsked && s.pruner.PrepareMoves(i)
	useful, usefulOther := s.usefulMoves(i)
	moves := s.inOrder(s.beforeMate(i, s.movesInReach(i)))
	if s.helping {
		slices.Reverse(moves)
	}
	after := s.keysAfter(i, moves)
	for j, m := range moves {
		if s.pictures.Excludes(useful, m) || s.others.Excludes(usefulOther, m) {
			continue
		}
		if after != nil && after[j] != 0 && (s.failed(after[j]) || s.noneForcesAfter(i, m, after[j])) {
			continue
		}
		if judges {
			var lost bool
			if lost, s.boundAsked = s.pruner.OutOfReachAfter(i, s.Now(), m); lost {
				s.boundAsked = false
				continue
			}
		}
		s.try(i, m)
		if s.boundAsked = false; s.done {
			return
		}
		if judges {
			s.pruner.Restore(i)
		}
	}
}

// try plays m in turn i and searches on.
func (s *Search) try(i int, m rules.Move) {
	t := &s.Turns[i]
	if s.endsPlay(t.Side, m) || s.isShorter(t, m) {
		return
	}
	if s.pictures != nil {
		moves, parried := s.leftAfter(i, m)
		if !s.pictures.Step(m, s.matingFirst(moves), !parried && s.lastIsNext(i)) {
			return
		}
		defer s.pictures.Undo()
	}
	if s.others != nil && i < len(s.Turns)-2 {
		moves, _ := s.leftAfter(i, m)
		if !s.others.Step(m, withoutLast(moves, s.last), i+3 == len(s.Turns)) {
			return
		}
		defer s.others.Undo()
	}
	labels := len(s.labels)
	s.labels = append(s.labels, label{t.Number, t.Dots})
	s.Push(m)
	switch {
	case t.Last:
		s.makeAnswers(Turn{Number: t.Answer})
	case !t.Series:
		s.search(i + 1)
	default:
		s.continueSeries(i)
	}
	s.Pop()
	s.labels = s.labels[:labels]
}

// continueSeries goes on with the series of turn i: the other side passes or, in a parry series,
// answers a check.
func (s *Search) continueSeries(i int) {
	t := &s.Turns[i]
	check := s.Now().InCheck()
	if check && !t.Parry || s.endsEarly(Turn{Side: t.Side.Other(), Intro: t.Intro}) {
		return
	}
	if !check {
		s.Push(s.Skip())
		s.search(i + 1)
		s.Pop()
		return
	}
	labels := len(s.labels)
	s.boundAsked = false
	for _, parry := range s.inOrder(s.Moves()) {
		if s.endsPlay(t.Side.Other(), parry) {
			continue
		}
		if s.pictures != nil && !s.pictures.Step(parry, s.matingFirst(s.left[i+1]), s.lastIsNext(i)) {
			continue
		}
		s.labels = append(s.labels, label{})
		s.Push(parry)
		s.search(i + 1)
		s.Pop()
		if s.pictures != nil {
			s.pictures.Undo()
		}
		if s.labels = s.labels[:labels]; s.done {
			break
		}
	}
}

// inOrder sorts moves as Popeye lists them, if the first lines must be found first.
func (s *Search) inOrder(moves []rules.Move) []rules.Move {
	if s.Most > 0 {
		return walk.InOrder(s.Now(), moves)
	}
	return moves
}

// lastIsNext reports whether only one move is left after turn i and the answer to a check in it.
func (s *Search) lastIsNext(i int) bool { return i+2 == len(s.Turns)+s.Answers() }

// leftAfter returns how many moves each side may make after m in turn i, and whether the first of
// them answers a check in a parry series.
func (s *Search) leftAfter(i int, m rules.Move) (moves [2]int, parried bool) {
	moves = s.left[i+1]
	if parried = s.Turns[i].Parry && rules.GivesCheck(s.Now(), m); parried {
		moves[s.Turns[i].Side.Other()]++
	}
	return moves, parried
}

// endsEarly reports whether the play cannot go on with turn t, because a side can reach the goal
// and must, or could only have done so.
func (s *Search) endsEarly(t Turn) bool {
	switch {
	case t.Intro:
		return false
	case s.Ending == CanReachGoal:
		return s.CanReach(s.Goal)
	case s.Ending == AllReachGoal && t.Side != s.last && s.EndsEarly:
		return s.MustReach(s.Goal)
	}
	return false
}

// endsPlay reports whether m, a move of side, ends the play without success: with the option
// GoalIsEnd it does if the side that does not play for the goal reaches it.
func (s *Search) endsPlay(side board.Color, m rules.Move) bool {
	opponent := (side == s.last) == (s.Answers() > 0)
	return s.GoalIsEnd && opponent && s.Reaches(s.Goal, m)
}

// isShorter reports whether m, which is not the last move, reaches the goal. That is a shorter
// solution. As in Popeye, play goes on after goals that immobilise a side.
func (s *Search) isShorter(t *Turn, m rules.Move) bool {
	if s.Ending != ReachesGoal || t.Last || t.Intro || t.Side != s.last {
		return false
	}
	if s.Final != nil || s.Goal.Immobilises() {
		return false
	}
	return s.Reaches(s.Goal, m)
}
