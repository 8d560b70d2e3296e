package popeye_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

var mutations = flag.Int("mutations", 1, "how often each input of testdata is changed; make soak asks for more")

var brief = flag.Duration("brief", 5*time.Millisecond, "how long a changed problem is solved")

// survives reads a file of problems, writes them, and solves each for so long, if at all. What is
// wrong with them is an error; none of it may panic, or go on much longer.
func survives(t *testing.T, text string, long time.Duration) {
	t.Helper()
	entries, lang, err := popeye.Read(strings.NewReader(text))
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Err != nil || e.Problem == nil {
			continue
		}
		var out strings.Builder
		if err := popeye.Write(&out, []*problem.Problem{e.Problem}); err != nil {
			t.Fatal(err)
		}
		_, _ = e.Problem.Unroll()
		if long == 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), long)
		solver := problem.Solver{Threads: 1, Hash: 1}
		start := time.Now()
		err := solver.Solve(ctx, e.Problem, popeye.NewTextWriter(&out, lang))
		cancel()
		if d := time.Since(start); d > time.Minute {
			t.Errorf("solving went on for %v: %v\n%s", d, err, text)
		}
	}
}

// TestMutatedInputs changes the fairy problems of testdata at random: words and letters go, come
// twice, change places with others, or come from another problem.
func TestMutatedInputs(t *testing.T) {
	type input struct{ Input string }
	rows := rulestest.Lines[input](t, "../../testdata/problems/fairy.jsonl")
	dice := rand.New(rand.NewPCG(32, uint64(*mutations)))
	for i, row := range rows {
		for n := range *mutations {
			text := mutated(dice, bare(row.Input), bare(rows[dice.IntN(len(rows))].Input))
			long := time.Duration(0)
			if i%8 == 0 || *mutations > 1 {
				long = *brief
			}
			func() {
				defer func() {
					if why := recover(); why != nil {
						t.Errorf("%v by change %d of problem %d:\n%s", why, n, i, text)
					}
				}()
				survives(t, text, long)
			}()
		}
	}
}

// bare returns a text without its titles and the like, whose words would be commands on lines of
// their own.
func bare(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "Title", "Author", "Origin", "Award", "Remark":
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

// mutated changes up to four words of a text, some by words of another.
func mutated(dice *rand.Rand, text, other string) string {
	words, others := strings.Fields(text), strings.Fields(other)
	if len(words) < 4 || len(others) == 0 {
		return text
	}
	for range 1 + dice.IntN(4) {
		i, j := 1+dice.IntN(len(words)-2), 1+dice.IntN(len(words)-2)
		switch dice.IntN(8) {
		case 0:
			words = slices.Delete(words, i, i+1)
		case 1:
			words = slices.Insert(words, i, words[j])
		case 2:
			words[i], words[j] = words[j], words[i]
		case 3:
			words = slices.Insert(words, i, others[dice.IntN(len(others))])
		case 4:
			words[i] = changed(dice, words[i])
		case 5:
			words[i] = others[dice.IntN(len(others))]
		case 6: // many at once
			from := dice.IntN(len(others))
			words = slices.Insert(words, i, others[from:min(len(others), from+8)]...)
		case 7:
			words = slices.Delete(words, i, min(len(words)-1, i+1+dice.IntN(4)))
		}
		if len(words) < 4 {
			break
		}
	}
	return strings.Join(words, "\n")
}

// changed returns a word with a letter less, more, or another.
func changed(dice *rand.Rand, word string) string {
	const letters = "abcdefghKQRBSPG12345678/#=!&|[]{}-+%*.,:~"
	letter := string(letters[dice.IntN(len(letters))])
	if word == "" {
		return letter
	}
	i := dice.IntN(len(word))
	switch dice.IntN(3) {
	case 0:
		return word[:i] + word[i+1:]
	case 1:
		return word[:i] + letter + word[i:]
	}
	return word[:i] + letter + word[i+1:]
}

// FuzzCondition looks for conditions that make the reader, the writer or the solver panic.
func FuzzCondition(f *testing.F) {
	for _, text := range []string{
		"Madrasi RexInclusive", "Grid irreg a8a7b6 d8e8", "Imitator d4e5 NoIProm", "SAT 2 StrictSAT",
		"BGL 7 9.5", "Circe April S R", "AntiCirce VerticalSymmetry Cheylan", "WhiteForcedSquare c3d4",
		"ChameleonChess S Q B S", "MagicSquares d4e5f6", "Wormholes b3f6d4 KoeKo", "Breton Adverse Chromatic",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		survives(t, "BeginProblem Stipulation #2 Condition "+text+
			" Pieces White Ka1 Qb2 Pc7 Black Kh8 Sd5 EndProblem", *brief)
	})
}

// FuzzPieces does the same with pieces.
func FuzzPieces(f *testing.F) {
	for _, text := range []string{
		"White Ka1 DGb2 MSc7 Black Kh8 16d5", "White Royal Chameleon Gd4 Black R/Bh8 Kb1",
		"Neutral Qd4 Volage Sa3 White Functionary Kc3", "White Ka1 Black Kh8 Gd4 Neutral Gd4",
		"Black Royal Chameleon Volage Functionary Pa2b7 White Od4Fe5",
		"White Kamikaze Pa2 Black HalfNeutral Pb7 Neutral Magic Gd4", "White HurdleColourChanging LIa2 Black Gc2",
		"White Bul Ga2 Black Pb2", "White Kc3 Black Dob PAa8 Kh8 Neutral Dob LIb3",
		"White Anda Qd1 Black AndaInverse Chameleon Se8",
		"White Paralysing Kc3 Black Jigger Patrol Ph7",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		survives(t, "BeginProblem Stipulation h#1 Pieces "+text+" EndProblem", *brief)
	})
}

// FuzzStructured does the same with structured stipulations.
func FuzzStructured(f *testing.F) {
	for _, text := range []string{
		"white 3a[>1a[#]d & 1h[zb2]?+?h]d", "black 4:6h{!x}h[/2da[#|=]{!+}]", "white - 2hh[!1h[x]h]",
		"black 2s[1a[#]]", "white 1a[==|+]",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		survives(t, "BeginProblem SStipulation "+text+" Pieces White Ka1 Qb2 Pc7 Black Kh8 Sd5 EndProblem", *brief)
	})
}
