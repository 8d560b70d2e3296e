package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/olive"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// solving is the work on all problems of a file, and what the exit code depends on.
type solving struct {
	*console.Console
	cmd    *Command
	lang   popeye.Language
	solver problem.Solver

	latex     strings.Builder
	written   []*problem.Problem
	solutions []string // of those, in Popeye's text
	bad       bool     // a problem could not be read or solved
	limited   bool     // a limit of a problem ended its solving early
	unsolved  bool     // a problem has no solution, or is not sound
}

// all solves the problems and writes the files that are about all of them.
func (s *solving) all(entries []problem.Entry) error {
	var fatal error
	for _, e := range entries {
		if err := s.one(e); err != nil {
			fatal = err
			break
		}
	}
	if s.cmd.LaTeX != "" {
		if err := os.WriteFile(s.cmd.LaTeX, []byte(popeye.LaTeXDocument(s.latex.String())), 0o644); err != nil {
			return err
		}
	}
	if s.cmd.Write != "" {
		if err := console.WriteFile(s.cmd.Write, s.collection); err != nil {
			return err
		}
	}
	switch {
	case fatal != nil:
		return fatal
	case s.bad:
		return console.ErrBadProblems
	case s.limited:
		return console.ErrLimit
	case s.unsolved:
		return console.ErrFound
	}
	return nil
}

// collection writes the problems that were read.
func (s *solving) collection(w io.Writer) error {
	if filepath.Ext(s.cmd.Write) == ".olv" {
		return olive.Write(w, s.written, s.solutions)
	}
	return popeye.Write(w, s.written)
}

// complain reports what is wrong with a problem. The work goes on.
func (s *solving) complain(e problem.Entry, err error) error {
	s.bad = true
	if s.JSON {
		return s.Print(struct {
			Problem int    `json:"problem"`
			Line    int    `json:"line"`
			Error   string `json:"error"`
		}{e.Number, e.Line, err.Error()})
	}
	fmt.Fprintf(s.Err, "kirke: problem %d, at line %d: %s\n", e.Number, e.Line, console.OneLine(err.Error()))
	return nil
}

// one solves one problem.
func (s *solving) one(e problem.Entry) error {
	for _, w := range e.Warnings {
		fmt.Fprintf(s.Err, "kirke: problem %d, at line %d: warning: %s\n", e.Number, e.Line, w)
	}
	if e.Err != nil {
		return s.complain(e, e.Err)
	}
	if err := e.Problem.Validate(); err != nil {
		return s.complain(e, err)
	}
	s.solver.Place = strconv.Itoa(e.Number)
	show := s.Progress("positions")
	started := time.Now()
	s.solver.Progress = func(p problem.Progress) { show.Show(p.Nodes, float64(p.Done)/float64(p.Of)) }
	if console.IsTerminal(s.Out) {
		s.solver.Progress = nil // the solution shows the progress
	}
	report := problem.NewReport(e.Problem)
	text := popeye.NewTextWriter(s.Out, s.lang)
	var err error
	switch {
	case s.cmd.Sound:
		report, err = s.solver.Check(s.Ctx, e.Problem)
	case s.JSON:
		err = s.solver.Solve(s.Ctx, e.Problem, report)
	default:
		text.Diagram(e.Problem)
		err = s.solver.Solve(s.Ctx, e.Problem, problem.Both(text, report))
	}
	show.Clear()
	interrupted := errors.Is(err, problem.ErrInterrupted)
	if err != nil && !interrupted {
		_ = text.Flush()
		return s.complain(e, err)
	}
	if err := s.write(e, text, report, time.Since(started)); err != nil {
		return err
	}
	s.judge(report)
	if interrupted {
		return context.Canceled
	}
	return nil
}

// write writes what was found, in every form that the flags ask for.
func (s *solving) write(e problem.Entry, text *popeye.TextWriter, report *problem.Report, took time.Duration) error {
	switch {
	case s.JSON:
		if err := s.Print(struct {
			Problem int `json:"problem"`
			*problem.Report
			Seconds float64 `json:"seconds"`
		}{e.Number, report, took.Seconds()}); err != nil {
			return err
		}
	case s.cmd.Sound:
		fmt.Fprint(s.Out, report.Verdict(e.Number))
	default:
		for _, note := range text.Notes {
			fmt.Fprintln(s.Err, note)
		}
		text.Finish()
		if err := text.Flush(); err != nil {
			return err
		}
	}
	s.written = append(s.written, e.Problem)
	s.solutions = append(s.solutions, popeye.Text(report, s.lang))
	if s.cmd.LaTeX != "" {
		s.latex.WriteString(popeye.LaTeX(e.Problem, report, s.lang))
	}
	if s.cmd.SVG == "" {
		return nil
	}
	if err := os.MkdirAll(s.cmd.SVG, 0o755); err != nil {
		return err
	}
	return s.picture(e)
}

// judge notes what the exit code depends on.
func (s *solving) judge(r *problem.Report) {
	if s.cmd.Sound && !r.Sound() {
		s.unsolved = true
	}
	for _, t := range r.Twins {
		if !t.Complete {
			s.limited = true
		}
		if t.Solutions == 0 {
			s.unsolved = true
		}
	}
}

// picture writes the diagram of a problem, and of each twin, as SVG.
func (s *solving) picture(e problem.Entry) error {
	twins, err := e.Problem.Unroll()
	if err != nil {
		return err
	}
	for i, t := range twins {
		v, err := t.Variant()
		if err != nil {
			return err
		}
		p, err := kirke.FromSetup(v, t.Setup, kirke.Forgive(^kirke.Defect(0)))
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%d.svg", e.Number)
		if len(twins) > 1 {
			name = fmt.Sprintf("%d-%d.svg", e.Number, i+1)
		}
		if err := console.WriteFile(filepath.Join(s.cmd.SVG, name), picture.Of(p).SVG); err != nil {
			return err
		}
	}
	return nil
}
