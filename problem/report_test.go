package problem_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
)

// TestReportNamesPieces: a report says what the letters of its FENs stand for, of fairy pieces and
// those with attributes.
func TestReportNamesPieces(t *testing.T) {
	for text, want := range map[string][]string{
		"Pieces White Kc3 Qb3 Black Ka1":                     nil,
		"Pieces White Kc3 Gb3 VAb4 Black Ka1 Gb8":            {"Grasshopper", "Vao"},
		"Pieces White Kc3 Qb3 Black Ka1 Neutral Gb8":         {"Grasshopper"},
		"Pieces White Kc3 Qb3\nWhite AliceB Rb4\nBlack Ka1":  {"AliceB Rook"},
		"Pieces White Kc3 Qb3 Black Ka1\nTwin add White Gb8": {"Grasshopper"},
	} {
		p := read(t, "Stipulation h#1\n"+text)
		r := problem.NewReport(p)
		if got := slices.Sorted(maps.Values(r.Pieces)); !slices.Equal(got, want) {
			t.Errorf("%s: the pieces are %v, want %v", text, r.Pieces, want)
		}
		for letter := range r.Pieces {
			if len(p.Twins) == 0 && !strings.Contains(strings.ToUpper(r.FEN), letter) {
				t.Errorf("%s: %s is not in %s", text, letter, r.FEN)
			}
		}
		body, err := json.Marshal(r)
		if err != nil || strings.Contains(string(body), `"pieces"`) != (want != nil) {
			t.Errorf("%s: %v %s", text, err, body)
		}
	}
}
