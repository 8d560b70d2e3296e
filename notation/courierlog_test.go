package notation_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

const courierLog = "\ufeff// Variant: seirawan\r\n" + `// White: Ann
// A friendly game: the first.

1. P e2-e4
1... p e7-e5 // as usual

2. N g1-f3; H-g1 // the Hawk enters // at once
//   and will be strong
2... n b8-c6
B f1-c4
3... b f8-c5 //
4.
`

func TestCourierLog(t *testing.T) {
	l, err := notation.ReadCourierLog(strings.NewReader(courierLog))
	if err != nil {
		t.Fatal(err)
	}
	want := &notation.CourierLog{
		Tags:    []notation.Tag{{Name: "Variant", Value: "seirawan"}, {Name: "White", Value: "Ann"}},
		Comment: "A friendly game: the first.",
		Turns: []notation.CourierTurn{
			{Number: "1.", Text: "P e2-e4", At: 5},
			{Number: "1...", Text: "p e7-e5", Comment: "as usual", At: 6},
			{Number: "2.", Text: "N g1-f3; H-g1", Comment: "the Hawk enters // at once\nand will be strong", At: 8},
			{Number: "2...", Text: "n b8-c6", At: 10},
			{Text: "B f1-c4", At: 11},
			{Number: "3...", Text: "b f8-c5", At: 12},
		},
	}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Fatal(diff)
	}
	if l.Tag("variant") != "seirawan" || l.Tag("Black") != "" {
		t.Errorf("tags %v", l.Tags)
	}
	p := start(t, "seirawan")
	for _, turn := range l.Turns {
		p = p.Play(parse(t, p, turn.Text, notation.Courier))
	}
	logWritesBack(t, l)
}

