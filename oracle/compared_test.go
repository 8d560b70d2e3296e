package oracle_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules/rulestest"
)

// comparedFile has how many random diagrams of each row were compared with Popeye without a
// difference, in all runs with -record.
const comparedFile = "../testdata/compared.jsonl"

// tally counts the diagrams of a row by what was asked about them, alone and with Circe.
type tally struct {
	Row   string         `json:"row"`
	Alone map[string]int `json:"alone,omitempty"`
	Circe map[string]int `json:"circe,omitempty"`
}

// add counts n diagrams.
func (c *tally) add(circe bool, asked string, n int) {
	counts := &c.Alone
	if circe {
		counts = &c.Circe
	}
	if *counts == nil {
		*counts = map[string]int{}
	}
	if n > 0 {
		(*counts)[asked] += n
	}
}

// counted returns how many diagrams of a row the file has of what is asked; of moves for each side.
func counted(t *testing.T, row string, circe bool, asked string) int {
	t.Helper()
	rows := rulestest.Lines[tally](t, comparedFile)
	i := slices.IndexFunc(rows, func(r tally) bool { return r.Row == row })
	if i < 0 {
		return 0
	}
	counts, tasks := rows[i].Alone, 0
	if circe {
		counts = rows[i].Circe
	}
	for _, task := range conditionTasks {
		if task.stipulation == asked {
			tasks++
		}
	}
	return counts[asked] / tasks
}

// record adds the counts to the file.
func (c *tally) record(t *testing.T) {
	t.Helper()
	rows := rulestest.Lines[tally](t, comparedFile)
	i := slices.IndexFunc(rows, func(r tally) bool { return r.Row == c.Row })
	if i < 0 {
		i, rows = len(rows), append(rows, tally{Row: c.Row})
	}
	for asked, n := range c.Alone {
		rows[i].add(false, asked, n)
	}
	for asked, n := range c.Circe {
		rows[i].add(true, asked, n)
	}
	slices.SortFunc(rows, func(a, b tally) int { return strings.Compare(a.Row, b.Row) })
	var b bytes.Buffer
	lines := plainLines(&b)
	for _, row := range rows {
		if err := lines.Encode(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(comparedFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestComparedTable: the table of the page follows from the file, and every row of the tests has been
// compared. With -record the table is written.
func TestComparedTable(t *testing.T) {
	rulestest.Table(t, "../docs/solving.md", "testdata/compared.jsonl", comparedTable(t), *recordFlag)
}

// comparedTable returns a table with a line for each kind of rows.
func comparedTable(t *testing.T) string {
	t.Helper()
	tallies := map[string]tally{}
	for _, c := range rulestest.Lines[tally](t, comparedFile) {
		tallies[c.Row] = c
	}
	var b strings.Builder
	b.WriteString("| compared with Popeye | rows | stories | moves | two plies | `h#2` | `#2` | `ser-h#3` " +
		"| with Circe |\n" +
		"|---|---|---|---|---|---|---|---|---|\n")
	for _, kind := range []struct {
		name string
		rows []conditionRow
	}{
		{"rebirths", rebirths}, {"conditions that forbid or demand", restrictions}, {"conditions that change", changes},
		{"attributes and colours", traits}, {"families of fairy pieces", families}, {"pairs of conditions", pairs},
	} {
		sum, circe, stories := map[string]int{}, 0, 0
		for _, row := range kind.rows {
			c, known := tallies[row.name()]
			if !known || len(c.Alone) == 0 {
				t.Errorf("%s was never compared: see -record", row.name())
			}
			if _, err := os.Stat(recordedFile(row.name())); err == nil {
				stories += len(rulestest.Lines[fact](t, recordedFile(row.name())))
			}
			for asked, n := range c.Alone {
				sum[asked] += n
			}
			for _, n := range c.Circe {
				circe += n
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", kind.name, len(kind.rows), stories,
			sum["~1"], sum["h~1"], sum["h#2"], sum["#2"], sum["ser-h#3"], circe)
	}
	return b.String()
}
