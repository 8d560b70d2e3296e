package tools

// This file holds the pages of the problem solver.

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// examples are published problems that the page offers.
var examples = []page.Example{
	example("mate in two", Task{
		Author: "Romeo Bedoni", Source: "diagrammes 1993", Award: "1st prize", Stipulation: "#2", Options: "Variations",
		Variant: "anticirce", FEN: "8/2P3P1/8/8/6Q1/4K3/5pN1/5k2 w",
	}),
	example("help mate in two", Task{
		Author: "Kjell Widlert", Source: "The Problemist 1976", Stipulation: "h#2", Twins: "Twin move c4 d5",
		Variant: "circe-volcanic", FEN: "8/8/8/8/2Bp1n2/K1k5/8/1R6 w",
	}),
	example("mate in two", Task{
		Author: "Erich Bartel", Source: "Jugendschach 1989", Stipulation: "#2", Options: "Variations",
		Variant: "circe-rex-inclusive", FEN: "1R6/8/8/4R3/8/k1K5/8/8 w",
	}),
	example("help mate in four", Task{
		Author: "Marjan Kerhuel", Source: "Rex Multiplex 1983", Stipulation: "h#4",
		Variant: "circe-pwc", FEN: "8/8/8/B5k1/7N/2K5/8/8 w",
	}),
	example("stalemate in a series of eight", Task{
		Author: "Erich Bartel", Source: "Problemkiste 1990", Stipulation: "ser-=8",
		Variant: "circe", FEN: "6b1/8/7k/8/6K1/7B/8/8 w",
	}),
}

func example(what string, t Task) page.Example {
	name := t.Author + ", " + t.Source
	if t.Award != "" {
		name += ", " + t.Award
	}
	return page.Example{Name: name + ": " + what + ", " + site.GameName(t.Variant), Query: t.query().Encode()}
}

// problemsPage shows the solver. It solves the problem of a form that is sent.
func (t *Tools) problemsPage(w http.ResponseWriter, r *http.Request) {
	if len(r.URL.RawQuery) > mostLink {
		t.showProblem(w, r, Task{}, nil, errLongLink)
		return
	}
	task := taskOf(r)
	if r.URL.RawQuery == "" && r.Method == http.MethodGet {
		task.Options = withAnswers // a new problem
	}
	var solution *page.Solution
	var err error
	if r.Method == http.MethodPost {
		solution, err = t.solveOnPage(r, task)
	}
	t.showProblem(w, r, task, solution, err)
}

// withAnswers is the option that shows the answers to the key, and the mates.
const withAnswers = "Variations"

// mostLink is the number of characters that a link to a problem may have. Longer addresses are cut
// by some programs. web/client/draft.ts has the same bound.
const mostLink = 8000

var errLongLink = huma.NewError(http.StatusRequestURITooLong, fmt.Sprintf(
	"The link to the problem is too long: %d characters are the most. "+
		"Use the text of the problem in Popeye's language.", mostLink))

// taskOf reads the form of the solver, or the query of an address.
func taskOf(r *http.Request) Task {
	t := Task{Sound: r.FormValue("sound") != ""}
	for name, value := range t.fields() {
		*value = strings.ReplaceAll(r.FormValue(name), "\r\n", "\n")
	}
	t.Variant = position.VariantOf(r)
	return t
}

// showProblem shows the solver with a task, its solution, and what is wrong with it.
func (t *Tools) showProblem(w http.ResponseWriter, r *http.Request, task Task, solution *page.Solution, wrong error) {
	data, err := t.problem(r.Context(), task)
	if err != nil {
		t.site.ServerError(w, r, err)
		return
	}
	status := http.StatusOK
	if wrong != nil {
		status, data.Error = site.StatusOf(wrong, http.StatusUnprocessableEntity), site.Sentence(r.Context(), wrong)
	}
	data.Solution, data.Daily = solution, r.FormValue("daily") != ""
	t.site.ShowStatus(w, r, status, page.ProblemsPage(t.site.Frame(r, "Problem solver"), data))
}

// problem returns what the page of the solver shows about a task: in the fields of the form if
// these suffice, else as text in Popeye's language. The error is the store's.
func (t *Tools) problem(ctx context.Context, task Task) (page.Problem, error) {
	task = task.byParts()
	data := page.Problem{
		Picker: site.PositionPickerOf(ctx, task.Variant), FEN: task.FEN,
		Stipulation: task.Stipulation, Options: task.Options, Twins: task.Twins,
		Title: task.Title, Author: task.Author, Source: task.Source, Award: task.Award, Remark: task.Remark,
		Popeye: task.Popeye, Sound: task.Sound, Examples: examples,
		Picture: taskPicture(task), Long: t.jobs != nil,
	}
	c := Draft{Task: task}.read().Caption
	data.Caption = page.Caption{Credit: c.Credit, Task: c.Task, Words: c.Words, Count: c.Count, Twins: c.Twins}
	if t.jobs == nil {
		return data, nil
	}
	mine, err := t.site.Store.JobsOf(ctx, site.UserID(ctx), mostListedJobs)
	if err != nil {
		return data, err
	}
	for _, j := range mine {
		if j.Kind == string(jobs.Solving) {
			data.Own = append(data.Own, jobLine(ctx, j))
		}
	}
	return data, nil
}