func start(t testing.TB, id string) rules.Position {
	t.Helper()
	v := lookup(t, id)
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := reference.New(v, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// logWritesBack checks that a log as written reads as the same log.
func logWritesBack(t *testing.T, l *notation.CourierLog) {
	t.Helper()
	written := l.String()
	again, err := notation.ReadCourierLog(strings.NewReader(written))
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	if diff := cmp.Diff(written, again.String()); diff != "" {
		t.Fatal(diff)
	}
	if len(again.Turns) != len(l.Turns) {
		t.Fatalf("%d turns read back as %d\n%s", len(l.Turns), len(again.Turns), written)
	}
}

func TestBadCourierLogs(t *testing.T) {
	for text, want := range map[string]string{
		"1. P e2-e4\n2.\n3. P d2-d4\n":                   "line 2: the number has no move",
		"1. P e2-e4\n" + strings.Repeat("x", 1<<17):      "line 2: the line is longer than 65536 bytes",
		"1.\n\n// a comment\n1... p e7-e5\n2. P d2-d4\n": "line 1: the number has no move",
	} {
		_, err := notation.ReadCourierLog(strings.NewReader(text))
		var bad *notation.LineError
		if !errors.As(err, &bad) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := notation.ReadCourierLog(failing{strings.NewReader("1. P e2-e4")}); !errors.Is(err, errBroken) {
		t.Errorf("the reader's own error: %v", err)
	}
	// Moves are for the rules to judge.
	if _, err := notation.ReadCourierLog(strings.NewReader("1. resign")); err != nil {
		t.Error(err)
	}
}

// A real game, as a log and back.
func TestCourierLogOfRealGames(t *testing.T) {
	rulestest.EachLine(t, data+"games/seirawan.jsonl", func(t *testing.T, game struct {
		Variant, Source, FEN string
		UCI, Courier         []string
	}) {
		var l notation.CourierLog
		p := rulestest.Position(t, lookup(t, game.Variant), game.FEN, 0)
		for i, text := range game.Courier {
			_, full := p.Clock()
			l.Turns = append(l.Turns, notation.CourierTurn{Number: notation.MoveNumber(full, p.Turn()), Text: text,
				Comment: fmt.Sprint("ply ", i)})
			p = p.Play(parse(t, p, game.UCI[i], notation.UCIStyle))
		}
		again, err := notation.ReadCourierLog(strings.NewReader(l.String()))
		if err != nil {
			t.Fatal(err)
		}
		for i, turn := range again.Turns {
			if turn.Text != game.Courier[i] || turn.Comment != fmt.Sprint("ply ", i) ||
				turn.Number != l.Turns[i].Number {
				t.Fatalf("%s: turn %d reads as %+v", game.Source, i, turn)
			}
		}
	})
}

func FuzzCourierLog(f *testing.F) {
	f.Add(courierLog)
	f.Add("1. N g1-f3; H-g1 // x\n1... n g8-f6; @-h8; swap z0 i0; P*e4\n")
	positions := fuzzPositions(f)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := notation.ReadCourierLog(strings.NewReader(text))
		if err != nil {
			var bad *notation.LineError
			if !errors.As(err, &bad) || bad.Line < 1 {
				t.Fatal(err)
			}
			return
		}
		logWritesBack(t, l)
		for i, turn := range l.Turns {
			if i < 3 {
				parsesOrSays(t, positions[len(text)%len(positions)], turn.Text, notation.Courier)
			}
		}
	})
}

// fuzzPositions are positions with every part of a game in them.
func fuzzPositions(f *testing.F) []rules.Position {
	var all []rules.Position
	for _, c := range []struct{ variant, fen string }{
		{"seirawan", castles},
		{"siceirawan", siceirawan},
		{"siceirawan", "1r2k2r/P7/8/8/8/3H4/8/R3K2R[E-he] w KQk - 0 1"},
		{"chess", "r3k2r/P6P/8/3pP3/8/5N2/8/RN2K2R w KQkq d6 0 1"},
		{"circe-couscous", "3P4/6k1/8/2r5/3B4/8/8/4K3 w - - 0 1 =d8"},
		{"circe-volcanic", "rnbqkbnr/8/8/8/8/5N2/4p3/4K3 w - - 0 1 {e1:p}"},
		{"circe-kamikaze-rebirth", "r6k/1P6/8/8/8/8/8/3QK3 w - - 0 1"},
		{"cetran3", "4k7/12/12/12/12/12/12/12/12/12/11P/R3K7 w - - 0 1"},
		{"chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1"},
	} {
		all = append(all, rulestest.Position(f, lookup(f, c.variant), c.fen, forgiven))
	}
	return all
}

// parsesOrSays checks that text is read as a legal move that reads back, or that
// the error is one sentence.
func parsesOrSays(t *testing.T, p rules.Position, text string, style notation.Style) {
	t.Helper()
	m, err := notation.Parse(p, text, style)
	switch {
	case err != nil:
		if s := err.Error(); s == "" || strings.ContainsAny(s, "\n\r") || len(s) > 2000 {
			t.Fatalf("%q: the error %q", text, s)
		}
	case m.Form() == rules.Pass:
	case !p.IsLegal(m):
		t.Fatalf("%q reads as an illegal move %x", text, uint64(m))
	default:
		for _, style := range notation.Styles() {
			if again, err := notation.Parse(p, notation.Text(p, m, style), style); err != nil || again != m {
				t.Fatalf("%q reads as %s, which does not read back: %v", text, notation.Text(p, m, style), err)
			}
		}
	}
}

func FuzzParseAny(f *testing.F) {
	positions := fuzzPositions(f)
	for i, p := range positions {
		for _, m := range p.LegalMoves(nil) {
			for _, style := range notation.Styles() {
				f.Add(uint8(i), notation.Text(p, m, style))
			}
		}
	}
	for _, text := range []string{"Kb6xa6(+wBf1(hidden))", "Nd7/H+!?", "0-0-0, oo", "[wkQd5->d1]Kd1", "@-e4; N g1-f3",
		"=q,e2e4", "e5xd6 e.p.(d7)", "♘f3", "DHb2xf6", "dh2f2", "a8=dh", `H\E, Nc3`} {
		f.Add(uint8(0), text)
	}
	f.Fuzz(func(t *testing.T, at uint8, text string) {
		p := positions[int(at)%len(positions)]
		m, err := notation.ParseAny(p, text)
		if err == nil && m.Form() != rules.Pass && !p.IsLegal(m) {
			t.Fatalf("%q reads as an illegal move %x", text, uint64(m))
		}
		for _, style := range notation.Styles() {
			parsesOrSays(t, p, text, style)
		}
	})
}
