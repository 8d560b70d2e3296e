package foresight

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// TestMayCheck plays the moves that are said not to check, where a capture has an aftermath: none
// of them does.
func TestMayCheck(t *testing.T) {
	for i, id := range []string{
		"circe", "circe-pwc", "circe-symmetrical", "circe-strict", "circe-mirror", "circe-clone", "circe-couscous",
		"circe-diagram", "circe-equipollents", "anticirce-cheylan", "anticirce-calvet", "circe-chameleon",
		"circe-rex-inclusive",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 29))
			var count mayCheckCount
			for range 3000 * *rounds {
				if n := scattered(t, dice, v, 3+dice.IntN(12)); n != nil {
					n.mayCheck(t, &count)
				}
			}
			t.Logf("%+v", count)
			if count.captures < 200 || count.checks < 200 {
				t.Error("these are few")
			}
		})
	}
}

// mayCheckCount counts quiet moves and captures that are said not to check, and moves that check.
type mayCheckCount struct{ quiet, captures, checks int }

func (n *node) mayCheck(t *testing.T, count *mayCheckCount) {
	t.Helper()
	f, p := n.f, &n.p
	king := p.Opp & p.King
	if king == 0 || !f.CapturerPlaceKnown || !f.quietChecksOrthodox(p) || f.OwnAttacks(p, king.First(), p.Own|p.Opp) {
		return
	}
	f.target = king
	for _, m := range n.moves() {
		if m.Form() != rules.Ordinary {
			continue
		}
		from, to := p.Seen(m.From()), p.Seen(m.To())
		check := n.gives(m)
		if check {
			count.checks++
		}
		switch {
		case f.mayCheck(p, from, to):
			continue
		case p.Opp.Has(to):
			count.captures++
		default:
			count.quiet++
		}
		if check {
			t.Fatalf("%s checks", n.text(t, m))
		}
	}
}