// pageSolving is the longest solving for a reader without JavaScript. Answers have 30 seconds to be
// written.
const pageSolving = 25 * time.Second

func (t *Tools) solveOnPage(r *http.Request, task Task) (*page.Solution, error) {
	ctx, cancel := site.ContextFor(r, pageSolving)
	defer cancel()
	solution, err := t.solve(ctx, task, func(any) {})
	if err != nil {
		return nil, err
	}
	return solutionOf(solution.Solution, time.Duration(solution.Seconds*float64(time.Second))), nil
}

// solutionOf returns a solution as pages show it.
func solutionOf(s jobs.Solution, took time.Duration) *page.Solution {
	return &page.Solution{
		Credit: s.Credit, Text: s.Text, Verdict: s.Verdict, Popeye: s.Popeye, Stopped: s.Stopped,
		Seconds: strconv.FormatFloat(took.Seconds(), 'f', 2, 64),
	}
}

// newProblemJob submits a problem to be solved in the background.
func (t *Tools) newProblemJob(w http.ResponseWriter, r *http.Request) {
	task := taskOf(r)
	j, err := t.submitTask(w, r, task)
	if err != nil {
		t.showProblem(w, r, task, nil, err)
		return
	}
	http.Redirect(w, r, "/problems/"+j.ID, http.StatusSeeOther)
}

func (t *Tools) submitTask(w http.ResponseWriter, r *http.Request, task Task) (store.Job, error) {
	if _, _, err := task.read(); err != nil {
		return store.Job{}, err
	}
	p, err := t.guests.PersonOrGuest(w, r)
	if err != nil {
		return store.Job{}, err
	}
	return t.submit(r.Context(), p.ID, JobRequest{Solve: &task})
}

// problemJobPage shows a problem in the background to anybody who has its address.
func (t *Tools) problemJobPage(w http.ResponseWriter, r *http.Request) {
	j, err := t.site.Store.Job(r.Context(), r.PathValue("job"))
	if err == nil && j.Kind != string(jobs.Solving) {
		err = errNoJob
	}
	if err != nil {
		t.site.Refuse(w, r, err)
		return
	}
	data, err := t.problemOfJob(r.Context(), j)
	if err != nil {
		t.site.ServerError(w, r, err)
		return
	}
	t.site.Show(w, r, page.ProblemsPage(t.site.Frame(r, "%s", data.Job.Name), data))
}

// problemOfJob returns what the page of a problem in the background shows.
func (t *Tools) problemOfJob(ctx context.Context, j store.Job) (page.Problem, error) {
	var q jobs.Problem
	if err := json.Unmarshal(j.Request, &q); err != nil {
		return page.Problem{}, err
	}
	data, err := t.problem(ctx, taskOfProblem(q))
	if err == nil && j.State == store.JobDone {
		var found jobs.Solution
		err = json.Unmarshal(j.Answer, &found)
		data.Solution = solutionOf(found, j.Changed.Sub(j.Created))
	}
	line := jobLine(ctx, j)
	data.Job = &line
	return data, err
}

// cancelProblemJob cancels a problem in the background.
func (t *Tools) cancelProblemJob(w http.ResponseWriter, r *http.Request, _ *site.Person) {
	id := r.PathValue("job")
	if err := t.cancelJob(r.Context(), id); err != nil {
		t.site.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/problems/"+id, http.StatusSeeOther)
}

// jobLine returns a problem in the background as pages show it.
func jobLine(ctx context.Context, j store.Job) page.Job {
	line := page.Job{ID: j.ID, Done: j.Done, Of: j.Shards, Over: j.State.Over(), Mine: own(ctx, j)}
	line.Name = message.Text(ctx, "a problem")
	var q jobs.Problem
	if json.Unmarshal(j.Request, &q) == nil {
		line.Name = q.Name()
	}
	switch j.State {
	case store.JobWaiting:
		line.State = message.Text(ctx, "waiting for a solver")
	case store.JobRunning:
		line.State = message.Text(ctx, "%d of %d parts done", j.Done, j.Shards)
	case store.JobFailed:
		line.State = message.Text(ctx, "failed")
		var why jobs.Failure
		if json.Unmarshal(j.Answer, &why) == nil {
			line.State = message.Text(ctx, "failed: %s", why.Error)
		}
	default:
		line.State = message.Known(ctx, string(j.State)) // done, cancelled
	}
	return line
}

// taskPicture returns the diagram of a problem, an empty board if the problem cannot be read.
func taskPicture(t Task) page.Picture {
	at := position.At{Variant: t.Variant, FEN: t.FEN, Problem: true}
	if p, _, err := t.read(); err == nil {
		if v, err := p.Variant(); err == nil {
			at.Variant, at.FEN = p.Game.ID, notation.FEN(v, p.Setup)
		}
	}
	if at.FEN == "" {
		at.FEN = emptyBoard
	}
	d, err := at.Diagram(position.Drawing{})
	if err != nil {
		at = position.At{FEN: emptyBoard, Problem: true}
		if d, err = at.Diagram(position.Drawing{}); err != nil {
			return page.Picture{}
		}
	}
	return page.Picture{Words: d.Describe(), URL: site.APIPath + "/diagram.svg?" + at.Query().Encode()}
}

const emptyBoard = "8/8/8/8/8/8/8/8 w - - 0 1"
