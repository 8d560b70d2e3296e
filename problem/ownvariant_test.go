package problem_test

import (
	"testing"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// TestOwnVariant makes problems in a changed copy of a game, with and without a condition: the
// change stays.
func TestOwnVariant(t *testing.T) {
	for _, id := range []string{"", "circe"} {
		own, err := rules.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		p := problem.New(own)
		p.Game.Promotion.To = "N"
		if id != "" {
			m, err := rules.LookupModifier(id)
			if err != nil {
				t.Fatal(err)
			}
			p.Conditions = []problem.Condition{{Modifiers: []*rules.Modifier{m}}}
		}
		v, err := p.Variant()
		if err != nil || v.Promotion.To != "N" {
			t.Errorf("under %q the problem is played as %+v, %v", id, v, err)
		}
	}
}
