package rules_test

import (
	"fmt"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// TestLinesDrawn: lines join neighbours on a diagonal among the squares of either side.
func TestLinesDrawn(t *testing.T) {
	size := board.Size{Files: 4, Ranks: 6}
	for _, c := range []struct {
		in   board.Regions
		want string
	}{
		{board.Regions{}, "[]"},
		{board.Regions{White: "a1 b1 b2"}, "[a1-b2 b5-a6]"}, // Black's are White's turned over
		{board.Same("a1 b1 b2"), "[a1-b2]"},
		{board.Same("a1 c1 b2 a3 c3"), "[a1-b2 c1-b2 b2-a3 b2-c3]"},
		{board.Same("a1 c3 d1"), "[]"},
		{board.Same("z9"), "[]"},
	} {
		got := []string{}
		for _, l := range (rules.Lines{Squares: c.in}).Drawn(size) {
			got = append(got, size.Name(l[0])+"-"+size.Name(l[1]))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%v: %v, want %s", c.in, got, c.want)
		}
	}
}

// TestJoinedLines: lines that go on straight are one.
func TestJoinedLines(t *testing.T) {
	size := board.Size{Files: 9, Ranks: 10}
	for in, want := range map[board.Region]string{
		"d1 f1 e2 d3 f3":    "[d1-f3 f1-d3 d8-f10 f8-d10]",
		"a1 b2 c1 d2":       "[a1-b2 c1-b2 c1-d2 b9-a10 b9-c10 d9-c10]",
		"a1 b2 c3 d4 e5 f6": "[a1-f6 f5-a10]",
	} {
		got := []string{}
		for _, l := range size.JoinLines((rules.Lines{Squares: board.Regions{White: in}}).Drawn(size)) {
			got = append(got, size.Name(l[0])+"-"+size.Name(l[1]))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%v: %v, want %s", in, got, want)
		}
	}
}
