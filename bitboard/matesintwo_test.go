package bitboard_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// walks is how many walks from a random diagram TestMateInTwo goes, on each board.
var walks = flag.Int("walks", 250, "random walks to look for mates in two on")

// TestMateInTwo goes random walks among few pieces, so that it meets many mates in two, and replies
// that have refuted moves before are asked about. It looks whether all mates are found.
func TestMateInTwo(t *testing.T) {
	chess, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range append(boards(), chess) {
		t.Run(v.ID, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(uint64(i), 2))
			met, mates := 0, 0
			for range *walks {
				s := rulestest.Scatter(dice, v, 4+dice.IntN(6), "")
				p, err := bitboard.New(v, s, rules.AnyDefect&^rules.OppositeCheck)
				if err != nil {
					continue
				}
				for range 8 {
					if mateInTwo(t, p) {
						mates++
					}
					met++
					moves := p.LegalMoves(nil)
					if len(moves) == 0 || t.Failed() {
						break
					}
					p = p.Play(moves[dice.IntN(len(moves))])
				}
			}
			if t.Logf("%d positions, %d with a mate", met, mates); mates*50 < met {
				t.Error("these are few mates")
			}
		})
	}
}

// mateInTwo compares what is foreseen of mates with what comes of playing the moves, and reports
// whether there is a mate.
func mateInTwo(t *testing.T, p rules.Position) bool {
	t.Helper()
	forces := func(m rules.Move) bool {
		q := p.Play(m)
		replies := q.LegalMoves(nil)
		if len(replies) == 0 {
			return q.InCheck()
		}
		return !slices.ContainsFunc(replies, func(r rules.Move) bool {
			return len(rules.Select(q.Play(r), rules.Mates, nil)) == 0
		})
	}
	want := slices.ContainsFunc(p.LegalMoves(nil), forces)
	m, got := p.(rules.Foresight).Forces(rules.MateInTwo)
	if got != want || got && !forces(m) {
		t.Errorf("%s: a mate in two is foreseen: %v, there is one: %v", rulestest.Text(p), got, want)
	}
	return want
}
