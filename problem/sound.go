package problem

import (
	"context"
	"fmt"
	"strings"
)

// Check solves p and reports whether it is sound: one solution in each twin (or each of the
// sides), none shorter than the stipulation says, and in play with answers one key, one continuation
// after each answer that the key's threats do not meet, and tries refuted by one move each. The report has the
// solution with variations and tries. The error is as that of Solve.
func (s *Solver) Check(ctx context.Context, p *Problem) (*Report, error) {
	q := p.clone()
	q.Options.Variations, q.Options.NoThreat = true, false
	q.Options.MaxSolutions, q.Options.StopOnShort, q.Options.From, q.Options.UpTo = 0, false, 0, 0
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
		t.Faults = faults(t, &twins[i].Stipulation)
		sound := len(t.Faults) == 0
		t.Sound = &sound
	}
	return r, nil
}

// Sound reports whether a report of Check found nothing wrong.
func (r *Report) Sound() bool {
	for _, t := range r.Twins {
		if t.Sound == nil || !*t.Sound {
			return false
		}
	}
	return true
}

// faults says what is wrong with the solution of a twin.
func faults(t *TwinReport, st *Stipulation) []string {
	var all []string
	for _, ph := range t.Phases {
		if ph.Kind == "set play" {
			continue
		}
		side := ""
		if ph.Swapped {
			side = " with colours exchanged"
		}
		if !st.tree() {
			all = append(all, lineFaults(ph.Lines, st, side)...)
			continue
		}
		if ph.Kind == "after the key" {
			all = append(all, duals(ph.Keys)...)
			continue
		}
		all = append(all, keyFaults(ph.Keys, st, side)...)
	}
	return all
}

// lineFaults says what is wrong with the lines of help or series play.
func lineFaults(lines []Line, st *Stipulation, side string) []string {
	if len(lines) == 0 {
		return []string{"no solution" + side}
	}
	var all []string
	longest := 0
	for _, l := range lines {
		longest = max(longest, len(l.Moves))
	}
	full := 0
	for _, l := range lines {
		if len(l.Moves) < longest && st.Play != Reciprocal {
			all = append(all, "short solution"+side+": "+l.String())
			continue
		}
		if full++; full > 1 && st.Play != Reciprocal {
			all = append(all, "further solution"+side+": "+l.String())
		}
	}
	return all
}

// String returns the moves of a line with blanks between.
func (a Line) String() string {
	var words []string
	for _, s := range a.Moves {
		words = append(words, s.Text)
	}
	return strings.Join(words, " ")
}

// keyFaults says what is wrong with keys and tries.
func keyFaults(nodes []*Node, st *Stipulation, side string) []string {
	var all []string
	keys := 0
	for _, k := range nodes {
		if k.Sign != "!" {
			continue // a try with its refutation
		}
		if keys++; keys > 1 {
			all = append(all, "cook"+side+": 1."+k.Text)
			continue
		}
		if st.Moves > 1 && len(k.Next) == 0 && len(k.Threats) == 0 && !k.Zugzwang {
			all = append(all, "short solution"+side+": 1."+k.Text)
		}
		all = append(all, duals([]*Node{k})...)
	}
	if keys == 0 {
		all = append(all, "no solution"+side)
	}
	return all
}

// duals lists the places where more than one continuation succeeds.
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

func texts(nodes []*Node) string {
	var words []string
	for _, n := range nodes {
		words = append(words, n.Text)
	}
	return strings.Join(words, ", ")
}
