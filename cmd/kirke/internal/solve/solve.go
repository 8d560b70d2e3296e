// Package solve holds kirke solve, which solves problems in Popeye's language, in Olive's
// collections, or given by flags.
//
// solve.go is the command and reads the problems; solving.go solves them and writes what was found.
package solve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/olive"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// Command is kirke solve.
type Command struct {
	Task       string   `arg:"" optional:"" complete:"file" help:"A file of problems in Popeye's language or Olive's (.olv), or - for standard input; with --fen, the stipulation."`
	Output     []string `short:"o" sep:"none" placeholder:"FILE" help:"Write the solutions to this file."`
	Option     []string `sep:"none" placeholder:"WORDS" help:"Popeye's options, as 'Try Variations'; may be repeated."`
	Hash       int      `placeholder:"MB" default:"256" help:"Size of the transposition table (default 256)."`
	Tablebases string   `placeholder:"DIR" type:"path" help:"Ask the tables of endgames in this folder where they decide a direct mate."`
	Sound      bool     `help:"Say whether each problem is sound: cooks, duals, short solutions."`
	Checkpoint string   `placeholder:"FILE" type:"path" help:"Save progress in this file, for --resume."`
	Resume     string   `placeholder:"FILE" type:"path" help:"Resume from the file of --checkpoint."`
	LaTeX      string   `name:"latex" placeholder:"FILE" type:"path" help:"Write diagrams and solutions as LaTeX."`
	Write      string   `placeholder:"FILE" type:"path" help:"Write the problems in Popeye's language, or to an .olv file as Olive's, with solutions."`
	SVG        string   `name:"svg" placeholder:"FOLDER" type:"path" help:"Write the diagrams as SVG."`

	Game console.GameFlags   `embed:""`
	At   console.FENFlags    `embed:""`
	As   console.JSONFlags   `embed:""`
	On   console.ThreadFlags `embed:""`
}

// Help returns examples.
func (*Command) Help() string {
	return console.Examples("kirke solve problems.inp --sound",
		"kirke solve -v circe --fen '4n3/8/5b2/8/4R3/6K1/3P4/5k2 w - - 0 1' '#1'")
}

// Run solves problems. Its error stands for the worst that happened to any of them.
func (cmd *Command) Run(c *console.Console) error {
	if err := console.CheckHash(cmd.Hash, 0); err != nil {
		return err
	}
	file, err := cmd.outputFile(c)
	if err != nil {
		return err
	}
	return c.Output(file, func(w io.Writer) error {
		to := *c
		to.Out = w
		return cmd.solve(&to)
	})
}

// outputFile returns the file of -o, "" for none. In earlier versions -o was short for --option, so
// a value that begins with an option of Popeye is still taken for one.
func (cmd *Command) outputFile(c *console.Console) (string, error) {
	v, err := c.Game("")
	if err != nil {
		return "", err
	}
	var files []string
	for _, text := range cmd.Output {
		p := problem.New(v)
		if err := popeye.SetOptions(p, text); errors.Is(err, popeye.ErrNoOption) && len(p.Options.Words) == 0 {
			files = append(files, text)
			continue
		}
		fmt.Fprintf(c.Err, "-o %q is taken as --option; -o names the file to write\n", text)
		cmd.Option = append(cmd.Option, text)
	}
	if len(files) > 1 {
		return "", fmt.Errorf("--output: give one file, not both %q and %q", files[0], files[1])
	}
	return strings.Join(files, ""), nil
}

// input is the problems to solve, and the text they were read from.
type input struct {
	text    []byte
	entries []problem.Entry
	lang    popeye.Language
}

