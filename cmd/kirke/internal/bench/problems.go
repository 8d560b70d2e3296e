package bench

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// problemTable is the table of problems, taken from Popeye's collections.
//
//go:embed problems.inp
var problemTable []byte

// Problems is the command that measures the solving of problems.
type Problems struct {
	Files  []string `arg:"" optional:"" complete:"file" help:"Collections in Popeye's language, or JSON lines with an id and an input each (default: the table in docs/performance.md)."`
	Only   string   `placeholder:"TEXT" help:"Solve only the problems whose title contains this text."`
	Hash   int      `default:"64" placeholder:"MB" help:"Size of the transposition table (default 64)."`
	Plain  bool     `help:"Do not give Popeye its option Intelligent."`
	Limit  int      `default:"60" placeholder:"SECONDS" help:"Stop either program after this time, which is then a lower bound (default 60)."`
	Popeye string   `env:"KIRKE_POPEYE" placeholder:"PROGRAM" help:"Path of Popeye, to time it as well (default: $KIRKE_POPEYE)."`
	tableFlag
	profileFlag

	As console.JSONFlags   `embed:""`
	On console.ThreadFlags `embed:"" set:"threads=1"`
}

// Help returns examples.
func (*Problems) Help() string {
	return console.Examples("kirke bench problems --only castling",
		"kirke bench problems own.inp --popeye ./py --limit 20")
}

// longEnough is how many seconds Popeye must take for a problem to count in the median.
const longEnough = 0.3

// problemSpeed is a row of the table: how long solving a problem took.
type problemSpeed struct {
	Problem     string  `json:"problem"`
	Stipulation string  `json:"stipulation"`
	Conditions  string  `json:"conditions,omitempty"`
	Solutions   int     `json:"solutions"`
	Seconds     float64 `json:"seconds"`
	Popeye      float64 `json:"popeye_seconds,omitempty"`
	Ratio       float64 `json:"ratio,omitempty"` // Popeye's time over Kirke's
	// AtLeast says that Popeye was stopped: its time and the ratio are lower bounds.
	AtLeast bool `json:"at_least,omitempty"`
	// GaveUp says that Kirke was stopped: its time is a lower bound, the ratio an upper one.
	GaveUp bool `json:"gave_up,omitempty"`
}

// Run solves the problems and writes how long each took.
func (cmd *Problems) Run(c *console.Console) error {
	if err := console.CheckHash(cmd.Hash, 0); err != nil {
		return err
	}
	problems, err := cmd.read(c)
	if err != nil {
		return err
	}
	unwanted := func(p titled) bool { return !strings.Contains(p.title, cmd.Only) }
	problems = slices.DeleteFunc(problems, unwanted)
	t := &table{c, cmd.Markdown, []column{
		{"problem", -32}, {"task", -10}, {"conditions", -20}, {"solutions", 9},
		{"seconds", 9}, {"Popeye", 9}, {"ratio", 6},
	}}
	t.head()
	stop, err := cmd.startProfile()
	if err != nil {
		return err
	}
	defer stop()
	ratios, err := cmd.solve(c, problems, t)
	if err != nil {
		return err
	}
	if len(ratios) > 0 {
		slices.Sort(ratios)
		t.note("Median of the %d for which Popeye needs %.1f s: %.1f", len(ratios), longEnough, ratios[len(ratios)/2])
	}
	if len(problems) == 0 {
		return fmt.Errorf("--only: no problem has %q in its title", cmd.Only)
	}
	return nil
}

// solve solves the problems and adds a row for each to a table. It returns the ratios that count in
// the median.
func (cmd *Problems) solve(c *console.Console, problems []titled, to *table) (ratios []float64, err error) {
	for _, p := range problems {
		s, err := cmd.measure(c, p)
		if len(cmd.Files) > 0 && errors.As(err, new(*problem.UnsupportedError)) {
			fmt.Fprintf(c.Err, "%s is left out: %v\n", p.title, err)
			continue
		}
		if errors.Is(err, problem.ErrInterrupted) {
			to.note("Interrupted: not all of the table was solved")
			return nil, context.Canceled
		}
		if err != nil {
			return nil, err
		}
		if err := s.write(to); err != nil {
			return nil, err
		}
		if s.Popeye >= longEnough {
			ratios = append(ratios, s.Ratio)
		}
	}
	return ratios, nil
}

// titled is a problem with what the table calls it.
type titled struct {
	title string
	*problem.Problem
}

