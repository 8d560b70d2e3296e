package bench

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/perft"
	"github.com/kirke-chess/kirke/internal/derived"
)

// Movegen is the command that measures move generation.
type Movegen struct {
	Only   string `placeholder:"TEXT" help:"Count only the rows whose name contains this text."`
	Quick  bool   `help:"Count one half-move less deep."`
	Repeat int    `default:"1" help:"Count each row this many times and take the fastest (default 1)."`
	Kernel string `placeholder:"NAME" complete:"reference,fast" help:"Move generator: reference or fast (default: the fastest that plays the game)."`
	tableFlag
	profileFlag

	As console.JSONFlags   `embed:""`
	On console.ThreadFlags `embed:"" set:"threads=1"`
}

// Help returns examples.
func (*Movegen) Help() string {
	return console.Examples("kirke bench movegen --only 'circe mid' --repeat 3",
		"kirke bench movegen --threads 2 --json")
}

// positions are the rows of the table, with their counts.
//
//go:embed movegen.jsonl
var positions []byte

// row is some positions of one game that are counted together.
type row struct {
	work    string
	variant *kirke.Variant
	at      []kirke.Position
	depth   int
	nodes   uint64 // the count that is right
}

// Run counts the rows of the table and writes their speeds.
func (cmd *Movegen) Run(c *console.Console) (err error) {
	if cmd.Repeat < 1 {
		return fmt.Errorf("--repeat: %d is not a number of times", cmd.Repeat)
	}
	rows, err := cmd.rows()
	if err != nil {
		return err
	}
	stop, err := cmd.startProfile()
	if err != nil {
		return err
	}
	defer stop()
	t := cmd.speedTable(c)
	t.head()
	total := speed{Work: "all"}
	for _, r := range rows {
		s, err := cmd.measure(c, r)
		if errors.Is(err, context.Canceled) {
			t.note("Interrupted: not all of the table was counted")
		}
		if err != nil {
			return err
		}
		if err := s.write(t); err != nil {
			return err
		}
		total.Nodes += s.Nodes
		total.Seconds += s.Seconds
	}
	return total.write(t)
}

// measure counts a row as often as asked for. It measures one thread by its processor time, several
// threads by the clock.
func (cmd *Movegen) measure(c *console.Console, r *row) (speed, error) {
	now := cpuTime
	if !c.ThreadsGiven {
		c.Threads = 1
	}
	if c.Threads > 1 {
		start := time.Now()
		now = func() time.Duration { return time.Since(start) }
	}
	best := speed{Work: r.work, Variant: r.variant.ID, Depth: r.depth, Nodes: r.nodes}
	for i := range cmd.Repeat {
		before := now()
		var nodes uint64
		for _, p := range r.at {
			counts := perft.Count(c, p, r.depth, nil)
			if counts.Stopped {
				return best, c.Ctx.Err()
			}
			nodes += counts.Total()
		}
		if seconds := (now() - before).Seconds(); i == 0 || seconds < best.Seconds {
			best.Seconds = seconds
		}
		if nodes != r.nodes {
			return best, r.complain(c, nodes)
		}
	}
	return best, nil
}

// complain reports a wrong count of a row.
func (r *row) complain(c *console.Console, nodes uint64) error {
	what := fmt.Sprintf("%d nodes, expected %d", nodes, r.nodes)
	if !c.JSON {
		fmt.Fprintf(c.Out, "%s: %s\n", r.work, what)
		return console.ErrFound
	}
	err := c.Print(struct {
		Work  string `json:"work"`
		Error string `json:"error"`
	}{r.work, what})
	if err != nil {
		return err
	}
	return console.ErrFound
}

// rows reads the table.
func (cmd *Movegen) rows() ([]*row, error) {
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
