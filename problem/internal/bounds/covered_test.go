package bounds

import (
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestCovered: the bounds take the games that problems are composed in, and none with a part that
// they do not know.
func TestCovered(t *testing.T) {
	for _, v := range rules.All() {
		if !covered(v) {
			t.Errorf("%s is not covered", v.ID)
		}
	}
	for _, v := range rulestest.Inventions(t) {
		if covered(v) {
			t.Errorf("%s is covered", v.ID)
		}
	}
	for _, id := range []string{"crazyhouse", "atomic", "xiangqi", "shogi", "makruk", "kingofthehill"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		if covered(v) {
			t.Errorf("%s is covered", id)
		}
	}
}
