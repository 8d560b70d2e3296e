package problem

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/bounds"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// scripted is the search for the lines of one script.
type scripted struct {
	*job
	phase    Phase
	position rules.Position
	script   script
	number   int // of the script
	search   *search
	before   int // lines that shorter scripts have given

	final, mating    board.Color          // who moves last, and who mates
	bound            *bounds.MateBound    // on the moves needed; nil for none
	pictures, others *bounds.PictureTable // of the goal, and of the other side's; nil for none
	count            int                  // lines handed over
	ends             map[uint64]int
}

// run finds the lines of the script and returns how many it has handed over.
func (c *scripted) run() int {
	c.setBound()
	root := c.liner()
	defer c.search.watch()()
	c.setPictures()
	if must := root.mustReach(); must != nil {
		if c.number == 0 {
			for _, l := range must {
				c.sink.Line(l)
			}
		}
		return 0
	}
	if c.single(root) {
		c.runAtOnce(root)
	} else {
		c.runByFirstMoves()
	}
	return c.count
}

// setBound finds who moves last and who mates, and how many moves that takes at least where that can be told.
func (c *scripted) setBound() {
	sc := &c.script
	c.final = sc.first
	if n := len(sc.turns); n > 0 {
		c.final = sc.turns[n-1].side
	}
	c.mating = c.final
	if sc.answered() > 0 {
		c.mating = c.final.Other()
	}
	switch aim := c.p.Stipulation.Goal.Aim; {
	case c.unbounded, len(sc.turns) == 0:
	case aim == Mate, aim == Stalemate, aim == DoubleStalemate:
		c.bound = c.limits(c.position, c.mating)
	case aim == AutoMate && !c.v.Aftermath.Active && sc.answered() == 0:
		c.mating = c.final.Other()
		c.bound = c.limits(c.position, c.mating)
	}
}

// setPictures lists the final positions that are possible, where that is worth its while.
func (c *scripted) setPictures() {
	if c.bound == nil {
		return
	}
	sc, p, s := c.script, c.position, c.search
	mate := needsCheck(c.p.Stipulation.Goal.Aim)
	c.pictures = c.exhibits[0].to(sc, func(sc script) *bounds.PictureTable {
		moves := sc.budgets()[0]
		play := bounds.Ending{
			From: p, Side: c.mating, Mate: mate, Turns: len(sc.turns) + sc.answered(),
			Moves: [2]int{moves[c.mating], moves[c.mating.Other()]},
		}
		return c.bound.Pictures(play, c.threads(), s.Stop)
	})
	other := c.p.Stipulation.Other.Aim
	if sc.ending == reciprocal && len(sc.turns) > 2 && (other == Mate || other == Stalemate) {
		c.others = c.exhibits[1].to(sc, func(sc script) *bounds.PictureTable {
			opponent := c.final.Other()
			play := bounds.Ending{
				From: p, Side: opponent, Mate: needsCheck(other), Turns: len(sc.turns) - 1, Moves: sc.before(c.final),
			}
			return c.limits(p, opponent).Pictures(play, c.threads(), s.Stop)
		})
	}
}

// liner returns who searches lines of the script, with all that is known when it is asked for.
func (c *scripted) liner() *liner {
	l := &liner{
		Walk: c.walk(c.position), search: c.search, script: c.script,
		stip: &c.p.Stipulation, final: c.final, mating: c.mating,
		ordered: c.options.MaxSolutions > 0 && c.options.PerEnding == 0,
	}
	l.Foresees = c.foresees() && c.script.ending == forced
	l.budget = c.script.budgets()
	if c.chart != nil {
		l.course = c.chart.NewTracker()
	}
	if c.bound != nil {
		l.bound = l.bounded(c.bound, c.uses)
	}
	if c.pictures != nil {
		l.visit = c.pictures.Follow(l.sides(l.left(0)))
	}
	if c.others != nil {
		l.other = c.others.Follow(c.script.before(c.final))
	}
	return l
}

