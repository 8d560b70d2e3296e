// Package forced decides play in which one side, the attacker, forces its goal against every answer
// of the other: direct play, selfmates, reflexmates and the like.
//
// search.go has Search, which says whether the attacker succeeds in n moves. limits.go has the
// options that forbid moves or answers, and order.go the order in which moves are tried. proof.go
// searches long direct mates by proof numbers. judge.go says which first moves, threats and answers
// are part of the solution.
package forced

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// Play is how the attacker succeeds.
type Play uint8

// The kinds of forced play.
const (
	Direct     Play = iota // the attacker reaches the goal
	Self                   // the defender is forced to reach it
	Reflex                 // Self, and a side that can reach the goal in one move must do so
	SemiReflex             // Reflex for the defender only
)

// Task is what the attacker must force, and under which options.
type Task struct {
	Play  Play
	Goal  walk.Goal
	Exact bool // success in fewer moves does not count
	Parry bool // parry series: the defender moves only if it is in check

	Quodlibet bool // the attacker may also reach the goal itself
	GoalIsEnd bool // play ends when the side that does not play for the goal reaches it
	Tries     int  // the most refutations of a move that is still a try
	Threat    int  // the greatest length of threats: 0 for no limit, -1 for none at all
	Flights   *int // the most squares that the defending king may move to
	// NonTrivial {m, n} allows m answers, besides the first of each move, that the attacker does
	// not meet in n moves.
	NonTrivial *[2]int
}

// monotone reports whether success in n moves implies success in more. Then fewer moves may be
// tried first.
func (t *Task) monotone() bool {
	return !t.Exact && t.Threat == 0 && t.Flights == nil && t.NonTrivial == nil
}

// mayReach reports whether the attacker may reach the goal itself.
func (t *Task) mayReach() bool { return t.Play == Direct || t.Quodlibet }

// Search decides play from the position of its walk. A move or answer below is one from that
// position. "The first of n moves" is the last move made, if the attacker has n-1 left after it.
type Search struct {
	*walk.Walk
	*parallel.Stop
	*Task
	Attacker board.Color
	Helping  bool // another thread searches the same moves

	known      *table.Verdicts // about positions with either side to move
	proofs     proofTable
	proofMoves int          // the attacker's moves from which on proof numbers are used
	plainMate  bool         // a mate without options, about which the kernel may be asked
	tables     rules.Tables // nil unless its answers are those of Succeeds
	grants     int          // non-trivial answers that NonTrivial still allows

	killers []rules.Move // by ply, the last refutation
	replies []int        // buffers of order.go
	counted []counted
	checks  []rules.Move
	ordered []rules.Move
}

// Config is what New needs besides the walk.
type Config struct {
	*Task
	Attacker   board.Color
	Stop       *parallel.Stop
	Known      *table.Verdicts // shared by all threads; nil remembers nothing
	ProofMoves int             // replaces minProofMoves if not 0; at least 3
	Tables     rules.Tables    // asked in plain direct mates; nil knows nothing
}

// New returns a search from the position of a walk.
func New(w *walk.Walk, c Config) *Search {
	s := &Search{
		Walk: w, Stop: c.Stop, Task: c.Task, Attacker: c.Attacker, known: c.Known, proofMoves: c.ProofMoves,
	}
	if s.proofMoves == 0 {
		s.proofMoves = minProofMoves
	}
	s.plainMate = w.AskKernel && !s.Parry && s.monotone()
	// A game that only mate decides is won in n moves if and only if there is a mate in n.
	if v := w.Now().Variant(); s.plainMate && s.Play == Direct && v.EndsAsChess() && v.End == (rules.End{}) {
		s.tables = c.Tables
	}
	if o := s.NonTrivial; o != nil {
		s.grants = o[0]
	}
	return s
}

