package rulestest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Count is one line of a perft suite: a position, the number of leaves at
// depths 1, 2, …, and where known the moves themselves.
type Count struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen"`
	Perft   []uint64 `json:"perft"`
	Note    string   `json:"note"`
	Legal   []string `json:"legal"`   // every legal move, if there are any
	Illegal []string `json:"illegal"` // some that are not, with whatever choice attached
}

// Lookup finds a variant by its id, as rules.Lookup does.
type Lookup func(id string) (*rules.Variant, error)

// Perft checks a suite of JSON Lines with the reference kernel: every count up to limit leaves, and
// every list of moves.
func Perft(t *testing.T, file string, limit uint64) {
	t.Helper()
	PerftOf(t, file, limit, rules.Lookup, reference.New)
}

// PerftOf is Perft with variants found by lookup and positions made by kernel.
func PerftOf(t *testing.T, file string, limit uint64, lookup Lookup, kernel Kernel) {
	t.Helper()
	EachLine(t, file, func(t *testing.T, c Count) {
		v, err := lookup(c.Variant)
		if err != nil {
			t.Fatal(err)
		}
		CheckCount(t, position(t, v, c.FEN, 0, kernel), c, limit)
	})
}

// CheckCount checks the lists of moves of c, and every count up to limit leaves, in the position p
// of its FEN.
func CheckCount(t *testing.T, p rules.Position, c Count, limit uint64) {
	t.Helper()
	if c.Legal != nil {
		list(t, p, c.Legal)
	}
	for _, text := range c.Illegal {
		for _, m := range p.LegalMoves(nil) {
			if strings.HasPrefix(MoveText(p, m), text) {
				t.Errorf("%s is legal\n%s", MoveText(p, m), Text(p))
			}
		}
	}
	for i, want := range c.Perft {
		if want > limit {
			break
		}
		if got := rules.Perft(p, nil, i+1); got != want {
			t.Errorf("perft(%d) is %d, want %d\n%s %s\n%s", i+1, got, want, p.Variant().ID, c.Note, Text(p))
			break
		}
	}
}

// list checks that the legal moves of p are exactly the texts.
func list(t *testing.T, p rules.Position, texts []string) {
	t.Helper()
	want := slices.Sorted(slices.Values(texts))
	if missing, extra := Difference(want, MoveTexts(p)); len(missing)+len(extra) > 0 {
		t.Errorf("missing %v, too many %v\n%s %s", missing, extra, p.Variant().ID, Text(p))
	}
}

// Difference compares two sorted lists as multisets. It returns what only the first has and what
// only the second has.
func Difference(a, b []string) (onlyA, onlyB []string) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			onlyA, a = append(onlyA, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			onlyB, b = append(onlyB, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return onlyA, onlyB
}

// EachLine runs a subtest for every line of a file of JSON Lines.
func EachLine[T any](t *testing.T, file string, test func(*testing.T, T)) {
	t.Helper()
	for i, row := range Lines[T](t, file) {
		t.Run(fmt.Sprintf("line %d", i+1), func(t *testing.T) { test(t, row) })
	}
}

// Lines returns the lines of a file of JSON Lines, of which there must be one at least.
func Lines[T any](t *testing.T, file string) []T {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	var rows []T
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s line %d: %v", file, len(rows)+1, err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", file)
	}
	return rows
}
