// Package lines searches help play, series play and proof games: play whose solutions are lines of
// moves, not trees.
//
// sequence.go says who moves when in a line. search.go has Search, which finds the lines of one
// sequence. pruning.go skips moves that cannot lead to a line, and finish.go makes the last moves.
package lines

import "github.com/kirke-chess/kirke/board"

// Turn is one half-move of a line.
type Turn struct {
	Side   board.Color
	Number int  // printed before it, 0 for none
	Dots   bool // "1...": the number is that of the other side's move
	Series bool // the other side passes after it
	Parry  bool // in a series: the other side answers a check instead of passing
	Last   bool // it must reach the goal
	Intro  bool // it belongs to an introductory series
	Single bool // in every sequence its introductory series is this move alone
	Answer int  // the number printed before the answer to it, 0 for none
}

// Ending is what the last half-move leads to.
type Ending uint8

// The ways in which a line ends.
const (
	ReachesGoal  Ending = iota // it reaches the goal
	AllReachGoal               // all answers to it reach the goal
	CanReachGoal               // some answer reaches the goal, and must therefore be played
	EitherCan                  // it reaches the goal, as the move of the other side before it could have
)

// Sequence is the order of the moves of a line.
type Sequence struct {
	Turns  []Turn
	Ending Ending
	First  board.Color // who begins
}

// Answers returns how many moves follow the last turn: an answer that reaches the goal, or none.
func (q *Sequence) Answers() int {
	if q.Ending == AllReachGoal || q.Ending == CanReachGoal {
		return 1
	}
	return 0
}

// LastMover returns who makes the last half-move before an answer.
func (q *Sequence) LastMover() board.Color {
	if n := len(q.Turns); n > 0 {
		return q.Turns[n-1].Side
	}
	return q.First
}

// Intro returns how many moves belong to introductory series.
func (q *Sequence) Intro() int {
	n := 0
	for n < len(q.Turns) && q.Turns[n].Intro {
		n++
	}
	return n
}

// MovesLeft returns how many moves each side may make from each turn on, answers to checks and the
// answer to the last turn included. Its last element is for the end of the line.
func (q *Sequence) MovesLeft() [][2]int {
	all := make([][2]int, len(q.Turns)+1)
	if n := len(q.Turns); n > 0 {
		all[n][q.LastMover().Other()] = q.Answers()
	}
	for i := len(q.Turns) - 1; i >= 0; i-- {
		t := q.Turns[i]
		all[i] = all[i+1]
		all[i][t.Side]++
		if t.Parry {
			all[i][t.Side.Other()]++
		}
	}
	return all
}

// BeforeLast returns how many moves each side may make before the last half-move. The side that
// does not make it comes first.
func (q *Sequence) BeforeLast() [2]int { return withoutLast(q.MovesLeft()[0], q.LastMover()) }

// withoutLast returns the moves of each side less the last, which last makes. The other side comes
// first.
func withoutLast(moves [2]int, last board.Color) [2]int {
	return [2]int{moves[last.Other()], max(0, moves[last]-1)}
}

// inSeries reports whether the side that makes the move of turn i also makes the one before or
// after it.
func (q *Sequence) inSeries(i int) bool { return q.Turns[i].Series || i > 0 && q.Turns[i-1].Series }
