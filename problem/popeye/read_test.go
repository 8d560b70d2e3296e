package popeye_test

import (
	"errors"
	"fmt"
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
condition castinverse
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
		"Condition Circe Mirrror":                            `"Mirrror" is no condition; did you mean Mirror?`,
		"Condition AntiCirce File Calvett":                   `"Calvett" is no condition; did you mean Calvet?`,
		"Condition Circe Madrassi":                           `"Madrassi" is no condition; did you mean Madrasi?`,
		"Condition Madrasi Mirrror":                          `"Mirrror" is no condition`,
		"Condition CirceFrischauf":                           `no condition; did you mean Circe Frischauf?`,
		"Condition AntiCirceMirror":                          `no condition; did you mean AntiCirce Mirror?`,
		"Condition Mirror Circe":                             `"Mirror" stands before Circe: it belongs after it`,
		"Condition Madrasi Mirror AntiCirce":                 `(write AntiCirce Mirror)`,
		"Pieces White Ka1 royal Bb1":                         `the attribute "royal" stands after pieces`,
		"Pieces White Kamikase Qb3 Kc3":                      `with its squares; did you mean Kamikaze?`,
		"Pieces White Kc3 Black Royall Ka1":                  `with its squares; did you mean Royal?`,
		"Pieces White Kc3 Blak Ka1":                          `with its squares; did you mean Black?`,
		"Pieces White Kc3 Sj3 Black Ka1":                     `line 2: "Sj3": "j3" is no square of the board`,
		"Pieces White Kc3 Qb3c Black Ka1":                    `line 2: "Qb3c": "b3c" is no list of squares`,
		"Pieces White Kd9 Bg3":                               `line 2: "Kd9": "d9" is no square of the board`,
		"Pieces White Kc3 WEd4e9 Black Ka1":                  `line 2: "WEd4e9": "e9" is no square of the board`,
		"Pieces White K Qb3 Black Ka1":                       `line 2: the piece "K" has no squares: "Qb3" follows it`,
		"Pieces White Kc3 Black Ka1 S\nStipulation #2":       `the piece "S" has no squares: "Stipulation" follows it`,
		"Pieces White Kc3\nStipulatio #2\nOptoin Try":        `line 4: "Optoin" is no command; did you mean option?`,
		"Option Variazions Try":                              `"Variazions" is no option; did you mean Variations?`,
		"Option\nZzzzzzzz":                                   `line 3: "Zzzzzzzz" is no option`,
		"Stipulation wrong1\nPieces White Kc3":               `line 2: stipulation "wrong1"`,
		"Option MaxSolutions\nPieces White Kc3":              `line 2: a number is missing before "Pieces"`,
		"Pieces White Royal\nStipulation #2":                 `line 2: no pieces are given before "Stipulation"`,
		"Stipulation #1 Condition Circe CASTInverse\nPieces White Kc3 Black Bul Volage Sb8": "line 2: the condition " +
			"CASTInverse, the attribute Volage with the condition Circe and the attribute Bul with the attribute " +
			"Volage are not supported",

		"Condition WhiteMinDister\nStipulation #2":     `line 2: squares are missing before "Stipulation"`,
		"Condition Hole\nPieces White Kc3":             `line 2: squares are missing before "Pieces"`,
		"Condition BlackForcedSquare z9":               `line 2: "z9" is no list of squares`,
		"Condition MinDister a1b1":                     "did you mean BlackMinDister or WhiteMinDister?",
		"Condition Köko":                               `"Köko" is no condition; did you mean KoeKo?`,
		"Condition TotalInvisible 1\nPieces White Kc3": `line 2: "TotalInvisible" belongs among the pieces`,
		"Option TotalInvisible 1\nPieces White Kc3":    `line 2: "TotalInvisible" belongs among the pieces`,
		"Pieces White Grashopperb1":                    `"Grashopperb1" is neither a colour nor a piece`,
		"Condition BGL\nPieces White Kc3":              "as in BGL 10 20",
		"Condition Maximummer\nStipulation ser-h#2":    "the condition Maximummer with such a stipulation",
		"Condition UltraSchachZwang\nOption Duplex": "the condition UltraSchachZwang, of no colour, with the option " +
			"Duplex or HalfDuplex",

		"Twin mvoe a1 b1": `"mvoe" is no operation of a twin; did you mean move?`,
	} {
		entries, _, err := popeye.Read(strings.NewReader("BeginProblem\n" + text + "\nEndProblem\n"))
		if err != nil || entries[0].Err == nil || !strings.Contains(entries[0].Err.Error(), want) {
			t.Errorf("%s: %v %v, want %s", text, err, entries[0].Err, want)
		}
	}
}

