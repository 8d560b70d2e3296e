package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/lines"
)

// This file turns a stipulation of help or series play into sequences of turns, one for each
// length. lines.go comes next.

// sequence is the order of the moves of a line, as a stipulation asks for it.
type sequence struct {
	lines.Sequence
	longest bool // no sequence is longer
	lastOf  bool // no later sequence begins with a series of the same length
	missing bool // "1...  ..." is printed before the first move
}

// sequences returns the sequences of solutions of all lengths, short ones first, for set play or
// the actual play. white plays White's part in the stipulation.
func (s *Stipulation) sequences(o *Options, set bool, white board.Color) []sequence {
	var all []sequence
	if s.Reversed(o) {
		white = white.Other()
	}
	before := set && len(s.Intro) == 0
	if s.Mover == Alternate {
		all = s.alternating(o, before, white)
	} else {
		all = s.inSeries(before, white)
	}
	if s.Exact && len(all) > 0 {
		all = all[len(all)-1:]
	}
	if len(s.Intro) == 0 {
		return all
	}
	var with []sequence
	for _, intro := range s.intros(set, all[0].First) {
		for _, q := range all {
			q.Turns = append(slices.Clone(intro), q.Turns...)
			q.First = q.Turns[0].Side
			q.number(len(intro), s.Moves == 1 && !s.Half, set)
			with = append(with, q)
		}
	}
	return with
}

// intros returns the introductory series of all lengths before play that a side begins. Set play
// begins after the first series.
func (s *Stipulation) intros(set bool, side board.Color) [][]lines.Turn {
	series := s.Intro
	if set {
		series = series[1:]
	}
	all := [][]lines.Turn{nil}
	for i := len(series) - 1; i >= 0; i-- {
		side = side.Other()
		var longer [][]lines.Turn
		for n := 1; n <= series[i]; n++ {
			for _, rest := range all {
				var turns []lines.Turn
				for j := range n {
					turns = append(turns, lines.Turn{
						Side: side, Number: j + 1, Series: j < n-1, Intro: true, Single: series[i] == 1,
					})
				}
				longer = append(longer, append(turns, rest...))
			}
		}
		all = longer
	}
	return all
}

// number sets the Number of each turn. The first intro turns are introductory series.
// Each series, and the play after them, starts again at 1, unless its longest form is one move:
// then that move answers the one before or has the next number. single says that the play is one
// move long. In set play the first move has a number with dots, and the others of its side in a
// series have none.
func (q *sequence) number(intro int, single, set bool) {
	last, answered := 0, true
	next := func() int {
		if answered = !answered; answered {
			return 0
		}
		last++
		return last
	}
	stage := 0
	for i := range q.Turns {
		t := &q.Turns[i]
		changes := i > 0 && t.Side != q.Turns[i-1].Side
		if i > 0 && (i == intro || i < intro && changes) {
			stage++
		}
		switch first := set && stage == 0; {
		case first && i == 0:
			t.Number, t.Dots, last = 1, true, 1
		case first && !changes:
			t.Number = 0
		case first || i < intro && t.Single || i >= intro && single:
			t.Number = next()
		default:
			last, answered = t.Number, false
		}
		if t.Last && q.Answers() > 0 && (single || set && stage == 0) {
			t.Answer = next()
		}
	}
}

// ending returns how lines end.
func (s *Stipulation) ending() lines.Ending {
	switch s.Play {
	case Self, HelpSelf:
		return lines.AllReachGoal
	case Reflex, SemiReflex, HelpReflex:
		return lines.CanReachGoal
	case Reciprocal:
		return lines.EitherCan
	}
	return lines.ReachesGoal
}

// answered reports whether lines end with an answer to the last turn.
func (s *Stipulation) answered() bool {
	return s.ending() == lines.AllReachGoal || s.ending() == lines.CanReachGoal
}

