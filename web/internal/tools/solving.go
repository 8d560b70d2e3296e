package tools

// This file solves problems.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/view"
)

// Bounds of solving while somebody waits.
const (
	mostSolving   = 2 * time.Minute
	solverHash    = 64 // megabytes
	mostSolutions = 1000
	progressEvery = 200 * time.Millisecond
)

// Task is a problem to solve: a text in Popeye's language, or a problem by its parts. The fields have
// the lengths of mostOf at most.
type Task struct {
	Popeye      string `json:"popeye,omitempty" doc:"A problem in Popeye's language. It replaces all other fields but sound."`
	Variant     string `json:"variant,omitempty" doc:"The game." example:"circe"`
	FEN         string `json:"fen,omitempty" doc:"The position." example:"4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1"`
	Stipulation string `json:"stipulation,omitempty" doc:"As problemists write it." example:"#1"`
	Options     string `json:"options,omitempty" doc:"Popeye's options." example:"Try Variations"`
	Twins       string `json:"twins,omitempty" doc:"Popeye's twins." example:"Twin move d2 d3"`
	Title       string `json:"title,omitempty" doc:"Printed with the problem, as are the next four."`
	Author      string `json:"author,omitempty"`
	Source      string `json:"source,omitempty"`
	Award       string `json:"award,omitempty"`
	Remark      string `json:"remark,omitempty"`
	Sound       bool   `json:"sound,omitempty" doc:"Tests soundness: cooks, duals, short solutions."`
}

// mostOf is the number of characters that each text of a task may have, by its name.
var mostOf = map[string]int{
	"popeye": 20000, "variant": 200, "fen": 2000, "stipulation": 100, "options": 500, "twins": 2000,
	"title": 500, "author": 500, "source": 500, "award": 500, "remark": 2000,
}

// tooLong returns the text of a task that is too long, and a sentence about it; nil if none is.
func (t Task) tooLong() (field string, err error) {
	texts := t.fields()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if n := utf8.RuneCountInString(*texts[name]); n > mostOf[name] {
			return name, fmt.Errorf("the %s is too long: it has %d characters, and %d are the most",
				called(name), n, mostOf[name])
		}
	}
	return "", nil
}

// called returns what the page calls a text of a task.
func called(name string) string {
	switch name {
	case "fen":
		return "position"
	case "popeye":
		return "text in Popeye's language"
	case "options", "twins":
		return "text of the " + name
	}
	return name
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

// read returns the problem of a task, with the limits of solving while somebody waits. The error also
// says why a position makes no problem.
func (t Task) read() (*problem.Problem, popeye.Language, error) {
	if _, err := t.tooLong(); err != nil {
		return nil, popeye.English, err
	}
	q := t.problem()
	q.MaxSeconds, q.MaxSolutions = int(mostSolving.Seconds()), mostSolutions
	p, lang, err := q.Read()
	if err != nil {
		return nil, lang, err
	}
	v, err := p.Variant()
	switch {
	case err != nil:
	case !slices.ContainsFunc(p.Setup.Board, func(m kirke.Piece) bool { return m != 0 }):
		err = errEmpty
	default:
		err = misplaced(v, p.Setup)
	}
	return p, lang, err
}

var errEmpty = errors.New("the board is empty: put the pieces of the problem on it first")

// misplaced returns a sentence about the first pawn on its last rank, where it would have been
// promoted; nil if there is none.
func misplaced(v *kirke.Variant, s kirke.Setup) error {
	side, square := view.PawnOnLastRank(v, s)
	if square == "" {
		return nil
	}
	return fmt.Errorf("a %s pawn stands on %s, where it would be promoted: put the piece that it became there",
		side, square)
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
		Threads: 1, Hash: solverHash, Tables: t.tables,
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
