package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/olive"
)

// errLimit is returned when a limit was reached.
var errLimit = errors.New("a limit was reached")

// solveCmd solves problems.
type solveCmd struct {
	Task       string   `arg:"" optional:"" complete:"file" help:"A file of problems in Popeye's language or Olive's (.olv), '-' for the input; with --fen, the stipulation."`
	Output     []string `short:"o" sep:"none" placeholder:"FILE" help:"Write the solutions to a file."`
	Option     []string `sep:"none" placeholder:"WORDS" help:"Popeye's options, as 'Try Variations'; may be repeated."`
	Hash       int      `placeholder:"MB" default:"256" help:"Memory for positions that were searched before."`
	Sound      bool     `help:"Say whether each problem is sound: cooks, duals, short solutions."`
	Checkpoint string   `placeholder:"FILE" type:"path" help:"Keep in FILE what is done, to go on later."`
	Resume     string   `placeholder:"FILE" type:"path" help:"Go on from the FILE of --checkpoint."`
	LaTeX      string   `name:"latex" placeholder:"FILE" type:"path" help:"Write diagrams and solutions as LaTeX."`
	Write      string   `placeholder:"FILE" type:"path" help:"Write the problems to FILE, in Popeye's language, or as Olive's with solutions if it ends in .olv."`
	SVG        string   `name:"svg" placeholder:"FOLDER" type:"path" help:"Write the diagrams as SVG."`

	Game gameFlags   `embed:""`
	At   fenFlags    `embed:""`
	As   jsonFlags   `embed:""`
	On   threadFlags `embed:""`
}

func (*solveCmd) Help() string {
	return examples(
		"kirke solve problems.inp --sound",
		"kirke solve -v circe --fen '4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1' '#1'",
	)
}

func (cmd *solveCmd) Run(c *console) error {
	if most := maxHash(); cmd.Hash < 0 || cmd.Hash > most {
		return fmt.Errorf("--hash: %d is not a number of megabytes from 0 to %d", cmd.Hash, most)
	}
	file, err := cmd.outputFile(c)
	if err != nil {
		return err
	}
	return c.output(file, func(w io.Writer) error {
		to := *c
		to.out = w
		return cmd.solve(&to)
	})
}

// outputFile returns the file of -o, "" for none. In earlier versions -o was short for --option, so a value that begins
// with an option of Popeye is still taken for one.
func (cmd *solveCmd) outputFile(c *console) (string, error) {
	v, err := c.variant("")
	if err != nil {
		return "", err
	}
	var files []string
	for _, text := range cmd.Output {
		p := problem.New(v)
		if err := p.SetOptions(text); errors.Is(err, problem.ErrNoOption) && len(p.Options.Words) == 0 {
			files = append(files, text)
			continue
		}
		fmt.Fprintf(c.err, "-o %q is taken for --option; -o is for the file to write\n", text)
		cmd.Option = append(cmd.Option, text)
	}
	if len(files) > 1 {
		return "", fmt.Errorf("--output: %q and %q are two files, and there is one to write", files[0], files[1])
	}
	return strings.Join(files, ""), nil
}

// solve solves the problems and writes what was found.
func (cmd *solveCmd) solve(c *console) error {
	input, entries, lang, err := cmd.read(c)
	if err != nil {
		return err
	}
	s := &solving{cmd: cmd, console: c, lang: lang, solver: problem.Solver{Threads: c.Threads, Hash: cmd.Hash}}
	if path := cmd.Checkpoint + cmd.Resume; path != "" {
		if cmd.Checkpoint != "" && cmd.Resume != "" {
			return fmt.Errorf("--resume goes on in its own file: --checkpoint cannot be used with it")
		}
		s.solver.Journal, err = problem.OpenJournal(path, cmd.fingerprint(input), cmd.Resume != "")
		if err != nil {
			return err
		}
	}
	err = s.all(entries)
	if s.solver.Journal != nil {
		err = errors.Join(s.solver.Journal.Close(), err)
	}
	return err
}

