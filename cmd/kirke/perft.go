package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

type perftCmd struct {
	Depth  int    `short:"d" default:"0" placeholder:"N" help:"Depth in half-moves (default 4, of a suite as deep as it goes)."`
	Divide bool   `help:"Count under each move apart."`
	Suite  string `placeholder:"FILE" help:"Check the counts and legal moves of a file of JSON Lines."`
	Hash   int    `default:"0" placeholder:"MB" help:"Memory for positions counted before (default none)."`
	Kernel string `placeholder:"NAME" complete:"reference,fast" help:"What plays: reference or fast; the best there is by default."`

	Start startFlags  `embed:""`
	Style styleFlags  `embed:""`
	As    jsonFlags   `embed:""`
	On    threadFlags `embed:""`
}

func (*perftCmd) Help() string {
	return examples(
		"kirke perft -v seirawan --depth 4 --divide",
		"kirke perft --suite counts.jsonl --hash 256",
	)
}

// maxHash returns the most that --hash may ask for, in megabytes: what this machine has,
// where it says so, and never more than can be counted in bytes.
func maxHash() int {
	most := min(1<<20, math.MaxInt>>20)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kilobytes int
		if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kilobytes); err == nil {
			most = min(most, kilobytes>>10)
		}
	}
	return most
}

// table returns the memory --hash asks for, or nil.
func (cmd *perftCmd) table() *rules.PerftTable {
	if cmd.Hash == 0 {
		return nil
	}
	return rules.NewPerftTable(cmd.Hash << 20)
}

func (cmd *perftCmd) Run(c *console) error {
	if cmd.Depth < 0 {
		return fmt.Errorf("--depth: %d is not a number of half-moves", cmd.Depth)
	}
	if most := maxHash(); cmd.Hash < 0 || cmd.Hash > most {
		return fmt.Errorf("--hash: %d is not a number of megabytes from 0 to %d", cmd.Hash, most)
	}
	if cmd.Suite != "" {
		return cmd.suite(c)
	}
	p, err := c.start(kirke.Kernel(cmd.Kernel))
	if err != nil {
		return err
	}
	depth := cmd.Depth
	if depth == 0 {
		depth = 4
	}
	counts := c.count(p, depth, cmd.table())
	type line struct {
		Move  string `json:"move"`
		Nodes uint64 `json:"nodes"`
	}
	total := counts.total()
	var divided []line
	for _, n := range counts.moves {
		divided = append(divided, line{p.MoveText(n.move, c.style(kirke.UCI)), n.nodes.Load()})
	}
	switch {
	case c.JSON:
		out := struct {
			Variant  string  `json:"variant"`
			Seed     *uint64 `json:"seed,omitempty"`
			FEN      string  `json:"fen"`
			Depth    int     `json:"depth"`
			Nodes    uint64  `json:"nodes"`
			Complete bool    `json:"complete"`
			Divide   []line  `json:"divide,omitempty"`
		}{p.Variant().ID, c.seedOfArray(), p.FEN(), depth, total, !counts.stopped, nil}
		if cmd.Divide {
			out.Divide = divided
		}
		if err := c.print(out); err != nil {
			return err
		}
	default:
		if cmd.Divide {
			for _, l := range divided {
				fmt.Fprintf(c.out, "%s: %d\n", l.Move, l.Nodes)
			}
			fmt.Fprintln(c.out)
		}
		if counts.stopped {
			fmt.Fprintln(c.out, "Interrupted: not all of the tree was searched")
		}
		fmt.Fprintf(c.out, "Nodes searched: %d\n", total)
	}
	if counts.stopped {
		return context.Canceled
	}
	return nil
}

// counts is what a perft has found, under each move from the root.
type counts struct {
	moves   []*underMove
	stopped bool // by the user, before the end
}

// total returns the number of leaves.
func (c *counts) total() uint64 {
	var n uint64
	for _, m := range c.moves {
		n += m.nodes.Load()
	}
	return n
}

type underMove struct {
	move  kirke.Move
	nodes atomic.Uint64
}

// leap is the depth that is counted in one go, short enough to stop soon.
const leap = 4

// count counts the leaves under each legal move of p on all threads, with a table of
// positions counted before that they share if it is not nil. Its parts are the
// positions one half-move on, or two where that is more than a leap, so that no thread
// is idle for long and the user sees it go forward.
func (c *console) count(p kirke.Position, depth int, table *rules.PerftTable) counts {
	type part struct {
		under *underMove
		p     rules.Position
		depth int
	}
	var result counts
	var parts []part
	for m := range p.LegalMoves() {
		u := &underMove{move: m}
		result.moves = append(result.moves, u)
		next := p.Rules().Play(m)
		if depth <= leap+1 {
			parts = append(parts, part{u, next, depth - 1})
			continue
		}
		for _, reply := range next.LegalMoves(nil) {
			parts = append(parts, part{u, next.Play(reply), depth - 2})
		}
	}
	show := c.progress("nodes")
	defer show.clear()
	var nodes, done atomic.Uint64
	var workers sync.WaitGroup
	work := make(chan part)
	for range min(c.Threads, max(len(parts), 1)) {
		workers.Go(func() {
			for w := range work {
				c.descend(w.p, w.depth, table, func(n uint64) {
					w.under.nodes.Add(n)
					show.show(nodes.Add(n), float64(done.Load())/float64(len(parts)))
				})
				done.Add(1)
			}
		})
	}
	for _, w := range parts {
		if c.ctx.Err() != nil {
			break
		}
		work <- w
	}
	close(work)
	workers.Wait()
	result.stopped = c.ctx.Err() != nil
	return result
}

