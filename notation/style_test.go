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
	seirawan   = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
	castles    = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[EHeh] w KQkq - 0 1"
	disambig   = "rnbqkb1r/ppp1pppp/3p1n2/8/2PP4/2N5/PP2PPPP/RHBQKBNR[Eeh] b KQACDEFGHkqabcdefh - 1 3"
	siceirawan = "r3k2r/8/8/4Pp2/8/3H4/8/R3K2R[E-he] w KQkq f6 0 1"
)

// Every style, move by move. san, book and lan stand apart where they differ.
func TestStyles(t *testing.T) {
	for _, c := range []struct{ variant, fen, uci, san, book, lan, courier, popeye string }{
		{"chess", "4k3/3P4/8/4Pp2/8/8/8/4K3 w - f6 0 1", "e5f6",
			"exf6+", "exf6+", "e5xf6 e.p.+", "P e5-f6; f5-", "e5*f6 ep. +"},
		{"chess", "2r1k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8n",
			"dxc8=N", "dxc8=N", "d7xc8=N", "P d7-c8; N-c8", "d7*c8=S"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8",
			"Ra8#", "Ra8#", "Ra1-a8#", "R a1-a8", "Ra1-a8 +"},
		{"chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1",
			"O-O", "O-O", "O-O", "K e1-g1; R g1-f1", "0-0"},
		{"chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8",
			"O-O-O", "O-O-O", "O-O-O", "k e8-c8; r a8-d8", "0-0-0"},

		{"seirawan", seirawan, "g1f3h", "Nf3/H", "Nf3(Hg1)", "Ng1-f3(Hg1)", "N g1-f3; H-g1", "Sg1-f3/Hg1"},
		{"seirawan", castles, "e1g1h", "O-O/He1", "O-O(He1)", "O-O(He1)", "K e1-g1; R h1-f1; H-e1", "0-0/He1"},
		{"seirawan", castles, "a1e1e", "O-O-O/Ea1", "O-O-O(Ea1)", "O-O-O(Ea1)", "K e1-c1; R a1-d1; E-a1", "0-0-0/Ea1"},
		{"seirawan", disambig, "b8d7h", "Nbd7/H", "Nbd7(Hb8)", "Nb8-d7(Hb8)", "n b8-d7; h-b8", "Sb8-d7/Hb8"},

		{"siceirawan", siceirawan, "d3d3e", `H\E`, `H\E`, `Hd3\E`, "E-d3", "[d3=E]"},
		{"siceirawan", siceirawan, "d3d3e,e5f6",
			`H\E, exf6`, `H\E, exf6`, `Hd3\E, e5xf6 e.p.`, "E-d3; P e5-f6; f5-", "[d3=E]e5*f6 ep."},
		{"siceirawan", "1r2k2r/P7/8/8/8/3H4/8/R3K2R[E-he] w KQk - 0 1", "d3d3e,a7b8q",
			`H\E, axb8=Q+`, `H\E, axb8=Q+`, `Hd3\E, a7xb8=Q+`, "E-d3; P a7-b8; Q-b8", "[d3=E]a7*b8=Q +"},
		{"siceirawan", siceirawan, "e1c1~", "O-O-O, ∞", "O-O-O, ∞", "O-O-O, ∞", "K e1-c1; R a1-d1; swap z0 i0",
			"0-0-0[z0<->i0]"},
		{"siceirawan", "r3k2r/8/8/8/8/8/8/R3K2R[EHhe] w KQkq - 0 1", "e1g1h~",
			"O-O/He1, ∞", "O-O(He1), ∞", "O-O(He1), ∞", "K e1-g1; R h1-f1; H-e1; swap z0 i0", "0-0/He1[z0<->i0]"},
		{"siceirawan", "4k3/8/8/8/8/8/1b6/4K2R[E-he] b K - 0 1", "b2z0", "Bxz0", "Bxz0", "Bb2xz0", "b b2-z0; z0-",
			"Bb2*z0"},

		{"sissa", "4k4/9/9/9/9/9/9/9/2B1K1B2 w - - CG 0 1", "g1f1", "Bf1", "Bf1", "Bg1-f1", "B g1-f1", "Bg1-f1"},
		{"sissa", "4k4/9/9/9/9/9/9/9/S3K4 w - - 0 1", "a1b3", "Sb3+", "Sb3+", "Sa1-b3+", "S a1-b3", "SSa1-b3 +"},
		{"sissa", "4k4/9/9/9/9/9/9/9/R3K4 w Q - - 0 1", "e1b1", "O-O-O", "O-O-O", "O-O-O", "K e1-b1; R a1-c1", "0-0-0"},
		{"cetran3", "4k7/12/12/12/12/12/12/12/12/12/11P/R3K7 w - - 0 1", "a1a10", "Ra10", "Ra10", "Ra1-a10", "R a1-a10",
			"Ra1-a10"},

		{"circe", "4n2k/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8",
			"Rxe8(Ng8)", "Rxe8(Ng8)", "Re1xe8(Ng8)", "R e1-e8; n-g8", "Re1*e8[+bSg8]"},
		{"circe", "7k/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6",
			"exd6(d7)", "exd6(d7)", "e5xd6 e.p.(d7)", "P e5-d6; d5-; p-d7", "e5*d6 ep.[+bPd7]"},
		{"circe-clone", "6r1/7P/7k/8/8/8/8/4K3 w - - 0 1", "h7g8n",
			"hxg8=N(g7)+", "hxg8=N(g7)+", "h7xg8=N(g7)+", "P h7-g8; N-g8; p-g7", "h7*g8=S[+bPg7] +"},
		{"circe-coucou", "7k/8/8/8/6p1/8/8/K5R1 w - - 0 1", "g1g4=b",
			"Rxg4(h1=B)", "Rxg4(h1=B)", "Rg1xg4(h1=B)", "R g1-g4; b-h1", "Rg1*g4[+bPh1=B]"},
		{"circe-couscous", "3P4/6k1/8/8/8/8/8/4K3 w - - 0 1 =d8", "=r,e1e2",
			"=R, Ke2", "=R, Ke2", "=R, Ke1-e2", "R-d8; K e1-e2", "[d8=R]Ke1-e2"},
		{"circe-parrain", "7k/8/8/8/8/8/8/R3K2R w KQ - 0 1 ~N@d5", "a1a3",
			"Ra3(Nd7)+", "Ra3(Nd7)+", "Ra1-a3(Nd7)+", "R a1-a3; N-d7", "Ra1-a3[+wSd7] +"},
		{"circe-parrain", "7k/8/8/8/8/8/8/R3K2R w KQ - 0 1 ~P@d5", "e1g1",
			"O-O(d5)", "O-O(d5)", "O-O(d5)", "K e1-g1; R h1-f1; P-d5", "0-0[+wPd5]"},
		{"circe-assassin", "6nk/8/8/8/8/8/8/3QK1R1 w - - 0 1", "g1g8",
			"Rxg8(Ng8)", "Rxg8(Ng8)", "Rg1xg8(Ng8)", "R g1-g8; n-g8", "Rg1*g8[+bSg8]"},
		{"circe-volcanic", "8/8/8/8/8/1k6/2R5/4K2N b - - 0 1", "b3c2",
			"Kxc2(Rh1->v)", "Kxc2(Rh1->v)", "Kb3xc2(Rh1->v)", "k b3-c2", "Kb3*c2[+wRh1->v]"},
		{"circe-volcanic", "rnbqkbnr/8/8/8/8/5N2/4p3/4K3 w - - 0 1 {e1:p}", "e1e2",
			"Kxe2(e7)(e1)", "Kxe2(e7)(e1)", "Ke1xe2(e7)(e1)", "K e1-e2; p-e7; p-e1", "Ke1*e2[+bPe7][+bPe1]"},
		{"anticirce", "7k/8/8/3r4/3Q4/8/8/K7 w - - 0 1", "d4d5",
			"Qxd5(Qd1)", "Qxd5(Qd1)", "Qd4xd5(Qd1)", "Q d4-d5; Q d5-d1", "Qd4*d5[wQd5->d1]"},
		{"anticirce", "r6k/5p2/4P3/8/8/8/8/4K3 w - - 0 1", "e6f7",
			"exf7(f2)", "exf7(f2)", "e6xf7(f2)", "P e6-f7; P f7-f2", "e6*f7[wPf7->f2]"},
		{"circe-kamikaze", "7k/8/8/3n4/8/8/8/3QK3 w - - 0 1", "d1d5",
			"Qxd5(Ng8)", "Qxd5(Ng8)", "Qd1xd5(Ng8)", "Q d1-d5; d5-; n-g8", "kQd1*d5[+bkSg8]"},
		{"circe-kamikaze-rebirth", "r6k/1P6/8/8/8/8/8/3QK3 w - - 0 1", "b7a8b",
			"bxa8=B(Bf1)(Ra8)", "bxa8=B(Bf1)(Ra8)", "b7xa8=B(Bf1)(Ra8)", "P b7-a8; B-a8; B a8-f1; r-a8",
			"kPb7*a8=kB[wkBa8->f1][+bkRa8]"},
		{"circe-martian", "7k/8/8/8/3R4/8/8/1r2K3 w - - 0 1", "d4b1",
			"Rxb1+", "Rxb1+", "Rd4-a1xb1+", "R d4-a1; R a1-b1", "Rd4-a1*b1 +"},
		{"circe-martian", "7k/8/8/P7/P7/1p6/8/4K3 w - - 0 1", "a5b3",
			"a5xb3", "a5xb3", "a5-a2xb3", "P a5-a2; P a2-b3", "a5-a2*b3"},
		{"circe-martian", "7k/8/8/8/8/1p6/P7/4K3 w - - 0 1", "a2b3", "axb3", "axb3", "a2xb3", "P a2-b3", "a2*b3"},
		{"seirawan+circe", "7k/8/8/8/3h4/8/8/3QK3[Hh] w D - 0 1", "d1d4",
			"Qxd4(Hd1)+", "Qxd4(Hd1)+", "Qd1xd4(Hd1)+", "Q d1-d4; h-d1", "Qd1*d4[+bHd1] +"},
		{"seirawan+circe", "7k/8/8/8/8/3N4/8/3QK3[Hh] w D - 0 1", "d1a4h",
			"Qa4/Hd1", "Qa4/Hd1", "Qd1-a4/Hd1", "Q d1-a4; H-d1", "Qd1-a4/Hd1"},
	} {
		p := rulestest.Position(t, lookup(t, c.variant), c.fen, forgiven)
		m := parse(t, p, c.uci, notation.UCIStyle)
		for style, want := range map[notation.Style]string{
			notation.UCIStyle: c.uci, notation.SAN: c.san, notation.Book: c.book, notation.LAN: c.lan,
			notation.Courier: c.courier, notation.Popeye: c.popeye,
		} {
			if got := notation.Text(p, m, style); got != want {
				t.Errorf("%s %s: %s is %q, want %q", c.variant, c.uci, style, got, want)
			}
			if got := parse(t, p, want, style); got != m {
				t.Errorf("%s: %s %q reads as %s", c.variant, style, want, notation.Text(p, got, notation.UCIStyle))
			}
			if got, err := notation.ParseAny(p, want); err != nil || got != m {
				t.Errorf("%s: %q is not read without its style: %v", c.variant, want, err)
			}
		}
	}
}

