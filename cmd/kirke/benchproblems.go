package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/problem"
)

// taskFile is the table of problems, from Popeye's collections.
//
//go:embed bench/problems.inp
var taskFile []byte

// problemsCmd measures the solving of problems.
type problemsCmd struct {
	Files  []string `arg:"" optional:"" complete:"file" help:"Collections in Popeye's language; the table of the documentation without them."`
	Only   string   `placeholder:"TEXT" help:"Only the problems whose title has this in it."`
	Hash   int      `default:"64" placeholder:"MB" help:"Memory for positions that were searched before."`
	Plain  bool     `help:"Popeye is not given its option Intelligent."`
	Limit  int      `default:"60" placeholder:"SECONDS" help:"Either is given up after so many seconds, and its time is then a lower bound."`
	Popeye string   `env:"KIRKE_POPEYE" placeholder:"PROGRAM" help:"Popeye, to be timed beside (default: $KIRKE_POPEYE)."`
	profiled

	As jsonFlags   `embed:""`
	On threadFlags `embed:"" set:"threads=1"`
}

func (*problemsCmd) Help() string {
	return examples(
		"kirke bench problems --only castling",
		"kirke bench problems own.inp --popeye ./py --limit 20",
	)
}

// worthwhile is how many seconds of Popeye's make a problem count in the median.
const worthwhile = 0.3

// taskSpeed is what solving a problem took.
type taskSpeed struct {
	Problem     string  `json:"problem"`
	Stipulation string  `json:"stipulation"`
	Conditions  string  `json:"conditions,omitempty"`
	Solutions   int     `json:"solutions"`
	Seconds     float64 `json:"seconds"`
	Popeye      float64 `json:"popeye_seconds,omitempty"`
	Ratio       float64 `json:"ratio,omitempty"`    // Popeye's time over ours
	AtLeast     bool    `json:"at_least,omitempty"` // Popeye was given up: its time, and the ratio, are lower bounds
	GaveUp      bool    `json:"gave_up,omitempty"`  // Kirke was: its time is a lower bound, and the ratio an upper one
}

func (cmd *problemsCmd) Run(c *console) error {
	if most := maxHash(); cmd.Hash < 0 || cmd.Hash > most {
		return fmt.Errorf("--hash: %d is not a number of megabytes from 0 to %d", cmd.Hash, most)
	}
	tasks, err := cmd.tasks(c)
	if err != nil {
		return err
	}
	if !c.JSON {
		fmt.Fprintf(c.out, "%-32s %-10s %-20s %9s %9s %9s %6s\n", "problem", "task", "conditions", "solutions", "seconds", "Popeye", "ratio")
	}
	stop, err := cmd.profile()
	if err != nil {
		return err
	}
	defer stop()
	var ratios []float64
	some := false
	for _, t := range tasks {
		if !strings.Contains(t.name, cmd.Only) {
			continue
		}
		some = true
		s, err := cmd.measure(c, t)
		if len(cmd.Files) > 0 && errors.As(err, new(*problem.UnsupportedError)) {
			fmt.Fprintf(c.err, "%s is left out: %v\n", t.name, err)
			continue
		}
		if errors.Is(err, problem.ErrInterrupted) {
			if !c.JSON {
				fmt.Fprintln(c.out, "Interrupted: not all of the table was solved")
			}
			return context.Canceled
		}
		if err != nil {
			return err
		}
		if err := cmd.write(c, s); err != nil {
			return err
		}
		if s.Popeye >= worthwhile {
			ratios = append(ratios, s.Ratio)
		}
	}
	if len(ratios) > 0 && !c.JSON {
		slices.Sort(ratios)
		fmt.Fprintf(c.out, "Median of the %d for which Popeye needs %.1f s: %.1f\n", len(ratios), worthwhile, ratios[len(ratios)/2])
	}
	if !some {
		return fmt.Errorf("--only: no problem has %q in its title", cmd.Only)
	}
	return nil
}

// titled is a problem to be measured.
type titled struct {
	name string
	*problem.Problem
}

