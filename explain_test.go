package kirke_test

import (
	"errors"
	"strconv"
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
		{"chess", "", "Bc4", "the bishop on c1 does not move to c4; the way of the bishop on f1 to c4 is not open"},
		{"chess", "", "e2d3", "the pawn on e2 moves to d3 only by capturing, and there is nothing to take"},
		{"chess", "", "e7e5", "the pawn on e7 is not White's, whose turn it is"},
		{"chess", "", "e3e4", "there is no man on e3"},
		{"chess", "", "b1d2", "d2 is occupied by your own pawn"},
		{"chess", "", "O-O", "the bishop on f1 stands between king and rook"},
		{"chess", "", "--", "a move must be made"},
		{"chess", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Rd2", "the king would be in check"},
		{"chess", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king is in check, so it cannot castle"},
		{"chess", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh2", "the king would still be in check"},
		{"chess", "k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king would cross or reach an attacked square"},
		{"chess", "7k/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "the pawn on e5 moves to d6 only by capturing, and there is nothing to take"},

		{"seirawan", "", "Nf3/Q", "no Queen enters in this game"},
		{"seirawan", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBHR[Ehe] w KQBCDFkqbcdfg - 1 1", "Nc3/H", "there is no Hawk in hand"},
		{"seirawan", "4k3/8/8/8/8/8/8/RN2K3[H] w Q - 0 1", "Nc3/H", "the gate on b1 is closed: its first man has already left"},
		{"seirawan", "4k3/8/8/8/8/8/8/r2BK3[H] w D - 0 1", "Bc2/H", "the gated piece may not close the line: the move must be legal without it"},
		{"seirawan", "4k3/8/8/8/8/8/8/r3K3[H] w E - 0 1", "Kf1/H", "the gated piece may not parry the check: the move must be legal without it"},

		{"siceirawan", "4k3/8/8/8/3H4/8/8/4KN2[E---] w - - 0 1", "Ne3/E", "only one Hawk or Elephant of a side may be on the board"},
		{"siceirawan", "4k3/8/8/8/3H4/8/8/4K3[E---] w - - 0 1", `H\E`, ""},

		{"sissa", "4k4/9/9/9/9/9/9/9/2B1K4 w - - C+ 0 1", "Ba3", "Bc1 must convert first: one orthogonal step"},
		{"sissa", "4k4/9/9/9/9/9/9/9/2B1K4 w - - C+ 0 1", "Bc2", ""},
		{"sissa", "4k4/9/9/9/9/9/9/9/2B1K4 w - - - 0 1", "Bc2", "the bishop on c1 does not move to c2"},

		{"progressive-italian", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 2/2", "Ra8", "a check may only be given on the last move of the series"},
		{"progressive", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 2/2", "Ra8", ""},

		{"circe", "4k3/8/8/3r4/8/8/8/K2R4 w - - 0 1", "Rxd5", "the king would be in check from the rook reborn on a8"},
		{"circe", "4k3/8/8/3r4/8/8/8/K1rR4 w - - 0 1", "Rxd5", "the king would still be in check"},
		{"circe", "4k3/8/2K5/8/8/8/3n4/3R4 w - - 0 1", "Rxd2", "the king would be in check from the knight reborn on b8"},
		{"circe", "4k3/8/8/2K5/8/8/3n4/3R4 w - - 0 1", "Rxd2", ""},
		{"circe-strict", "4k1n1/8/8/3n4/8/8/8/K2R4 w - - 0 1", "Rxd5", "the captured man cannot be reborn: its rebirth square is not free"},
		{"anticirce", "4k3/8/8/3n4/8/8/8/K2R3B w - - 0 1", "Rxd5", "the capturing man cannot be reborn: its rebirth square is not free"},
		{"anticirce-cheylan", "4k3/8/8/8/8/8/3K4/r2R4 w - - 0 1", "Rxa1", "a man may not capture on its own rebirth square"},
		{"circe-martian", "4k3/8/8/3n4/8/3R4/8/4K3 w - - 0 1", "Rxd5", "the rook on d3 captures from its home square h1, and from there does not reach d5"},
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
			if want := strconv.Quote(test.text) + " is not legal: " + test.rule; err.Error() != want {
				t.Errorf("%s\n got %s\nwant %s", p, err, want)
			}
			if p.IsLegal(illegal.Move) {
				t.Errorf("%s is legal", p.MoveText(illegal.Move, kirke.UCI))
			}
		})
	}
}

func TestExplainWhatIsNoMove(t *testing.T) {
	p := position(t, "chess", "7k/P7/8/8/8/8/8/4K3 w - - 0 1")
	for text, want := range map[string]string{
		"":      "the move is empty",
		"hello": `"hello" names no square of the board to move to`,
		"Hf3":   `"Hf3": Chess has no man H`,
		"a8":    `"a8" may mean a8=Q+, a8=R+, a8=B or a8=N: say which`,
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

func TestPlayRefusesWhatIsNotLegal(t *testing.T) {
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