// TestReadsTakenTypes: whether kings become what they capture too is read in every language.
func TestReadsTakenTypes(t *testing.T) {
	for text, want := range map[string]string{
		"BeginProblem\nCondition Protean\nPieces White Ka1 Black Kh8\nStipulation #1\nEndProblem\n":   "ProteanChess",
		"BeginProblem\nCondition Frankfurt\nPieces White Ka1 Black Kh8\nStipulation #1\nEndProblem\n": "FrankfurtChess",
		"Anfang\nBedingung ProteischesSchach RexExklusive\nSteine Weiss Ka1 Schwarz Kh8\nForderung #1\nEnde\n": "" +
			"ProteanChess RexExclusive",
		"DebutProbleme\nPieces Blanc Ra1 Noir Rh8\nCondition EchecsProtee RexExclusif\nEnonce #1\nFinProbleme\n": "" +
			"ProteanChess RexExclusive",
		"BeginProblem\nCondition FrankfurtChess RexExclusive\nPieces White Ka1 Black Kh8\nStip #1\nEndProblem\n": "" +
			"FrankfurtChess RexExclusive",
	} {
		entries, _, err := popeye.Read(strings.NewReader(text))
		if err != nil || entries[0].Err != nil {
			t.Errorf("%s: %v %v", text, err, entries[0].Err)
			continue
		}
		p := entries[0].Problem
		if _, err := p.Variant(); len(p.Conditions) != 1 || p.Conditions[0].Text != want || err != nil {
			t.Errorf("%s: conditions %v, want %s (%v)", text, p.Conditions, want, err)
		}
	}
}

// TestReadEndsAfterAPiece: a file may end where the squares of a piece are missing.
func TestReadEndsAfterAPiece(t *testing.T) {
	entries, _, err := popeye.Read(strings.NewReader("BeginProblem\nPieces White Kc3 Black Ka1 S"))
	const want = `line 2: the piece "S" has no squares: the file ends`
	if err != nil || entries[0].Err == nil || entries[0].Err.Error() != want {
		t.Errorf("%v %v, want %s", err, entries[0].Err, want)
	}
}

// TestReadWarns: what Popeye reads without asking for it is said, and the problem is solved.
func TestReadWarns(t *testing.T) {
	for _, c := range [][2]string{
		{
			"Pieces White Kc3 Qb3\nBlack Ka1 Sb3",
			"line 3: two pieces are on b3: the black S stands there, the white Q is left out",
		},
		{"Pieces White Kc3 Qb3 Black Ka1", ""},
		{"Pieces White Kc3 Qb3 Qb3 Black Ka1", "line 2: the white Q is on b3 twice"},
		{"Condition HauntedChess Pieces White Kc3 Qb3 Black Ka1 Sb3", ""},
		{"Pieces White Royal Black Ka1 White Kc3", "line 2: no piece follows the attribute Royal"},
		{"Pieces White Royal Kamikaze Black Ka1", "line 2: no piece follows the attributes Royal and Kamikaze"},
		{"Pieces White Royal Zd4 Black Ka1", ""},
		{"Stipulation #1\nStipulation #2", "line 3: the stipulation is given twice: the last one counts"},
		{"Pieces TotalInvisible 1 TotalInvisible 2 White Kc3 Black Ka1", "line 2: TotalInvisible is given twice"},
		{"Condition Hole c3\nPieces White Kc3 Black Ka1", "the white K on c3 is left out: the square is a hole"},
		{"Condition Circe Circe Pieces White Kc3 Black Ka1", "line 2: the condition Circe is given twice"},
		{"Condition Circe Madrasi\nCondition Circe", "line 3: the condition Circe is given twice"},
		{"Condition Circe Twin Condition Circe", ""},
		{
			"Pieces White Kc3 Black Ka1\nEndProblem\nBeginProblem Pieces White Kd4",
			"the problems from line 4 on, after endproblem, are not read: nextproblem goes between problems",
		},
	} {
		text, want := c[0], c[1]
		entries, _, err := popeye.Read(strings.NewReader("BeginProblem\n" + text + "\nEndProblem\n"))
		if err != nil || entries[0].Err != nil {
			t.Fatal(text, err, entries[0].Err)
		}
		if got := strings.Join(entries[0].Warnings, "; "); got != want {
			t.Errorf("%s: warned %q, want %q", text, got, want)
		}
	}
}

