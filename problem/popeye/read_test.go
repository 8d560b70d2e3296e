package popeye_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// TestReadGoesOn reads files in which every other problem is wrong: the problems after it are read,
// however their words are shortened.
func TestReadGoesOn(t *testing.T) {
	for name, text := range map[string]string{
		"German, shortened": `anfang
autor Ende, Michael
forderung h#2
bedingung castinvers
quelle Weiter so, 1990
option intell 2
weiter
ford h#3
weiter
bedingung castinvers
stei
wei ka1
weit
ford h#4
ende`,
		"English": `beginproblem
condition castinvers
next
stipulation h#3
nextproblem
condition rokagogo
next
stipulation h#4
end`,
		"with what pieces are drawn by": `anf
latex some.tex
      n SU Nachtreiter
      g DU Grash"upfer
bed castinvers
weit
protokoll out
latex some.tex
ford h#3
weit
LaTeXSt n SU Nachtreiter
        g DU Grash"upfer
bed castinvers
weit
ford h#4
latex some.tex
ende`,
		"French": `debut
condition castinvers
asui
enonce h#3
asuivre
condition castinvers
titre FinProbleme
asuivre
enonce h#4
fin`,
		"on one line": "beginproblem condition castinvers nextproblem stipulation h#3 " +
			"nextproblem condition castinvers nextproblem stipulation h#4 endproblem",
		"where a word is expected": `beginproblem
stipulation
nextproblem
stipulation h#3
next
stipulation
next
stipulation h#4
end`,
	} {
		entries, _, err := popeye.Read(strings.NewReader(text))
		if err != nil || len(entries) != 4 {
			t.Errorf("%s: %d problems of 4 (%v)", name, len(entries), err)
			continue
		}
		for i, e := range entries {
			switch {
			case i%2 == 1 && e.Err != nil:
				t.Errorf("%s: problem %d: %v", name, i+1, e.Err)
			case i%2 == 1 && e.Problem.Stipulation.Text != []string{1: "h#3", 3: "h#4"}[i]:
				t.Errorf("%s: problem %d is %q", name, i+1, e.Problem.Stipulation.Text)
			case i%2 == 0 && e.Err == nil:
				t.Errorf("%s: problem %d has no error", name, i+1)
			case i%2 == 0 && name != "where a word is expected" && !errors.As(e.Err, new(*problem.UnsupportedError)):
				t.Errorf("%s: problem %d: %v", name, i+1, e.Err)
			}
		}
	}
}

// TestReadKeepsBlanks: blanks at the end of a line of text stay, since Popeye centres the line with
// them.
func TestReadKeepsBlanks(t *testing.T) {
	const file = "beginproblem\nauthor \t; Me  \ntitle abc\r\nstipulation #1\nendproblem\n"
	entries, _, err := popeye.Read(strings.NewReader(file))
	if err != nil || entries[0].Err != nil {
		t.Fatal(err, entries[0].Err)
	}
	if p := entries[0].Problem; p.Authors[0] != "Me  " || p.Titles[0] != "abc" {
		t.Errorf("author %q, title %q", p.Authors[0], p.Titles[0])
	}
}

// TestReadEndsWithTheFile reads files that end within a problem, or after the word that begins one.
func TestReadEndsWithTheFile(t *testing.T) {
	for text, want := range map[string]int{
		"BeginProblem":                                              1,
		"BeginProblem\nNextProblem\n":                               2,
		"BeginProblem\nStipulation #2\nNextProblem":                 2,
		"BeginProblem\nStipulation #2\nNextProblem\nStipulation #3": 2,
		"BeginProblem\nnonsense\nNextProblem\nNextProblem\n":        3,
	} {
		entries, _, err := popeye.Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if len(entries) != want {
			t.Errorf("%q has %d problems, not %d", text, len(entries), want)
		}
		last := entries[len(entries)-1].Err
		if last == nil || !strings.Contains(last.Error(), "the file ends within a problem") {
			t.Errorf("%q: the last problem has the error %v", text, last)
		}
	}
}

