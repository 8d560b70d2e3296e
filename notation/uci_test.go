package notation_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

const (
	castlingFEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	gatingFEN   = "r3k2r/8/8/8/8/8/8/R3K1NR[HEhe] w KQGkq - 0 1"
	openFEN     = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1"
	waitFEN     = "4k3/8/8/4Pp2/8/3H4/6b1/R3K2R[E-he] w KQ f6 0 1"
)

// uciTexts are texts of legal moves and how Kirke writes them, "" for the same.
var uciTexts = []struct{ name, id, fen, text, want string }{
	{"an ordinary move", "chess", castlingFEN, "a1a8", ""},
	{"blanks", "chess", castlingFEN, " a1a8\n", "a1a8"},
	{"castling", "chess", castlingFEN, "e1g1", ""},
	{"castling on the queen's side", "chess", castlingFEN, "e1c1", ""},
	{"king takes rook", "chess", castlingFEN, "e1h1", "e1g1"},
	{"a promotion", "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", ""},
	{"a promotion in capitals", "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8N", "a7a8n"},
	{"a promotion with =", "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=R", "a7a8r"},
	{"en passant", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ""},
	{"castling in three steps", "sissa", "4k4/9/9/9/9/9/9/9/R3K3R w KQ - - 0 1", "e1h1", ""},
	{"castling in three steps, king takes rook", "sissa", "4k4/9/9/9/9/9/9/9/R3K3R w KQ - - 0 1", "e1a1", "e1b1"},

	{"king takes rook", "chess960", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1h1", ""},
	{"a king's step beside its rook", "chess960", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1g1", ""},
	{"castling as the king's move", "chess960", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1c1", "f1a1"},

	{"gating", "seirawan", gatingFEN, "g1f3h", ""},
	{"gating with =", "seirawan", gatingFEN, "g1f3=E", "g1f3e"},
	{"not gating", "seirawan", gatingFEN, "g1f3", ""},
	{"gating on the king's square", "seirawan", openFEN, "e1g1h", ""},
	{"gating on the rook's square", "seirawan", openFEN, "h1e1h", ""},
	{"gating on the other rook's square", "seirawan", openFEN, "a1e1e", ""},
	{"gating, king takes rook", "seirawan", openFEN, "e1a1e", "e1c1e"},
	{"a promotion", "seirawan", "4k3/P7/8/8/8/8/8/4K3[HE] w - - 0 1", "a7a8h", ""},
	{"gating on the king's square", "seirawan960", "2k5/8/8/8/8/8/8/RK4R1[HE] w GAB - 0 1", "b1g1e", ""},
	{"gating on the rook's square", "seirawan960", "2k5/8/8/8/8/8/8/RK4R1[HE] w GAB - 0 1", "a1b1h", ""},

	{"reassignment", "siceirawan", waitFEN, "d3d3e", ""},
	{"reassignment and pawn move", "siceirawan", waitFEN, "d3d3e,e5e6", ""},
	{"reassignment and en passant", "siceirawan", waitFEN, "d3d3e,e5f6", ""},
	{"reassignment and promotion", "siceirawan", "4k3/P7/8/8/8/3H4/8/4K3[E---] w - - 0 1", "d3d3e,a7a8q", ""},
	{"redesignation", "siceirawan", "4k3/8/8/8/8/3H4/8/R3K2R[E---] w KQ - 0 1", "e1c1~", ""},
	{"redesignation and entrance", "siceirawan", "4k3/8/8/8/8/8/8/R3K2R[EHhe] w KQ - 0 1", "h1e1h~", ""},
	{"capture on an imaginary square", "siceirawan", "4k3/8/8/8/8/8/1b6/4K3[E---] b - - 0 1", "b2z0", ""},

	{"a rebirth with promotion", "circe-pwc", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "a1a2=n", ""},
	{"CousCous' choice", "circe-couscous", "P3k3/8/8/8/8/8/4P3/4K3 w - - 0 1 =a8", "=q,e2e4", ""},
	{"CousCous' choice in capitals", "circe-couscous", "P3k3/8/8/8/8/8/4P3/4K3 w - - 0 1 =a8", "=N,e2e4", "=n,e2e4"},
}

func TestUCITexts(t *testing.T) {
	for _, c := range uciTexts {
		t.Run(c.id+"/"+c.name, func(t *testing.T) {
			v := lookup(t, c.id)
			p := rulestest.Position(t, v, c.fen, rules.OppositeCheck)
			m, err := notation.ParseUCI(p, c.text)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			if want == "" {
				want = c.text
			}
			if got := notation.UCI(v, m); got != want {
				t.Errorf("%q is written %q, want %q", c.text, got, want)
			}
		})
	}
}

// A pawn that is captured and reborn on its promotion rank is promoted by the
// capturer, after its own promotion.
func TestUCIPromotionOfRebornPawn(t *testing.T) {
	v := lookup(t, "circe-pwc")
	for _, c := range []struct {
		fen, text string
	}{
		{"4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "a1a2=n"},
		{"3pk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q"},
	} {
		p := rulestest.Position(t, v, c.fen, rules.PawnOnFirstRank)
		m, err := notation.ParseUCI(p, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got := notation.UCI(v, m); got != c.text {
			t.Errorf("%q is written %q", c.text, got)
		}
	}
	queen, knight := v.TypeOf('Q'), v.TypeOf('N')
	m := rules.MakeMove(rules.Ordinary, 51, 59).WithPromotion(queen)
	if got := notation.UCI(v, m.WithReborn(knight)); got != "d7d8q=n" {
		t.Errorf("got %q, want d7d8q=n", got)
	}
	if got := notation.UCI(v, m.WithOwnReborn(queen).WithReborn(knight)); got != "d7d8q=q=n" {
		t.Errorf("got %q, want d7d8q=q=n", got)
	}
}

func TestUCIPass(t *testing.T) {
	v := lookup(t, "chess")
	pass := rules.NullMove
	if got := notation.UCI(v, pass); got != "0000" {
		t.Errorf("the pass is written %q", got)
	}
	p := rulestest.Position(t, v, castlingFEN, 0)
	if m, err := notation.Candidate(p, "0000"); err != nil || m != pass {
		t.Errorf("0000 is %#x, %v; want the pass", m, err)
	}
	var illegal *notation.IllegalError
	if _, err := notation.ParseUCI(p, "0000"); !errors.As(err, &illegal) {
		t.Errorf("0000 is read as a legal move: %v", err)
	}
}

func TestUCIIllegalMovesSayWhy(t *testing.T) {
	for _, c := range []struct{ id, fen, text, want string }{
		{"chess", castlingFEN, "a1b3", "rook on a1 does not move to b3"},
		{"chess", castlingFEN, "a8a1", "it is White's turn"},
		{"chess", castlingFEN, "e4e5", "no piece on e4"},
		{"chess", castlingFEN, "e1e2q", ""},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "must be promoted"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "nothing to take"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", "no right to castle with a rook on h1"},
		{"chess960", "4k3/8/8/8/8/8/8/R4K1R w A - 0 1", "f1h1", "no right to castle with a rook on h1"},
		{"seirawan", "r3k2r/8/8/8/8/8/8/R3K1NR[HEhe] w KQkq - 0 1", "g1f3h", ""},
		{"siceirawan", "4k3/8/8/8/8/8/8/4K3[EHhe] w - - 0 1", "e1e1h", ""},
		{"circe-pwc", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "a1a2", "the pawn reborn on a1 must be promoted"},
		{"circe-couscous", "P3k3/8/8/8/8/8/4P3/4K3 w - - 0 1 =a8", "e2e4", "must first be promoted"},
	} {
		p := rulestest.Position(t, lookup(t, c.id), c.fen, rules.PawnOnFirstRank)
		m, err := notation.ParseUCI(p, c.text)
		var illegal *notation.IllegalError
		if !errors.As(err, &illegal) {
			t.Errorf("%s: %s is %#x, %v; want an illegal move", c.fen, c.text, m, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || illegal.Text != c.text || illegal.Reason == nil {
			t.Errorf("%s: %s: the error %q does not say %q", c.fen, c.text, err, c.want)
		}
		if candidate, err := notation.Candidate(p, c.text); err != nil || candidate != illegal.Move {
			t.Errorf("%s: %s: the candidate is %#x, %v; want %#x", c.fen, c.text, candidate, err, illegal.Move)
		}
	}
}

func TestUnreadableUCI(t *testing.T) {
	for _, c := range []struct{ id, text, want string }{
		{"chess", "", "nothing where a square"},
		{"chess", "Nf3", `"Nf3" where a square`},
		{"chess", "e2", "nothing where a square"},
		{"chess", "e2e9", `"e9" where a square`},
		{"chess", "e2e4e", `"e" is not a piece of chess`},
		{"chess", "e7e8qq", `"q" means nothing there`},
		{"chess", "e2e2", "the same square"},
		{"chess", "e2e4,e7e5", "only a reassignment"},
		{"chess", "z0e4", "where a square of chess"},
		{"chess", "e7e8=", "letter of a piece is missing"},
		{"chess", "=qe2e4", "comma"},
		{"chess", "=e2e4", `"e" is not a piece of chess`},
		{"chess", "=", "letter of a piece is missing"},
		{"chess", strings.Repeat("e2e4", 100), "is not a piece of chess"},
		{"siceirawan", "z0e4", "a piece on z0 does not move"},
		{"siceirawan", "d3d3e,e5", "nothing where a square"},
	} {
		p := rulestest.Position(t, lookup(t, c.id), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0)
		m, err := notation.ParseUCI(p, c.text)
		if err == nil {
			t.Errorf("%q is read as %#x", c.text, m)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || len(err.Error()) > 200 {
			t.Errorf("%q: the error %q does not say %q", c.text, err, c.want)
		}
		if _, other := notation.Candidate(p, c.text); other == nil {
			t.Errorf("%q is a candidate", c.text)
		}
	}
}
