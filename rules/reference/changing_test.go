package reference_test

import (
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestCapturerOnCorner: whatever captures a rook on its own corner is a rook there that may castle,
// a rook too.
func TestCapturerOnCorner(t *testing.T) {
	v := changed(t, "frankfurt-rex-exclusive", as)
	for _, c := range []struct{ fen, move string }{
		{"1k6/8/8/8/8/8/8/R3K1Rr w Q - 0 1", "g1h1"},
		{"1k6/8/8/8/8/6N1/8/R3K2r w Q - 0 1", "g3h1"},
	} {
		p := rulestest.Position(t, v, c.fen, 0)
		m, ok := rulestest.Find(p, c.move)
		if !ok {
			t.Fatalf("%s is not legal in %s", c.move, c.fen)
		}
		rights := p.Play(m).Setup().Castling
		if rights.Rook[board.White][1] != v.Size.At(7, 0) {
			t.Errorf("%s %s: the rights are %v", c.fen, c.move, rights)
		}
	}
}

// TestTakenTypes: a game in which capturers become what its army lacks is refused.
func TestTakenTypes(t *testing.T) {
	for name, changing := range map[string]rules.Changing{
		"pawns that turn round": {Mover: rules.AsTurned},
		"kings":                 {Mover: rules.AsCaptured, Kings: true},
		"kings alone":           {Kings: true},
	} {
		v := changed(t, "chess", func(v *rules.Variant) { v.Fairy.Changing = changing })
		if len(v.Validate()) == 0 {
			t.Errorf("%s: chess has no types for them, and is in order", name)
		}
	}
}
