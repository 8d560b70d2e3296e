package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// catalogueRow is a position of Fairy-Stockfish's games, and the moves that lead to it from the
// starting position that its variant has there.
type catalogueRow struct {
	rulestest.Count
	Moves string `json:"moves"`
}

// catalogueExceptions are the rows, by game, in which Fairy-Stockfish is wrong by the rules of the
// game, each with the reason and its source; "" is all rows.
var catalogueExceptions = map[string]string{}

// TestCatalogue compares the games that Fairy-Stockfish has as well: what is read, the legal moves,
// perft, and where games lead.
func TestCatalogue(t *testing.T) {
	starts := map[string]rules.Position{} // by game: where its rows begin, if that is our start
	rows, games := 0, map[string]int{}
	rulestest.EachLine(t, data+"catalogue/positions.jsonl", func(t *testing.T, row catalogueRow) {
		v, err := rules.Lookup(row.Variant)
		if err != nil {
			t.Skip(err)
		}
		rows++
		games[v.ID]++
		if reason := catalogueExceptions[row.Variant]; reason != "" {
			t.Skip(reason)
		}
		p := rulestest.Position(t, v, row.FEN, 0)
		// The positions are many, and so deep counts are left to make soak.
		rulestest.CheckCount(t, p, row.Count, *leaves/8)
		if row.Moves == "" {
			if begin := opening(t, v); begin.SameAs(p) {
				starts[v.ID] = begin
			} else if v.Start.Shuffle == nil {
				t.Errorf("%s starts from\n%s instead of\n%s", v.ID, rulestest.Text(begin), row.FEN)
			}
			return
		}
		if begin := starts[v.ID]; begin != nil {
			replay(t, begin, row.Moves, p)
		}
	})
	t.Logf("%d rows of %d games", rows, len(games))
}

// opening returns the starting position of v, the example if it is shuffled.
func opening(t *testing.T, v *rules.Variant) rules.Position {
	t.Helper()
	v = v.Clone()
	v.Start.Shuffle = nil
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := reference.New(v, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// replay plays moves from p and expects to come to the position to.
func replay(t *testing.T, p rules.Position, moves string, to rules.Position) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		p = play(t, p, text)
	}
	if !p.SameAs(to) {
		t.Errorf("%s: the moves lead to\n%s instead of\n%s", p.Variant().ID, rulestest.Text(p), rulestest.Text(to))
	}
}

// TestCatalogueGames checks that the games of the catalogue make sense and are found.
func TestCatalogueGames(t *testing.T) {
	var ids []string
	for _, v := range rules.Catalogue() {
		for _, wrong := range v.Validate() {
			t.Errorf("%s: %s: %v", v.ID, wrong.Field, wrong)
		}
		opening(t, v)
		if found, err := rules.Lookup(v.ID); err != nil || !found.Equal(v) {
			t.Errorf("%s is not found: %v", v.ID, err)
		}
		if slices.Contains(ids, v.ID) || v.Name == "" || v.Summary == "" {
			t.Errorf("%s stands twice, or has no name or summary", v.ID)
		}
		ids = append(ids, v.ID)
	}
}