// Succeeds reports whether the attacker, to move, succeeds in n moves or fewer.
func (s *Search) Succeeds(n int) bool {
	// Step 1. A reflex attacker that can reach the goal must do so, and fails.
	if s.Stopped() || s.Compelled() {
		return false
	}
	// Step 2. One move is decided at once.
	if n == 1 {
		return s.mayReach() && s.CanReach(s.Goal) || s.Play != Direct && s.succeedsInOne()
	}
	// Step 3. Transposition table, and tables of endgames.
	key, known := s.recall(n)
	if ok, is := known.Of(n); is {
		return ok
	}
	if ok, is := s.tabled(2*n - 1); is {
		return ok
	}
	// Step 4. The attacker may reach the goal now.
	if s.mayReach() && !s.Exact && known.Lost == 0 && s.CanReach(s.Goal) {
		s.learn(key, 1, true, 0)
		return true
	}
	// Step 5. Long direct mates are left to the proof-number search.
	if s.isLong(n) {
		return s.prove(n, unlimited) == proven
	}
	// Step 6. Iterative deepening, in direct play. In self play the verdict on few moves says
	// little about more.
	k := n
	if s.monotone() && s.Play == Direct {
		k = max(2, int(known.Lost)+1)
	}
	for best := known.Best; k <= n; k++ {
		m, ok := s.winningMove(k, best)
		if s.Stopped() {
			return false
		}
		if s.learn(key, k, ok, m); ok {
			return true
		}
	}
	return false
}

// tabled reports whether the attacker mates in so many half-moves, if the tables know the position.
func (s *Search) tabled(plies int) (ok, known bool) {
	if s.tables == nil {
		return false, false
	}
	sign, least, known := s.tables.Decided(s.Now())
	if s.Now().Turn() != s.Attacker {
		sign = -sign
	}
	return sign > 0 && least <= plies, known
}

// winningMove returns a move by which the attacker succeeds in n >= 2 moves, if there is one. It
// tries best first.
func (s *Search) winningMove(n int, best uint32) (rules.Move, bool) {
	if n == 2 && s.Play == Direct {
		if m, ok, known := s.kernelForces(rules.MateInTwo); known {
			return m, ok
		}
	}
	moves := s.legalAttempts()
	if n > 3 && s.NonTrivial == nil {
		s.sortByReplies(moves)
	} else {
		s.checksFirst(moves)
	}
	for _, m := range s.AsHelper(bestFirst(moves, best)) {
		s.Push(m)
		ok := s.AnswersFail(n)
		s.Pop()
		if ok || s.Stopped() {
			return m, ok
		}
	}
	return 0, false
}

// succeedsInOne reports whether some move leaves the defender an answer that reaches the goal, as
// it must.
func (s *Search) succeedsInOne() bool {
	if s.Play == Self {
		if _, ok, known := s.Forces(rules.EveryReplyMates); known {
			return ok
		}
	} else if _, ok, known := s.kernelForces(rules.SomeReplyMates); known {
		return ok
	}
	for _, m := range s.legalAttempts() {
		s.Push(m)
		ok := s.AnswersFail(1)
		s.Pop()
		if ok {
			return true
		}
	}
	return false
}

// AnswersFail reports whether the attacker succeeds against all answers to the first of n moves,
// which has not reached its goal.
func (s *Search) AnswersFail(n int) bool {
	if over, ok := s.Over(n); over {
		return ok
	}
	if n == 1 || !s.allowed(n) {
		return false
	}
	if s.NonTrivial != nil {
		answers := s.Answers()
		swapFirst(answers, *s.killer())
		return len(answers) > 0 && s.grantsAnswers(answers, n)
	}
	key, known := s.recall(n)
	if ok, is := known.Of(n); is {
		return ok
	}
	if ok, is := s.tabled(2*n - 2); is {
		return ok
	}
	if s.isLong(n) {
		return s.prove(n, unlimited) == disproven
	}
	m, ok := s.refutation(n, known.Best)
	s.learn(key, n, !ok, m)
	return !ok
}