// readOne returns the problem of a text that has one and can be read.
func readOne(t *testing.T, text string) *problem.Problem {
	t.Helper()
	entries, _, err := popeye.Read(strings.NewReader(text))
	if err != nil || entries[0].Err != nil {
		t.Fatal(err, entries[0].Err)
	}
	return entries[0].Problem
}

// TestNothingStandsOnHoles: a piece on a hole is left out.
func TestNothingStandsOnHoles(t *testing.T) {
	p := readOne(t, "BeginProblem Condition Hole g4 Pieces White Kf6 Sg4 Black Kh8 EndProblem")
	if g4, _ := p.Game.ParseSquare("g4"); p.Setup.Board[g4] != 0 {
		t.Errorf("on g4 stands %v", p.Setup.Board[g4])
	}
}

// TestSequencesClose: the last of what chameleons become turns into the first.
func TestSequencesClose(t *testing.T) {
	for written, want := range map[string]string{
		"ChameleonChess S B R Q":    "ChameleonChess S B R Q S",
		"ChameleonSequence Q R B Q": "ChameleonSequence Q R B Q",
	} {
		p := readOne(t, "BeginProblem Condition "+written+" Pieces White Kf6 EndProblem")
		if got := p.Conditions[0].Text; got != want {
			t.Errorf("%s is read as %s", written, got)
		}
	}
}

// TestConditionsCountOnce: a condition that is given twice is printed once, as Popeye does.
func TestConditionsCountOnce(t *testing.T) {
	p := readOne(t, "BeginProblem Condition Circe Madrasi Condition Circe EndProblem")
	if c := p.Conditions; len(c) != 2 || c[0].Text != "Circe" || c[1].Text != "Madrasi" {
		t.Errorf("read %v", c)
	}
}

// TestSpecialSquares: the board shows imitators, and nothing on squares that it lacks.
func TestSpecialSquares(t *testing.T) {
	for condition, want := range map[string]string{
		"Imitator d4": "4   .   .   .   I   .",
		"Hole d4":     "4   .   .   .       .",
	} {
		p := readOne(t, "BeginProblem\nStipulation ~1\nCondition "+condition+
			"\nPieces White Ka1 Black Kh8\nEndProblem\n")
		var out strings.Builder
		w := popeye.NewTextWriter(&out, popeye.English)
		w.Diagram(p)
		if err := w.Flush(); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", condition, err, out.String())
		}
	}
}

// TestConditionsAreNamed: the diagram names a condition in the language of the problem.
func TestConditionsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"AnfangProblem\nBedingung %s\nSteine Weiss Ka1 Schwarz Kh8\nForderung #1\nEndeProblem\n":  "KobulKoenige",
		"DebutProbleme\nPieces Blanc Ra1 Noir Rh8\nCondition %s\nEnonce #1\nFinProbleme\n":        "RoisKobul",
		"BeginProblem\nCondition %s\nPieces White Ka1 Black Kh8\nStipulation #1\nEndProblem\n":    "KobulKings",
		"AnfangProblem\nBedingung %s \nSteine Weiss Ka1 Schwarz Kh8\nForderung #1\nEndeProblem\n": "MAFF",
	} {
		entries, lang, err := popeye.Read(strings.NewReader(fmt.Sprintf(text, want)))
		if err != nil || entries[0].Err != nil {
			t.Fatal(want, err, entries)
		}
		var out strings.Builder
		w := popeye.NewTextWriter(&out, lang)
		w.Diagram(entries[0].Problem)
		if err := w.Flush(); err != nil || !strings.Contains(out.String(), " "+want+"\n") {
			t.Errorf("%s: %v\n%s", want, err, out.String())
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
	f.Add("BeginProblem Stipulation h#1.5 Option StartMoveNumber 2:1:3 Pieces White Ke1 TotalInvisible 2 Black Kg3 " +
		"Twin add TotalInvisible 1 white Rh1 EndProblem")
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
