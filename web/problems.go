package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
)

// examples are published problems to begin with.
var examples = []page.Example{
	example("mate in two, Anticirce", Task{
		Author: "Romeo Bedoni", Source: "diagrammes 1993", Award: "1st prize", Stipulation: "#2", Options: "Variations",
		Variant: "anticirce", FEN: "8/2P3P1/8/8/6Q1/4K3/5pN1/5k2 w",
	}),
	example("help mate in two, Circe Volcanic", Task{
		Author: "Kjell Widlert", Source: "The Problemist 1976", Stipulation: "h#2", Twins: "Twin move c4 d5",
		Variant: "circe-volcanic", FEN: "8/8/8/8/2Bp1n2/K1k5/8/1R6 w",
	}),
	example("mate in two, Circe rex inclusive", Task{
		Author: "Erich Bartel", Source: "Jugendschach 1989", Stipulation: "#2", Options: "Variations",
		Variant: "circe-rex-inclusive", FEN: "1R6/8/8/4R3/8/k1K5/8/8 w",
	}),
	example("help mate in four, Circe PWC", Task{
		Author: "Marjan Kerhuel", Source: "Rex Multiplex 1983", Stipulation: "h#4",
		Variant: "circe-pwc", FEN: "8/8/8/B5k1/7N/2K5/8/8 w",
	}),
	example("stalemate in a series of eight, Circe", Task{
		Author: "Erich Bartel", Source: "Problemkiste 1990", Stipulation: "ser-=8",
		Variant: "circe", FEN: "6b1/8/7k/8/6K1/7B/8/8 w",
	}),
}

func example(what string, t Task) page.Example {
	name := t.Author + ", " + t.Source
	if t.Award != "" {
		name += ", " + t.Award
	}
	return page.Example{Name: name + ": " + what, Query: t.query().Encode()}
}

// problemsPage shows the solver; a form that is sent is solved while the reader waits.
func (s *Server) problemsPage(w http.ResponseWriter, r *http.Request) {
	task := taskOf(r)
	var solution *page.Solution
	var err error
	if r.Method == http.MethodPost {
		solution, err = s.solveOnPage(r, task)
	}
	s.showProblem(w, r, task, solution, err)
}

// taskOf reads the form of the solver, or the query of an address.
func taskOf(r *http.Request) Task {
	t := Task{Sound: r.FormValue("sound") != ""}
	for name, value := range t.fields() {
		*value = strings.ReplaceAll(r.FormValue(name), "\r\n", "\n")
	}
	return t
}

// showProblem shows the solver with a task, what has been found, and what is wrong with it.
func (s *Server) showProblem(w http.ResponseWriter, r *http.Request, t Task, solution *page.Solution, wrong error) {
	data, err := s.problem(r.Context(), t)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	status := http.StatusOK
	if wrong != nil {
		status, data.Error = statusOf(wrong, http.StatusUnprocessableEntity), sentence(wrong)
	}
	data.Solution = solution
	s.showStatus(w, r, status, page.ProblemsPage(s.frame(r, "Problem solver"), data))
}

