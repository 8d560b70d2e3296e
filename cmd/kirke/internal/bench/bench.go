// Package bench holds kirke bench, which measures how fast Kirke is, and the hidden kirke tune,
// which fits the evaluation to games.
//
// Read bench.go, then movegen.go, search.go, problems.go, tune.go.
package bench

import (
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// Command is kirke bench with its subcommands.
type Command struct {
	Movegen  Movegen  `cmd:"" help:"Count the leaves of a fixed table of positions, and show the speed."`
	Search   Search   `cmd:"" help:"Search the starting positions of some games, and show the speed."`
	Problems Problems `cmd:"" help:"Solve a fixed table of problems, and show the speed."`
}

// Help returns examples.
func (*Command) Help() string {
	return console.Examples("kirke bench movegen --quick", "kirke bench search --only seirawan")
}

// profileFlag is the flag of commands that can write a processor profile.
type profileFlag struct {
	File string `name:"cpuprofile" placeholder:"FILE" help:"Write a processor profile."`
}

// startProfile starts the profile of --cpuprofile, if there is one. stop ends it.
func (p *profileFlag) startProfile() (stop func(), err error) {
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

// tableFlag is the flag of commands that write tables.
type tableFlag struct {
	Markdown bool `help:"Write the table as Markdown, as in docs/performance.md."`
}

// column is a column of a table: its head, and its width in text. A negative width aligns it to
// the left.
type column struct {
	head  string
	width int
}

// table writes rows one by one, as text, Markdown or JSON.
type table struct {
	c        *console.Console
	markdown bool
	columns  []column
}

// head writes the heads of the columns, unless JSON is wanted.
func (t *table) head() {
	var heads, rules []string
	for _, col := range t.columns {
		heads, rules = append(heads, col.head), append(rules, "---")
	}
	if t.c.JSON {
		return
	}
	fmt.Fprintln(t.c.Out, t.line(heads))
	if t.markdown {
		fmt.Fprintln(t.c.Out, t.line(rules))
	}
}

// row writes a row: its cells, or record in JSON.
func (t *table) row(record any, cells ...string) error {
	if t.c.JSON {
		return t.c.Print(record)
	}
	_, err := fmt.Fprintln(t.c.Out, t.line(cells))
	return err
}

// note writes a line below the table, unless JSON is wanted.
func (t *table) note(format string, args ...any) {
	if t.c.JSON {
		return
	}
	if t.markdown {
		fmt.Fprintln(t.c.Out)
	}
	fmt.Fprintf(t.c.Out, format+"\n", args...)
}

// line returns the line of a row.
func (t *table) line(cells []string) string {
	if t.markdown {
		return "| " + strings.Join(cells, " | ") + " |"
	}
	padded := make([]string, len(cells))
	for i, cell := range cells {
		padded[i] = fmt.Sprintf("%*s", t.columns[i].width, cell)
	}
	return strings.Join(padded, " ")
}

// speed is a row of a table of speeds: how fast some work was done.
type speed struct {
	Work    string  `json:"work"`
	Variant string  `json:"variant"`
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"mnodes_per_second"`
}

// speedTable returns a table of speeds.
func (f tableFlag) speedTable(c *console.Console) *table {
	return &table{c, f.Markdown, []column{
		{"work", -38}, {"game", -20}, {"depth", 5}, {"nodes", 13}, {"seconds", 9}, {"Mnodes/s", 9},
	}}
}

// write adds the row to a table.
func (s *speed) write(to *table) error {
	if s.Seconds > 0 {
		s.Rate = float64(s.Nodes) / s.Seconds / 1e6
	}
	depth := ""
	if s.Depth > 0 {
		depth = strconv.Itoa(s.Depth)
	}
	return to.row(s, s.Work, s.Variant, depth, strconv.FormatUint(s.Nodes, 10),
		fmt.Sprintf("%.2f", s.Seconds), fmt.Sprintf("%.2f", s.Rate))
}
