package problem_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/kirke-chess/kirke/problem"
)

// TestYield counts the calls of Yield in each kind of play: there are many.
func TestYield(t *testing.T) {
	for _, text := range []string{
		"Stipulation #4\nPieces White Kg1 Qd1 Ra1f1 Bc1 Sc3 Pa2b2c2f2g2h2 Black Kg8 Qd8 Ra8f8 Bc8 Pa7b7c7f7g7h7",
		"Stipulation h#2\nPieces White Ke1 Qd1 Ra1h1 Pa2b2c2 Black Ke8 Qd8 Ra8h8 Pa7b7c7",
		"Stipulation s#3\nPieces White Kg1 Qd1 Ra1f1 Pf2g2h2 Black Kg8 Ra8f8 Bc8 Pf7g7h7",
		"Stipulation ser-h#6\nPieces White Ke1 Ra1h1 Black Ke8 Qd8 Ra8h8 Pa7b7c7",
		"Stipulation h#2\nCondition Circe\nPieces White Ke1 Qd1 Ra1h1 Black Ke8 Qd8 Ra8h8",
	} {
		p := read(t, text)
		var yields atomic.Int64
		solver := problem.Solver{Threads: 2, Hash: 4, Yield: func() { yields.Add(1) }}
		report := problem.NewReport(p)
		if err := solver.Solve(context.Background(), p, report); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var nodes uint64
		for _, twin := range report.Twins {
			nodes += twin.Nodes
		}
		if n := uint64(yields.Load()); nodes < 1000 || n < nodes/10 {
			t.Errorf("%s: %d positions and %d yields", text, nodes, n)
		}
	}
}