// fingerprint tells what is kept of this work from what would be of another.
func (cmd *solveCmd) fingerprint(input []byte) string {
	if len(cmd.Option) > 0 || cmd.Sound {
		input = fmt.Appendf(slices.Clone(input), "\n%q %v", cmd.Option, cmd.Sound)
	}
	return problem.Fingerprint(input)
}

// read returns the problems, and what they were read from.
func (cmd *solveCmd) read(c *console) ([]byte, []problem.Entry, problem.Language, error) {
	if c.FEN != "" {
		return cmd.position(c)
	}
	in := c.stdin()
	if cmd.Task != "" && cmd.Task != "-" {
		f, err := os.Open(cmd.Task)
		if err != nil {
			if _, stipulation := problem.ParseStipulation(cmd.Task); stipulation == nil {
				return nil, nil, 0, fmt.Errorf("the stipulation %q lacks its position: give it with --fen", cmd.Task)
			}
			return nil, nil, 0, err
		}
		defer f.Close()
		in = f
	}
	input, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, 0, err
	}
	var entries []problem.Entry
	lang := problem.English
	if filepath.Ext(cmd.Task) == ".olv" || olive.Is(input) {
		entries, err = olive.Read(bytes.NewReader(input))
	} else {
		entries, lang, err = problem.Read(bytes.NewReader(input))
	}
	for _, e := range entries {
		if e.Err == nil && len(cmd.Option) > 0 {
			if err := e.Problem.SetOptions(strings.Join(cmd.Option, " ")); err != nil {
				return nil, nil, 0, err
			}
		}
	}
	return input, entries, lang, err
}

// position returns the problem that the command line describes.
func (cmd *solveCmd) position(c *console) ([]byte, []problem.Entry, problem.Language, error) {
	if cmd.Task == "" {
		return nil, nil, 0, errors.New("a stipulation is missing, as in: kirke solve --fen FEN '#2'")
	}
	v, err := c.variant("")
	if err != nil {
		return nil, nil, 0, err
	}
	setup, err := notation.ParseFEN(v, c.FEN)
	if err != nil {
		return nil, nil, 0, err
	}
	p := problem.New(v)
	p.Setup, p.FromFEN = setup, !c.Problem
	if p.Stipulation, err = problem.ParseStipulation(cmd.Task); err != nil {
		return nil, nil, 0, err
	}
	if err := p.SetOptions(strings.Join(cmd.Option, " ")); err != nil {
		return nil, nil, 0, err
	}
	key := fmt.Sprint(v.ID, c.FEN, cmd.Task, cmd.Option)
	return []byte(key), []problem.Entry{{Number: 1, Line: 1, Problem: p}}, problem.English, nil
}

// solving is the work on all problems of a file.
type solving struct {
	*console
	cmd    *solveCmd
	lang   problem.Language
	solver problem.Solver

	latex                 strings.Builder
	written               []*problem.Problem
	solutions             []string // of those, in Popeye's text
	bad, unsolved, capped bool
}

func (s *solving) all(entries []problem.Entry) error {
	var fatal error
	for _, e := range entries {
		if err := s.one(e); err != nil {
			fatal = err
			break
		}
	}
	if s.cmd.LaTeX != "" {
		if err := os.WriteFile(s.cmd.LaTeX, []byte(problem.LaTeXDocument(s.latex.String())), 0o644); err != nil {
			return err
		}
	}
	if s.cmd.Write != "" {
		if err := writeFile(s.cmd.Write, s.collection); err != nil {
			return err
		}
	}
	switch {
	case fatal != nil:
		return fatal
	case s.bad:
		return errBadProblems
	case s.capped:
		return errLimit
	case s.unsolved:
		return errFound
	}
	return nil
}

// collection writes the problems that were read.
func (s *solving) collection(w io.Writer) error {
	if filepath.Ext(s.cmd.Write) == ".olv" {
		return olive.Write(w, s.written, s.solutions)
	}
	return problem.Write(w, s.written)
}

