package problem

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// Check solves p and reports whether it is sound. A sound problem has one solution in each twin, or
// for each side, and none shorter than the stipulation. Play with answers has one key, and one
// continuation after each answer that meets the threats. The report has the solution with
// variations and with tries that one move refutes. The errors are those of Solve.
func (s *Solver) Check(ctx context.Context, p *Problem) (*Report, error) {
	q := p.clone()
	q.Options.Variations, q.Options.NoThreat = true, false
	q.Options.MaxSolutions, q.Options.StopOnShort, q.Options.From, q.Options.UpTo = 0, false, 0, 0
	q.Options.FromNext, q.Options.UpToNext = nil, nil
	q.Options.Tries = max(q.Options.Tries, 1)
	r := NewReport(q)
	err := s.Solve(ctx, q, r)
	if err != nil {
		return r, err
	}
	twins, err := q.Unroll()
	if err != nil {
		return r, err
	}
	for i := range r.Twins {
		t := &r.Twins[i]
		t.Faults = faults(t, twins[i].Problem)
		sound := len(t.Faults) == 0
		t.Sound = &sound
	}
	return r, nil
}

// Sound reports whether Check found nothing wrong.
func (r *Report) Sound() bool {
	for _, t := range r.Twins {
		if t.Sound == nil || !*t.Sound {
			return false
		}
	}
	return true
}

// faults returns what is wrong with the solution of a twin.
func faults(t *TwinReport, p *Problem) []string {
	var all []string
	st := &p.Stipulation
	for _, swapped := range p.Options.sides() {
		side := ""
		if swapped {
			side = " with colours exchanged"
		}
		i := slices.IndexFunc(t.Phases, func(ph PhaseReport) bool {
			return ph.Kind != "set play" && ph.Swapped == swapped
		})
		switch {
		case i < 0 && t.unsolved != "":
			all = append(all, "not solved"+side+": "+t.unsolved)
		case i < 0:
			all = append(all, "no solution"+side)
		case st.defended() && !st.tree():
			all = append(all, p.variationFaults(t.Phases[i].Lines, side)...)
		case !st.tree():
			all = append(all, p.lineFaults(t.Phases[i].Lines, side)...)
		case t.Phases[i].Kind == "after the key":
			all = append(all, afterFaults(t.Phases[i].Keys, side, t.Solutions > 0)...)
		default:
			all = append(all, keyFaults(t.Phases[i].Keys, st, side)...)
		}
	}
	return all
}

// lineFaults returns what is wrong with the lines of help or series play. Lines that differ only in
// a last move that is an answer are one solution.
func (p *Problem) lineFaults(lines []Line, side string) []string {
	if len(lines) == 0 {
		return []string{"no solution" + side}
	}
	var all []string
	st, length := &p.Stipulation, p.halfMoves()
	full := map[int]int{} // lines, by length
	for i, l := range lines {
		own := st.Play == Reciprocal && len(l.Moves) == length-1 // the goal of the side that could go on
		switch {
		case l.Moves[len(l.Moves)-1].compelled():
			all = append(all, "the goal must be reached too early"+side+": "+l.String())
		case i > 0 && st.answered() && l.differsInAnswer(lines[i-1]): // the same solution
		case len(l.Moves) < length && !own:
			all = append(all, "short solution"+side+": "+l.String())
		default:
			if full[len(l.Moves)]++; full[len(l.Moves)] > 1 && (length > 0 || st.Play != Reciprocal) {
				all = append(all, "further solution"+side+": "+l.String())
			}
		}
	}
	return all
}

// variationFaults returns what is wrong with the lines of play with answers. Lines may differ first
// in an answer. If they differ first in a move before any answer there is a further solution, and
// after one a dual. After an introductory series no duals are looked for, since it is not known
// which answers meet a threat.
func (p *Problem) variationFaults(lines []Line, side string) []string {
	if len(lines) == 0 {
		return []string{"no solution" + side}
	}
	var all []string
	longest := 0 // the moves in the longest variation of the last solution
	short := func(l Line) {
		if longest < p.Stipulation.Moves {
			all = append(all, "short solution"+side+": "+l.String())
		}
	}
	for i, l := range lines {
		if l.Moves[len(l.Moves)-1].compelled() {
			all = append(all, "the goal must be reached too early"+side+": "+l.String())
			longest = p.Stipulation.Moves
			continue
		}
		if i > 0 {
			switch n := l.firstDifference(lines[i-1]); {
			case l.beginsSolution(lines[i-1]):
				short(lines[i-1])
				longest = 0
				all = append(all, "further solution"+side+": "+l.String())
			case l.Moves[n].Answer || p.Stipulation.Mover != Parry:
			case slices.ContainsFunc(l.Moves[:n], func(s Step) bool { return s.Answer }):
				all = append(all, "dual"+side+": "+l.String())
			default:
				all = append(all, "further solution"+side+": "+l.String())
			}
		}
		longest = max(longest, l.attacks())
	}
	short(lines[len(lines)-1])
	return all
}

