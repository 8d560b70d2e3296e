package popeye_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
)

// TestDiagramsSayWhatTheyDoNotDraw: pieces in hand and on imaginary squares, and lines of the
// board, in LaTeX and below the board of text. LaTeX says besides which piece a figure stands for.
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
			got := popeye.LaTeX(p, &problem.Report{}, popeye.English)
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

// TestLaTeXNamesPieces: a remark tells pieces apart that the package diagram draws alike, and says
// which have attributes.
func TestLaTeXNamesPieces(t *testing.T) {
	const begin, end = "BeginProblem\nPieces White Kc3 ", "\nStipulation h#1\nEndProblem\n"
	for pieces, want := range map[string]struct{ pieces, remark string }{
		"Rd1 Black Ka8":     {"wTd1, wKc3, sKa8", ""},
		"Gd1 Gd2 Black Ka8": {"wDUd1, wDUd2, wKc3, sKa8", "DU = Grasshopper"},
		"VAd1 LOd2 LOe2 LEh1 Black Ka8": {"wLLd1, wDLh1, wLLd2, wLLe2, wKc3, sKa8",
			"LL = Vao d1, DL = Leo, LL = Loco d2 e2"},
		"White AliceB Rd1 Sd2 Black Ka8": {"wTd1, wSd2, wKc3, sKa8", "AliceA a8 c3; AliceB d2 d1"},
		"Rh1 White Kamikaze Rd1 VAd2 LOd3 Black Ka8": {"wTd1, wTh1, wLLd2, wKc3, wLLd3, sKa8",
			"LL = Vao d2, LL = Loco d3; Kamikaze d3 d2 d1"},
	} {
		entries, _, err := popeye.Read(strings.NewReader(begin + pieces + end))
		if err != nil || len(entries) != 1 || entries[0].Err != nil {
			t.Fatalf("%s: %v %v", pieces, err, entries)
		}
		got := popeye.LaTeX(entries[0].Problem, &problem.Report{}, popeye.English)
		if !strings.Contains(got, "]{"+want.pieces+"}\n") {
			t.Errorf("%s: the pieces are not %q in\n%s", pieces, want.pieces, got)
		}
		_, remark, _ := strings.Cut(got, `\remark{`)
		if remark, _, _ = strings.Cut(remark, "}\n"); remark != want.remark {
			t.Errorf("%s: the remark is %q, want %q", pieces, remark, want.remark)
		}
	}
}

// TestLaTeXKeepsTheLanguage: moves, twins, conditions and words are in the language of the input.
func TestLaTeXKeepsTheLanguage(t *testing.T) {
	const german = "AnfangProblem\nForderung #2\nBedingung Circe Diagramm\nOption Varianten\n" +
		"Steine Weiss Kf6 Weiss Kamikaze Da1 Schwarz Kh7 Bh6a7\nZwilling versetze a1 a2\nEndeProblem\n"
	entries, lang, err := popeye.Read(strings.NewReader(german))
	if err != nil || len(entries) != 1 || entries[0].Err != nil {
		t.Fatal(err, entries)
	}
	answer := &problem.Node{Played: problem.Played{Text: "Qa1*a7[+bPa7] +"}, Number: 2}
	reply := &problem.Node{Played: problem.Played{Text: "Kh7-h8"}, Number: 1, Answer: true, Sign: "refutes"}
	key := &problem.Node{Played: problem.Played{Text: "Qa1-a6"}, Number: 1, Sign: "!", Zugzwang: true}
	threat := &problem.Node{Played: problem.Played{Text: "Qa2-a6"}, Number: 1, Threats: []*problem.Node{answer}}
	key.Next = []*problem.Node{reply}
	line := problem.Line{Moves: []problem.Step{{Number: 1, Played: problem.Played{Text: "b2-b1=Q"}}}}
	report := problem.NewReport(entries[0].Problem)
	report.Twins = []problem.TwinReport{
		{Label: "a)", Phases: []problem.PhaseReport{{Keys: []*problem.Node{key, threat}}}},
		{Label: "b) wQa1-->a2", Phases: []problem.PhaseReport{{Lines: []problem.Line{line}}}},
	}
	got := popeye.LaTeX(entries[0].Problem, report, lang)
	for _, want := range []string{
		`\condition{Circe Diagramm}`, `\remark{Kamikaze a1}`, `1.Da1-a6 ! Zugzwang.`, `1...Kh7-h8 Widerlegt.`,
		`1.Da2-a6 Drohung:`, `2.Da1*a7[+sBa7] +`, `b) wDa1--$>$a2`, `1.b2-b1=D`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
}

// TestAttributesAreDrawn: letters beside the drawing of a piece say its attributes, unless it has
// letters of its own there.
func TestAttributesAreDrawn(t *testing.T) {
	const text = "BeginProblem\nPieces White Kc3 Rd1\nWhite Kamikaze Qa1 Gb1 LOc1\nWhite Royal Sh1\n" +
		"NextProblem\nPieces White AliceB Ka1 Pb2\nWhite Bd4\nEndProblem\n"
	want := []map[string]string{
		{
			"Kamikaze Queen": "Queen 0 K", "Kamikaze Grasshopper": "Queen 180 K", "Kamikaze Loco": "Bishop 270 LO",
			"Royal Knight": "Knight 0 R", "Rook": "",
		},
		{"AliceB King": "King 0 B", "AliceB Pawn": "Pawn 0 B", "Bishop": ""},
	}
	entries, _, err := popeye.Read(strings.NewReader(text))
	if err != nil || len(entries) != len(want) {
		t.Fatal(err, len(entries))
	}
	for n, e := range entries {
		for name, picture := range want[n] {
			i := slices.IndexFunc(e.Problem.Game.Army, func(t piece.Type) bool { return t.Name == name })
			if i < 0 {
				t.Errorf("there is no %s", name)
			} else if got := e.Problem.Game.Army[i].Picture; got != picture {
				t.Errorf("the picture of the %s is %q, want %q", name, got, picture)
			}
		}
	}
}