// tasks reads the collections, or the table.
func (cmd *problemsCmd) tasks(c *console) ([]titled, error) {
	var all []titled
	if len(cmd.Files) == 0 {
		entries, _, err := problem.Read(bytes.NewReader(taskFile))
		for _, e := range entries {
			if err = errors.Join(err, e.Err); err == nil {
				all = append(all, titled{strings.Join(e.Problem.Titles, " "), e.Problem})
			}
		}
		return all, err
	}
	for _, name := range cmd.Files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		entries, _, err := problem.Read(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, e := range entries {
			t := titled{fmt.Sprintf("%s %d", filepath.Base(name), e.Number), e.Problem}
			if e.Err != nil {
				fmt.Fprintf(c.err, "%s is left out: %v\n", t.name, e.Err)
				continue
			}
			all = append(all, t)
		}
	}
	return all, nil
}

// measure solves one problem on one thread, or on as many as are asked for.
func (cmd *problemsCmd) measure(c *console, t titled) (taskSpeed, error) {
	p := t.Problem
	r := problem.NewReport(p)
	solver := problem.Solver{Threads: 1, Hash: cmd.Hash}
	if c.threadsGiven {
		solver.Threads = c.Threads
	}
	limited, cancel := context.WithTimeout(c.ctx, time.Duration(cmd.Limit)*time.Second)
	defer cancel()
	before := cpuTime()
	err := solver.Solve(limited, p, r)
	s := taskSpeed{Problem: t.name, Stipulation: r.Stipulation, Conditions: strings.Join(r.Conditions, ", "), Seconds: (cpuTime() - before).Seconds()}
	if s.GaveUp = limited.Err() != nil && c.ctx.Err() == nil; err != nil && !s.GaveUp {
		return s, err
	}
	for _, t := range r.Twins {
		s.Solutions += t.Solutions
	}
	if cmd.Popeye != "" {
		if s.Popeye, s.AtLeast, err = cmd.theirs(c.ctx, p); err != nil {
			return s, err
		}
		s.Ratio = s.Popeye / max(s.Seconds, 1e-3)
	}
	return s, nil
}

// theirs lets Popeye solve the problem and returns its processor time, and whether it was given up.
func (cmd *problemsCmd) theirs(ctx context.Context, p *problem.Problem) (seconds float64, gaveUp bool, err error) {
	if cmd.Plain {
		q := *p
		q.Options.Words = slices.DeleteFunc(slices.Clone(q.Options.Words), func(w string) bool { return w == "Intelligent" })
		p = &q
	}
	folder, err := os.MkdirTemp("", "kirke-bench")
	if err != nil {
		return 0, false, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "problem.inp")
	if err := writeFile(file, func(w io.Writer) error { return problem.Write(w, []*problem.Problem{p}) }); err != nil {
		return 0, false, err
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(cmd.Limit)*time.Second)
	defer cancel()
	run := exec.CommandContext(limited, cmd.Popeye, "-maxmem", fmt.Sprintf("%dM", max(cmd.Hash, 16)), file)
	err = run.Run()
	gaveUp = limited.Err() != nil && ctx.Err() == nil
	if err != nil && !gaveUp {
		return 0, false, fmt.Errorf("%s: %w", cmd.Popeye, err)
	}
	return (run.ProcessState.UserTime() + run.ProcessState.SystemTime()).Seconds(), gaveUp, nil
}

func (cmd *problemsCmd) write(c *console, s taskSpeed) error {
	if c.JSON {
		return c.print(s)
	}
	ours, peer, ratio := fmt.Sprintf("%.2f", s.Seconds), "", ""
	if s.GaveUp {
		ours = ">" + ours
	}
	if s.Popeye > 0 {
		peer, ratio = fmt.Sprintf("%.2f", s.Popeye), fmt.Sprintf("%.1f", s.Ratio)
		switch {
		case s.AtLeast && s.GaveUp:
			peer, ratio = ">"+peer, ""
		case s.AtLeast:
			peer, ratio = ">"+peer, ">"+ratio
		case s.GaveUp:
			ratio = "<" + ratio
		}
	}
	fmt.Fprintf(c.out, "%-32s %-10s %-20s %9d %9s %9s %6s\n", s.Problem, s.Stipulation, s.Conditions, s.Solutions, ours, peer, ratio)
	return nil
}
