package notation_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Whatever is read as a FEN is written and read back to the same, before and
// after the rules have looked at it.
func FuzzParseFEN(f *testing.F) {
	variants := allVariants(f)
	for i, v := range variants {
		if s, err := v.StartSetup(rules.StartOptions{}); err == nil {
			f.Add(uint8(i), notation.FEN(v, s))
		}
		for _, c := range canonical {
			if c.id == v.ID {
				f.Add(uint8(i), c.text)
				f.Add(uint8(i), c.want)
			}
		}
	}
	for _, c := range broken {
		f.Add(uint8(0), c.text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		v := variants[int(which)%len(variants)]
		s, err := notation.ParseFEN(v, text)
		if err != nil {
			return
		}
		same(t, v, s)
		p, err := reference.New(v, s, rules.AnyDefect)
		if err != nil {
			return
		}
		same(t, v, p.Setup())
		for _, m := range p.LegalMoves(nil) {
			same(t, v, p.Play(m).Setup())
		}
	})
}

func same(t *testing.T, v *rules.Variant, s rules.Setup) {
	t.Helper()
	text := notation.FEN(v, s)
	back, err := notation.ParseFEN(v, text)
	if err != nil {
		t.Fatalf("%s is written as %q and not read: %v", v.ID, text, err)
	}
	if diff := cmp.Diff(s, back); diff != "" {
		t.Fatalf("%s: %q reads back as another position:\n%s", v.ID, text, diff)
	}
}

// Whatever is read as a move is legal, and its own text means the same move.
func FuzzParseUCI(f *testing.F) {
	variants := allVariants(f)
	for i, v := range variants {
		s, err := v.StartSetup(rules.StartOptions{})
		if err != nil {
			f.Fatal(err)
		}
		p, err := reference.New(v, s, 0)
		if err != nil {
			f.Fatal(err)
		}
		for j, m := range p.LegalMoves(nil) {
			if j%7 == 0 {
				f.Add(uint8(i), notation.FEN(v, s), notation.UCI(v, m))
			}
		}
		for _, c := range uciTexts {
			if c.id == v.ID {
				f.Add(uint8(i), c.fen, c.text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, fen, text string) {
		v := variants[int(which)%len(variants)]
		s, err := notation.ParseFEN(v, fen)
		if err != nil {
			return
		}
		p, err := reference.New(v, s, rules.AnyDefect)
		if err != nil {
			return
		}
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			if _, err := notation.Candidate(p, text); err == nil && text == "" {
				t.Fatal("nothing is read as a move")
			}
			return
		}
		if !p.IsLegal(m) {
			t.Fatalf("%s: %q is read as the illegal move %q", fen, text, notation.UCI(v, m))
		}
		again, err := notation.ParseUCI(p, notation.UCI(v, m))
		if err != nil || again != m {
			t.Fatalf("%s: %q is read as %#x, whose text %q is %#x, %v", fen, text, m, notation.UCI(v, m), again, err)
		}
	})
}
