package notation_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// Every position with a known list of moves is read and written without loss, and
// its moves are the texts of the list.
func TestKnownPositions(t *testing.T) {
	files, err := filepath.Glob("../testdata/perft/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no positions found: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				var c struct {
					Variant, FEN string
					Legal        []string
				}
				if err := json.Unmarshal([]byte(line), &c); err != nil {
					t.Fatal(err)
				}
				if c.FEN == "" {
					t.Fatalf("no position in %s", line)
				}
				v := lookup(t, c.Variant)
				s, err := notation.ParseFEN(v, c.FEN)
				if err != nil {
					t.Errorf("%s: %v", c.FEN, err)
					continue
				}
				same(t, v, s)
				p := rulestest.Position(t, v, c.FEN, rules.OppositeCheck)
				if c.Legal == nil {
					continue
				}
				var got []string
				for _, m := range p.LegalMoves(nil) {
					got = append(got, notation.UCI(v, m))
				}
				slices.Sort(got)
				slices.Sort(c.Legal)
				if diff := cmp.Diff(c.Legal, got); diff != "" {
					t.Errorf("%s: the moves differ:\n%s", c.FEN, diff)
				}
				for _, text := range c.Legal {
					if m, err := notation.ParseUCI(p, text); err != nil || notation.UCI(v, m) != text {
						t.Errorf("%s: %s is read as %s, %v", c.FEN, text, notation.UCI(v, m), err)
					}
				}
			}
		})
	}
}
