package perft

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// entry is a line of a suite.
type entry struct {
	Variant  string   `json:"variant"`
	FEN      string   `json:"fen"`
	Chess960 bool     `json:"chess960"`
	Perft    []uint64 `json:"perft"`
	Legal    []string `json:"legal"`
}

// suiteResult is what checking a suite has found.
type suiteResult struct {
	Suite     string `json:"suite"`
	Positions int    `json:"positions"`
	Wrong     int    `json:"wrong"`
	Nodes     uint64 `json:"nodes"`
	Complete  bool   `json:"complete"`
}

// suite checks the positions of a file and reports what is wrong, a line each.
func (cmd *Command) suite(c *console.Console) error {
	if c.FEN != "" {
		return fmt.Errorf("--suite has its own positions: --fen cannot be used with it")
	}
	result, err := cmd.checkFile(c)
	if err != nil {
		return err
	}
	if c.JSON {
		if err := c.Print(result); err != nil {
			return err
		}
	} else {
		if !result.Complete {
			fmt.Fprintln(c.Out, "Interrupted: not all of the suite was searched")
		}
		fmt.Fprintf(c.Out, "%s: %d positions, %d wrong\nNodes searched: %d\n",
			result.Suite, result.Positions, result.Wrong, result.Nodes)
	}
	switch {
	case !result.Complete:
		return c.Ctx.Err()
	case result.Wrong > 0:
		return console.ErrFound
	}
	return nil
}

// checkFile checks the file line by line. The error is about a line that cannot be read.
func (cmd *Command) checkFile(c *console.Console) (suiteResult, error) {
	result := suiteResult{Suite: cmd.Suite}
	file, err := c.Open(cmd.Suite)
	if err != nil {
		return result, err
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	for number := 1; err == nil && c.Ctx.Err() == nil; number++ {
		var line []byte
		line, err = lines.ReadBytes('\n')
		if c.Ctx.Err() != nil || err != nil && err != io.EOF {
			break
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		nodes, complaint, bad := cmd.check(c, line)
		if bad != nil {
			return result, fmt.Errorf("%s:%d: %w", cmd.Suite, number, bad)
		}
		result.Positions++
		result.Nodes += nodes
		if complaint != "" {
			result.Wrong++
			if err := report(c, cmd.Suite, number, complaint); err != nil {
				return result, err
			}
		}
	}
	result.Complete = c.Ctx.Err() == nil
	if result.Complete && err != io.EOF {
		return result, fmt.Errorf("%s: %w", cmd.Suite, err)
	}
	return result, nil
}

// report writes what is wrong with a line of a file.
func report(c *console.Console, file string, line int, what string) error {
	if c.JSON {
		return c.Print(struct {
			File  string `json:"file"`
			Line  int    `json:"line"`
			Error string `json:"error"`
		}{file, line, what})
	}
	_, err := fmt.Fprintf(c.Out, "%s:%d: %s\n", file, line, what)
	return err
}

// check counts what a line of a suite asks for. It returns the nodes counted, and what is wrong
// with them ("" for nothing). The error is about the line itself.
func (cmd *Command) check(c *console.Console, line []byte) (nodes uint64, complaint string, err error) {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return 0, "", fmt.Errorf("not a position in JSON: %w", err)
	}
	if e.Chess960 && !strings.HasSuffix(e.Variant, "960") {
		e.Variant += "960" // the IDs are chess and chess960, seirawan and seirawan960
	}
	v, err := c.Game(e.Variant)
	if err != nil {
		return 0, "", err
	}
	p, err := kirke.FromFEN(v, e.FEN, append(c.Options(), kirke.Kernel(cmd.Kernel))...)
	if err != nil {
		return 0, "", err
	}
	if complaint := e.checkMoves(p); complaint != "" {
		return 0, complaint, nil
	}
	table := cmd.table()
	for i, want := range e.Perft {
		depth := i + 1
		if cmd.Depth > 0 && depth > cmd.Depth {
			break
		}
		counts := Count(c, p, depth, table)
		if counts.Stopped {
			break
		}
		got := counts.Total()
		nodes += got
		if got != want {
			return nodes, fmt.Sprintf("%s: perft %d is %d, expected %d", e.FEN, depth, got, want), nil
		}
	}
	return nodes, "", nil
}

// checkMoves compares the legal moves of p with those of the entry, if it lists them.
func (e *entry) checkMoves(p kirke.Position) (complaint string) {
	if e.Legal == nil {
		return ""
	}
	var legal []string
	for m := range p.LegalMoves() {
		legal = append(legal, p.MoveText(m, kirke.UCI))
	}
	missing, extra := without(e.Legal, legal), without(legal, e.Legal)
	if len(missing)+len(extra) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: legal moves missing: [%s], too many: [%s]",
		e.FEN, strings.Join(missing, " "), strings.Join(extra, " "))
}

// without returns the words of a that are not in b, sorted.
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