// A piece changes places with a like one: every style names both squares.
func TestExchanges(t *testing.T) {
	const fen = "r3k3/8/8/8/8/8/4K3/R7 w q - 0 1"
	p := rulestest.Position(t, lookup(t, "chess+messigny"), fen, 0)
	for style, want := range map[notation.Style]string{
		notation.UCIStyle: "a1<>a8", notation.SAN: "Ra1<->Ra8+", notation.LAN: "Ra1<->Ra8+",
		notation.Popeye: "Ra1<->Ra8 +", notation.Courier: "R a1-a8; r-a1",
	} {
		m := parse(t, p, want, style)
		if m != rules.MakeMove(rules.Exchange, p.Variant().Size.At(0, 0), p.Variant().Size.At(0, 7)) {
			t.Errorf("%s %q reads as %s", style, want, notation.Text(p, m, notation.UCIStyle))
		}
		if got := notation.Text(p, m, style); got != want {
			t.Errorf("%s is %q, want %q", style, got, want)
		}
	}
	after := p.Play(parse(t, p, "a1<>a8", notation.UCIStyle))
	if got, want := rulestest.Text(after), "R3k3/8/8/8/8/8/4K3/r7 b e - 1 1 $xa1a8"; got != want {
		t.Errorf("the position is %s, want %s", got, want)
	}
	if _, err := notation.Parse(after, "a8<>a1", notation.UCIStyle); err == nil {
		t.Error("the two change places again")
	}
	for _, text := range []string{"Ke2<->Ra8", "e2<>e9", "Ra2<->Ra8"} {
		if _, err := notation.ParseAny(p, text); err == nil {
			t.Errorf("%s is read as a move", text)
		}
	}
}

