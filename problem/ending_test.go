package problem_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke/problem"
)

// ends counts the lines of each length of a phase that end in the same position.
type ends struct {
	problem.Sink
	phases  int
	lines   map[[3]uint64]int
	partial bool
}

func (e *ends) Phase(problem.Phase) { e.phases++ }

func (e *ends) EndPhase(problem.Phase) {}

func (e *ends) Line(l problem.Line) {
	e.lines[[3]uint64{uint64(e.phases), uint64(len(l.Moves)), l.End}]++
}

func (e *ends) EndTwin(o problem.Outcome) { e.partial = o.Partial }

// TestIntelligentLimit asks for at most two solutions in each final position, and for more than
// there are.
func TestIntelligentLimit(t *testing.T) {
	for _, position := range []string{
		"Stipulation ser-#7\nOption Duplex Intelligent %\nPieces White Kh8 Rc2 Black Ka4 Rc3",
		"Stipulation h#2\nOption Intelligent %\nPieces White Kf6 Rb1 Rc2 Black Kh8 Pa7",
	} {
		of := func(most string) *ends {
			p := read(t, strings.Replace(position, "%", most, 1))
			e := &ends{Sink: problem.NewReport(p), lines: map[[3]uint64]int{}}
			if err := (&problem.Solver{Threads: 2, Hash: 16}).Solve(context.Background(), p, e); err != nil {
				t.Fatal(err)
			}
			return e
		}
		all, few := of("1000"), of("2")
		want, more := map[[3]uint64]int{}, false
		for end, n := range all.lines {
			want[end], more = min(n, 2), more || n > 2
		}
		if diff := cmp.Diff(want, few.lines); diff != "" {
			t.Errorf("%s: lines by final position:\n%s", position, diff)
		}
		if !more || all.partial || !few.partial {
			t.Errorf("%s: more than two for a position %v; partial with a limit of 1000 %v, of two %v",
				position, more, all.partial, few.partial)
		}
	}
}
