package kirke_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
)

func TestExplain(t *testing.T) {
	tests := []struct {
		variant, fen, text string
		rule               string // "" for a legal move
	}{
		{"chess", "", "e4", ""},
		{"chess", "", "e5", "the pawn on e2 does not move to e5"},
		{"chess", "", "Bc4", "the way of the bishop on f1 to c4 is blocked by the pawn on e2"},
		{"chess", "", "Ra8", "the way of the rook on a1 to a8 is blocked by the pawn on a2 and the pawn on a7"},
		{"chess", "", "e2d3", "the pawn on e2 moves to d3 only by capturing, and there is nothing to take"},
		{"chess", "", "e7e5", "it is White's turn, and the pawn on e7 is Black's"},
		{"chess", "", "e7-e5", "it is White's turn, and the pawn on e7 is Black's"},
		{"chess", "", "e3e4", "there is no piece on e3"},
		{"chess", "", "Re3-e4", "there is no piece on e3"},
		{"chess", "", "b1d2", "d2 is occupied by your own pawn"},
		{"chess", "", "b1d1", "the knight on b1 does not move to d1"},
		{"chess", "", "O-O", "castling is blocked by the bishop on f1 and the knight on g1"},
		{"chess", "", "--", "a move must be made"},
		{"chess", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e3",
			"the pawn on e2 moves to e3 only without capturing, and the knight on e3 is in the way"},
		{"chess", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4",
			"the way of the pawn on e2 to e4 is blocked by the knight on e3"},
		{"chess", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Rd2", "the king would be in check from the rook on e8"},
		{"chess", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2f2", "the king would be in check from the rook on e8"},
		{"chess", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O",
			"the king is in check from the rook on e8, so it cannot castle"},
		{"chess", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh2", "the king would still be in check from the rook on e8"},
		{"chess", "k3r3/8/8/8/7b/8/8/4K2R w K - 0 1", "Rxh4", "the king would still be in check from the rook on e8"},
		{"chess", "k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O",
			"castling takes the king over f1, where it would be in check from the rook on f8"},
		{"chess", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O",
			"castling takes the king to g1, where it would be in check from the rook on g8"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "White has no right to castle with a rook on h1"},
		{"chess", "7k/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6",
			"the pawn on e5 moves to d6 only by capturing, and there is nothing to take"},

		{"crazyhouse", "4k3/8/8/8/8/8/P7/R3K3[PNN] w - - 0 1", "R@a8",
			"there is no Rook in hand, only Knight and Pawn"},
		{"crazyhouse", "4k3/8/8/8/8/8/P7/R3K3[PNN] w - - 0 1", "R*a8",
			"there is no Rook in hand, only Knight and Pawn"},
		{"crazyhouse", "4k3/8/8/8/8/8/P7/R3K3[n] w - - 0 1", "R@a8",
			"White has nothing in hand"},
		{"crazyhouse", "4k3/8/8/8/8/8/P7/RN2K3[PN] w - - 0 1", "Nf6",
			"the knight on b1 does not move to f6; the Knight in hand is dropped by N@f6"},
		{"crazyhouse", "4k3/8/8/8/8/8/P7/R3K3[N] w - - 0 1", "Ra8",
			"the way of the rook on a1 to a8 is blocked by the pawn on a2"},

		{"seirawan", "", "Nf3/Q", "no Queen is gated in this game"},
		{"seirawan", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBHR[Ehe] w KQBCDFkqbcdfg - 1 1", "Nc3/H",
			"there is no Hawk in hand"},
		{"seirawan", "4k3/8/8/8/8/8/8/RN2K3[H] w Q - 0 1", "Nc3/H",
			"the gate on b1 is closed: its first piece has moved or been captured"},
		{"seirawan", "4k3/8/8/8/8/2N5/8/R3K3[H] w Q - 0 1", "Nd5/H",
			"there is no gate on c3: pieces are gated only on the first rank"},
		{"seirawan", "4k3/8/8/8/8/8/8/r2BK3[H] w D - 0 1", "Bc2/H",
			"gating may not shield the king from the rook on a1: the move must be legal without it"},
		{"seirawan", "4k3/8/8/8/8/8/8/r3K3[H] w E - 0 1", "Kf1/H",
			"gating may not shield the king from the rook on a1: the move must be legal without it"},
		{"seirawan", "4k3/8/8/8/8/8/8/r2NK3[HE] w D - 0 1", "Nc3", "the king would be in check from the rook on a1"},
		{"seirawan", "rnb1kbnr/pppp1ppp/8/8/4q3/8/PPPP1PPP/RNBQKBNR[HEhe] w KQBCDFGkqbcfg - 0 1", "Ke2",
			"the king would still be in check from the queen on e4"},
		{"seirawan", "rnb1kbnr/pppp1ppp/8/8/4q3/8/PPPP1PPP/RNBQKBNR[HEhe] w KQBCDFGkqbcfg - 0 1", "Ke2/H",
			"the king would still be in check from the queen on e4"},
		{"seirawan", "4k3/8/8/8/8/8/5PPP/4KR2[H] w F - 0 1", "f3/H",
			"nothing is gated on the square that a pawn leaves"},

		{"siceirawan", "4k3/8/8/8/3H4/8/8/4KN2[E---] w - - 0 1", "Ne3/E",
			"only one Hawk or Elephant of a side may be on the board, and the hawk on d4 already is"},
		{"siceirawan", "4k3/8/8/8/3H4/8/8/4K3[E---] w - - 0 1", `H\E`, ""},
		{"siceirawan", "4k3/8/8/8/3H4/8/8/N3K3[E---] w - - 0 1", `H\E, Nc2`,
			"only a pawn may move in the turn of a reassignment, not the knight on a1"},
		{"siceirawan", "4k3/8/8/8/4h3/8/P3P3/4K1H1[E---] w - - 0 1", `H\E, e4`,
			"the pawn on e2 moves to e4 only without capturing, and the hawk on e4 is in the way"},
		{"siceirawan", "4k3/8/8/8/4h3/8/P3P3/4K1H1[E---] w - - 0 1", `H\E, e5`, "the pawn on e2 does not move to e5"},

		{"sissa", "4k4/9/9/9/9/9/9/9/2B1K4 w - - C+ 0 1", "Ba3", "Bc1 must convert first: one orthogonal step"},
		{"sissa", "4k4/9/9/9/9/9/9/9/2B1K4 w - - C+ 0 1", "Bc2", ""},
		{"sissa", "4k4/9/9/9/9/9/9/9/2B1K4 w - - - 0 1", "Bc2", "the bishop on c1 does not move to c2"},
		{"sissa", "", "Sf2", "f2 is occupied by your own pawn"},
		{"sissa", "", "Sf3", "every way of the sissa on f1 to f3 is blocked, by the pawn on g2, the pawn on e2, the " +
			"bishop on g1 and the king on e1"},
		{"sissa+quiet-conversion", "rnbskqb1r/ppppppppp/9/9/9/9/9/PPPPPPnPP/RNBQKSBNR w KQkq - CGcg 0 1", "Bxg2",
			"Bg1 would convert by its step to g2, and a conversion may not capture"},

		{"progressive-italian", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 2/2", "Ra8",
			"a check may only be given on the last move of the series"},
		{"progressive", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 2/2", "Ra8", ""},

		{"circe", "4k3/8/8/3r4/8/8/8/K2R4 w - - 0 1", "Rxd5", "the king would be in check from the rook reborn on a8"},
		{"circe", "4k3/8/8/3r4/8/8/8/K1rR4 w - - 0 1", "Rxd5",
			"the king would still be in check from the rook on c1 and the rook reborn on a8"},
		{"circe", "4k3/8/2K5/8/8/8/3n4/3R4 w - - 0 1", "Rxd2",
			"the king would be in check from the knight reborn on b8"},
		{"circe", "4k3/8/8/2K5/8/8/3n4/3R4 w - - 0 1", "Rxd2", ""},
		{"circe-strict", "4k1n1/8/8/3n4/8/8/8/K2R4 w - - 0 1", "Rxd5",
			"the captured knight cannot be reborn: its rebirth square g8 is occupied by the knight"},
		{"circe-couscous", "P3k3/8/8/8/8/8/4P3/4K3 w - - 0 1 =a8", "e5",
			"the pawn reborn on a8 must first be promoted"},
		{"circe-couscous", "P3k3/8/8/8/8/8/4P3/4K3 w - - 0 1 =a8", "=Q, e5", "the pawn on e2 does not move to e5"},
		{"anticirce", "4k3/8/8/3n4/8/8/8/K2R3B w - - 0 1", "Rxd5",
			"the capturing rook cannot be reborn: its rebirth square h1 is occupied by the bishop"},
		{"anticirce-cheylan", "4k3/8/8/8/8/8/3K4/r2R4 w - - 0 1", "Rxa1",
			"the rook on d1 may not capture on its own rebirth square a1"},
		{"circe-assassin", "2K5/8/8/3b4/8/7k/8/3R4 w - - 0 1", "Rxd5", "the move would leave White without a king"},
		{"circe-martian", "4k3/8/8/3n4/8/3R4/8/4K3 w - - 0 1", "Rxd5",
			"the rook on d3 captures from its home square h1, and from there does not reach d5"},
		{"circe-martian", "4k3/8/8/7n/8/7P/8/R3K3 w - - 0 1", "a1h5",
			"the rook on a1 captures from its home square a1, and from there does not reach h5"},
		{"circe-martian", "4k3/8/8/7n/8/3R3P/8/4K3 w - - 0 1", "Rxh5",
			"the rook on d3 captures from its home square h1, " +
				"and its way from there to h5 is blocked by the pawn on h3"},
		{"circe-martian", "4k3/8/8/7n/8/3R4/8/4K2N w - - 0 1", "Rxh5",
			"the rook on d3 captures from its home square h1, which is occupied by the knight"},
		{"antimars-circe", "4k3/8/8/8/2B5/8/8/4K3 w - - 0 1", "Bd5",
			"the bishop on c4 moves from its home square f1, and from there does not reach d5"},
		{"antimars-circe", "4k3/8/8/8/2B5/8/8/4KN2 w - - 0 1", "Bd3",
			"the bishop on c4 moves from its home square f1, which is occupied by the knight"},
		{"antimars-circe", "4k3/8/8/8/2B5/8/4N3/4K3 w - - 0 1", "Bd3",
			"the bishop on c4 moves from its home square f1, " +
				"and its way from there to d3 is blocked by the knight on e2"},
		{"antimars-circe", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e6",
			"the pawn on e5 moves from its home square e2, and from there does not reach e6"},
	}
	for _, test := range tests {
		t.Run(test.variant+" "+test.text, func(t *testing.T) {
			p := position(t, test.variant, test.fen)
			err := p.Explain(test.text)
			if test.rule == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var illegal *kirke.IllegalError
			if !errors.As(err, &illegal) {
				t.Fatalf("got %v, not an IllegalError", err)
			}
			if want := strings.ReplaceAll(strconv.Quote(test.text), `\\`, `\`) + " is not legal: " +
				test.rule; err.Error() != want {
				t.Errorf("%s\n got %s\nwant %s", p, err, want)
			}
			if p.IsLegal(illegal.Move) {
				t.Errorf("%s is legal", p.MoveText(illegal.Move, kirke.UCI))
			}
		})
	}
}

func TestExplainUnreadableText(t *testing.T) {
	p := position(t, "chess", "7k/P7/8/8/8/8/8/4K3 w - - 0 1")
	for text, want := range map[string]string{
		"":       "the move is empty",
		"Qe1-c1": `"Qe1-c1": the piece on e1 is the king, not the queen`,
		"hello":  `"hello" names no square of the board to move to`,
		"Hf3":    `"Hf3": Chess has no piece H`,
		"a8":     `"a8" may mean a8=Q+, a8=R+, a8=B or a8=N: say which`,
	} {
		err := p.Explain(text)
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
		if illegal := new(kirke.IllegalError); errors.As(err, &illegal) {
			t.Errorf("%q is taken for a move", text)
		}
	}
}

func TestPlayIllegalMove(t *testing.T) {
	p := position(t, "chess", "")
	other := position(t, "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	for m := range other.LegalMoves() {
		if p.IsLegal(m) {
			continue
		}
		var illegal *kirke.IllegalError
		if _, err := p.Play(m); !errors.As(err, &illegal) || illegal.Reason == nil {
			t.Errorf("Play(%s) = %v", other.MoveText(m, kirke.UCI), err)
		}
	}
	if _, err := p.Play(0); err == nil {
		t.Error("the zero Move was played")
	}
}
