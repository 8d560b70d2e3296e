package narrow

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestMayCheck plays the moves that are said not to check, where a capture has an aftermath: none of them does.
func TestMayCheck(t *testing.T) {
	for i, id := range []string{"circe", "circe-pwc", "circe-symmetrical", "circe-strict", "circe-mirror", "circe-clone", "circe-couscous", "circe-diagram", "circe-equipollents",
		"anticirce-cheylan", "anticirce-calvet", "circe-chameleon", "circe-rex-inclusive"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 29))
			quiet, captures, checks := 0, 0, 0
			for range 3000 {
				p, err := New(v, rulestest.Scatter(dice, v, 3+dice.IntN(12), ""), rules.AnyProblem&^rules.OppositeCheck)
				if err != nil {
					continue
				}
				q := p.(*position)
				w := newWorker(q.g)
				king := q.p.opp & q.p.king
				if king == 0 || !w.arrives || !w.plainly(&q.p) || w.strikes(&q.p, king.first(), q.p.own|q.p.opp) {
					continue
				}
				w.prey = king
				for _, m := range p.LegalMoves(nil) {
					if m.Form() != rules.Ordinary {
						continue
					}
					from, to := q.p.seen(m.From()), q.p.seen(m.To())
					check := p.GivesCheck(m)
					if check {
						checks++
					}
					if w.mayCheck(&q.p, from, to) {
						continue
					}
					if q.p.opp.has(to) {
						captures++
					} else {
						quiet++
					}
					if check {
						t.Fatalf("%s: %s checks", rulestest.Text(p), rulestest.MoveText(p, m))
					}
				}
			}
			if t.Logf("%d moves and %d captures are said not to check, %d moves do", quiet, captures, checks); captures < 200 || checks < 200 {
				t.Error("these are few")
			}
		})
	}
}
