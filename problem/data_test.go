package problem_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/problem"
)

var only = flag.String("only", "", "solve only the problems with this in their names")
var limit = flag.Duration("limit", 5*time.Second, "how long a problem may take")

type record struct {
	ID, Stipulation, Condition, Input, Solution string
	Seconds                                     float64 `json:"popeye_user_s"`
}

func records(t testing.TB) []record {
	f, err := os.Open("../../shared/data/problems.jsonl")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	var all []record
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var r record
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func normal(text string) []string {
	var lines []string
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, " \n\r")
		t := strings.TrimSpace(l)
		if t == "" || strings.Contains(t, "potential positions in") || t == "the side to play can capture the king" || strings.HasPrefix(t, "solution finished") || strings.HasSuffix(t, ")") && strings.Contains(t, "(") && !strings.HasSuffix(t, "a)") && t[0] >= '0' && t[0] <= '9' {
			continue
		}
		lines = append(lines, strings.TrimSpace(l))
	}
	slices.Sort(lines)
	return lines
}

func TestProblems(t *testing.T) {
	bad, good, slow, unsup := 0, 0, 0, 0
	for _, r := range records(t) {
		if *only != "" && !strings.Contains(r.ID, *only) {
			continue
		}
		entries, lang, err := problem.Read(strings.NewReader(r.Input))
		if err != nil || len(entries) != 1 {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		e := entries[0]
		if e.Err != nil {
			var u *problem.UnsupportedError
			t.Logf("%s %s: %v", r.ID, r.Stipulation, e.Err)
			if errors.As(e.Err, &u) {
				unsup++
			} else {
				bad++
			}
			continue
		}
		var out bytes.Buffer
		w := problem.NewTextWriter(&out, lang)
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		s := problem.Solver{Threads: 2, Hash: 64}
		start := time.Now()
		err = s.Solve(ctx, e.Problem, w)
		took := time.Since(start)
		cancel()
		_ = w.Flush()
		if errors.Is(err, problem.Interrupted) {
			slow++
			t.Logf("%s %s %s: SLOW, Popeye %.2f", r.ID, r.Stipulation, r.Condition, r.Seconds)
			continue
		}
		if err != nil {
			var u *problem.UnsupportedError
			if errors.As(err, &u) {
				unsup++
			} else {
				bad++
			}
			t.Logf("%s %s: %v", r.ID, r.Stipulation, err)
			continue
		}
		got, want := normal(out.String()), normal(r.Solution)
		if !slices.Equal(got, want) {
			bad++
			t.Logf("DIFF %s %s %s\n%s", r.ID, r.Stipulation, r.Condition, diff(got, want))
			continue
		}
		good++
		if took.Seconds() > 0.3 || r.Seconds >= 0.3 {
			t.Logf("time %s %s: %.2f (Popeye %.2f)", r.ID, r.Stipulation, took.Seconds(), r.Seconds)
		}
	}
	t.Logf("good %d bad %d slow %d unsupported %d", good, bad, slow, unsup)
}

func diff(got, want []string) string {
	var b strings.Builder
	count := func(list []string) map[string]int {
		m := map[string]int{}
		for _, l := range list {
			m[l]++
		}
		return m
	}
	g, w := count(got), count(want)
	n := 0
	for l, c := range g {
		if c > w[l] && n < 6 {
			b.WriteString("   extra " + l + "\n")
			n++
		}
	}
	n = 0
	for l, c := range w {
		if c > g[l] && n < 6 {
			b.WriteString("   missing " + l + "\n")
			n++
		}
	}
	return b.String()
}