var errBadProblems = errors.New("some problems could not be solved")

// complain says what is wrong with a problem, and lets the work go on.
func (s *solving) complain(e problem.Entry, err error) error {
	s.bad = true
	if s.JSON {
		return s.print(struct {
			Problem int    `json:"problem"`
			Line    int    `json:"line"`
			Error   string `json:"error"`
		}{e.Number, e.Line, err.Error()})
	}
	fmt.Fprintf(s.err, "kirke: problem %d, at line %d: %s\n", e.Number, e.Line, oneLine(err.Error()))
	return nil
}

// one solves one problem.
func (s *solving) one(e problem.Entry) error {
	if e.Err != nil {
		return s.complain(e, e.Err)
	}
	if err := e.Problem.Validate(); err != nil {
		return s.complain(e, err)
	}
	s.solver.Place = strconv.Itoa(e.Number)
	show := s.progress("positions")
	began := time.Now()
	s.solver.Progress = func(p problem.Progress) { show.show(p.Nodes, float64(p.Done)/float64(p.Of)) }
	if isTerminal(s.out) {
		s.solver.Progress = nil // the solution itself is the progress
	}
	report := problem.NewReport(e.Problem)
	text := problem.NewTextWriter(s.out, s.lang)
	var err error
	switch {
	case s.cmd.Sound:
		report, err = s.solver.Check(s.ctx, e.Problem)
	case s.JSON:
		err = s.solver.Solve(s.ctx, e.Problem, report)
	default:
		text.Diagram(e.Problem)
		err = s.solver.Solve(s.ctx, e.Problem, problem.Both(text, report))
	}
	show.clear()
	interrupted := errors.Is(err, problem.ErrInterrupted)
	if err != nil && !interrupted {
		_ = text.Flush()
		return s.complain(e, err)
	}
	if err := s.write(e, text, report, time.Since(began)); err != nil {
		return err
	}
	s.judge(report)
	if interrupted {
		return context.Canceled
	}
	return nil
}

// write writes what was found in every form that is asked for.
func (s *solving) write(e problem.Entry, text *problem.TextWriter, report *problem.Report, took time.Duration) error {
	switch {
	case s.JSON:
		if err := s.print(struct {
			Problem int `json:"problem"`
			*problem.Report
			Seconds float64 `json:"seconds"`
		}{e.Number, report, took.Seconds()}); err != nil {
			return err
		}
	case s.cmd.Sound:
		fmt.Fprint(s.out, report.Verdict(e.Number))
	default:
		for _, note := range text.Notes {
			fmt.Fprintln(s.err, note)
		}
		text.Finish()
		if err := text.Flush(); err != nil {
			return err
		}
	}
	s.written = append(s.written, e.Problem)
	s.solutions = append(s.solutions, report.Text(s.lang))
	if s.cmd.LaTeX != "" {
		s.latex.WriteString(problem.LaTeX(e.Problem, report))
	}
	if s.cmd.SVG == "" {
		return nil
	}
	if err := os.MkdirAll(s.cmd.SVG, 0o755); err != nil {
		return err
	}
	return s.picture(e)
}

// judge keeps what the exit code depends on.
func (s *solving) judge(r *problem.Report) {
	if s.cmd.Sound && !r.Sound() {
		s.unsolved = true
	}
	for _, t := range r.Twins {
		if !t.Complete {
			s.capped = true
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
		p, err := kirke.FromSetup(v, t.Setup, kirke.Forgive(^kirke.Problem(0)))
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%d.svg", e.Number)
		if len(twins) > 1 {
			name = fmt.Sprintf("%d-%d.svg", e.Number, i+1)
		}
		if err := writeFile(filepath.Join(s.cmd.SVG, name), func(w io.Writer) error { return drawSVG(picture.Of(p), w) }); err != nil {
			return err
		}
	}
	return nil
}

func drawSVG(d *diagram.Diagram, w io.Writer) error { return d.SVG(w) }
