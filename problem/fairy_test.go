package problem_test

import (
	"cmp"
	"errors"
	"flag"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

var all = flag.Bool("all", false, "solve all problems of fairy.jsonl, not one in eight")

// fairyDiffering are the problems of fairy.jsonl for which Kirke and Popeye give different
// solutions, with the reason.
var fairyDiffering = map[string]string{
	"REGRESSIONS/4_63_to_4_65.inp#17": "a Berolina Pawn is not captured en passant",
	"BEISPIEL/exklohne.inp#94":        "Popeye says that it cannot decide whether a move is legal",
	"TESTS/exclusive.inp#2":           "Popeye says that it cannot decide whether a move is refuted",
	"TESTS/exclusive.inp#5":           "Popeye says that it cannot decide whether a move is refuted",
	"REGRESSIONS/4_63_to_4_65.inp#18": "a pawn that went on through a wormhole is not taken en passant",
	"EXAMPLES/hauntedchess.inp#2":     "Popeye leaves out of a caption what a twin replaces",
	"EXAMPLES/multicaptures.inp#1":    "Popeye lets a side without quiet moves capture what one piece alone attacks",
	"REGRESSIONS/4_63_to_4_65.inp#14": "a pawn that went on through a wormhole is not taken en passant",
	"REGRESSIONS/4_63_to_4_65.inp#21": "a pawn that went on through a wormhole is not taken en passant",
	"REGRESSIONS/4_63_to_4_65.inp#15": "a pawn that went on through a wormhole is not taken en passant",
	"EXAMPLES/danger_circe.inp#9":     "Popeye counts a king's move to its home as two refutations",
	"EXAMPLES/snek.inp#7":             "Popeye misses the mate 1...g6*f5[d1=R] 2.Sc6-b4, which it finds in one move",
	"REGRESSIONS/knownbugs.inp#1":     "Popeye leaves a royal bishop in check, as the title of the problem says",
	"EXAMPLES/maketake.inp#12":        "Popeye castles with a bishop on e8, which goes as the king that it captures",
	"TESTS/bul.inp#5":                 "Popeye writes defences that do not prevent the threat",
	"BEISPIEL/hpint.inp#5":            "Popeye counts the positions that its intelligent mode tries",
	"EXAMPLES/total_invisible.inp#17": "Popeye lets no invisible piece move to where one left two half-moves before",
}

// TestFairyProblems solves composed problems with fairy pieces, colours and conditions, compares
// the lines with Popeye's, in any order, and counts what the rest is refused for. Problems that
// take longer than -limit are only counted.
//
//	go test ./problem -run TestFairyProblems -v -all -limit 10s
func TestFairyProblems(t *testing.T) {
	c := coverage{refused: map[string]int{}, alone: map[string]int{}}
	rows := rulestest.Lines[composed](t, data+"fairy.jsonl")
	for i, row := range rows {
		if *only != "" && !strings.Contains(row.ID, *only) || *only == "" && !*all && i%8 != 0 {
			continue
		}
		c.solve(t, row)
	}
	t.Logf("of %d problems %d solved (%d in another order), %d differ as listed, %d wrong, %d take longer than %v, "+
		"%d refused, %d not understood", c.all, c.solved, c.reordered, c.listed, c.wrong, c.slow, *limit, c.refusals,
		c.unread)
	t.Log("refused for: problems, those refused for nothing else")
	reasons := slices.SortedFunc(maps.Keys(c.refused), func(a, b string) int {
		return cmp.Or(c.alone[b]-c.alone[a], c.refused[b]-c.refused[a], strings.Compare(a, b))
	})
	for _, r := range reasons {
		t.Logf("%5d %5d  %s", c.refused[r], c.alone[r], r)
	}
	if c.unread > 0 {
		t.Errorf("%d problems are not understood", c.unread)
	}
}

// composed is a problem in Popeye's language with the lines of Popeye's solution.
type composed struct {
	ID, Input string
	Solution  []string
}

// coverage counts what became of problems.
type coverage struct {
	all, solved, reordered, listed, wrong, slow, refusals, unread int

	refused, alone map[string]int // by reason, the problems refused for it, and for it alone
}

// solve solves a problem and counts it.
func (c *coverage) solve(t *testing.T, row composed) {
	t.Helper()
	c.all++
	got, err := solve(row.Input, *limit, false)
	u, refused := errors.AsType[*problem.UnsupportedError](err)
	switch {
	case errors.Is(err, problem.ErrInterrupted):
		c.slow++
		t.Logf("%s takes longer than %v", row.ID, *limit)
		return
	case refused:
		c.refusals++
		for _, why := range u.Missing {
			if c.refused[why]++; len(u.Missing) == 1 {
				c.alone[why]++
			}
		}
		return
	case err != nil:
		c.unread++
		t.Logf("%s is not understood: %v", row.ID, err)
		why := "not understood: " + number.ReplaceAllString(err.Error(), "")
		c.refused[why]++
		c.alone[why]++
		return
	}
	_, got, _ = strings.Cut(got, "\n") // the data has no notes from beside the diagram
	want := strings.Join(row.Solution, "\n")
	switch {
	case slices.Equal(lines(got), lines(want)):
		c.solved++
		if !slices.Equal(inOrder(got), inOrder(want)) {
			c.reordered++
			t.Logf("%s is solved in another order", row.ID)
		}
	case fairyDiffering[row.ID] != "":
		c.listed++
	default:
		c.wrong++
		onlyKirke, onlyPopeye := rulestest.Difference(lines(got), lines(want))
		t.Errorf("%s:\n%s\nOnly Kirke finds:\n%s\nOnly Popeye finds:\n%s", row.ID, row.Input,
			strings.Join(onlyKirke, "\n"), strings.Join(onlyPopeye, "\n"))
	}
}

var number = regexp.MustCompile(`line \d+: `)
