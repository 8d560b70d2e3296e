package problem_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestPublishedLines solves published Circe problems and looks for the lines that were printed with
// them.
func TestPublishedLines(t *testing.T) {
	solved, found := 0, 0
	rulestest.EachLine(t, "../testdata/circe/lines.jsonl", func(t *testing.T, row struct {
		Variant, Source, Stipulation, FEN string
		Lines                             []struct{ Moves string }
	}) {
		v, err := kirke.Lookup(row.Variant)
		if err != nil {
			t.Fatal(err)
		}
		p := problem.New(v)
		if p.Setup, err = notation.ParseFEN(v, row.FEN); err != nil {
			t.Skip(err)
		}
		if p.Stipulation, err = problem.ParseStipulation(row.Stipulation); err != nil {
			t.Skip(err) // of conditions besides Circe
		}
		if err := popeye.SetOptions(p, "Variations Try SetPlay"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		defer cancel()
		r := problem.NewReport(p)
		switch err := (&problem.Solver{Threads: 2, Hash: 16}).Solve(ctx, p, r); {
		case errors.Is(err, problem.ErrInterrupted):
			t.Skip("takes longer than ", *limit)
		case err != nil:
			t.Skip(err)
		}
		solved++
		for _, line := range row.Lines {
			if contains(r, strings.Fields(line.Moves)) {
				found++
			} else {
				t.Errorf("%s %s: %s is not in\n%s", row.Source, row.Stipulation, line.Moves,
					popeye.Text(r, popeye.English))
			}
		}
	})
	t.Logf("%d problems solved, with %d lines", solved, found)
	if solved < 30 {
		t.Errorf("only %d were solved", solved)
	}
}

// contains reports whether a report has a line of moves. A move "--" is the pass before a threat.
func contains(r *problem.Report, moves []string) bool {
	for _, twin := range r.Twins {
		for _, ph := range twin.Phases {
			for _, l := range ph.Lines {
				played := []problem.Played{}
				for _, s := range l.Moves {
					played = append(played, s.Played)
				}
				if begins(played, moves) {
					return true
				}
			}
			if leads(ph.Keys, moves) {
				return true
			}
		}
	}
	return false
}

func begins(played []problem.Played, moves []string) bool {
	if len(played) < len(moves) {
		return false
	}
	for i, m := range moves {
		if !same(played[i], m) {
			return false
		}
	}
	return true
}

// leads reports whether a tree has a variation with these moves.
func leads(nodes []*problem.Node, moves []string) bool {
	if len(moves) == 0 {
		return true
	}
	for _, n := range nodes {
		if n.Text == "" && leads(n.Next, moves) { // set play, which has no first move
			return true
		}
		if !same(n.Played, moves[0]) {
			continue
		}
		rest := moves[1:]
		if leads(n.Next, rest) || leads(n.But, rest) {
			return true
		}
		if len(rest) > 1 && leads(n.Threats, rest[1:]) { // after a pass, or an answer that does not parry
			return true
		}
	}
	return false
}

var squares = regexp.MustCompile(`([a-h][1-8])[-x]([a-h][1-8])(?:=([QRBN]))?`)

// same reports whether a move is that of a printed text.
func same(p problem.Played, text string) bool {
	if castled := strings.TrimRight(text, "+#"); castled == "O-O" || castled == "O-O-O" {
		long := strings.Contains(p.Text, "0-0-0")
		return strings.Contains(p.Text, "0-0") && long == (castled == "O-O-O")
	}
	m := squares.FindStringSubmatch(text)
	return m != nil && strings.HasPrefix(p.UCI, m[1]+m[2]+strings.ToLower(m[3]))
}
