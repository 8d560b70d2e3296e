package bitboard_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestStillness goes random walks among few men in the Circe family, towards few replies, and looks whether just the moves that stalemate are found.
func TestStillness(t *testing.T) {
	for i, id := range []string{"circe-martian", "symmetric-sissa+circe-martian", "cetran2+circe-martian",
		"circe", "circe-pwc", "circe-rex-inclusive", "anticirce-cheylan", "anticirce-calvet", "circe-parrain", "circe-volcanic", "circe-clone"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 5))
			asked, stilled := 0, 0
			for range 16 * *walks {
				p, err := bitboard.New(v, rulestest.Scatter(dice, v, 3+dice.IntN(6), ""), rules.AnyProblem&^rules.OppositeCheck)
				if err != nil {
					continue
				}
				for range 8 {
					moves := p.LegalMoves(nil)
					found := p.Select(rules.Stalemates, nil)
					for _, m := range moves {
						q := p.Play(m)
						want := !q.InCheck() && len(q.LegalMoves(nil)) == 0
						if got := slices.Contains(found, m); got != want {
							t.Fatalf("%s: that %s stalemates is %v, found is %v", rulestest.Text(p), rulestest.MoveText(p, m), want, got)
						}
						asked++
						if want {
							stilled++
						}
					}
					if len(moves) == 0 {
						break
					}
					next := p.Play(moves[dice.IntN(len(moves))])
					for range 3 { // towards few replies
						if other := p.Play(moves[dice.IntN(len(moves))]); other.Perft(1) < next.Perft(1) {
							next = other
						}
					}
					p = next
				}
			}
			if t.Logf("%d moves, %d stalemates", asked, stilled); stilled*8000 < asked {
				t.Error("these are few stalemates")
			}
		})
	}
}
