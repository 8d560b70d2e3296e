package problem

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// This file solves the play with answers whose solutions are lines, one for each variation: parry
// series in which the other side defends, and play after an introductory series. In a parry series
// the answer to a move that does not check is a pass.

// staged is the solving of such play in one phase.
type staged struct {
	*job
	ph     Phase
	attack board.Color
	stages []int // the lengths of the introductory series
	start  rules.Position
	known  *table.Verdicts
	shown  int // solutions
}

// solveVariations solves play with answers in lines.
func (j *job) solveVariations(ph Phase, white board.Color) error {
	st := &j.p.Stipulation
	s := &staged{job: j, ph: ph, attack: white, stages: st.Intro, known: table.NewVerdicts(j.Hash)}
	if ph.Set { // set play begins after the first series
		s.stages = s.stages[1:]
	}
	side := white ^ board.Color(len(s.stages)%2)
	var ok bool
	var err error
	if s.start, ok, err = j.begin(side); err != nil || !ok {
		return err
	}
	j.sink.Phase(ph)
	defer j.sink.EndPhase(ph)
	switch v := s.variations(); {
	case len(s.stages) > 0:
		s.series()
	case ph.Set:
		if n := v.shortest(st.Moves); n > 0 {
			s.lines(n, v.tries(n), false)
		}
	case v.mustNot():
		for _, k := range v.mustReach() {
			k.Text += compelled
			j.sink.Line(Line{Moves: []Step{{Number: 1, Played: k.Played, Move: k.move}}})
		}
	default:
		s.lines(st.Moves, v.tries(st.Moves), true)
	}
	if !ph.Set {
		j.outcome.Solutions += s.shown
	}
	return nil
}

// series passes on the lines that begin with an introductory series, from the shortest series to
// the longest.
func (s *staged) series() {
	least, most := 1, s.stages[0]
	if s.counts(s.ph) {
		least = most // first moves are counted in the longest only
	}
	for n := least; n <= most && !s.Stopped(); n++ {
		moves := walk.InOrder(s.start, slices.Clone(s.start.LegalMoves(nil)))
		if s.lines(n, moves, (n == most || s.numbersAll()) && !s.ph.Set) {
			return
		}
		if s.options.StopOnShort && s.shown > 0 && n < most {
			s.outcome.Partial = true
			return
		}
	}
}

// lines passes on the lines that begin with some first moves, and reports whether there are enough.
// n is the length of the series that they begin, or without a series that of the play.
func (s *staged) lines(n int, moves []rules.Move, numbered bool) (enough bool) {
	first := firstMoves{p: s.start, moves: moves, played: moves, numbered: numbered}
	if numbered {
		final := n == 1 && len(s.stages) == 0 && s.p.Stipulation.Play == Direct
		first.moves = s.window(s.toNumber(s.start, moves, final), true)
	}
	first.moves = s.p.part.of(first.moves)
	place := func(m rules.Move) string {
		return fmt.Sprintf("%s/%d %v %v %d %x", s.Place, s.number, s.ph.Set, s.ph.Swapped, n, uint64(m))
	}
	look(s.job, &s.search, first, place, s.known != nil, func() player[[]Line] {
		v := s.variations()
		return player[[]Line]{v.Walk, func(m rules.Move, with *search) []Line {
			v.search, v.helping = with, with != &s.search
			v.lines, v.found = nil, 0
			if len(s.stages) > 0 {
				v.series(m, n-1, s.stages[1:])
			} else {
				v.from(m, n)
			}
			return v.lines
		}}
	}, func(lines []Line) bool {
		for i, l := range lines {
			if i == 0 || l.begins(lines[i-1]) {
				if s.enough(s.shown) {
					break
				}
				s.shown++
			}
			s.sink.Line(l)
		}
		enough = s.enough(s.shown)
		s.outcome.Partial = s.outcome.Partial || enough
		return !enough
	})
	return enough
}

// variations returns a search for the lines from the start.
func (s *staged) variations() *variations {
	return &variations{
		tree:    s.tree(s.start, s.attack, s.known),
		count:   numbering{next: 1, side: s.start.Turn(), dots: s.ph.Set},
		playing: len(s.stages) == 0,
	}
}

// numbering numbers the moves of one side in a line.
type numbering struct {
	next int
	side board.Color
	dots bool // the next number has dots, and the numbers after it are those of the other side
}

// number returns the number of the next move, which is made by a side, or 0 for none.
func (c *numbering) number(side board.Color) (n int, dots bool) {
	if side != c.side {
		return 0, false
	}
	n, dots = c.next, c.dots
	c.next++
	if dots {
		c.side, c.dots = side.Other(), false
	}
	return n, dots
}

// variations searches play with answers and collects its lines.
type variations struct {
	*tree
	count   numbering
	steps   []Step
	lines   []Line
	found   int  // solutions
	intro   int  // moves in introductory series
	playing bool // no series is left
}

