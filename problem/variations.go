package problem

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/forced"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// This file solves play with answers whose solutions are lines, one for each variation: parry
// series in which the other side defends, and play after an introductory series. In a parry series
// the answer to a move that does not check is a pass.

// variationPhase solves one phase of such play.
type variationPhase struct {
	*twinSolver
	phase    Phase
	attacker board.Color
	stages   []int // the lengths of the introductory series
	start    rules.Position
	known    *table.Verdicts
	shown    int // solutions
}

// solveVariations solves play with answers in lines, for the side that plays White's part.
func (t *twinSolver) solveVariations(ph Phase, white board.Color) error {
	st := &t.p.Stipulation
	s := &variationPhase{
		twinSolver: t, phase: ph, attacker: white, stages: st.Intro, known: table.NewVerdicts(t.Hash),
	}
	if ph.Set { // set play begins after the first series
		s.stages = s.stages[1:]
	}
	side := white ^ board.Color(len(s.stages)%2)
	var ok bool
	var err error
	if s.start, ok, err = t.position(side); err != nil || !ok {
		return err
	}
	t.sink.Phase(ph)
	defer t.sink.EndPhase(ph)
	switch v := s.search(); {
	case len(s.stages) > 0:
		s.solveSeries()
	case ph.Set:
		if n := v.Shortest(st.Moves); n > 0 {
			s.solveFirstMoves(n, v.InOrder(v.Attempts(), n), false)
		}
	case v.Compelled():
		for _, m := range v.CompelledMoves() {
			move := played(t.v, m, v.Text(m, v.Goal, true)+compelledSign)
			t.sink.Line(Line{Moves: []Step{{Number: 1, Played: move, Move: m}}})
		}
	default:
		s.solveFirstMoves(st.Moves, v.InOrder(v.Attempts(), st.Moves), true)
	}
	if !ph.Set {
		t.outcome.Solutions += s.shown
	}
	return nil
}

// solveSeries passes on the lines that begin with an introductory series, from the shortest series
// to the longest.
func (s *variationPhase) solveSeries() {
	least, most := 1, s.stages[0]
	if s.selects(s.phase) {
		least = most // only among the longest
	}
	for n := least; n <= most && !s.Stopped(); n++ {
		moves := walk.InOrder(s.start, slices.Clone(s.start.LegalMoves(nil)))
		if s.solveFirstMoves(n, moves, (n == most || s.numbersAllLengths()) && !s.phase.Set) {
			return
		}
		if s.options.StopOnShort && s.shown > 0 && n < most {
			s.outcome.Partial = true
			return
		}
	}
}