// problem returns what the page of the solver shows about a task: in the fields of the form where these hold all of it, else
// as text. The error is the store's.
func (s *Server) problem(ctx context.Context, t Task) (page.Problem, error) {
	t = t.byParts()
	data := page.Problem{
		Families: familiesWith(t.Variant), Variant: canonical(cmp.Or(t.Variant, "chess")), FEN: t.FEN, Stipulation: t.Stipulation, Options: t.Options, Twins: t.Twins,
		Title: t.Title, Author: t.Author, Source: t.Source, Award: t.Award, Remark: t.Remark,
		Popeye: t.Popeye, Sound: t.Sound, Query: t.query().Encode(), Examples: examples, Picture: taskPicture(t), Long: s.jobs != nil,
	}
	if p, _, err := t.read(); err == nil {
		data.Credit = jobs.Credit(p)
	}
	if s.jobs == nil {
		return data, nil
	}
	mine, err := s.store.JobsOf(ctx, userID(ctx), mostListedJobs)
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

// pageSolving is how long a reader without JavaScript waits at most.
const pageSolving = writeTimeout - 5*time.Second

func (s *Server) solveOnPage(r *http.Request, task Task) (*page.Solution, error) {
	ctx, cancel := contextFor(r, pageSolving)
	defer cancel()
	solution, err := s.solve(ctx, task, func(any) {})
	if err != nil {
		return nil, err
	}
	return solutionOf(solution.Solution, time.Duration(solution.Seconds*float64(time.Second))), nil
}

// solutionOf returns a solution as pages show it.
func solutionOf(s jobs.Solution, took time.Duration) *page.Solution {
	return &page.Solution{Credit: s.Credit, Text: s.Text, Verdict: s.Verdict, Popeye: s.Popeye, Stopped: s.Stopped, Seconds: strconv.FormatFloat(took.Seconds(), 'f', 2, 64)}
}

// newProblemJob has a problem solved in the background, however long it takes.
func (s *Server) newProblemJob(w http.ResponseWriter, r *http.Request) {
	task := taskOf(r)
	_, _, err := task.read()
	var p *person
	if err == nil {
		p, err = s.somebody(w, r)
	}
	var j store.Job
	if err == nil {
		j, err = s.submit(r.Context(), p.ID, JobRequest{Solve: &task})
	}
	if err != nil {
		s.showProblem(w, r, task, nil, err)
		return
	}
	http.Redirect(w, r, "/problems/"+j.ID, http.StatusSeeOther)
}

// problemJobPage shows a problem that is, or was, solved in the background, to whoever has its address.
func (s *Server) problemJobPage(w http.ResponseWriter, r *http.Request) {
	j, err := s.store.Job(r.Context(), r.PathValue("job"))
	if err == nil && j.Kind != string(jobs.Solving) {
		err = errNoJob
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	var q jobs.Problem
	err = json.Unmarshal(j.Request, &q)
	var data page.Problem
	if err == nil {
		data, err = s.problem(r.Context(), taskOfProblem(q))
	}
	if err == nil && j.State == store.JobDone {
		var found jobs.Solution
		err = json.Unmarshal(j.Answer, &found)
		data.Solution = solutionOf(found, j.Changed.Sub(j.Created))
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	line := jobLine(r.Context(), j)
	data.Job = &line
	s.show(w, r, page.ProblemsPage(s.frame(r, line.Name), data))
}

// cancelProblemJob is the button beside such a problem.
func (s *Server) cancelProblemJob(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("job")
	if err := s.cancelJob(r.Context(), id); err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/problems/"+id, http.StatusSeeOther)
}

// jobLine returns a problem that is solved in the background as pages show it.
func jobLine(ctx context.Context, j store.Job) page.Job {
	line := page.Job{ID: j.ID, Done: j.Done, Of: j.Shards, Over: jobs.Over(j), Mine: own(ctx, j), Name: "a problem"}
	var q jobs.Problem
	if json.Unmarshal(j.Request, &q) == nil {
		line.Name = q.Name()
	}
	switch j.State {
	case store.JobWaiting:
		line.State = "waiting for a solver"
	case store.JobRunning:
		line.State = fmt.Sprintf("%d of %d parts done", j.Done, j.Shards)
	case store.JobFailed:
		line.State = "failed"
		var why jobs.Failure
		if json.Unmarshal(j.Answer, &why) == nil {
			line.State += ": " + why.Error
		}
	default:
		line.State = string(j.State)
	}
	return line
}

// taskPicture returns the diagram of a problem, that of an empty board when it cannot be read.
func taskPicture(t Task) page.Picture {
	at := At{Variant: t.Variant, FEN: t.FEN, Problem: true}
	if p, _, err := t.read(); err == nil {
		if v, err := p.Variant(); err == nil {
			at.Variant, at.FEN = p.Game.ID, notation.FEN(v, p.Setup)
		}
	}
	if at.FEN == "" {
		at.FEN = emptyBoard
	}
	d, err := at.diagram(Drawing{})
	if err != nil {
		at = At{FEN: emptyBoard, Problem: true}
		if d, err = at.diagram(Drawing{}); err != nil {
			return page.Picture{}
		}
	}
	return page.Picture{Words: d.Describe(), URL: apiPath + "/diagram.svg?" + at.query().Encode()}
}

const emptyBoard = "8/8/8/8/8/8/8/8 w - - 0 1"
