package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// A parry series in which the other side defends is play with answers, of which there is none but the pass
// unless a move checks. Its solutions are written as lines, one for each way through the answers.

// solveParry solves such a series.
func (j *job) solveParry(ph Phase, white board.Color) error {
	p, ok, err := j.begin(white)
	if err != nil || !ok {
		return err
	}
	j.sink.Phase(ph)
	defer j.sink.EndPhase(ph)
	n := j.p.Stipulation.Moves
	known := j.verdicts()
	newTree := func() *tree { return j.tree(p, white, known) }
	if t := newTree(); t.mustNot() {
		for _, k := range t.mustReach() {
			k.Text += compelled
			j.sink.Line(Line{Moves: []Step{{Number: 1, Played: k.Played, Move: k.move}}})
		}
		return nil
	}
	tries := newTree().tries(n)
	first := firstMoves{p: p, moves: j.window(j.toNumber(p, tries)), played: tries, numbered: true}
	shown := 0
	look(j, &j.search, first, func() func(rules.Move) []Line {
		t := newTree()
		return func(m rules.Move) []Line {
			was := t.walk.nodes
			s := series{tree: t}
			s.attack(m, n, 1)
			j.nodes.Add(t.walk.nodes - was)
			return s.lines
		}
	}, func(lines []Line) bool {
		for _, l := range lines {
			if j.enough(shown) {
				break
			}
			j.sink.Line(l)
			shown++
			j.outcome.Solutions++
		}
		j.outcome.Partial = j.outcome.Partial || j.enough(shown)
		return !j.enough(shown)
	})
	return nil
}

// series collects the lines of a parry series.
type series struct {
	*tree
	steps []Step
	lines []Line
}

// attack adds the lines that begin with the move m with a number, if it succeeds in n moves.
func (s *series) attack(m rules.Move, n, number int) {
	if s.succeedsAtOnce(m, n) {
		s.line(s.step(m, number, true))
		return
	}
	if n == 1 && s.stip.Play == Direct {
		return
	}
	step := s.step(m, number, false)
	s.push(m)
	if s.holds(n) {
		s.steps = append(s.steps, step)
		s.defence(n, number)
		s.steps = s.steps[:len(s.steps)-1]
	}
	s.pop()
}

// defence adds the lines after a move that succeeds, the first of n.
func (s *series) defence(n, number int) {
	if done, _ := s.ends(n); done {
		for _, m := range inOrder(s.now(), slices.Clone(s.candidates(s.goal))) {
			if s.reaches(s.goal, m) {
				s.line(s.step(m, 0, true))
			}
		}
		return
	}
	for _, m := range inOrder(s.now(), slices.Clone(s.answers())) {
		if s.stip.Play == Self && m != pass && s.reaches(s.goal, m) {
			s.line(s.step(m, 0, true))
			continue
		}
		depth := len(s.steps)
		if m != pass {
			s.steps = append(s.steps, s.step(m, 0, false))
		}
		s.push(m)
		k := s.shortest(n - 1)
		for _, next := range s.tries(k) {
			s.attack(next, k, number+1)
		}
		s.pop()
		s.steps = s.steps[:depth]
	}
}

func (s *series) step(m rules.Move, number int, reached bool) Step {
	text := notation.Text(s.now(), m, notation.Popeye)
	if reached {
		text = s.text(m, s.goal, true)
	}
	return Step{Number: number, Move: m, Played: played(s.now(), m, text), Rank: rank(s.now(), m)}
}

// line keeps the line that ends with a step.
func (s *series) line(last Step) {
	s.lines = append(s.lines, Line{Moves: append(slices.Clone(s.steps), last)})
}
