package problem_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

var (
	only  = flag.String("only", "", "solve only the problems with this in their names")
	limit = flag.Duration("limit", 300*time.Millisecond, "how long a problem may take")
	hash  = flag.Int("hash", 16, "megabytes for remembering positions")
)

func init() {
	problem.ReadForTest = func(text string) (*problem.Problem, error) {
		entries, _, err := popeye.Read(strings.NewReader(text))
		if err != nil {
			return nil, err
		}
		return entries[0].Problem, entries[0].Err
	}
	problem.TextForTest = func(r *problem.Report) string { return popeye.Text(r, popeye.English) }
}

const data = "../testdata/problems/"

// unsupported are the problems of testdata/problems that Kirke does not solve, with the reason.
var unsupported = map[string]string{
	"BEISPIEL/anticir.inp#59":        "AntiCloneCirce",
	"BEISPIEL/anystip.inp#1":         "Kamikaze",
	"BEISPIEL/mars.inp#23":           "RexExclusive",
	"BEISPIEL/mars.inp#25":           "AntiMarsCirce Mirror",
	"BEISPIEL/phantom.inp#2":         "PhantomChess",
	"BEISPIEL/phantom.inp#5":         "PhantomChess",
	"BEISPIEL/phantom.inp#6":         "PhantomChess",
	"BEISPIEL/phantom.inp#7":         "PhantomChess",
	"BEISPIEL/phantom.inp#8":         "PhantomChess",
	"TESTS/circe.inp#2":              "DiagramAntiCirce",
	"TESTS/circe.inp#5":              "SymmetryAntiCirce",
	"TESTS/circe.inp#25":             "S Q R B S",
	"REGRESSIONS/4_69_to_4_71.inp#8": "AntiCirce Symmetry",
}

// differing are the problems for which Kirke and Popeye give different solutions, with the reason.
var differing = map[string]string{
	"BEISPIEL/lengthy/zeitmax.inp#1":  "Popeye was stopped by MaxTime, Kirke is done before",
	"BEISPIEL/lengthy/zeitmax.inp#5":  "the same",
	"BEISPIEL/lengthy/zeitmax.inp#8":  "the same, or neither is done",
	"TESTS/circe.inp#10":              "check under Assassin and Mirror at once",
	"REGRESSIONS/4_63_to_4_65.inp#16": "two squares at once for a capture en passant",
}

// lines returns the lines of a solution in alphabetical order, without those about the progress.
func lines(text string) []string {
	all := inOrder(text)
	slices.Sort(all)
	return all
}

// inOrder returns the lines of a solution without those about the progress.
func inOrder(text string) []string {
	var all []string
	for l := range strings.Lines(text) {
		l = strings.Join(strings.Fields(l), " ")
		if l == "" || l == "zugzwang." || strings.HasPrefix(l, "solution finished") || progress.MatchString(l) {
			continue
		}
		all = append(all, l)
	}
	return all
}

var (
	progress = regexp.MustCompile(`^\d+ +\(`)
	timing   = regexp.MustCompile(` (Time|Zeit|Temps) = [0-9.:]* s`)
)

// read returns a problem that is given by its commands in Popeye's language.
func read(t *testing.T, commands string) *problem.Problem {
	t.Helper()
	entries, _, err := popeye.Read(strings.NewReader("BeginProblem\n" + commands + "\nEndProblem\n"))
	if err != nil || len(entries) != 1 || entries[0].Err != nil {
		t.Fatalf("%s: %v %v", commands, err, entries)
	}
	return entries[0].Problem
}

// solve returns what Kirke prints for a problem in Popeye's language, with or without the diagram.
func solve(input string, d time.Duration, diagram bool) (string, error) {
	entries, lang, err := popeye.Read(strings.NewReader(input))
	if err != nil {
		return "", err
	}
	if entries[0].Err != nil {
		return "", entries[0].Err
	}
	var out bytes.Buffer
	w := popeye.NewTextWriter(&out, lang)
	if diagram {
		w.Diagram(entries[0].Problem)
	}
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	s := problem.Solver{Threads: 2, Hash: *hash}
	if err := s.Solve(ctx, entries[0].Problem, w); err != nil {
		return "", err
	}
	w.Finish()
	err = w.Flush()
	return timing.ReplaceAllString(out.String(), ""), err
}

