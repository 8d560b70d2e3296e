package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
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

// TestWaitingCapturers: in Anticirce with Parrain a capturer is reborn when the next half-move is made.
func TestWaitingCapturers(t *testing.T) {
	const parrain, contra = "anticirce-calvet+anticirce-choices+circe-parrain",
		"anticirce-calvet+anticirce-choices+circe-contra-parrain"
	for _, c := range []struct {
		id, fen, moves string
		want           string // the position after them, without the clocks, + for a check; or why the last is refused
	}{
		{parrain, "7k/5K2/8/8/8/8/1P6/b7 b - - 0 1", "a1b2", "7k/5K2/8/8/8/8/1b6/8 w - - ~b@b2"},
		{parrain, "7k/5K2/8/8/8/8/1P6/b7 b - - 0 1", "a1b2 f7g6", "7k/8/6K1/8/8/8/8/2b5 b - -"},
		{contra, "7k/5K2/8/8/8/8/1P6/b7 b - - 0 1", "a1b2 f7g6", "7k/8/6K1/8/8/b7/8/8 b - -"},
		{parrain, "7k/5K2/8/8/8/5N2/1P6/b7 b - - 0 1", "a1b2 f3d2",
			"the bishop that has to be reborn cannot be: its rebirth square is off the board"},
		{parrain, "7k/8/8/8/4K3/2N5/1P6/b7 b - - 0 1", "a1b2 e4f5",
			"cannot be: its rebirth square c3 is occupied by the knight"},
		// The piece that captures it goes in its place, and from there in the half-move after that.
		{parrain, "6k1/3K4/8/8/8/8/1P6/bR6 b - - 0 1", "a1b2 b1b2", "6k1/3K4/8/8/8/1R6/8/8 b - - ~R@b2-b3"},
		{parrain, "6k1/3K4/8/8/8/8/1P6/bR6 b - - 0 1", "a1b2 b1b2 g8g7", "8/3K2k1/8/8/8/8/8/1R6 w - -"},
		{parrain, "6k1/3K4/8/8/8/1R6/8/8 b - - 0 1 ~R@b2-b3", "g8g7", "8/3K2k1/8/8/8/8/8/1R6 w - -"},
		// The side that moves chooses what a pawn becomes that is reborn on its last rank.
		{parrain, "4r2k/8/8/8/8/1p5K/N7/4R3 b - - 0 1", "b3a2 e1f1", "4r2k/8/8/8/8/7K/1p6/5R2 b - -"},
		{contra, "4r2k/8/8/8/8/1p5K/N7/4R3 b - - 0 1", "b3a2 e1e2=n", "4r2k/8/8/8/8/7K/4R3/n7 b - -"},
		// A pawn that captures en passant is displaced from the square where it captured, and so is a king.
		{parrain, "4k3/3p4/8/4P3/8/8/8/6K1 b - - 0 1", "d7d5 e5d6", "4k3/8/3P4/8/8/8/8/6K1 b - - ~P@d5-d6"},
		{parrain, "4k3/3p4/8/4P3/8/8/8/6K1 b - - 0 1", "d7d5 e5d6 e8f8", "5k2/8/8/4P3/8/8/8/6K1 w - -"},
		{parrain, "r6k/8/8/8/8/8/5n2/6K1 w - - 0 1", "g1f2 a8c8", "2r4k/8/8/8/8/8/7K/8 w - -"},
		// Castling goes nowhere as a whole if king and rook go as far.
		{parrain, "7k/8/8/8/8/1p6/P7/4K2R b K - 0 1", "b3a2 e1g1", "7k/8/8/8/8/8/p7/5RK1 b - -"},
		// In Parrain a capturer gives no check where it has captured: it would be in its own way.
		{parrain, "7k/8/8/4K3/3P4/8/8/b6R b - - 0 1", "a1d4", "7k/8/8/4K3/3b4/8/8/7R w - - ~b@d4"},
		{contra, "7k/8/8/4K3/3P4/8/8/b6R b - - 0 1", "a1d4", "7k/8/8/4K3/3b4/8/8/7R w - - ~b@d4 +"},
		{parrain, "r6k/8/8/8/8/8/7P/R3K3 b - - 0 1", "a8a1 h2h3", "7k/8/8/8/8/7P/r7/4K3 b - -"},
	} {
		p := rulestest.Position(t, changed(t, c.id, as), c.fen, 0)
		var refused error
		for _, text := range strings.Fields(c.moves) {
			m, err := notation.ParseUCI(p, text)
			if err != nil {
				refused = err
				break
			}
			p = p.Play(m)
		}
		got := strings.Fields(notation.FEN(p.Variant(), p.Setup()))
		if refused != nil {
			if !strings.Contains(refused.Error(), c.want) {
				t.Errorf("%s %s %s: %v, want %s", c.id, c.fen, c.moves, refused, c.want)
			}
			continue
		}
		shown := strings.Join(append(got[:4:4], got[6:]...), " ")
		if p.InCheck() {
			shown += " +"
		}
		if shown != c.want {
			t.Errorf("%s %s %s: %s, want %s", c.id, c.fen, c.moves, shown, c.want)
		}
		again := rulestest.Position(t, p.Variant(), strings.Join(got, " "), 0)
		if text := notation.FEN(p.Variant(), again.Setup()); text != strings.Join(got, " ") {
			t.Errorf("%s is read as %s", strings.Join(got, " "), text)
		}
	}
}