// TestReadSays: an error names all that is unknown, and what may have been meant.
func TestReadSays(t *testing.T) {
	for text, want := range map[string]string{
		"Pieces White Ka1 XXc1 YYd1 Black Kh8\nForsyth .xx7": `line 2: "XX" and "YY" are no pieces`,
		"Pieces White Ka1 XXc1 XXd1 Black Kh8":               `line 2: "XX" is no piece`,
		"Condition Madrassi":                                 `"Madrassi" is no condition; did you mean Madrasi?`,
		"Condition Zzzzzzzz":                                 `"Zzzzzzzz" is no condition`,
		"Pieces White Ka1 royal Bb1":                         `the attribute "royal" stands after pieces`,
	} {
		entries, _, err := popeye.Read(strings.NewReader("BeginProblem\n" + text + "\nEndProblem\n"))
		if err != nil || entries[0].Err == nil || !strings.Contains(entries[0].Err.Error(), want) {
			t.Errorf("%s: %v %v, want %s", text, err, entries[0].Err, want)
		}
	}
}

// TestSpecialSquares: the board shows imitators, and nothing on squares that it lacks.
func TestSpecialSquares(t *testing.T) {
	for condition, want := range map[string]string{
		"Imitator d4": "4   .   .   .   I   .",
		"Hole d4":     "4   .   .   .       .",
	} {
		text := "BeginProblem\nStipulation ~1\nCondition " + condition + "\nPieces White Ka1 Black Kh8\nEndProblem\n"
		entries, lang, err := popeye.Read(strings.NewReader(text))
		if err != nil || entries[0].Err != nil {
			t.Fatal(err, entries[0].Err)
		}
		var out strings.Builder
		w := popeye.NewTextWriter(&out, lang)
		w.Diagram(entries[0].Problem)
		if err := w.Flush(); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", condition, err, out.String())
		}
	}
}

// FuzzRead looks for files that make the reader or the writer panic.
func FuzzRead(f *testing.F) {
	f.Add("BeginProblem\nStipulation #2\nOption Try Variations\nCondition Circe\n" +
		"Pieces White Ka1 Black Kh8\nTwin Move a1 b2\nEndProblem\n")
	f.Add("AnfangProblem Forderung h#2 Steine Weiss Kd5 Dg3g4 Schwarz Ke8 Zwilling tausche d5 e8 EndeProblem")
	f.Add("BeginProblem Forsyth 8/8/k.xx3/=Q Option EnPassant d7d6d5 MaxSolutions 5 " +
		"ZeroPosition rotate 90 NextProblem EndProblem")
	f.Add("BeginProblem SStipulation black 4:6h{!x}h[/2da[#|=]{!+}] Pieces White Ka1 Black R/Bh8 Neutral Royal G2d4 " +
		"Twin sstipulation white - 3a[>1a[#]d & 1h[zb2]?+?h]d NextProblem Condition Grid 1 2 Hole a1 EndProblem")
	f.Fuzz(func(t *testing.T, text string) { survives(t, text, 0) })
}

// TestFairyPieces reads fairy pieces in three languages, and writes what Popeye writes of them.
func TestFairyPieces(t *testing.T) {
	for _, c := range []struct{ begin, pieces, end, want string }{
		{"BeginProblem\nStipulation ~1\n", "Pieces White Ka1 Gd4 16b8 Black Kh8 vad6", "EndProblem", "1.Gd4-d7 !"},
		{"AnfangProblem\nForderung ~1\n", "Steine Weiss Ka1 Gd4 16b8 Schwarz Kh8 vad6", "EndeProblem", "1.Gd4-d7 !"},
		{"DebutProbleme\nEnonce ~1\n", "Pieces Blanc Ra1 Sd4 16b8 Noir Rh8 vad6", "FinProbleme", "1.Sd4-d7 !"},
	} {
		text := c.begin + c.pieces + "\n" + c.end + "\n"
		entries, lang, err := popeye.Read(strings.NewReader(text))
		if err != nil || entries[0].Err != nil {
			t.Fatal(err, entries[0].Err)
		}
		var out strings.Builder
		w := popeye.NewTextWriter(&out, lang)
		if err := new(problem.Solver).Solve(t.Context(), entries[0].Problem, w); err != nil {
			t.Fatal(err)
		}
		err = w.Flush()
		if text := out.String(); err != nil || !strings.Contains(text, c.want) || !strings.Contains(text, "1.16b8-") {
			t.Errorf("%s: no %s in %s", c.pieces, c.want, out.String())
		}
	}
}
