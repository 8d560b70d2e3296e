package reference_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/rules"
)

// TestForbiddenSurvivesAnyMove: Forbidden takes any 64 bits in any position.
func TestForbiddenSurvivesAnyMove(t *testing.T) {
	all := rules.All()
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(all).Draw(t, "variant")
		p := start(t, v.ID)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
		m := rules.Move(rapid.Uint64().Draw(t, "move"))
		legal := p.IsLegal(m)
		if err := p.Forbidden(m); (err == nil) != legal {
			t.Fatalf("legal %v, but Forbidden says %v", legal, err)
		}
		// A legal move with one field disturbed is nearer to what people get wrong.
		if moves := p.LegalMoves(nil); len(moves) > 0 {
			near := moves[random.IntN(len(moves))] ^ 1<<rapid.IntRange(0, 63).Draw(t, "bit")
			if err := p.Forbidden(near); (err == nil) != p.IsLegal(near) {
				t.Fatalf("%x: Forbidden says %v", uint64(near), err)
			}
		}
	})
}