// TestProblems solves composed problems and compares the lines with Popeye's solutions, in any
// order. Problems that take longer than -limit are only counted. make soak solves them with -limit
// 10m -hash 2048.
func TestProblems(t *testing.T) {
	slow, solved := 0, 0
	rulestest.EachLine(t, data+"popeye.jsonl", func(t *testing.T, row struct {
		ID, Input string
		Solution  []string
	}) {
		if *only != "" && !strings.Contains(row.ID, *only) {
			return
		}
		got, err := solve(row.Input, *limit, false)
		var u *problem.UnsupportedError
		switch {
		case errors.Is(err, problem.ErrInterrupted):
			slow++
			t.Logf("%s takes longer than %v", row.ID, *limit)
			return
		case errors.As(err, &u):
			if why, ok := unsupported[row.ID]; !ok || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %v", row.ID, err)
			}
			return
		case err != nil:
			t.Errorf("%s: %v", row.ID, err)
			return
		}
		solved++
		_, got, _ = strings.Cut(got, "\n") // the data has no notes from beside the diagram
		want := lines(strings.Join(row.Solution, "\n"))
		if !slices.Equal(lines(got), want) && differing[row.ID] == "" {
			t.Errorf("%s:\n%s\nPopeye finds:\n%s", row.ID, strings.Join(lines(got), "\n"), strings.Join(want, "\n"))
		}
	})
	t.Logf("%d problems solved, %d take longer than %v", solved, slow, *limit)
	if solved < 200 && *only == "" {
		t.Errorf("only %d problems were solved", solved)
	}
}

// solved is a problem with what Popeye prints.
type solved struct{ ID, Input, Output string }

// sample runs a test with a third of the problems of output.jsonl, and with all that have an
// introductory series.
func sample(t *testing.T, third int, test func(*testing.T, solved)) {
	for _, file := range []string{"output.jsonl", "drawn.jsonl"} {
		rulestest.EachLine(t, data+file, func(t *testing.T, row solved) {
			if strings.HasPrefix(row.ID, "series/") || file == "output.jsonl" && len(row.ID)%3 == third {
				test(t, row)
			}
		})
	}
}

// TestOutput compares whole outputs with Popeye's to the byte, without its version and times.
func TestOutput(t *testing.T) {
	for _, file := range []string{"output.jsonl", "drawn.jsonl", "structured.jsonl"} {
		rulestest.EachLine(t, data+file, func(t *testing.T, row solved) {
			got, err := solve(row.Input, time.Minute, true)
			if err != nil {
				t.Errorf("%s: %v", row.ID, err)
				return
			}
			if got != row.Output {
				t.Errorf("%s:\n%q\nPopeye prints:\n%q", row.ID, got, row.Output)
			}
		})
	}
}

// TestAnyNumberOfThreads compares outputs with different numbers of threads and table sizes.
func TestAnyNumberOfThreads(t *testing.T) {
	sample(t, 0, func(t *testing.T, row solved) {
		var first string
		for _, s := range []problem.Solver{{Threads: 1}, {Threads: 3, Hash: 1}, {Threads: 2, Hash: 32}} {
			entries, lang, err := popeye.Read(strings.NewReader(row.Input))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			var out bytes.Buffer
			w := popeye.NewTextWriter(&out, lang)
			err = s.Solve(ctx, entries[0].Problem, w)
			cancel()
			if errors.Is(err, problem.ErrInterrupted) {
				return // without memory some take long
			}
			if err != nil {
				t.Fatal(row.ID, err)
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			text := timing.ReplaceAllString(out.String(), "")
			if first == "" {
				first = text
			}
			if text != first {
				t.Errorf("%s: %d threads, %d MB:\n%s\nbefore:\n%s", row.ID, s.Threads, s.Hash, text, first)
			}
		}
	})
}
