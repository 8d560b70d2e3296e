package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/derived"
)

type benchCmd struct {
	Movegen  movegenCmd  `cmd:"" help:"Count the leaves of a fixed table of positions, and tell how fast."`
	Search   searchCmd   `cmd:"" help:"Search the first positions of some games, and tell how fast."`
	Problems problemsCmd `cmd:"" help:"Solve a fixed table of problems, and tell how fast."`
}

func (*benchCmd) Help() string {
	return examples(
		"kirke bench movegen --quick",
		"kirke bench search --only seirawan",
	)
}

type movegenCmd struct {
	Only   string `placeholder:"TEXT" help:"Only the rows whose name has this in it."`
	Quick  bool   `help:"One ply less."`
	Repeat int    `default:"1" help:"Count each row so often and take the quickest."`
	Kernel string `placeholder:"NAME" complete:"reference,fast" help:"What plays: reference or fast; the best there is by default."`
	profiled

	As jsonFlags   `embed:""`
	On threadFlags `embed:"" set:"threads=1"`
}

func (*movegenCmd) Help() string {
	return examples(
		"kirke bench movegen --only 'circe mid' --repeat 3",
		"kirke bench movegen --threads 2 --json",
	)
}

// profiled is the flag of commands that tell where the processor spends its time.
type profiled struct {
	File string `name:"cpuprofile" placeholder:"FILE" help:"Write a processor profile."`
}

// profile begins the profile, if one is asked for; stop ends it.
func (p *profiled) profile() (stop func(), err error) {
	if p.File == "" {
		return func() {}, nil
	}
	file, err := os.Create(p.File)
	if err != nil {
		return nil, fmt.Errorf("--cpuprofile: %w", err)
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, errors.Join(fmt.Errorf("--cpuprofile: %w", err), file.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		file.Close()
	}, nil
}

// positions are the rows of the table, with the counts that they must have.
//
//go:embed bench/movegen.jsonl
var positions []byte

// row is some positions of one game that are counted together.
type row struct {
	work    string
	variant *kirke.Variant
	at      []kirke.Position
	depth   int
	nodes   uint64
}

// speed is what counting a row showed.
type speed struct {
	Work    string  `json:"work"`
	Variant string  `json:"variant"`
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"mnodes_per_second"`
}

func (cmd *movegenCmd) Run(c *console) (err error) {
	if cmd.Repeat < 1 {
		return fmt.Errorf("--repeat: %d is not a number of times", cmd.Repeat)
	}
	rows, err := cmd.rows()
	if err != nil {
		return err
	}
	stop, err := cmd.profile()
	if err != nil {
		return err
	}
	defer stop()
	if !c.JSON {
		fmt.Fprintf(c.out, "%-38s %-20s %5s %13s %9s %9s\n", "work", "game", "depth", "nodes", "seconds", "Mnodes/s")
	}
	total := speed{Work: "all"}
	for _, r := range rows {
		s, err := cmd.measure(c, r)
		if errors.Is(err, context.Canceled) && !c.JSON {
			fmt.Fprintln(c.out, "Interrupted: not all of the table was counted")
		}
		if err != nil {
			return err
		}
		if err := s.tell(c); err != nil {
			return err
		}
		total.Nodes += s.Nodes
		total.Seconds += s.Seconds
	}
	total.Rate = rate(total.Nodes, total.Seconds)
	return total.tell(c)
}

func (s *speed) tell(c *console) error {
	if c.JSON {
		return c.print(s)
	}
	depth := ""
	if s.Depth > 0 {
		depth = fmt.Sprint(s.Depth)
	}
	_, err := fmt.Fprintf(c.out, "%-38s %-20s %5s %13d %9.2f %9.2f\n", s.Work, s.Variant, depth, s.Nodes, s.Seconds, s.Rate)
	return err
}

func rate(nodes uint64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(nodes) / seconds / 1e6
}

// measure counts a row as often as asked for. One thread is measured by the time of
// the processor, several by the clock.
func (cmd *movegenCmd) measure(c *console, r *row) (speed, error) {
	now := cpuTime
	if !c.threadsGiven {
		c.Threads = 1
	}
	if c.Threads > 1 {
		began := time.Now()
		now = func() time.Duration { return time.Since(began) }
	}
	best := speed{Work: r.work, Variant: r.variant.ID, Depth: r.depth, Nodes: r.nodes}
	for i := range cmd.Repeat {
		before := now()
		var nodes uint64
		for _, p := range r.at {
			counts := c.count(p, r.depth, nil)
			if counts.stopped {
				return best, c.ctx.Err()
			}
			nodes += counts.total()
		}
		if seconds := (now() - before).Seconds(); i == 0 || seconds < best.Seconds {
			best.Seconds = seconds
		}
		if nodes != r.nodes {
			return best, r.complain(c, nodes)
		}
	}
	best.Rate = rate(best.Nodes, best.Seconds)
	return best, nil
}

// complain reports that a row has not the nodes it must have.
func (r *row) complain(c *console, nodes uint64) error {
	what := fmt.Sprintf("%d nodes, expected %d", nodes, r.nodes)
	if !c.JSON {
		fmt.Fprintf(c.out, "%s: %s\n", r.work, what)
		return errFound
	}
	err := c.print(struct {
		Work  string `json:"work"`
		Error string `json:"error"`
	}{r.work, what})
	if err != nil {
		return err
	}
	return errFound
}

// rows reads the table.
func (cmd *movegenCmd) rows() ([]*row, error) {
	var rows []*row
	for i, line := range bytes.Split(bytes.TrimSpace(positions), []byte("\n")) {
		var e struct {
			Work, Variant, FEN string
			Perft              []uint64
		}
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("the table of positions, line %d: %w", i+1, err)
		}
		if !strings.Contains(strings.ToLower(e.Work), strings.ToLower(cmd.Only)) {
			continue
		}
		depth := len(e.Perft)
		if cmd.Quick {
			depth--
		}
		if n := len(rows); n == 0 || rows[n-1].work != e.Work {
			v, err := kirke.Lookup(e.Variant)
			if err != nil {
				if v, err = derived.Lookup(e.Variant); err != nil {
					return nil, err
				}
			}
			rows = append(rows, &row{work: e.Work, variant: v, depth: depth})
		}
		r := rows[len(rows)-1]
		p, err := kirke.FromFEN(r.variant, e.FEN, kirke.Kernel(cmd.Kernel))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Work, err)
		}
		r.at = append(r.at, p)
		r.nodes += e.Perft[depth-1]
	}
	if rows == nil {
		return nil, fmt.Errorf("--only: no row has %q in its name", cmd.Only)
	}
	return rows, nil
}
