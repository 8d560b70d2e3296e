package problem

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Two kinds of play with answers have solutions that are written as lines, one for each way through the answers: a parry series in
// which the other side defends, where the answer is a pass unless a move checks, and play that a series comes before.

// solveVariations solves such play.
func (j *job) solveVariations(ph Phase, white board.Color) error {
	st := &j.p.Stipulation
	stages := st.Intro
	if ph.Set { // what comes after the first
		stages = stages[1:]
	}
	side := white
	if len(stages)%2 == 1 {
		side = side.Other()
	}
	p, ok, err := j.begin(side)
	if err != nil || !ok {
		return err
	}
	j.sink.Phase(ph)
	defer j.sink.EndPhase(ph)
	known := j.verdicts()
	newVariations := func() *variations {
		v := &variations{tree: j.tree(p, white, known), count: numbering{next: 1, side: side}}
		if ph.Set {
			v.count = numbering{next: 1, side: side, dots: true}
		}
		return v
	}
	first := newVariations()
	longest := st.Moves
	switch {
	case len(stages) > 0:
		longest = stages[0]
	case ph.Set:
		if longest = first.shortest(st.Moves); longest == 0 {
			return nil
		}
	case first.mustNot():
		for _, k := range first.mustReach() {
			k.Text += compelled
			j.sink.Line(Line{Moves: []Step{{Number: 1, Played: k.Played, Move: k.move}}})
		}
		return nil
	}
	least := longest
	if len(stages) > 0 && j.options.From == 0 && j.options.UpTo == 0 { // the first moves are counted in the longest series only
		least = 1
	}
	shown := 0
	for n := least; n <= longest && !j.outcome.Partial && !j.stopped(); n++ {
		shown = j.variations(ph, first, stages, n, n == longest, newVariations, shown)
		if j.options.StopOnShort && shown > 0 && n < longest {
			j.outcome.Partial = true
		}
	}
	if !ph.Set {
		j.outcome.Solutions += shown
	}
	return nil
}

// variations hands over the lines that begin with a series of n moves or, without stages, with the first of n moves of the play, and returns
// how many lines there are with those before.
func (j *job) variations(ph Phase, at *variations, stages []int, n int, whole bool, newVariations func() *variations, shown int) int {
	p := at.now()
	first := firstMoves{p: p, numbered: whole && !ph.Set}
	if len(stages) > 0 {
		first.played = inOrder(p, slices.Clone(p.LegalMoves(nil)))
	} else {
		first.played = at.tries(n)
	}
	if first.moves = first.played; first.numbered {
		first.moves = j.window(j.toNumber(p, first.played))
	}
	first.moves = j.p.part.of(first.moves)
	look(j, &j.search, first, func() func(rules.Move) []Line {
		v := newVariations()
		return func(m rules.Move) []Line {
			place := fmt.Sprintf("%s/%d %v %v %d %x", j.Place, j.number, ph.Set, ph.Swapped, n, uint64(m))
			var lines []Line
			if j.Journal.get(place, &lines) {
				return lines
			}
			was := v.walk.nodes
			v.lines = nil
			if len(stages) > 0 {
				v.series(m, n-1, stages[1:])
			} else {
				v.from(m, n)
			}
			j.nodes.Add(v.walk.nodes - was)
			if !j.stopped() {
				j.Journal.put(place, v.lines)
			}
			return v.lines
		}
	}, func(lines []Line) bool {
		for _, l := range lines {
			if j.enough(shown) {
				break
			}
			j.sink.Line(l)
			shown++
		}
		j.outcome.Partial = j.outcome.Partial || j.enough(shown)
		return !j.enough(shown)
	})
	return shown
}

// numbering numbers the moves of a line: those of one side.
type numbering struct {
	next int
	side board.Color
	dots bool // the next move has the number with dots, and those of the other side the numbers after it
}

// number returns the number of the next move, which is a side's, or 0 for none.
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

// variations collects the lines of play with answers.
type variations struct {
	*tree
	count numbering
	steps []Step
	lines []Line
}

