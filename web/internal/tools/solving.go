package tools

// This file solves problems.

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Bounds of solving while somebody waits.
const (
	mostSolving   = 2 * time.Minute
	solverHash    = 64 // megabytes
	mostSolutions = 1000
	progressEvery = 200 * time.Millisecond
)

// Task is a problem to solve: a text in Popeye's language, or a problem by its parts.
type Task struct {
	Popeye      string `json:"popeye,omitempty" maxLength:"20000" doc:"A problem in Popeye's language. It replaces all other fields but sound."`
	Variant     string `json:"variant,omitempty" maxLength:"200" doc:"The game." example:"circe"`
	FEN         string `json:"fen,omitempty" maxLength:"2000" doc:"The position." example:"4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1"`
	Stipulation string `json:"stipulation,omitempty" maxLength:"100" doc:"As problemists write it." example:"#1"`
	Options     string `json:"options,omitempty" maxLength:"500" doc:"Popeye's options." example:"Try Variations"`
	Twins       string `json:"twins,omitempty" maxLength:"2000" doc:"Popeye's twins." example:"Twin move d2 d3"`
	Title       string `json:"title,omitempty" maxLength:"500" doc:"Printed with the problem, as are the next four."`
	Author      string `json:"author,omitempty" maxLength:"500"`
	Source      string `json:"source,omitempty" maxLength:"500"`
	Award       string `json:"award,omitempty" maxLength:"500"`
	Remark      string `json:"remark,omitempty" maxLength:"2000"`
	Sound       bool   `json:"sound,omitempty" doc:"Tests soundness: cooks, duals, short solutions."`
}

// problem returns a task as package jobs has it.
func (t Task) problem() jobs.Problem {
	return jobs.Problem{
		Popeye: t.Popeye, Variant: strings.TrimSpace(t.Variant), FEN: t.FEN,
		Stipulation: t.Stipulation, Options: t.Options, Twins: t.Twins,
		Title: t.Title, Author: t.Author, Source: t.Source, Award: t.Award, Remark: t.Remark, Sound: t.Sound,
	}
}

// taskOfProblem returns the task of a job.
func taskOfProblem(q jobs.Problem) Task {
	return Task{
		Popeye: q.Popeye, Variant: q.Variant, FEN: q.FEN,
		Stipulation: q.Stipulation, Options: q.Options, Twins: q.Twins,
		Title: q.Title, Author: q.Author, Source: q.Source, Award: q.Award, Remark: q.Remark, Sound: q.Sound,
	}
}

// byParts returns a task in Popeye's language by its parts, if these can express all of it. It
// returns any other task unchanged.
func (t Task) byParts() Task {
	if strings.TrimSpace(t.Popeye) == "" {
		return t
	}
	if parts, ok := t.problem().ByParts(); ok {
		return taskOfProblem(parts)
	}
	return t
}

// query returns a task as the query of an address.
func (t Task) query() url.Values {
	q := url.Values{}
	for name, value := range t.fields() {
		if *value != "" {
			q.Set(name, *value)
		}
	}
	if t.Sound {
		q.Set("sound", "yes")
	}
	return q
}

// fields returns the texts of a task by their names in forms and addresses.
func (t *Task) fields() map[string]*string {
	return map[string]*string{
		"popeye": &t.Popeye, "variant": &t.Variant, "fen": &t.FEN,
		"stipulation": &t.Stipulation, "options": &t.Options, "twins": &t.Twins,
		"title": &t.Title, "author": &t.Author, "source": &t.Source, "award": &t.Award, "remark": &t.Remark,
	}
}

// read returns the problem of a task, with the limits of solving while somebody waits.
func (t Task) read() (*problem.Problem, popeye.Language, error) {
	q := t.problem()
	q.MaxSeconds, q.MaxSolutions = int(mostSolving.Seconds()), mostSolutions
	return q.Read()
}

// Solution is the result of solving.
type Solution struct {
	jobs.Solution
	Seconds float64 `json:"seconds"`
}

// SolvingProgress is the progress of the solver.
type SolvingProgress struct {
	Done  int    `json:"done" doc:"First moves that have been searched."`
	Of    int    `json:"of"`
	Nodes uint64 `json:"nodes" doc:"Positions visited."`
}

// Found is a solution as it is found.
type Found struct {
	Text string `json:"text"`
}

// finder reports solutions as they are found.
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

// solvingAPI registers the solver.
func (t *Tools) solvingAPI(api huma.API) {
	op := site.Operation("solve", http.MethodPost, "/solve",
		"Solve a problem and report the progress; ending the request ends the solving", "work")
	events := map[string]any{
		"progress": SolvingProgress{}, "found": Found{}, "solution": Solution{}, "error": site.StreamError{},
	}
	sse.Register(api, op, events, func(ctx context.Context, in *struct{ Body Task }, send sse.Sender) {
		ctx, cancel := t.site.UntilClosing(ctx)
		defer cancel()
		tell := func(v any) {
			if send.Data(v) != nil {
				cancel()
			}
		}
		solution, err := t.solve(ctx, in.Body, tell)
		if err != nil {
			tell(site.StreamError{Detail: site.Sentence(ctx, err)})
			return
		}
		tell(*solution)
	})
}

// solve solves a problem. It calls tell with SolvingProgress and Found, from one goroutine at a
// time. It yields its place in the queue to others. The error is one of work.Queue.Enter, or is
// about the problem.
func (t *Tools) solve(ctx context.Context, task Task, tell func(any)) (*Solution, error) {
	p, lang, err := task.read()
	if err == nil {
		err = fairplay.MaySolve(ctx, t.site, p)
	}
	if err != nil {
		return nil, err
	}
	place, err := t.site.Work.Long.Enter(ctx, site.ClientOf(ctx))
	if err != nil {
		return nil, err
	}
	defer place.Leave()
	t.solving.Inc()
	defer t.solving.Dec()
	ctx, cancel := context.WithTimeout(ctx, mostSolving)
	defer cancel()
	began := time.Now()
	told := began
	solver := problem.Solver{
		Threads: 1, Hash: solverHash,
		Yield: func() { place.Yield(ctx) },
		Progress: func(p problem.Progress) {
			if now := time.Now(); now.Sub(told) >= progressEvery {
				told = now
				tell(SolvingProgress{p.Done, p.Of, p.Nodes})
			}
		},
	}
	report := problem.NewReport(p)
	if task.Sound {
		report, err = solver.Check(ctx, p)
	} else {
		err = solver.Solve(ctx, p, finder{report, tell})
	}
	interrupted := errors.Is(err, problem.ErrInterrupted) && report != nil
	if err != nil && !interrupted {
		return nil, err
	}
	out := &Solution{jobs.NewSolution(p, report, lang), time.Since(began).Seconds()}
	out.Stopped = out.Stopped || interrupted
	return out, nil
}