// solve reads the problems, solves them and writes what was found.
func (cmd *Command) solve(c *console.Console) error {
	in, err := cmd.read(c)
	if err != nil {
		return err
	}
	s := &solving{Console: c, cmd: cmd, lang: in.lang, solver: problem.Solver{Threads: c.Threads, Hash: cmd.Hash}}
	if cmd.Tablebases != "" {
		if s.solver.Tables, err = c.Tables(cmd.Tablebases); err != nil {
			return err
		}
	}
	if path := cmd.Checkpoint + cmd.Resume; path != "" {
		if cmd.Checkpoint != "" && cmd.Resume != "" {
			return errors.New("--resume saves progress in its own file: --checkpoint cannot be used with it")
		}
		s.solver.Journal, err = problem.OpenJournal(path, cmd.fingerprint(in.text), cmd.Resume != "")
		if err != nil {
			return err
		}
	}
	err = s.all(in.entries)
	if s.solver.Journal != nil {
		err = errors.Join(s.solver.Journal.Close(), err)
	}
	return err
}

// fingerprint identifies the task, so that a checkpoint is not used for another one.
func (cmd *Command) fingerprint(text []byte) string {
	if len(cmd.Option) > 0 || cmd.Sound {
		text = fmt.Appendf(slices.Clone(text), "\n%q %v", cmd.Option, cmd.Sound)
	}
	return problem.Fingerprint(text)
}

// read reads the problems from the flags, a file or standard input.
func (cmd *Command) read(c *console.Console) (in input, err error) {
	if c.FEN != "" {
		return cmd.position(c)
	}
	source, name := c.Stdin(), "standard input"
	if cmd.Task != "" && cmd.Task != "-" {
		f, err := os.Open(cmd.Task)
		if err != nil {
			if _, stipulation := problem.ParseStipulation(cmd.Task); stipulation == nil {
				return in, fmt.Errorf("the stipulation %q has no position: give it with --fen", cmd.Task)
			}
			return in, err
		}
		defer f.Close()
		source, name = f, cmd.Task
	}
	if v, err := c.Game(""); err != nil {
		return in, err
	} else if v.ID != "chess" {
		return in, fmt.Errorf("--variant %s cannot be used with %s: its problems are chess under the conditions "+
			"that it names", v.ID, name)
	}
	if in.text, err = io.ReadAll(source); err != nil {
		return in, err
	}
	in.lang = popeye.English
	if filepath.Ext(cmd.Task) == ".olv" || olive.Is(in.text) {
		in.entries, err = olive.Read(bytes.NewReader(in.text))
	} else {
		in.entries, in.lang, err = popeye.Read(bytes.NewReader(in.text))
	}
	for _, e := range in.entries {
		if e.Err == nil && len(cmd.Option) > 0 {
			if err := popeye.SetOptions(e.Problem, strings.Join(cmd.Option, " ")); err != nil {
				return in, err
			}
		}
	}
	return in, err
}

// position returns the problem that the flags describe.
func (cmd *Command) position(c *console.Console) (in input, err error) {
	if cmd.Task == "" {
		return in, errors.New("the stipulation is missing, as in: kirke solve --fen FEN '#2'")
	}
	v, err := c.Game("")
	if err != nil {
		return in, err
	}
	if _, _, known := popeye.ConditionsOf(v); cmd.Write != "" && !known {
		return in, fmt.Errorf("--write: neither Popeye's language nor Olive's can say that the game is %s", v.ID)
	}
	setup, err := notation.ParseFEN(v, c.FEN)
	if err != nil {
		return in, err
	}
	p := popeye.NewProblem(v) // what is written names the conditions
	p.Setup, p.FromFEN = setup, !c.Problem
	if p.Stipulation, err = problem.ParseStipulation(cmd.Task); err != nil {
		return in, err
	}
	if err := popeye.SetOptions(p, strings.Join(cmd.Option, " ")); err != nil {
		return in, err
	}
	text := fmt.Sprint(v.ID, c.FEN, cmd.Task, cmd.Option)
	entries := []problem.Entry{{Number: 1, Line: 1, Problem: p}}
	return input{text: []byte(text), entries: entries, lang: popeye.English}, nil
}
