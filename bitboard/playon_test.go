package bitboard_test

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// TestPlayOn: a position in the memory of another is the one that Play returns, in both
// kernels and whatever stood there before.
func TestPlayOn(t *testing.T) {
	for _, v := range variants(t) {
		s, err := v.Start(rules.Draw{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, setUp := range []func(*rules.Variant, rules.Setup, rules.Problem) (rules.Position, error){rules.New, bitboard.New} {
			p, err := setUp(v, s, 0)
			if err != nil {
				continue // not played by this kernel
			}
			var spare rules.Position
			r := rand.New(rand.NewPCG(1, 2))
			for range 60 {
				moves := p.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				next := moves[0]
				for range 4 {
					next = moves[r.IntN(len(moves))]
					want := p.Play(next)
					spare = p.PlayOn(next, spare)
					if spare.Key() != want.Key() || !spare.SameAs(want) || notation.FEN(v, spare.Setup()) != notation.FEN(v, want.Setup()) {
						t.Fatalf("%s: after %s from %s: %s, key %x; Play makes %s, key %x", v.ID, notation.UCI(v, next), notation.FEN(v, p.Setup()),
							notation.FEN(v, spare.Setup()), spare.Key(), notation.FEN(v, want.Setup()), want.Key())
					}
				}
				p = p.Play(next)
			}
		}
	}
}