// single reports whether the script is so short that it is not shared out by its first moves.
func (c *scripted) single(root *liner) bool {
	sc := &c.script
	return len(sc.turns) == 0 || sc.turns[0].last && (sc.ending == byGoal || sc.ending == reciprocal) ||
		sc.ending == reciprocal && len(sc.turns) <= 2 || root.ended(sc.turns[0])
}

// numbered reports whether the first moves are counted and reported one by one.
func (c *scripted) numbered() bool {
	return c.script.last && (c.script.whole || c.numbersAll()) && !(c.phase.Set && c.numbersAll())
}

// emit hands lines over in their order, and reports whether more are wanted.
func (c *scripted) emit(lines []Line) bool {
	slices.SortFunc(lines, Line.compare)
	for i, l := range lines {
		if most := c.options.PerEnding; most > 0 {
			if c.ends[l.End]++; c.ends[l.End] > most {
				c.outcome.Partial = true
				continue
			}
		}
		if c.enough(c.before+c.count) && !(c.script.answered() > 0 && i > 0 && l.answers(lines[i-1])) {
			return false
		}
		c.sink.Line(l)
		c.count++
	}
	return !c.enough(c.before + c.count)
}

// runAtOnce searches the script as a whole.
func (c *scripted) runAtOnce(root *liner) {
	root.run(0)
	c.nodes.Add(root.Nodes)
	if !c.numbered() || !c.numbers() || len(c.script.turns) == 0 {
		c.emit(root.lines)
		return
	}
	p := c.position
	final := c.script.turns[0].last && c.script.ending == byGoal && !c.phase.Set
	moves := c.window(c.toNumber(p, walk.InOrder(p, slices.Clone(p.LegalMoves(nil))), final), true)
	for i, m := range moves {
		c.report(i, len(moves), p, m, true)
		if !c.emit(slices.DeleteFunc(slices.Clone(root.lines), func(l Line) bool { return l.Moves[0].Move != m })) {
			break
		}
	}
}

// runByFirstMoves searches the script move by first move, shared among the threads.
func (c *scripted) runByFirstMoves() {
	p := c.position
	played := walk.InOrder(p, slices.Clone(p.LegalMoves(nil)))
	moves := played
	if numbered := c.numbered(); numbered || c.counts(c.phase) {
		moves = c.window(c.toNumber(p, played, false), numbered)
	}
	moves = c.p.part.of(moves)
	first := firstMoves{p: p, moves: moves, played: played, numbered: c.numbered()}
	place := func(m rules.Move) string {
		set, swapped := c.phase.Set, c.phase.Swapped
		return fmt.Sprintf("%s/%d %v %v %d %x", c.Place, c.job.number, set, swapped, c.number, uint64(m))
	}
	var some atomic.Pointer[liner]
	look(c.job, c.search, first, place, c.search.table != nil, func() player[[]Line] {
		l := c.liner()
		some.Store(l)
		return player[[]Line]{l.Walk, func(m rules.Move, with *search) []Line {
			l.search, l.helping = with, with != c.search
			l.lines, l.stop = nil, false
			l.try(0, m)
			return l.lines
		}}
	}, c.emit)
	if l := some.Load(); l != nil && l.bound != nil {
		c.uses = l.bound.Stats()
	}
}

// exhibit is the table of mating pictures of a phase. The table of the longest play also serves
// shorter play. If it would be too long, each length has its own.
type exhibit struct {
	longest script
	listed  bool
	gallery *bounds.PictureTable
}

// to returns the gallery for a script, which is listed by a function.
func (e *exhibit) to(sc script, list func(script) *bounds.PictureTable) *bounds.PictureTable {
	if !e.listed {
		e.listed, e.gallery = true, list(e.longest)
	}
	if e.gallery == nil && !sc.whole {
		return list(sc)
	}
	return e.gallery
}

// before returns how many moves each side may make before the last move, which final makes. The
// number of the other side comes first.
func (sc *script) before(final board.Color) [2]int { return lessLast(sc.budgets()[0], final) }

// lessLast returns the moves of each side, the side that does not make the last first, without that one.
func lessLast(moves [2]int, final board.Color) [2]int {
	return [2]int{moves[final.Other()], max(0, moves[final]-1)}
}
