package reference

import (
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// TestNeutralKingMates: a neutral king that mates itself by its move has left the squares that it
// could have stepped to.
func TestNeutralKingMates(t *testing.T) {
	v, err := rules.Lookup("neutrals")
	if err != nil {
		t.Fatal(err)
	}
	square := func(name string) board.Square {
		sq, err := v.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return sq
	}
	s := rules.NewSetup(v)
	s.Board[square("b7")] = rules.MakePiece(v.TypeOf('Q'), board.White)
	s.Board[square("c8")] = rules.MakePiece(v.TypeOf('R'), board.White)
	s.Board[square("e8")] = rules.MakePiece(v.TypeOf('B'), board.Black)
	s.Board[square("f8")] = rules.MakeNeutral(v.TypeOf('K'))
	p, err := newReference(v, s, ^rules.Defect(0), false)
	if err != nil {
		t.Fatal(err)
	}
	mates := map[string]bool{}
	for _, m := range rules.Select(p, rules.Mates, nil) {
		mates[v.SquareName(m.From())+v.SquareName(m.To())] = true
	}
	if len(mates) != 1 || !mates["f8e8"] {
		t.Errorf("the mates are %v", mates)
	}
}