// firstDifference returns the index of the first move in which two lines differ.
func (a Line) firstDifference(b Line) int {
	n := 0
	for n < min(len(a.Moves), len(b.Moves)) && a.Moves[n].Text == b.Moves[n].Text {
		n++
	}
	return n
}

// attacks returns how many moves the attacking side makes in a line after the introductory series.
func (a Line) attacks() int {
	n := 0
	for i := range a.Moves[a.Intro:] {
		if !a.Moves[a.Intro+i].Answer {
			n++
		}
	}
	return n
}

// compelled reports whether a move reaches the goal because it must, which is not a solution.
func (s *Step) compelled() bool { return strings.HasSuffix(s.Text, compelledSign) }

// halfMoves returns how many half-moves a full solution in lines has. It is 0 if solutions differ
// in length because checks are answered or a series may be shorter: then none is called short.
func (p *Problem) halfMoves() int {
	st, o := &p.Stipulation, p.Options
	if len(st.Intro) > 0 || st.Mover == Parry || st.Mover == HelpParry {
		return 0
	}
	o, _ = o.applicable(st)
	all := st.sequences(&o, false, board.White)
	n := len(all[len(all)-1].Turns)
	if st.answered() {
		n++
	}
	return n
}

// String returns the moves of a line, separated by blanks.
func (a Line) String() string {
	var words []string
	for _, s := range a.Moves {
		words = append(words, s.Text)
	}
	return strings.Join(words, " ")
}

// keyFaults returns what is wrong with keys and tries.
func keyFaults(nodes []*Node, st *Stipulation, side string) []string {
	var all []string
	keys := 0
	for _, k := range nodes {
		if k.Sign != "!" {
			continue // a try
		}
		if keys++; keys > 1 {
			all = append(all, "cook"+side+": 1."+k.Text)
			continue
		}
		if k.moves() < st.Moves {
			all = append(all, "short solution"+side+": 1."+k.Text)
		}
		all = append(all, duals([]*Node{k})...)
	}
	if keys == 0 {
		all = append(all, "no solution"+side)
	}
	return all
}

// afterFaults returns what is wrong with the play after the key.
func afterFaults(nodes []*Node, side string, solved bool) []string {
	var all []string
	for _, k := range nodes {
		for _, a := range k.Next {
			if a.Sign == refutes {
				all = append(all, "refuted"+side+" by 1..."+a.Text)
			}
		}
	}
	if len(all) == 0 && !solved {
		all = append(all, "no solution"+side)
	}
	return append(all, duals(nodes)...)
}

// moves returns how many moves the attacking side makes in the longest variation from a move on.
func (k *Node) moves() int {
	n := 0
	for _, next := range [][]*Node{k.Next, k.Threats} {
		for _, m := range next {
			n = max(n, m.moves())
		}
	}
	if !k.Answer {
		n++
	}
	return n
}

// duals returns the answers after which several continuations succeed, and keys with several
// threats.
func duals(nodes []*Node) []string {
	var all []string
	for _, n := range nodes {
		if n.Answer && len(n.Next) > 1 {
			all = append(all, fmt.Sprintf("dual after %d...%s: %s", n.Number, n.Text, texts(n.Next)))
		}
		if len(n.Threats) > 1 {
			all = append(all, fmt.Sprintf("double threat after %d.%s: %s", n.Number, n.Text, texts(n.Threats)))
		}
		all = append(all, duals(n.Threats)...)
		all = append(all, duals(n.Next)...)
	}
	return all
}

// texts returns moves in a line.
func texts(nodes []*Node) string {
	var words []string
	for _, n := range nodes {
		words = append(words, n.Text)
	}
	return strings.Join(words, ", ")
}

// Verdict returns in words whether each twin of a checked problem is sound.
func (r *Report) Verdict(number int) string {
	var b strings.Builder
	for _, t := range r.Twins {
		name := fmt.Sprintf("problem %d", number)
		if t.Label != "" {
			name += " " + strings.SplitAfter(t.Label, ")")[0]
		}
		switch {
		case !t.Complete:
			fmt.Fprintf(&b, "%s: not checked to the end\n", name)
		case len(t.Faults) == 0:
			fmt.Fprintf(&b, "%s: C+ %s (%s)\n", name, t.Stipulation, t.checked())
		default:
			fmt.Fprintf(&b, "%s: not sound (%s)\n", name, t.checked())
			for _, f := range t.Faults {
				fmt.Fprintf(&b, "    %s\n", f)
			}
		}
	}
	return b.String()
}

// checked returns what was searched for a verdict.
func (t *TwinReport) checked() string {
	what := "all first moves"
	for _, ph := range t.Phases {
		if ph.Kind == "set play" {
			what += ", set play"
		}
		tries := 0
		for _, k := range ph.Keys {
			if k.Sign == "?" {
				tries++
			}
		}
		if tries > 0 {
			what += fmt.Sprintf(", %d tries refuted by one move", tries)
		}
	}
	st, err := ParseStipulation(t.Stipulation)
	if err == nil && st.defended() && st.Mover == Alternate && len(st.Intro) > 0 && st.Moves > 1 {
		what += ", duals not looked for"
	}
	return fmt.Sprintf("%s, %d positions", what, t.Nodes)
}