// FIDE C.10: only as much of the departure as is needed.
func TestDisambiguation(t *testing.T) {
	for _, c := range []struct{ fen, uci, want string }{
		{"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"},
		{"4k3/8/8/5N2/8/8/8/4KN2 w - - 0 1", "f5e3", "N5e3"},
		{"4k3/8/8/8/3N4/8/8/1N1NK3 w - - 0 1", "b1c3", "Nbc3"},
		{"6K1/8/8/8/4Q2Q/1k6/8/7Q w - - 0 1", "h4e1", "Qh4e1"},
		{"4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"}, // the other is pinned
		{"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5"},
		{"3k4/8/8/8/R6R/8/8/K7 w - - 0 1", "a4d4", "Rad4+"},
	} {
		p := rulestest.Position(t, lookup(t, "chess"), c.fen, 0)
		if got := notation.Text(p, parse(t, p, c.uci, notation.UCIStyle), notation.SAN); got != c.want {
			t.Errorf("%s %s is %s, want %s", c.fen, c.uci, got, c.want)
		}
	}
}

// A gated piece may close the line of a check that the bare move would give.
func TestCheckMark(t *testing.T) {
	p := rulestest.Position(t, lookup(t, "seirawan"), "8/8/8/8/8/8/4K3/RN5k[HE] w B - 0 1", 0)
	for uci, want := range map[string]string{"b1c3": "Nc3+", "b1c3h": "Nc3/H", "b1c3e": "Nc3/E+"} {
		if got := notation.Text(p, parse(t, p, uci, notation.UCIStyle), notation.SAN); got != want {
			t.Errorf("%s is %s, want %s", uci, got, want)
		}
	}
}