// descend counts the leaves under p in leaps, and reports each until it is told
// to stop. It returns how many there are, and whether it has counted them all.
func (c *console) descend(p rules.Position, depth int, table *rules.PerftTable, report func(uint64)) (total uint64, all bool) {
	if c.ctx.Err() != nil {
		return 0, false
	}
	if depth <= leap {
		n := p.PerftWith(table, depth)
		report(n)
		return n, true
	}
	if table != nil {
		if n, known := table.Get(p.Key(), depth); known {
			report(n)
			return n, true
		}
	}
	for _, m := range p.LegalMoves(nil) {
		n, ok := c.descend(p.Play(m), depth-1, table, report)
		if !ok {
			return total, false
		}
		total += n
	}
	if table != nil {
		table.Put(p.Key(), depth, total)
	}
	return total, true
}

// entry is a line of a suite.
type entry struct {
	Variant  string   `json:"variant"`
	FEN      string   `json:"fen"`
	Chess960 bool     `json:"chess960"`
	Perft    []uint64 `json:"perft"`
	Legal    []string `json:"legal"`
}

// suite checks the positions of a file and reports what is wrong, a line each.
func (cmd *perftCmd) suite(c *console) error {
	if c.FEN != "" {
		return fmt.Errorf("--suite has its own positions: --fen cannot be used with it")
	}
	file, err := c.open(cmd.Suite)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	var positions, wrong int
	var nodes uint64
	for at := 1; ; at++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF && c.ctx.Err() == nil {
			return fmt.Errorf("%s: %w", cmd.Suite, err)
		}
		if len(bytes.TrimSpace(line)) > 0 && c.ctx.Err() == nil {
			n, complaint, bad := cmd.check(c, line)
			if bad != nil {
				return fmt.Errorf("%s:%d: %w", cmd.Suite, at, bad)
			}
			positions++
			nodes += n
			if complaint != "" {
				wrong++
				if err := c.complain(cmd.Suite, at, complaint); err != nil {
					return err
				}
			}
		}
		if c.ctx.Err() != nil || err == io.EOF {
			break
		}
	}
	if c.JSON {
		err = c.print(struct {
			Suite     string `json:"suite"`
			Positions int    `json:"positions"`
			Wrong     int    `json:"wrong"`
			Nodes     uint64 `json:"nodes"`
			Complete  bool   `json:"complete"`
		}{cmd.Suite, positions, wrong, nodes, c.ctx.Err() == nil})
		if err != nil {
			return err
		}
	} else {
		if c.ctx.Err() != nil {
			fmt.Fprintln(c.out, "Interrupted: not all of the suite was searched")
		}
		fmt.Fprintf(c.out, "%s: %d positions, %d wrong\nNodes searched: %d\n", cmd.Suite, positions, wrong, nodes)
	}
	switch {
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case wrong > 0:
		return errFound
	}
	return nil
}

// complain reports what is wrong with a line of a file.
func (c *console) complain(file string, line int, what string) error {
	if c.JSON {
		return c.print(struct {
			File  string `json:"file"`
			Line  int    `json:"line"`
			Error string `json:"error"`
		}{file, line, what})
	}
	_, err := fmt.Fprintf(c.out, "%s:%d: %s\n", file, line, what)
	return err
}

// check counts what a line of a suite asks for. It returns the nodes searched and
// what is wrong with the counts; the error is about the line itself.
func (cmd *perftCmd) check(c *console, line []byte) (nodes uint64, complaint string, err error) {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return 0, "", fmt.Errorf("not a position in JSON: %w", err)
	}
	if e.Chess960 && !strings.HasSuffix(e.Variant, "960") {
		e.Variant += "960" // as chess and chess960, seirawan and seirawan960
	}
	v, err := c.variant(e.Variant)
	if err != nil {
		return 0, "", err
	}
	p, err := kirke.FromFEN(v, e.FEN, append(c.options(), kirke.Kernel(cmd.Kernel))...)
	if err != nil {
		return 0, "", err
	}
	if e.Legal != nil {
		var legal []string
		for m := range p.LegalMoves() {
			legal = append(legal, p.MoveText(m, kirke.UCI))
		}
		if missing, extra := without(e.Legal, legal), without(legal, e.Legal); len(missing)+len(extra) > 0 {
			return 0, fmt.Sprintf("%s: legal moves missing: [%s], too many: [%s]", e.FEN, strings.Join(missing, " "), strings.Join(extra, " ")), nil
		}
	}
	table := cmd.table()
	for i, want := range e.Perft {
		depth := i + 1
		if cmd.Depth > 0 && depth > cmd.Depth {
			break
		}
		counts := c.count(p, depth, table)
		if counts.stopped {
			break
		}
		got := counts.total()
		nodes += got
		if got != want {
			return nodes, fmt.Sprintf("%s: perft %d is %d, expected %d", e.FEN, depth, got, want), nil
		}
	}
	return nodes, "", nil
}

// without returns the words of a that are not in b, in order.
func without(a, b []string) []string {
	var rest []string
	for _, w := range a {
		if !slices.Contains(b, w) {
			rest = append(rest, w)
		}
	}
	slices.Sort(rest)
	return rest
}
