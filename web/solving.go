package web

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
)

// Bounds of a solving.
const (
	mostSolving   = 2 * time.Minute
	solverHash    = 64 // megabytes
	mostSolutions = 1000
	progressEvery = 200 * time.Millisecond
)

// Task is a problem to be solved: Popeye's text, or a problem by its parts.
type Task struct {
	Popeye      string `json:"popeye,omitempty" maxLength:"20000" doc:"A problem in Popeye's language. Of the other fields only sound is looked at then."`
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
	Sound       bool   `json:"sound,omitempty" doc:"Says whether the problem is sound: cooks, duals, short solutions."`
}

// problem returns what a job of the task would be about.
func (t Task) problem() jobs.Problem {
	return jobs.Problem{
		Popeye: t.Popeye, Variant: strings.TrimSpace(t.Variant), FEN: t.FEN, Stipulation: t.Stipulation, Options: t.Options, Twins: t.Twins,
		Title: t.Title, Author: t.Author, Source: t.Source, Award: t.Award, Remark: t.Remark, Sound: t.Sound,
	}
}

// taskOfProblem returns the task of what a job is about.
func taskOfProblem(q jobs.Problem) Task {
	return Task{
		Popeye: q.Popeye, Variant: q.Variant, FEN: q.FEN, Stipulation: q.Stipulation, Options: q.Options, Twins: q.Twins,
		Title: q.Title, Author: q.Author, Source: q.Source, Award: q.Award, Remark: q.Remark, Sound: q.Sound,
	}
}

// byParts returns a task in Popeye's language by its parts, where these hold all that it says, and any other as it is.
func (t Task) byParts() Task {
	if strings.TrimSpace(t.Popeye) == "" {
		return t
	}
	if parts, ok := t.problem().ByParts(); ok {
		return taskOfProblem(parts)
	}
	return t
}

// forEditor returns a task by its parts, for the editor to change its position. Of a text that says more than the parts hold
// it has the position alone, and wrong says so.
func (t Task) forEditor() (parts Task, wrong string) {
	t = t.byParts()
	if strings.TrimSpace(t.Popeye) == "" {
		return t, ""
	}
	p, _, err := t.read()
	if err != nil {
		return Task{}, "The problem cannot be read: " + sentence(err)
	}
	v, err := p.Variant()
	if err != nil {
		return Task{}, "The problem cannot be read: " + sentence(err)
	}
	return Task{Variant: v.ID, FEN: notation.FEN(v, p.Setup)}, "The text says more than can be set up here: only its position is shown."
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
		"popeye": &t.Popeye, "variant": &t.Variant, "fen": &t.FEN, "stipulation": &t.Stipulation, "options": &t.Options, "twins": &t.Twins,
		"title": &t.Title, "author": &t.Author, "source": &t.Source, "award": &t.Award, "remark": &t.Remark,
	}
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
// goroutine at a time. While others wait it goes on by slices. The error is one of work.Queue.Enter, or of the problem.
func (s *Server) solve(ctx context.Context, t Task, tell func(any)) (*Solution, error) {
	p, lang, err := t.read()
	if err == nil {
		err = s.maySolve(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	place, err := s.places.long.Enter(ctx, clientOf(ctx))
	if err != nil {
		return nil, err
	}
	defer place.Leave()
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
	solver.Yield = func() { place.Yield(ctx) }
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
	out := &Solution{jobs.NewSolution(p, report, lang), time.Since(began).Seconds()}
	out.Stopped = out.Stopped || interrupted
	return out, nil
}