// What is read beyond what is written.
func TestGenerousReading(t *testing.T) {
	for _, c := range []struct{ variant, fen, uci, texts string }{
		{"chess", "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "g1f3",
			"Nf3|Ngf3|N1f3|Ng1f3|Ng1-f3|Ng1xf3|Nf3+|Nf3!?|N g1 - f3|nf3|Sf3|Sg1-f3|♘f3|g1-f3|g1f3|N g1-f3|g1 - f3"},
		{"chess", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8q",
			"d8=Q+|d8Q|d8/Q|d8(Q)|d7-d8=Q|d7d8Q|d7d8=q|P d7-d8; Q-d8|d8=Q #|Pd8=Q"},
		{"chess", "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "e5f6",
			"exf6|ef6|e5xf6|e5*f6 ep.|exf6 e.p.|exf6ep|e5:f6|P e5-f6|P e5-f6; f5-|P e5-f6; @-f5"},
		{"chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O|0-0-0|o-o-o|0-0-0+|e8a8|k e8-c8|k e8-c8; r a8-d8"},
		{"chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1h1", "O-O|K f1-g1; R h1-f1"},
		{"chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1g1", "Kg1|K f1-g1"},
		{"seirawan", seirawan, "g1f3h", "Nf3/H|Nf3(H)|Nf3(Hg1)|Nf3 (Hg1)|Nf3/Hg1|Ngf3/H|Nf3+/H|N g1-f3; H*g1|N g1 - " +
			"f3 ; H - g1 // novelty"},
		{"seirawan", disambig, "b8d7h", "Nbd7/H|Nd7/H|Nbd7(H)|Nd7(Hb8)|N8d7/H"},
		{"seirawan", castles, "a1e1e", "O-O-O/Ea1|0-0-0/Ea1|O-O-O(Ea1)|K e1-c1; E-a1"},
		{"siceirawan", siceirawan, "d3d3e", `H\E|H/E|H \ E`},
		{"siceirawan", siceirawan, "d3d3e,e5f6", `H\E, exf6|H\E,exf6|H/E exf6|H\E, e5xf6 e.p.|E-d3; P e5-f6`},
		{"siceirawan", siceirawan, "e1c1~", "O-O-O, ∞|O-O-O,∞|O-O-O ∞|O-O-O, oo|O-O-O, *|0-0-0*"},
		{"circe", "4n2k/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8",
			"Rxe8(Ng8)|Rxe8|Re8|Rxe8 (Ng8)|Rxe8(+bNg8)|Re1*e8[+bSg8]|R e1-e8|R e1-e8; n-g8"},
		{"chess", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8n", "d8=n|d8=N|d8=s|d7d8n"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "Ke1-g1|e1-g1|Ke1-h1|O-O"},
		{"cetran2", "4k3/8/8/8/8/8/1H6/4K3 w - - 0 1", "b2f6",
			"Hf6|DHf6|DH f6|DHbf6|DH2f6|DHb2f6|DHb2-f6|DH b2-f6|dhf6|dhbf6|dh2f6|dhb2-f6|b2f6"},
		{"cetran2", "4k3/8/8/8/8/4H3/5n2/4KH2 w - - 0 1", "f1f2",
			"DH1xf2|DH1f2|DHfxf2|DHff2|DHf1xf2|dh1f2|dh1xf2|dhfxf2|dhff2|H1xf2|DH f1-f2"},
		{"cetran2", "4k3/8/8/8/8/4H3/5n2/4K3 w - - 0 1", "e3f2", "Hxf2|DHxf2|DHf2|dhxf2|dhf2|dhe3xf2"},
		{"cetran2", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8h",
			"a8=H|a8=DH|a8DH|a8(DH)|a8/DH|a8=dh|a8=DH+|a7a8h|a7a8dh|a7a8DH|a7a8=dh|P a7-a8; DH-a8|P a7-a8; H-a8"},
		{"cetran2", "4k3/8/8/8/8/8/P7/1H2K3 w - - 0 1", "a2a4", "a4|a2a4|a2-a4"},
		{"cetran2+circe", "4h2k/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8",
			"Rxe8(Hd8)|Rxe8(DHd8)|R e1-e8; h-d8|R e1-e8; dh-d8"},
		{"cetran2+circe-couscous", "P6k/8/8/8/8/8/4P3/4K3 w - - 0 1 =a8", "=h,e2e4",
			"=H, e4|=DH, e4|=dh, e4|=dh,e2e4|=DH,e2e4"},
		{"cetran3", "11k/12/12/12/12/12/12/12/12/12/1D5H4/K11 w - - 0 1", "b2f2", "Df2|DKf2|dkf2|DKb2-f2"},
		{"cetran3", "11k/12/12/12/12/12/12/12/12/12/7D4/K6H4 w - - 0 1", "h2f2", "Dhf2|Df2"},
		{"cetran3", "11k/12/12/12/12/12/12/12/12/12/7D4/K6H4 w - - 0 1", "h1f3", "Hf3|DHf3|dhf3|DHhf3|dhhf3"},
		{"circe-volcanic", "8/8/8/8/8/1k6/2R5/4K2N b - - 0 1", "b3c2",
			"Kxc2(+wRh1(hidden))|Kxc2(Rh1->v)|Kb3*c2[+wRh1->v]"},
	} {
		p := rulestest.Position(t, lookup(t, c.variant), c.fen, forgiven)
		want := parse(t, p, c.uci, notation.UCIStyle)
		for _, text := range strings.Split(c.texts, "|") {
			if got, err := notation.ParseAny(p, text); err != nil || got != want {
				t.Errorf("%s %q: %v", c.variant, text, err)
			}
		}
	}
}

// One sentence for what cannot be read, is not certain or not legal.
func TestBadMoves(t *testing.T) {
	const twoKnights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"
	for _, c := range []struct {
		variant, fen, text, want string
		illegal                  bool
	}{
		{"chess", twoKnights, "Nd2", `"Nd2" may mean Nbd2 or Nfd2: say which`, false},
		{"chess", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "d8", `"d8" may mean d8=Q+, d8=R+, d8=B or d8=N: say which`,
			false},
		{"chess", twoKnights, "", "the move is empty", false},
		{"chess", twoKnights, "Nb3#x", `"Nb3#x": "x" means nothing there`, false},
		{"chess", twoKnights, "N", `"N" names no square of the board to move to`, false},
		{"chess", twoKnights, "Hd2", `"Hd2": Chess has no piece H`, false},
		{"chess", twoKnights, "DHd2", `"DHd2": Chess has no piece DH`, false},
		{"cetran1", twoKnights, "DHd2", `"DHd2": Cetran Chess 1 has no piece DH`, false},
		{"seirawan", castles, "DHd2", `"DHd2": Seirawan Chess has no piece DH`, false},
		{"chess", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8dh", `"dh" is not a piece of chess`, false},
		{"cetran2", "4k3/8/8/8/8/8/1H6/4K3 w - - 0 1", "DHc5",
			`"DHc5" is not legal: the dragon horse on b2 does not move to c5`, true},
		{"chess", twoKnights, "Ke1-b1", "the king on e1 does not move to b1", true},
		{"chess", twoKnights, "Qd2", `"Qd2": White has no queen`, false},
		{"chess", twoKnights, "Ngf3", `"Ngf3": White has no knight on the g-file`, false},
		{"chess", twoKnights, "O-O", `"O-O": White has no right to castle on the king's side`, false},
		{"sissa", "4k4/9/9/9/9/9/9/9/S3K4 w - - 0 1", "Sa1-c6", "", true},
		{"chess", twoKnights, "Nh8", "", true},
		{"chess", twoKnights, "Ke3", "", true},
		{"chess", twoKnights, strings.Repeat("N", 300), "is too long for a move", false},
		{"circe", "4n2k/8/8/8/8/8/8/4R1K1 w - - 0 1", "Rxe8(Nb8)", `"Rxe8(Nb8)" does not fit: the move is Rxe8(Ng8)`,
			false},
		{"seirawan", castles, "O-O/H", `"O-O/H" may mean O-O/He1 or O-O/Hh1: say which`, false},
		{"seirawan", "4k3/8/8/8/8/8/8/RN2K3[H] w - - 0 1", "Nc3/H", "", true},
		{"chess", twoKnights, "-e4", "removes a square", false},
		{"chess", twoKnights, "N b1-d2; R-b1", "does not fit: the move is written", false},
		{"chess", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "P d7-d8", "does not fit: the move is written", false},
		{"chess", twoKnights, "N b1-b3;", "", true},
	} {
		p := rulestest.Position(t, lookup(t, c.variant), c.fen, forgiven)
		m, err := notation.ParseAny(p, c.text)
		if err == nil {
			t.Errorf("%s %q reads as %s", c.variant, c.text, notation.Text(p, m, notation.LAN))
			continue
		}
		var illegal *notation.IllegalError
		if got := errors.As(err, &illegal); got != c.illegal {
			t.Errorf("%s %q: %v; illegal: %v", c.variant, c.text, err, got)
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %q: %v, want %s", c.variant, c.text, err, c.want)
		}
	}
}

func TestLocales(t *testing.T) {
	for _, c := range []struct{ locale, variant, english, local string }{
		{"de", "seirawan", "Nf3/H", "Sf3/H"},
		{"de", "chess", "Bxd8=Q#", "Lxd8=D#"},
		{"de-AT", "circe", "Rxe8(Ng8)", "Txe8(Sg8)"},
		{"fr", "chess", "Nbd2", "Cbd2"},
		{"fr", "chess", "Kxf1", "Rxf1"},
		{"nl", "chess", "O-O-O+", "O-O-O+"},
		{"nl", "seirawan", "O-O/He1", "O-O/He1"},
		{"es", "chess", "Qh5", "Dh5"},
		{"figurine", "chess", "Nf3", "♘f3"},
		{"en", "chess", "Nf3", "Nf3"},
		{"de", "sissa", "Nc3", "Nc3"}, // S is the Sissa
		{"nl", "cetran2", "Qc3", "Dc3"},
	} {
		l, err := notation.LocaleOf(c.locale)
		if err != nil {
			t.Fatal(err)
		}
		v := lookup(t, c.variant)
		if got := l.Text(v, c.english); got != c.local {
			t.Errorf("%s: %s is %s, want %s", c.locale, c.english, got, c.local)
		}
		if got := l.English(v, c.local); got != c.english {
			t.Errorf("%s: %s reads as %s, want %s", c.locale, c.local, got, c.english)
		}
	}
	dutch, err := notation.LocaleOf("nl")
	if err != nil {
		t.Fatal(err)
	}
	if got := dutch.English(lookup(t, "cetran2"), "DHf2"); got != "Hf2" {
		t.Errorf("DHf2 reads as %s in Dutch", got)
	}
	if _, err := notation.LocaleOf("tlh"); err == nil || !strings.Contains(err.Error(), "en, de, fr") {
		t.Errorf("an unknown language: %v", err)
	}
}

func TestParseStyle(t *testing.T) {
	for _, s := range notation.Styles() {
		if got, err := notation.ParseStyle(strings.ToUpper(string(s))); err != nil || got != s {
			t.Errorf("%s: %v, %v", s, got, err)
		}
	}
	if _, err := notation.ParseStyle("descriptive"); err == nil || !strings.Contains(err.Error(), "san, book") {
		t.Errorf("an unknown style: %v", err)
	}
}
