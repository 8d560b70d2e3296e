package web

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/problem"
)

// Bounds of a solving.
const (
	mostSolving   = 2 * time.Minute
	solverHash    = 64 // megabytes
	mostSolutions = 1000
	progressEvery = 200 * time.Millisecond
)

// Task is a problem to be solved: Popeye's text, or a position with a stipulation.
type Task struct {
	Popeye      string `json:"popeye,omitempty" maxLength:"20000" doc:"A problem in Popeye's language. The other fields are not looked at then."`
	Variant     string `json:"variant,omitempty" maxLength:"200" doc:"The game." example:"circe"`
	FEN         string `json:"fen,omitempty" maxLength:"2000" doc:"The position." example:"4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1"`
	Stipulation string `json:"stipulation,omitempty" maxLength:"100" doc:"As problemists write it." example:"#1"`
	Options     string `json:"options,omitempty" maxLength:"500" doc:"Popeye's options." example:"Try Variations"`
	Sound       bool   `json:"sound,omitempty" doc:"Says whether the problem is sound: cooks, duals, short solutions."`
}

// problem returns what a job of the task would be about.
func (t Task) problem() jobs.Problem {
	return jobs.Problem{Popeye: t.Popeye, Variant: strings.TrimSpace(t.Variant), FEN: t.FEN, Stipulation: t.Stipulation, Options: t.Options, Sound: t.Sound}
}

// read returns the problem of a task, with limits that the server can bear while somebody waits.
func (t Task) read() (*problem.Problem, problem.Language, error) {
	q := t.problem()
	q.MaxSeconds, q.MaxSolutions = int(mostSolving.Seconds()), mostSolutions
	return q.Read()
}

// Solution is what a solving has found.
type Solution struct {
	jobs.Solution
	Seconds float64 `json:"seconds"`
}

// SolvingProgress is how far a solving has come.
type SolvingProgress struct {
	Done  int    `json:"done" doc:"First moves that have been looked at."`
	Of    int    `json:"of"`
	Nodes uint64 `json:"nodes" doc:"Positions visited."`
}

// Found is a solution as it is found.
type Found struct {
	Text string `json:"text"`
}

// finder tells of solutions while they are found.
type finder struct {
	*problem.Report
	tell func(any)
}

func (f finder) Line(l problem.Line) {
	f.Report.Line(l)
	f.tell(Found{l.String()})
}

func (f finder) Key(k *problem.Node) {
	f.Report.Key(k)
	if k.Text != "" {
		f.tell(Found{fmt.Sprintf("%d.%s %s", max(k.Number, 1), k.Text, k.Sign)})
	}
}

// solve solves a problem and tells of what happens by SolvingProgress and Found, from one
// goroutine at a time. The error is errBusy, one of the problem, or that of ctx.
func (s *Server) solve(ctx context.Context, t Task, tell func(any)) (*Solution, error) {
	p, lang, err := t.read()
	if err != nil {
		return nil, err
	}
	select {
	case s.solvers <- struct{}{}:
	default:
		return nil, errors.New("other problems are being solved; try again in a minute")
	}
	defer func() { <-s.solvers }()
	s.metrics.solving.Inc()
	defer s.metrics.solving.Dec()
	began := time.Now()
	told := began
	solver := problem.Solver{Threads: 1, Hash: solverHash, Progress: func(p problem.Progress) {
		if now := time.Now(); now.Sub(told) >= progressEvery {
			told = now
			tell(SolvingProgress{p.Done, p.Of, p.Nodes})
		}
	}}
	ctx, cancel := context.WithTimeout(ctx, mostSolving)
	defer cancel()
	report := problem.NewReport(p)
	if t.Sound {
		report, err = solver.Check(ctx, p)
	} else {
		err = solver.Solve(ctx, p, finder{report, tell})
	}
	interrupted := errors.Is(err, problem.ErrInterrupted) && report != nil
	if err != nil && !interrupted {
		return nil, err
	}
	out := &Solution{jobs.NewSolution(p, report, lang, t.Sound), time.Since(began).Seconds()}
	out.Stopped = out.Stopped || interrupted
	return out, nil
}