// read reads the collections, or the table.
func (cmd *Problems) read(c *console.Console) ([]titled, error) {
	var all []titled
	if len(cmd.Files) == 0 {
		entries, _, err := popeye.Read(bytes.NewReader(problemTable))
		for _, e := range entries {
			if err = errors.Join(err, e.Err); err == nil {
				all = append(all, titled{strings.Join(e.Problem.Titles, " "), e.Problem})
			}
		}
		return all, err
	}
	for _, name := range cmd.Files {
		sources, err := sourcesOf(name)
		if err != nil {
			return nil, err
		}
		for _, from := range sources {
			entries, _, err := popeye.Read(bytes.NewReader(from.text))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", from.title, err)
			}
			for _, e := range entries {
				title := from.title
				if from.numbered {
					title = fmt.Sprintf("%s %d", title, e.Number)
				}
				if e.Err != nil {
					fmt.Fprintf(c.Err, "%s is left out: %v\n", title, e.Err)
					continue
				}
				all = append(all, titled{title, e.Problem})
			}
		}
	}
	return all, nil
}

// source is a text in Popeye's language.
type source struct {
	title    string
	numbered bool // the title is that of a collection, and the problems have numbers
	text     []byte
}

// sourcesOf reads a file: a text in Popeye's language, or JSON lines with an id and an input each.
func sourcesOf(name string) ([]source, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(name) != ".jsonl" {
		return []source{{filepath.Base(name), true, text}}, nil
	}
	var all []source
	for line := range bytes.Lines(text) {
		var row struct{ ID, Input string }
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, len(all)+1, err)
		}
		all = append(all, source{title: row.ID, text: []byte(row.Input)})
	}
	return all, nil
}

// measure solves one problem, on one thread unless --threads is given.
func (cmd *Problems) measure(c *console.Console, t titled) (problemSpeed, error) {
	r := problem.NewReport(t.Problem)
	solver := problem.Solver{Threads: 1, Hash: cmd.Hash}
	if c.ThreadsGiven {
		solver.Threads = c.Threads
	}
	limited, cancel := context.WithTimeout(c.Ctx, time.Duration(cmd.Limit)*time.Second)
	defer cancel()
	before := cpuTime()
	err := solver.Solve(limited, t.Problem, r)
	s := problemSpeed{
		Problem: t.title, Stipulation: r.Stipulation, Conditions: strings.Join(r.Conditions, ", "),
		Seconds: (cpuTime() - before).Seconds(),
		GaveUp:  limited.Err() != nil && c.Ctx.Err() == nil,
	}
	if err != nil && !s.GaveUp {
		return s, err
	}
	for _, t := range r.Twins {
		s.Solutions += t.Solutions
	}
	if cmd.Popeye != "" {
		if s.Popeye, s.AtLeast, err = cmd.runPopeye(c.Ctx, t.Problem); err != nil {
			return s, err
		}
		s.Ratio = s.Popeye / max(s.Seconds, 1e-3)
	}
	return s, nil
}

// runPopeye lets Popeye solve the problem. It returns the processor time of Popeye, and whether it
// was stopped at the limit.
func (cmd *Problems) runPopeye(ctx context.Context, p *problem.Problem) (seconds float64, stopped bool, err error) {
	if cmd.Plain {
		q := *p
		q.Options.Words = slices.Clone(q.Options.Words)
		q.Options.Words = slices.DeleteFunc(q.Options.Words, func(w string) bool { return w == "Intelligent" })
		p = &q
	}
	folder, err := os.MkdirTemp("", "kirke-bench")
	if err != nil {
		return 0, false, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "problem.inp")
	write := func(w io.Writer) error { return popeye.Write(w, []*problem.Problem{p}) }
	if err := console.WriteFile(file, write); err != nil {
		return 0, false, err
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(cmd.Limit)*time.Second)
	defer cancel()
	run := exec.CommandContext(limited, cmd.Popeye, "-maxmem", fmt.Sprintf("%dM", max(cmd.Hash, 16)), file)
	err = run.Run()
	stopped = limited.Err() != nil && ctx.Err() == nil
	if err != nil && !stopped {
		return 0, false, fmt.Errorf("%s: %w", cmd.Popeye, err)
	}
	return (run.ProcessState.UserTime() + run.ProcessState.SystemTime()).Seconds(), stopped, nil
}

// write adds the row to a table.
func (s problemSpeed) write(to *table) error {
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
	return to.row(s, s.Problem, s.Stipulation, s.Conditions, strconv.Itoa(s.Solutions), ours, peer, ratio)
}
