package foresight

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestChecksFromHomes compares the checks of Martian Circe with the moves that check when they are
// played.
func TestChecksFromHomes(t *testing.T) {
	for i, id := range []string{"circe-martian", "chess960+circe-martian"} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		dice := rand.New(rand.NewPCG(uint64(i), 31))
		promotions, castlings, byKing, none := 0, 0, 0, 0
		for range 20000 * *rounds {
			s := rulestest.Scatter(dice, v, 2+dice.IntN(12), "")
			allowCastling(v, &s)
			n := setUp(t, v, s, rules.AnyDefect&^rules.OppositeCheck)
			if n == nil {
				continue
			}
			var want []rules.Move
			for _, m := range n.moves() {
				if !n.gives(m) {
					continue
				}
				want = append(want, m)
				switch {
				case m.Promotion() != 0:
					promotions++
				case m.Form() == rules.Castle:
					castlings++
				case n.p.King.Has(n.p.Seen(m.From())):
					byKing++
				}
			}
			got := n.f.Checks(&n.p, n.mem, nil)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: checks are %v, played %v", rulestest.Text(n.position(t)), got, want)
			}
			if len(want) == 0 {
				none++
			}
		}
		t.Logf("%s: checks by %d promotions, %d castlings, %d moves of kings; none in %d positions",
			id, promotions, castlings, byKing, none)
		if promotions < 100 || castlings < 30 || byKing < 100 {
			t.Error("these are few")
		}
	}
}

// allowCastling gives the rights to castle that kings and rooks in the corners may have.
func allowCastling(v *rules.Variant, s *rules.Setup) {
	for c := range board.Color(2) {
		for i, file := range []int{0, v.Size.Files - 1} {
			king, rook := v.Size.Home(c, 4, 0), v.Size.Home(c, file, 0)
			ownKing, ownRook := rules.MakePiece(v.TypeOf('K'), c), rules.MakePiece(v.TypeOf('R'), c)
			if s.Board[king] == ownKing && s.Board[rook] == ownRook {
				s.Castling.King[c], s.Castling.Rook[c][i] = true, rook
			}
		}
	}
}

// TestPawnsWithoutHome looks for checks by pawns of Martian Circe that stand on the first rank,
// from where they do not capture.
func TestPawnsWithoutHome(t *testing.T) {
	v, err := rules.Lookup("circe-martian")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pawn, opens string // a knight that leaves the pawn's home
		want        int    // checks by it
	}{{"e5", "e2", 6}, {"e1", "e2", 0}} {
		s := rules.NewSetup(v)
		place := func(name string, letter byte, color board.Color) {
			sq, err := v.ParseSquare(name)
			if err != nil {
				t.Fatal(err)
			}
			s.Board[sq] = rules.MakePiece(v.TypeOf(letter), color)
		}
		place(c.pawn, 'P', board.White)
		place(c.opens, 'N', board.White)
		place("h8", 'K', board.White)
		place("d3", 'K', board.Black)
		n := setUp(t, v, s, rules.AnyDefect)
		if n == nil {
			t.Fatal("the position is not played")
		}
		if got := n.f.Checks(&n.p, n.mem, nil); len(got) != c.want {
			t.Errorf("with a pawn on %s there are %d checks, not %d", c.pawn, len(got), c.want)
		}
	}
}
