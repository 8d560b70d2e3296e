package notation_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// canonical are FENs as programs and people write them, and how Kirke does.
var canonical = []struct{ name, id, text, want string }{
	{"all fields", "chess", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 12", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 12"},
	{"no clocks", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b Qk -", "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1"},
	{"board alone", "chess", "8/8/4k3/8/8/4K3/8/8", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"},
	{"one clock", "chess", "8/8/4k3/8/8/4K3/8/8 b - - 7", "8/8/4k3/8/8/4K3/8/8 b - - 7 1"},
	{"moves counted from 0", "chess", "8/8/4k3/8/8/4K3/8/8 w - - 0 0", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"},
	{"blanks", "chess", "  8/8/4k3/8/8/4K3/8/8\tw  - - 0 1\n", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"},
	{"rights in any order", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	{"Shredder letters", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAa - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1"},
	{"rights of a king that has moved", "chess", "r2k3r/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
		"r2k3r/8/8/8/8/8/8/R3K3 w Q - 0 1"},
	{"empty hand", "chess", "8/8/4k3/8/8/4K3/8/8[] w - - 0 1", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"},

	{"X-FEN", "chess960", "2rk3r/8/8/8/8/8/8/R1RK3R w KQkq - 0 1", "2rk3r/8/8/8/8/8/8/R1RK3R w HAhc - 0 1"},
	{"Shredder-FEN", "chess960", "2rk3r/8/8/8/8/8/8/R1RK3R w HChc - 0 1", "2rk3r/8/8/8/8/8/8/R1RK3R w HChc - 0 1"},

	{"start", "seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"},
	{"pocket like a ninth rank", "seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/HEhe w KQBCDFGkqbcdfg - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"},
	{"all files", "seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w ABCDEFGHabcdefgh - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"},
	{"castling letters and all files", "seirawan",
		"rnbqkb1r/ppp1pppp/3p1n2/8/2PP4/2N5/PP2PPPP/RHBQKBNR[Eeh] b KQACDEFGHkqabcdefh - 1 3",
		"rnbqkb1r/ppp1pppp/3p1n2/8/2PP4/2N5/PP2PPPP/RHBQKBNR[Ehe] b KQCDFGkqbcdf - 1 3"},
	{"gates of a side without a hand", "seirawan", "r3k2r/8/8/8/8/8/8/R2QK2R[he] w KQDkq - 0 1",
		"r3k2r/8/8/8/8/8/8/R2QK2R[he] w KQkq - 0 1"},
	{"king moved", "seirawan", "r4rk1/8/8/8/8/8/8/2KR3R[EHeh] w aH - 2 2", "r4rk1/8/8/8/8/8/8/2KR3R[HEhe] w Ha - 2 2"},
	{"king alone unmoved", "seirawan", "4k3/8/8/8/8/8/8/3QK3[H] w ED - 0 1", "4k3/8/8/8/8/8/8/3QK3[H] w DE - 0 1"},
	{"an empty hand", "seirawan", "4k3/8/8/8/8/8/8/4K3[-] w E - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
	{"no brackets", "seirawan", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQ - 0 1"},
	{"gates apart", "seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[HE] w KQk:AEH - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R[HE] w KQk - 0 1"},
	{"gates and rights that differ", "seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[HE] w KQ:H - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R[HE] w KQ:H - 0 1"},

	{"all files", "seirawan960", "qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNKRN[HEhe] w ABCDEFGHabcdefgh - 0 1",
		"qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNKRN[HEhe] w GDABCEFHgdabcefh - 0 1"},
	{"rights in any order", "seirawan960", "2k5/8/8/8/8/8/8/RK4R1[HE] w ABG - 0 1",
		"2k5/8/8/8/8/8/8/RK4R1[HE] w GAB - 0 1"},
	{"an empty hand", "seirawan960", "2k5/8/8/8/8/8/8/RK4R1[] w GA - 0 1", "2k5/8/8/8/8/8/8/RK4R1[] w GA - 0 1"},
	{"king moved", "seirawan960", "2k5/8/8/8/8/8/8/RK4R1[E] w GA - 0 1", "2k5/8/8/8/8/8/8/RK4R1[E] w AG - 0 1"},
	{"X-FEN", "seirawan960", "2k5/8/8/8/8/8/8/RK4R1[E] w KQ - 0 1", "2k5/8/8/8/8/8/8/RK4R1[E] w GAB - 0 1"},

	{"start", "siceirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHhe] w KQBCDFGkqbcdfg - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHhe] w KQBCDFGkqbcdfg - 0 1"},
	{"gates after the entrance", "siceirawan", "r1bqkbe1/n1p2pp1/pp3n2/P2ppP1r/3P2Pp/E1N1P2P/1PP5/R1BQKBNR[-Hh-] w " +
		"KQCDFGqcdf - 0 13", "r1bqkbe1/n1p2pp1/pp3n2/P2ppP1r/3P2Pp/E1N1P2P/1PP5/R1BQKBNR[-Hh-] w KQq - 0 13"},
	{"nothing waits", "siceirawan", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[----] w - - 0 1"},

	{"a pawn that passed to the left", "berolina", "4k3/8/8/8/Pp6/8/8/4K3 b - b3a4 0 1",
		"4k3/8/8/8/Pp6/8/8/4K3 b - b3a4 0 1"},
	{"a pawn that passed straight", "pawnsideways", "4k3/8/8/8/Pp6/8/8/4K3 b - a3a4 0 1",
		"4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"},

	{"start", "sissa", "rnbskqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKSBNR w KQkq - gcGC 0 1",
		"rnbskqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKSBNR w KQkq - CGcg 0 1"},
	{"a bishop that must convert", "sissa", "4k4/9/9/9/9/9/9/9/4K1B2 w - - G+ 0 1",
		"4k4/9/9/9/9/9/9/9/4K1B2 w - - G+ 0 1"},
	{"no field of bishops", "sissa", "4k4/9/9/9/9/9/9/9/4K1B2 w - - 4 9", "4k4/9/9/9/9/9/9/9/4K1B2 w - - - 4 9"},
	{"runs of two digits", "cetran3", "5k6/12/12/12/12/12/10pa/12/12/12/12/5K6 w - - 0 1",
		"5k6/12/12/12/12/12/10pa/12/12/12/12/5K6 w - - 0 1"},
	{"a label", "cetran2", "4k3/8/8/2{dh}5/8/{DH}7/8/4K3 w - - 0 1", "4k3/8/8/2h5/8/H7/8/4K3 w - - 0 1"},

	{"king unmoved", "circe", "4k3/8/8/8/8/8/8/4K2R w EKe - 0 1", "4k3/8/8/8/8/8/8/4K2R w Ke - 0 1"},
	{"king moved, rooks not", "circe-rex-inclusive", "r3k2r/8/8/8/8/8/3K4/R6R w AHah - 0 1",
		"r3k2r/8/8/8/8/8/3K4/R6R w AHah - 0 1"},
	{"pending rebirth", "circe-parrain", "4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1 ~n@d5",
		"4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1 ~n@d5"},
	{"pending rebirth in memory", "circe-memory", "4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1 ~n@d5",
		"4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1 ~n@d5"},
	{"suffix without clocks", "circe-parrain", "4k3/8/8/3Q4/8/8/8/4K3 b ~n@d5",
		"4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1 ~n@d5"},
	{"choice", "circe-couscous", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1 =a8", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1 =a8"},
	{"pieces below", "circe-volcanic", "4r2k/8/8/8/8/8/8/B3K3 w - - 0 1 {e8:n,p}{a1:Q}",
		"4r2k/8/8/8/8/8/8/B3K3 w - - 0 1 {a1:Q}{e8:n,p}"},
	{"origins", "circe-diagram", "4k3/8/8/8/3N4/8/8/4K2R w - - 0 1 @h1=-,d4=g1,e1=e1",
		"4k3/8/8/8/3N4/8/8/4K2R w - - 0 1 @h1=-,d4=g1"},
	{"no capture to take back", "circe-pwc+cohen", "4k3/8/8/8/3N4/8/8/4K2R w - - 0 1",
		"4k3/8/8/8/3N4/8/8/4K2R w - - 0 1"},
	{"last capture", "circe-pwc+cohen", "4k3/8/8/8/3N4/8/2n5/4K2R w - - 0 1 !d4c2d4",
		"4k3/8/8/8/3N4/8/2n5/4K2R w - - 0 1 !d4c2d4"},
	{"last capture without rebirth", "circe-pwc+cohen", "4k3/8/8/8/3N4/8/2n5/4K2R w - - 0 1 !d4c2-",
		"4k3/8/8/8/3N4/8/2n5/4K2R w - - 0 1 !d4c2-"},

	{"series by the number of the move", "progressive", "4k3/8/8/8/8/8/8/4K3 b - - 0 3",
		"4k3/8/8/8/8/8/8/4K3 b - - 0 3 6/6"},
	{"inside a series", "progressive", "4k3/8/8/8/8/8/8/4K3 b - - 0 3 2/6+", "4k3/8/8/8/8/8/8/4K3 b - - 0 3 2/6+"},
	{"squares passed", "progressive", "4k3/8/8/8/PpPp4/8/8/4K3 b - c3a3 0 2 4/4",
		"4k3/8/8/8/PpPp4/8/8/4K3 b - a3c3 0 2 4/4"},
}

func TestFENIsCanonical(t *testing.T) {
	for _, c := range canonical {
		t.Run(c.id+"/"+c.name, func(t *testing.T) {
			v := lookup(t, c.id)
			s, err := notation.ParseFEN(v, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := notation.FEN(v, s); got != c.want {
				t.Errorf("%q is written\n%q, want\n%q", c.text, got, c.want)
			}
			again, err := notation.ParseFEN(v, c.want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(s, again); diff != "" {
				t.Errorf("%q and %q are different positions:\n%s", c.text, c.want, diff)
			}
		})
	}
}

// broken are texts that are no FENs, and what the error must name.
var broken = []struct{ id, text, want string }{
	{"chess", "", "empty"},
	{"chess", " \t", "empty"},
	{"chess", strings.Repeat("8/", 10000), "too long"},
	{"chess", "8/8/8/8/8/8/8 w - - 0 1", "has 8 ranks"},
	{"chess", "9/8/8/8/8/8/8/8 w - - 0 1", "rank 8"},
	{"chess", "8/8/8/8/8/8/8/RNBQKBNH w - - 0 1", `rank 1: "H" is not a piece of chess`},
	{"chess", "8/8/8/8/8/8/8/8 white - - 0 1", `side to move "white": it must be w or b`},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1", `castling field "KX": "X"`},
	{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KB - 0 1", "no white rook castles from b1"},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", `en passant field "e9"`},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w - d6e6 0 1", "only one square"},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", `count of half-moves "x"`},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", `count of half-moves "-1"`},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 999999", `number of the move "999999"`},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", `"bm" stands where no further field is known`},
	{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ~n@d5", "chess has none"},
	{"chess", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "chess has no pieces in hand"},
	{"cetran2", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "no castling in cetran2"},
	{"seirawan", "4k3/8/8/8/8/8/8/4K3[HE w - - 0 1", "bracket"},
	{"seirawan", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", `"Q" is never in hand`},
	{"seirawan", "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", `"X" is not a piece of seirawan`},
	{"seirawan", "4k3/8/8/8/8/8/8/4K3[H] w -:9 - 0 1", `castling field "-:9": "9"`},
	{"siceirawan", "4k3/8/8/8/8/8/8/4K3[EH] w - - 0 1", "four characters"},
	{"siceirawan", "4k3/8/8/8/8/8/8/4K3[h---] w - - 0 1", `"h" cannot wait on z0`},
	{"sissa", "4k4/9/9/9/9/9/9/9/4K1B2 w - - Gj 0 1", `field of unmoved bishops "Gj": "j"`},
	{"sissa", "4k4/9/9/9/9/9/9/9/4K1B2 w - - GG+ 0 1", "second time"},
	{"circe-parrain", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ~x@d5", `"x" is not a piece`},
	{"circe-parrain", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ~n", "not a square"},
	{"circe-parrain", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ~n@d5 ~n@d5", "second time"},
	{"circe-volcanic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 {e8:n", "brace"},
	{"circe-volcanic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 {e8}", "colon"},
	{"circe-volcanic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 {e8:}", `"" is not a piece`},
	{"circe-diagram", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 @d4=e4", "no piece on d4"},
	{"circe-diagram", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 @e1", "not a square"},
	{"circe-pwc+cohen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 !e1e2", "departure, arrival and rebirth"},
	{"circe-pwc+cohen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 !e1e2-e3", "departure, arrival and rebirth"},
	{"pad", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 $c1", `"1" are not the squares of pieces that have captured`},
	{"pad", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 $ca1a", `"a1a" are not the squares of pieces that have captured`},
	{"pad", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 $cb1", "no piece stands on b1"},
	{"progressive", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1/", "number is missing"},
}

func TestFENErrorsNameTheField(t *testing.T) {
	for _, c := range broken {
		s, err := notation.ParseFEN(lookup(t, c.id), c.text)
		if err == nil {
			t.Errorf("%s: %.80q is read as %q", c.id, c.text, notation.FEN(lookup(t, c.id), s))
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.ContainsAny(err.Error(), "\n") || len(err.Error()) > 300 {
			t.Errorf("%s: %.80q: the error %q does not name %q", c.id, c.text, err, c.want)
		}
	}
}

func TestFENOfSeirawanGates(t *testing.T) {
	v := lookup(t, "seirawan")
	s, err := notation.ParseFEN(v, "1nb1k2r/8/8/8/8/8/8/R3KB1R[HEe] w KFkc - 0 1")
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
	none := board.NoSquare
	castling := rules.CastlingState{
		Rook: [2][2]board.Square{{none, square("h1")}, {none, square("h8")}},
		King: [2]bool{true, true},
	}
	if diff := cmp.Diff(castling, s.Castling); diff != "" {
		t.Error(diff)
	}
	gating := rules.GatingState{
		Gates: [2]uint16{1<<4 | 1<<5 | 1<<7, 1<<2 | 1<<4 | 1<<7},
		Hand:  [2][2]int{{1, 1}, {0, 1}},
	}
	if diff := cmp.Diff(gating, s.Gating); diff != "" {
		t.Error(diff)
	}
}

// In games with gates and rebirths a castling right may come back and its gate
// not: then the two are written apart.
func TestFENOfRightsWithoutGates(t *testing.T) {
	v := lookup(t, "seirawan+circe")
	s, err := notation.ParseFEN(v, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s.Gating.Gates[board.White] &^= 1 << 7
	const want = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkq:ABCDEFGabcdefgh - 0 1"
	if got := notation.FEN(v, s); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
