package bitboard_test

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestPlayOn: a position in the memory of another is the one that Play returns, in both kernels and
// whatever stood there before.
func TestPlayOn(t *testing.T) {
	for _, v := range variants(t) {
		s, err := v.StartSetup(rules.StartOptions{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, setUp := range []rulestest.Kernel{reference.New, bitboard.New} {
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
					spare = rules.PlayOn(p, next, spare)
					got, played := notation.FEN(v, spare.Setup()), notation.FEN(v, want.Setup())
					if spare.Key() != want.Key() || !spare.SameAs(want) || got != played {
						t.Fatalf("%s: after %s from %s: %s, key %x; Play makes %s, key %x", v.ID, notation.UCI(v, next),
							notation.FEN(v, p.Setup()), got, spare.Key(), played, want.Key())
					}
				}
				p = p.Play(next)
			}
		}
	}
}

// TestKeyAfter: the key that is predicted is that of the position after the move, or after that and
// a pass. It is known for most moves.
func TestKeyAfter(t *testing.T) {
	told, all := map[bool]int{}, map[bool]int{} // by whether captured pieces are reborn
	for _, v := range variants(t) {
		s, err := v.StartSetup(rules.StartOptions{Seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		p, err := bitboard.New(v, s, 0)
		if err != nil {
			continue // not played by this kernel
		}
		r := rand.New(rand.NewPCG(3, 4))
		for range 80 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				after := p.Play(m)
				all[v.Aftermath.Active]++
				for _, passed := range []bool{false, true} {
					want := after
					if passed {
						want = after.Play(rules.NullMove)
					}
					key, known := p.(rules.Foresight).KeyAfter(m, passed)
					if known {
						told[v.Aftermath.Active]++
					}
					if known && key != want.Key() {
						t.Fatalf("%s: after %s (and a pass: %v) from %s the key is %x, told was %x",
							v.ID, notation.UCI(v, m), passed, notation.FEN(v, p.Setup()), want.Key(), key)
					}
				}
			}
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	if t.Logf("of %v moves, told: %v", all, told); told[false] == 0 || 4*told[true] < 3*all[true] {
		t.Errorf("few keys are told: %v of %v moves", told, all)
	}
}