// series plays a move of a series with left moves after it, and goes on.
func (v *variations) series(m rules.Move, left int, stages []int) {
	if attacks := v.Now().Turn() == v.attack; attacks != (v.stip.Play == Direct) && v.over(m) {
		return
	}
	v.after(m, func() {
		if left == 0 {
			v.next(stages)
			return
		}
		if v.Now().InCheck() {
			return
		}
		v.Push(walk.Pass)
		v.remembered(left, stages, func() { v.continued(left, stages) })
		v.Pop()
	})
}

// continued plays the next moves of a series with left moves.
func (v *variations) continued(left int, stages []int) {
	for _, m := range v.asHelper(walk.InOrder(v.Now(), slices.Clone(v.Moves()))) {
		if v.Stopped() || v.full() {
			return
		}
		v.series(m, left-1, stages)
	}
}

// next begins the next series, or the play after the last.
func (v *variations) next(stages []int) {
	moves := v.stip.Moves
	if len(stages) > 0 {
		moves = stages[0]
	}
	if moves > 1 { // a single move keeps the numbers of the moves before it
		v.count = numbering{next: 1, side: v.Now().Turn()}
	}
	if len(stages) == 0 {
		v.intro, v.playing = len(v.steps), true
		v.follow(moves)
		v.intro, v.playing = 0, false
		return
	}
	for n := 1; n <= moves; n++ {
		v.remembered(n, stages[1:], func() { v.continued(n, stages[1:]) })
	}
}

// remembered calls find for the lines from a position on, unless it is known that there are none.
func (v *variations) remembered(left int, stages []int, find func()) {
	key := v.Walk.Key() ^ table.Mix(uint64(len(stages)+1)<<32|uint64(left))
	if fails, known := v.known.Get(key).Of(1); known && !fails {
		return
	}
	before := len(v.lines)
	if find(); len(v.lines) == before && !v.full() {
		v.learn(key, 1, false, 0)
	}
}

// full reports whether as many solutions were found as are asked for.
func (v *variations) full() bool { return v.enough(v.found) }

// follow adds the lines in which the attacking side, to move, succeeds in as few moves as possible,
// at most n.
func (v *variations) follow(n int) {
	k := v.shortest(n)
	if k == 0 {
		return
	}
	for _, m := range v.tries(k) {
		v.from(m, k)
	}
}

// from adds the lines that begin with the move m, if it succeeds in n moves.
func (v *variations) from(m rules.Move, n int) {
	if v.succeedsAtOnce(m, n) {
		v.line(m)
		return
	}
	if n == 1 && v.stip.Play == Direct {
		return
	}
	v.after(m, func() {
		if v.holds(n) {
			v.defence(n)
		}
	})
}

// defence adds the lines after the first of n moves, which succeeds. Answers that reach the goal
// early are lines in a parry series, and elsewhere only if there are no other lines.
func (v *variations) defence(n int) {
	if done, _ := v.ends(n); done {
		v.reaching()
		return
	}
	before := len(v.lines)
	answers := slices.Clone(v.answers())
	if v.stip.Mover == Parry && v.Now().InCheck() && v.goal.ExposesKing() {
		answers = append(answers, v.Exposing(v.goal)...)
	}
	for _, m := range v.asHelper(walk.InOrder(v.Now(), answers)) {
		switch {
		case v.stip.Play != Self || m == walk.Pass || !v.Reaches(v.goal, m):
			v.after(m, func() { v.follow(n - 1) })
		case v.stip.Mover == Parry:
			v.line(m)
		}
	}
	if len(v.lines) == before && v.stip.Play == Self && !v.Stopped() {
		v.reaching()
	}
}

// reaching adds the lines that end with answers that reach the goal.
func (v *variations) reaching() {
	for _, m := range v.answersReaching() {
		v.line(m)
	}
}

// after plays m as the next step, calls then, and takes m back.
func (v *variations) after(m rules.Move, then func()) {
	steps, count := len(v.steps), v.count
	if m != walk.Pass {
		v.steps = append(v.steps, v.step(m, notation.Text(v.Now(), m, notation.Popeye)))
	}
	v.Push(m)
	then()
	v.Pop()
	v.steps, v.count = v.steps[:steps], count
}

// line adds the line that ends with m, which reaches the goal.
func (v *variations) line(m rules.Move) {
	count := v.count
	l := Line{Moves: append(slices.Clone(v.steps), v.step(m, v.Text(m, v.goal, true))), Intro: v.intro}
	v.count = count
	if n := len(v.lines); n == 0 || l.begins(v.lines[n-1]) {
		v.found++
	}
	v.lines = append(v.lines, l)
}

// begins reports whether a line begins another solution than the line before it: the lines differ
// in an introductory series or in the first move of the play.
func (a Line) begins(before Line) bool { return a.parts(before) <= a.Intro }

// step returns the next step of a line.
func (v *variations) step(m rules.Move, text string) Step {
	p := v.Now()
	n, dots := v.count.number(p.Turn())
	return Step{
		Number: n, Dots: dots, Answer: v.playing && p.Turn() != v.attack,
		Move: m, Played: played(p, m, text), Rank: walk.Rank(p, m),
	}
}
