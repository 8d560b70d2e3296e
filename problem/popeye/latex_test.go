package popeye_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
)

// TestDiagramsSayWhatTheyDoNotDraw: pieces in hand and on imaginary squares, and lines of the board, in
// LaTeX and below the board of text. LaTeX says besides which piece a figure stands for.
func TestDiagramsSayWhatTheyDoNotDraw(t *testing.T) {
	cases := []struct{ game, fen, remark, figures string }{
		{"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "", ""},
		{"crazyhouse", "7k/8/6K1/8/8/8/8/8[RRp] w - - 0 1", "White in hand: Rook (2); Black in hand: Pawn", ""},
		{"seirawan", "7k/8/6K1/8/8/8/8/R7[HEe] w - - 0 1",
			"White in hand: Hawk, Elephant; Black in hand: Elephant", ""},
		{"siceirawan", "4k3/8/8/8/8/8/8/4K3[E--h] w - - 0 1", "White Elephant on z0; Black Hawk on i9", ""},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
			"lines of the board: d1-f3, f1-d3, d8-f10, f8-d10", "K = General; "},
	}
	for _, c := range cases {
		t.Run(c.game, func(t *testing.T) {
			v, err := rules.Lookup(c.game)
			if err != nil {
				t.Fatal(err)
			}
			s, err := notation.ParseFEN(v, c.fen)
			if err != nil {
				t.Fatal(err)
			}
			p := &problem.Problem{Game: v, Setup: s}
			got := popeye.LaTeX(p, &problem.Report{})
			_, remark, _ := strings.Cut(got, `\remark{`)
			remark, _, _ = strings.Cut(remark, "}\n")
			if want := c.figures + c.remark; remark != want {
				t.Errorf("the remark is %q, want %q in\n%s", remark, want, got)
			}
			var text strings.Builder
			w := popeye.NewTextWriter(&text, popeye.English)
			w.Diagram(p)
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			want := "--+\n"
			if c.remark != "" {
				want += "  " + strings.ReplaceAll(c.remark, "; ", "\n  ") + "\n"
			}
			_, below, _ := strings.Cut(text.String(), "\n+--")
			if _, below, _ = strings.Cut(below, "\n+--"); !strings.Contains(below, want+"  ") {
				t.Errorf("below the board is not %q in\n%s", want, text.String())
			}
		})
	}
}