// solveFirstMoves passes on the lines that begin with some first moves, and reports whether there
// are enough. n is the length of the series that they begin, or without a series that of the play.
func (s *variationPhase) solveFirstMoves(n int, moves []rules.Move, numbered bool) (enough bool) {
	first := firstMoves{from: s.start, moves: moves, legal: moves, numbered: numbered}
	if numbered {
		reaching := n == 1 && len(s.stages) == 0 && s.p.Stipulation.Play == Direct
		first.moves = s.selected(s.withNumbers(s.start, moves, reaching), true)
	}
	first.moves = s.p.part.of(first.moves)
	f := firstMoveSearch[[]Line]{firstMoves: first, stop: s.Stop, canHelp: s.known != nil}
	f.place = func(m rules.Move) string {
		set, swapped := s.phase.Set, s.phase.Swapped
		return fmt.Sprintf("%s/%d %v %v %d %x", s.Place, s.twin, set, swapped, n, uint64(m))
	}
	f.newWorker = func() worker[[]Line] {
		v := s.search()
		return worker[[]Line]{v.Walk, func(m rules.Move, stop *parallel.Stop, helping bool) []Line {
			v.Stop, v.Helping = stop, helping
			v.lines, v.found = nil, 0
			if len(s.stages) > 0 {
				v.playSeries(m, n-1, s.stages[1:])
			} else {
				v.addFrom(m, n)
			}
			return v.lines
		}}
	}
	f.more = func(lines []Line) bool {
		for i, l := range lines {
			if i == 0 || l.beginsSolution(lines[i-1]) {
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
	}
	f.run(s.twinSolver)
	return enough
}

// search returns a search for the lines from the first position.
func (s *variationPhase) search() *variationSearch {
	return &variationSearch{
		Search:    s.forcedSearch(s.start, s.attacker, s.known),
		known:     s.known,
		moves:     s.p.Stipulation.Moves,
		most:      s.options.MaxSolutions,
		numbers:   numbering{next: 1, side: s.start.Turn(), dots: s.phase.Set},
		afterward: len(s.stages) == 0,
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

// variationSearch searches play with answers and collects its lines.
type variationSearch struct {
	*forced.Search
	known *table.Verdicts
	moves int // of the play
	most  int // solutions that are wanted, 0 for all

	numbers   numbering
	steps     []Step // to the position reached
	lines     []Line
	found     int  // solutions
	intro     int  // moves in introductory series
	afterward bool // no series is left
}

// playSeries plays a move of a series with left moves after it, and goes on.
func (v *variationSearch) playSeries(m rules.Move, left int, stages []int) {
	attacks := v.Now().Turn() == v.Attacker
	if attacks != (v.Play == forced.Direct) && v.EndsPlay(m) {
		return
	}
	v.after(m, func() {
		if left == 0 {
			v.nextStage(stages)
			return
		}
		if v.Now().InCheck() {
			return
		}
		v.Push(walk.Pass)
		v.unlessKnown(left, stages, func() { v.continueSeries(left, stages) })
		v.Pop()
	})
}

// continueSeries plays the next moves of a series with left moves.
func (v *variationSearch) continueSeries(left int, stages []int) {
	for _, m := range v.AsHelper(walk.InOrder(v.Now(), slices.Clone(v.Moves()))) {
		if v.Stopped() || v.full() {
			return
		}
		v.playSeries(m, left-1, stages)
	}
}

// nextStage begins the next series, or the play after the last.
func (v *variationSearch) nextStage(stages []int) {
	moves := v.moves
	if len(stages) > 0 {
		moves = stages[0]
	}
	if moves > 1 { // a single move keeps the numbers of the moves before it
		v.numbers = numbering{next: 1, side: v.Now().Turn()}
	}
	if len(stages) == 0 {
		v.intro, v.afterward = len(v.steps), true
		v.addShortest(moves)
		v.intro, v.afterward = 0, false
		return
	}
	for n := 1; n <= moves; n++ {
		v.unlessKnown(n, stages[1:], func() { v.continueSeries(n, stages[1:]) })
	}
}

// unlessKnown calls find for the lines from a position on, unless it is known that there are none.
func (v *variationSearch) unlessKnown(left int, stages []int, find func()) {
	key := v.Key() ^ table.Mix(uint64(len(stages)+1)<<32|uint64(left))
	if lines, known := v.known.Get(key).Of(1); known && !lines {
		return
	}
	before := len(v.lines)
	if find(); len(v.lines) == before && !v.full() && !v.Stopped() {
		v.known.Put(key, 1, false, 0)
	}
}

// full reports whether as many solutions were found as are wanted.
func (v *variationSearch) full() bool { return v.most > 0 && v.found >= v.most }

// addShortest adds the lines in which the attacker, to move, succeeds in as few moves as possible,
// at most n.
func (v *variationSearch) addShortest(n int) {
	k := v.Shortest(n)
	if k == 0 {
		return
	}
	for _, m := range v.InOrder(v.Attempts(), k) {
		v.addFrom(m, k)
	}
}

// addFrom adds the lines that begin with the move m, if it succeeds in n moves.
func (v *variationSearch) addFrom(m rules.Move, n int) {
	if v.ReachesAtOnce(m, n) {
		v.add(m)
		return
	}
	if n == 1 && v.Play == forced.Direct {
		return
	}
	v.after(m, func() {
		if v.AnswersFail(n) {
			v.addAnswers(n)
		}
	})
}

// addAnswers adds the lines after the first of n moves, which succeeds. Answers that reach the goal
// early are lines in a parry series, and elsewhere only if there are no other lines.
func (v *variationSearch) addAnswers(n int) {
	if over, _ := v.Over(n); over {
		v.addReaching()
		return
	}
	before := len(v.lines)
	answers := slices.Clone(v.Answers())
	if v.Parry && v.Now().InCheck() && v.Goal.ExposesKing() {
		answers = append(answers, v.Exposing(v.Goal)...)
	}
	for _, m := range v.AsHelper(walk.InOrder(v.Now(), answers)) {
		switch {
		case v.Play != forced.Self || m == walk.Pass || !v.Reaches(v.Goal, m):
			v.after(m, func() { v.addShortest(n - 1) })
		case v.Parry:
			v.add(m)
		}
	}
	if len(v.lines) == before && v.Play == forced.Self && !v.Stopped() {
		v.addReaching()
	}
}

// addReaching adds the lines that end with answers that reach the goal.
func (v *variationSearch) addReaching() {
	for _, m := range v.ReachingAnswers() {
		v.add(m)
	}
}

// after plays m as the next step, calls then, and takes m back.
func (v *variationSearch) after(m rules.Move, then func()) {
	steps, numbers := len(v.steps), v.numbers
	if m != walk.Pass {
		v.steps = append(v.steps, v.step(m, notation.Text(v.Now(), m, notation.Popeye)))
	}
	v.Push(m)
	then()
	v.Pop()
	v.steps, v.numbers = v.steps[:steps], numbers
}

// add adds the line that ends with m, which reaches the goal.
func (v *variationSearch) add(m rules.Move) {
	numbers := v.numbers
	l := Line{Moves: append(slices.Clone(v.steps), v.step(m, v.Text(m, v.Goal, true))), Intro: v.intro}
	v.numbers = numbers
	if n := len(v.lines); n == 0 || l.beginsSolution(v.lines[n-1]) {
		v.found++
	}
	v.lines = append(v.lines, l)
}

// step returns the next step of a line.
func (v *variationSearch) step(m rules.Move, text string) Step {
	p := v.Now()
	n, dots := v.numbers.number(p.Turn())
	return Step{
		Number: n, Dots: dots, Answer: v.afterward && p.Turn() != v.Attacker,
		Move: m, Played: played(p.Variant(), m, text), Rank: walk.Rank(p, m),
	}
}

// beginsSolution reports whether a line begins another solution than the line before it: the lines
// differ in an introductory series or in the first move of the play.
func (a Line) beginsSolution(before Line) bool { return a.firstDifference(before) <= a.Intro }
