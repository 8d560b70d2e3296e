package reference

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// TestCagesEnd: whichever condition goes together with Cage Circe, cages are found by checks that look
// for no other cages. Else a piece would be captured in the search for its own cage, without end.
func TestCagesEnd(t *testing.T) {
	const positions = 2
	games := 0
	for _, m := range rules.Conditions() {
		v, err := rules.Lookup("circe-cage+" + m.ID)
		if err != nil || v.Fairy.Checking.OneMate { // looking for mates takes long
			continue
		}
		games++
		random := rand.New(rand.NewPCG(2, uint64(games)))
		for range positions {
			p, err := New(v, crowded(v, random), ^rules.Defect(0))
			if err == nil {
				p.LegalMoves(nil)
			}
		}
	}
	if games < 50 {
		t.Errorf("only %d conditions go together with Cage Circe", games)
	}
}