// series plays the move m of a series that has so many moves left after it, and what comes then.
func (v *variations) series(m rules.Move, left int, stages []int) {
	if attacks := v.now().Turn() == v.attack; attacks != (v.stip.Play == Direct) && v.over(m) {
		return
	}
	v.after(m, func() {
		if left == 0 {
			v.next(stages)
			return
		}
		if v.now().InCheck() {
			return
		}
		v.push(pass)
		v.remembered(left, stages, func() { v.continued(left, stages) })
		v.pop()
	})
}

// continued makes the moves of a series that has so many left.
func (v *variations) continued(left int, stages []int) {
	for _, m := range inOrder(v.now(), slices.Clone(v.moves())) {
		if v.stopped() || v.full() {
			return
		}
		v.series(m, left-1, stages)
	}
}

// next begins what comes after a series: the next one or the play.
func (v *variations) next(stages []int) {
	moves := v.stip.Moves
	if len(stages) > 0 {
		moves = stages[0]
	}
	if moves > 1 { // else its only move answers the one before, or has the next number
		v.count = numbering{next: 1, side: v.now().Turn()}
	}
	if len(stages) == 0 {
		v.follow(moves)
		return
	}
	for n := 1; n <= moves; n++ {
		v.remembered(n, stages[1:], func() { v.continued(n, stages[1:]) })
	}
}

// remembered finds the lines that go on from a position, unless it is known that there are none.
func (v *variations) remembered(left int, stages []int, find func()) {
	key := v.now().Key() ^ mix(uint64(len(stages)+1)<<32|uint64(left))
	if fails, known := v.known.get(key).of(1); known && !fails {
		return
	}
	before := len(v.lines)
	if find(); len(v.lines) == before && !v.full() {
		v.learn(key, 1, false, 0)
	}
}

// full reports whether there are as many lines as are asked for.
func (v *variations) full() bool { return v.enough(len(v.lines)) }

// follow adds the lines of the play of the attacking side, to move, that succeeds in as few moves as it can, at most n.
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

// defence adds the lines after a move that succeeds, the first of n. Where the attacking side may pass in between, answers that reach the goal
// too soon are lines too; else they are only where there are no others.
func (v *variations) defence(n int) {
	if done, _ := v.ends(n); done {
		v.reaching()
		return
	}
	before := len(v.lines)
	for _, m := range inOrder(v.now(), slices.Clone(v.answers())) {
		switch {
		case v.stip.Play != Self || m == pass || !v.reaches(v.goal, m):
			v.after(m, func() { v.follow(n - 1) })
		case v.stip.Mover == Parry:
			v.line(m)
		}
	}
	if len(v.lines) == before && v.stip.Play == Self && !v.stopped() {
		v.reaching()
	}
}

// reaching adds the lines that end with answers that reach the goal.
func (v *variations) reaching() {
	moves := slices.Clone(v.candidates(v.goal))
	if v.stip.Play == Self {
		moves = inOrder(v.now(), moves)
	} else {
		moves = reachingInOrder(v.now(), v.goal, moves)
	}
	for _, m := range moves {
		if v.reaches(v.goal, m) {
			v.line(m)
		}
	}
}

// after plays m as the next step, does what is to be done then, and takes it back.
func (v *variations) after(m rules.Move, then func()) {
	steps, count := len(v.steps), v.count
	if m != pass {
		v.steps = append(v.steps, v.step(m, notation.Text(v.now(), m, notation.Popeye)))
	}
	v.push(m)
	then()
	v.pop()
	v.steps, v.count = v.steps[:steps], count
}

// line keeps the line that ends with m, which reaches the goal.
func (v *variations) line(m rules.Move) {
	count := v.count
	v.lines = append(v.lines, Line{Moves: append(slices.Clone(v.steps), v.step(m, v.text(m, v.goal, true)))})
	v.count = count
}

// step returns the next step of a line.
func (v *variations) step(m rules.Move, text string) Step {
	n, dots := v.count.number(v.now().Turn())
	return Step{Number: n, Dots: dots, Move: m, Played: played(v.now(), m, text), Rank: rank(v.now(), m)}
}