// refutation returns an answer that refutes the first of n moves, if there is one. It tries best
// first. Without answers it returns 0 and true.
func (s *Search) refutation(n int, best uint32) (rules.Move, bool) {
	answers := s.Answers()
	if len(answers) == 0 {
		return 0, true
	}
	killer := s.killer()
	if n > 2 {
		s.checksAndCapturesFirst(answers)
	} else {
		swapFirst(answers, *killer)
	}
	for _, m := range s.AsHelper(bestFirst(answers, best)) {
		if !s.answerFails(m, n) {
			*killer = m
			return m, true
		}
	}
	return 0, false
}

// answerFails reports whether the attacker succeeds in n-1 moves after the answer m.
func (s *Search) answerFails(m rules.Move, n int) bool {
	if s.Play == Self && m != walk.Pass && s.Reaches(s.Goal, m) {
		return n == 1 || !s.Exact
	}
	if s.Play == Direct && s.EndsPlay(m) {
		return false
	}
	s.Push(m)
	ok := n > 1 && s.Succeeds(n-1)
	s.Pop()
	return ok
}

// Over reports whether the first of n moves ends the play, because of the answer that now must
// follow. ok says whether the attacker has succeeded.
func (s *Search) Over(n int) (over, ok bool) {
	switch s.Play {
	case Reflex, SemiReflex:
		if (n == 1 || !s.Exact) && s.CanReach(s.Goal) {
			return true, true
		}
	case Self:
		if n == 1 {
			return true, s.MustReach(s.Goal)
		}
		if s.Parry && !s.Now().InCheck() && s.MustReach(s.Goal) || s.Goal.ExposesKing() && s.MustReach(s.Goal) {
			return true, !s.Exact
		}
		if s.Exact && !s.Parry && s.Goal.ExposesKing() && s.CanReach(s.Goal) {
			return true, false
		}
	}
	return n == 1, false
}

// Shortest returns the fewest moves, at most n, in which the attacker, to move, succeeds, or 0.
func (s *Search) Shortest(n int) int {
	for k := 1; k <= n; k++ {
		if s.Exact && k < n {
			continue
		}
		if s.Succeeds(k) {
			return k
		}
	}
	return 0
}

// Compelled reports whether the attacker, to move, must reach the goal itself and thereby fails.
func (s *Search) Compelled() bool { return s.Play == Reflex && s.CanReach(s.Goal) }

// EndsPlay reports whether a move of the side that does not play for the goal ends the play without
// success: with the option GoalIsEnd it does if it reaches the goal.
func (s *Search) EndsPlay(m rules.Move) bool {
	return s.GoalIsEnd && m != walk.Pass && s.Reaches(s.Goal, m)
}

// legalAttempts returns the legal moves of the attacker that do not end the play.
func (s *Search) legalAttempts() []rules.Move {
	moves := s.Moves()
	if s.GoalIsEnd && s.Play != Direct {
		moves = slices.DeleteFunc(moves, s.EndsPlay)
	}
	return moves
}

var pass = []rules.Move{walk.Pass}

// Answers returns the moves of the defender. In a parry series it passes unless it is in check.
func (s *Search) Answers() []rules.Move {
	if s.Parry && !s.Now().InCheck() {
		return pass
	}
	return s.Moves()
}

// kernelForces is Forces, but known only if the answer is valid under the options.
func (s *Search) kernelForces(what rules.Forced) (m rules.Move, ok, known bool) {
	if !s.plainMate {
		return 0, false, false
	}
	return s.Forces(what)
}

// recall returns the table key for the position and n moves, and what is known.
func (s *Search) recall(n int) (key uint64, known table.Verdict) {
	key = s.Key()
	if !s.monotone() {
		key ^= table.Mix(uint64(n) | uint64(s.grants)<<16)
	}
	return key, s.known.Get(key)
}

// learn puts a verdict in the table, unless the search was stopped.
func (s *Search) learn(key uint64, n int, won bool, because rules.Move) {
	if !s.Stopped() {
		s.known.Put(key, n, won, because)
	}
}