// alternating returns the sequences of play in which the sides move in turn, from the shortest to
// the longest. h#2 has those of 2 and 4 half-moves, h#2.5 those of 1, 3 and 5.
func (s *Stipulation) alternating(o *Options, set bool, white board.Color) []sequence {
	// Step 1. The half-moves of the whole play, and who makes the last one.
	n := 2 * s.Moves
	if s.Half {
		n++
	}
	half := s.Half // begins with "1..."
	final := white // makes the last move
	switch {
	case s.IsGame():
		half, final = false, white.Other()
		if s.Half {
			final = white
		}
	case s.Play == HelpSelf || s.Play == HelpReflex:
		n--
	}
	// Step 2. Leave out what is not played: the first half-move of each side with WhiteToPlay, and
	// the first half-move in set play. missing says that its number is left out too.
	missing := false
	if o.WhiteToPlay && !s.IsGame() {
		if n--; !half {
			half = true
		} else {
			n--
		}
	}
	if set {
		n, half, missing = n-1, !half, half
	}
	// Step 3. The shortest sequence has as many half-moves as the longest, by twos less.
	least := 2 - n%2
	switch {
	case s.ending() == lines.EitherCan && n%2 == 1:
		least = min(3, n)
	case s.answered() && n%2 == 0:
		least = 0 // the answer alone
	}
	// Step 4. Make the sequences, and number their turns.
	var all []sequence
	for length := least; length <= n; length += 2 {
		q := sequence{missing: missing}
		q.Ending, q.First = s.ending(), final^board.Color(length%2^1)
		for i := range length {
			t := lines.Turn{Side: final ^ board.Color((length-1-i)%2), Last: i == length-1}
			switch {
			case missing && i%2 == 0:
				t.Number = i/2 + 2
			case half && i == 0:
				t.Number, t.Dots = 1, true
			case half && i%2 == 1:
				t.Number = i/2 + 2
			case !half && !missing && i%2 == 0:
				t.Number = i/2 + 1
			}
			q.Turns = append(q.Turns, t)
		}
		all = append(all, q)
	}
	return all
}

// inSeries returns the sequences of play in series.
func (s *Stipulation) inSeries(set bool, white board.Color) []sequence {
	mover, final := white, white // of the series, of the move after it
	after := false               // there is one
	switch s.Play {
	case Help, Reciprocal, HelpSelf, HelpReflex:
		mover, after = white.Other(), true
		if s.IsGame() {
			mover, final = white, white.Other()
		}
	}
	if set {
		return s.setInSeries(mover, final, after)
	}
	var all []sequence
	least := 1
	if s.Play == Reciprocal {
		least = min(2, s.Moves)
	}
	for length := least; length <= s.Moves; length++ {
		var q sequence
		q.Ending, q.First = s.ending(), mover
		for i := range length {
			q.Turns = append(q.Turns, lines.Turn{
				Side: mover, Number: i + 1,
				Series: i < length-1, Parry: s.Mover != Series, Last: !after && i == length-1,
			})
		}
		if after {
			t := lines.Turn{Side: final, Last: true}
			if s.answered() {
				t.Answer = length + 1
			}
			q.Turns = append(q.Turns, t)
		}
		all = append(all, q)
	}
	return all
}

// setInSeries returns the sequences of set play before a series. Only the move after the series is
// played, and in reciprocal play also the last move of the series.
func (s *Stipulation) setInSeries(mover, final board.Color, after bool) []sequence {
	var q sequence
	q.Ending, q.First = s.ending(), mover.Other()
	switch {
	case s.Play == Reciprocal && s.Moves > 1:
		q.First = mover
		q.Turns = []lines.Turn{{Side: mover, Number: 1, Dots: true}, {Side: final, Number: 2, Last: true}}
	case after:
		t := lines.Turn{Side: final, Number: 1, Dots: true, Last: true}
		if s.answered() {
			t.Answer = 2
		}
		q.Turns = []lines.Turn{t}
	case s.Play == Direct: // the other side reaches nothing
		return nil
	}
	return []sequence{q}
}

// stages returns the lengths of the introductory series.
func (q *sequence) stages() []int {
	var all []int
	for i, t := range q.Turns[:q.Intro()] {
		if i == 0 || t.Side != q.Turns[i-1].Side {
			all = append(all, 0)
		}
		all[len(all)-1]++
	}
	return all
}

// sortsWith reports whether the lines of two sequences are sorted together: their first series have
// the same length.
func (q *sequence) sortsWith(other *sequence) bool {
	a, b := q.stages(), other.stages()
	if len(a) == 0 {
		return len(q.Turns) == len(other.Turns)
	}
	return len(b) > 0 && a[0] == b[0]
}
