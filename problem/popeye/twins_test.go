package popeye_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem/popeye"
)

// TestTwinsInText writes twins as they were read, and reads texts that are no twins.
func TestTwinsInText(t *testing.T) {
	const text = "Twin Move c4 d5\nTwin continued Remove f4 Add Black Se5\nTwin Stipulation h#3"
	const diagram = "BeginProblem\nStipulation h#2\nPieces White Ka3 Rb1 Bc4 Black Kc3 Pd4 Sf4\nEndProblem\n"
	entries, _, err := popeye.Read(strings.NewReader(diagram))
	if err != nil {
		t.Fatal(err)
	}
	p := entries[0].Problem
	if err := popeye.SetTwins(p, text); err != nil {
		t.Fatal(err)
	}
	if got := popeye.TwinText(p); got != text || len(p.Twins) != 3 {
		t.Errorf("%d twins: %q", len(p.Twins), got)
	}
	for _, wrong := range []string{
		"move c4 d5", "Twin move c4", "Twin move a8 a7", "Twin frobnicate", "Twin Option Try",
	} {
		q := *p
		q.Twins = nil
		if err := popeye.SetTwins(&q, wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
