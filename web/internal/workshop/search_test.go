package workshop

import (
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/web/page"
)

// TestSearch: the text of a search finds games by words in any form and by the names of their rules.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		text     string
		has, not string
	}{
		{"drops", "crazyhouse", "chess"},
		{"dropped", "crazyhouse", "chess"},
		{"dropping", "shogi", "chess"},
		{"explosions", "atomic", "antichess"},
		{"extinction", "kinglet", "chess"},
		{"captured pieces", "crazyhouse", "chess"},
		{"crazy", "crazyhouse", "chess"},
		{"no such game", "", "chess"},
	} {
		var found []string
		for _, e := range find(page.Catalogue{Text: c.text}, builtIn(), nil) {
			found = append(found, e.game.ID)
		}
		if c.has != "" && !slices.Contains(found, c.has) || slices.Contains(found, c.not) {
			t.Errorf("%q finds %q, want %s and not %s", c.text, found, c.has, c.not)
		}
	}
}
