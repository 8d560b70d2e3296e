package reference_test

import (
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// changed returns a game with a change.
func changed(t *testing.T, id string, change func(*rules.Variant)) *rules.Variant {
	t.Helper()
	v, err := rules.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	change(v)
	return v
}

func as(*rules.Variant) {}

// TestDeadByMovement: a piece is a minor one by how it moves, not by its letter.
func TestDeadByMovement(t *testing.T) {
	for _, c := range []struct {
		id, fen string
		dead    bool
	}{
		{"chess", "k7/8/BK6/8/8/8/8/8 w - - 0 1", true},
		{"asean", "k7/8/BK6/8/8/8/8/8 w - - 0 1", false},
		{"newzealand", "k7/8/1K4N1/8/8/8/8/8 w - - 0 1", false},
	} {
		if got := rulestest.Position(t, changed(t, c.id, as), c.fen, 0).Dead(); got != c.dead {
			t.Errorf("%s %s: dead is %v", c.id, c.fen, got)
		}
	}
}

// TestBareKingWithHand: a king with pieces in hand is not bare.
func TestBareKingWithHand(t *testing.T) {
	v := changed(t, "crazyhouse", func(v *rules.Variant) { v.End.BareKing = true })
	for fen, bare := range map[string]bool{
		"4k3/8/8/8/8/8/r7/4K3[] w - - 0 1":  true,
		"4k3/8/8/8/8/8/r7/4K3[Q] w - - 0 1": false,
	} {
		if got := rules.BareKing(rulestest.Position(t, v, fen, 0), board.White); got != bare {
			t.Errorf("%s: bare is %v", fen, got)
		}
	}
}

// TestCastlingAfterDrop: only the pieces that are dropped get rights.
func TestCastlingAfterDrop(t *testing.T) {
	v := changed(t, "placement", as)
	const fen = "4k3/8/8/8/8/8/8/R3K3[NR] w - - 0 1"
	for move, want := range map[string][2]bool{"N@b1": {}, "R@h1": {false, true}} {
		p := rulestest.Position(t, v, fen, 0)
		m, ok := rulestest.Find(p, move)
		if !ok {
			t.Fatalf("%s is not legal", move)
		}
		rook := p.Play(m).Setup().Castling.Rook[board.White]
		if got := [2]bool{rook[0] != board.NoSquare, rook[1] != board.NoSquare}; got != want {
			t.Errorf("%s: rights of the rooks are %v, want %v", move, got, want)
		}
	}
}

// TestExtinctionOfAll: all pieces are counted together though the first type counts as another.
func TestExtinctionOfAll(t *testing.T) {
	v := changed(t, "antichess", func(v *rules.Variant) { v.Army[0].Kind = v.Army[1].Label() })
	p := rulestest.Position(t, v, "8/8/8/8/8/8/8/4R3 b - - 0 1", rules.AnyDefect)
	if got := rules.EndingOf(p); got.By != rules.ByExtinction {
		t.Errorf("the game ends by %v", got)
	}
}

// TestImmuneKings: whether kings take each other decides checks, so no royal type is immune.
func TestImmuneKings(t *testing.T) {
	v := changed(t, "chess", func(v *rules.Variant) { v.Capture.Immune = "K" })
	if wrong := v.Validate(); len(wrong) != 1 || wrong[0].Field != "Capture.Immune" {
		t.Errorf("got %v", wrong)
	}
}

// TestChecked: each royal piece in check is named, and no other.
func TestChecked(t *testing.T) {
	for _, c := range []struct {
		id, fen string
		want    []string
	}{
		{"chess", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", []string{"e8"}},
		{"chess", "4k3/8/8/8/8/8/8/K2R4 b - - 0 1", nil},
		{"atomic", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", []string{"e8"}},
		{"coregal", "4k2q/8/8/8/8/8/K7/7R b - - 0 1", []string{"h8"}},
	} {
		v := changed(t, c.id, as)
		var got []string
		for _, sq := range reference.Checked(rulestest.Position(t, v, c.fen, 0)) {
			got = append(got, v.SquareName(sq))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %s: %v are in check, want %v", c.id, c.fen, got, c.want)
		}
	}
}

// TestRebornOrInHand: a captured piece comes to the hand only if it is not reborn.
func TestRebornOrInHand(t *testing.T) {
	v := changed(t, "crazyhouse+circe", as)
	for fen, hand := range map[string]string{
		"4k3/3p4/8/3p4/4P3/8/8/4K3[] w - - 0 1": "P", // d7 is occupied
		"4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1":   "",
	} {
		p := rulestest.Position(t, v, fen, 0)
		m, ok := rulestest.Find(p, "e4d5")
		if !ok {
			t.Fatal("e4d5 is not legal")
		}
		if got := v.FormatHand(p.Play(m).Setup().Hand); got != hand {
			t.Errorf("%s: %q is in hand, want %q", fen, got, hand)
		}
	}
}

// TestWithoutOrigin: a piece without a square in the diagram has none to go from, and the refusal of
// its moves says so.
func TestWithoutOrigin(t *testing.T) {
	for _, id := range []string{
		"circe-martian+martian-choices+circe-diagram", "antimars-circe+antimars-choices+circe-diagram",
	} {
		v := changed(t, id, as)
		s := rulestest.Position(t, v, "7k/8/8/8/R6n/8/8/7K w - - 0 1", 0).Setup()
		s.Aftermath.Origin = make([]board.Square, v.Size.Area())
		for sq := range s.Aftermath.Origin {
			s.Aftermath.Origin[sq] = board.Square(sq)
		}
		a4, _ := v.Size.Parse("a4")
		s.Aftermath.Origin[a4] = board.NoSquare
		p, err := reference.New(v, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		legal := p.LegalMoves(nil)
		for to := range board.Square(v.Size.Area()) {
			m := rules.MakeMove(rules.Ordinary, a4, to)
			goes, captures := slices.Contains(legal, m), p.At(to) != 0
			if goes && captures == (v.Aftermath.Reborn == rules.MoverReborn) {
				t.Errorf("%s: the rook goes to %s", id, v.SquareName(to))
			}
			if err := p.Forbidden(m); (err == nil) != goes {
				t.Errorf("%s: the rook goes to %s is %v, and refused for %v", id, v.SquareName(to), goes, err)
			}
		}
	}
}

// TestMoversRebirths: a piece goes from the rebirth square that is chosen, as if it were captured
// where it stands. Popeye cannot be asked (docs/popeye.md).
func TestMoversRebirths(t *testing.T) {
	for _, c := range []struct {
		id, fen string
		goes    []string // the captures of the rook on c4, or in Anti-Martian Circe its moves
	}{
		{"circe-martian+martian-choices+circe-file", "7k/8/8/8/n1R4n/8/8/n5nK w - - 0 1", []string{"c4a1", "c4g1"}},
		{"circe-martian+martian-choices+circe-antipodes", "5n2/k5n1/8/8/n1R4n/8/8/n6K w - - 0 1",
			[]string{"c4f8", "c4g7"}},
		{"circe-martian+martian-choices+circe-symmetrical", "7k/8/8/5R2/n1R4n/8/5n2/7K w - - 0 1", nil},
		{"circe-martian+martian-choices+circe-symmetrical", "2n4k/8/8/7n/n1R4n/8/5n2/7K w - - 0 1",
			[]string{"c4f2", "c4h5"}},
		{"circe-martian+martian-choices+circe-vertical-symmetry", "2n4k/8/8/8/2R4n/8/5n2/7K w - - 0 1",
			[]string{"c4f2", "c4h4"}},
		{"circe-martian+martian-choices+circe-horizontal-symmetry", "7k/8/8/2R3n1/n1R4n/8/8/7K w - - 0 1", nil},
		{"circe-martian+martian-choices+circe-horizontal-symmetry", "7k/8/8/1p4n1/n1R4n/8/8/7K w - - 0 1",
			[]string{"c4b5", "c4g5"}},
		// From g8, where a piece on c4 goes by antipodes, and from f5, opposite through the centre.
		{"antimars-circe+antimars-choices+circe-antipodes", "5p2/k5n1/8/8/n1R4n/8/8/n6K w - - 0 1",
			[]string{"c4a4", "c4h4", "c4h8"}},
		{"antimars-circe+antimars-choices+circe-symmetrical", "7k/8/5n2/n4R1n/p1R3n1/8/5p2/7K w - - 0 1",
			[]string{"c4a4", "c4g4"}},
	} {
		p := rulestest.Position(t, changed(t, c.id, as), c.fen, 0)
		var goes []string
		for _, m := range p.LegalMoves(nil) {
			from, to := p.Variant().SquareName(m.From()), p.Variant().SquareName(m.To())
			if from == "c4" && (p.At(m.To()) != 0 || p.Variant().Aftermath.Reborn == rules.NobodyReborn) {
				goes = append(goes, from+to)
			}
		}
		if slices.Sort(goes); !slices.Equal(goes, c.goes) {
			t.Errorf("%s %s: the rook takes %v, not %v", c.id, c.fen, goes, c.goes)
		}
	}
}
