package view_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/web/view"
)

// TestEditingKeepsPositions turns positions into setups of the editor and back.
func TestEditingKeepsPositions(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				p := walk(t, v)
				e, err := view.EditFEN(v, p.FEN())
				if err != nil {
					t.Fatal(err)
				}
				if len(e.Problems) > 0 {
					t.Fatalf("%s is not a position: %v", p, e.Problems)
				}
				again, err := e.Setup.Edit(v)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(e.Setup, again.Setup); diff != "" {
					t.Fatalf("%s: after a round trip:\n%s", p, diff)
				}
				if got, want := editable(v, again.FEN), editable(v, p.FEN()); got != want {
					t.Fatalf("%s has become %s", want, got)
				}
				for _, set := range [][2][]string{
					{e.Setup.Castling, e.Offers.Castling}, {e.Setup.Gates, e.Offers.Gates},
				} {
					for _, name := range set[0] {
						if !slices.Contains(set[1], name) {
							t.Fatalf("%s: the right on %s is set but not offered, only %v", p, name, set[1])
						}
					}
				}
			})
		})
	}
}

// TestEditingTakesAnything tries random setups, which may be nonsense.
func TestEditingTakesAnything(t *testing.T) {
	all := games(t)
	rapid.Check(t, func(t *rapid.T) {
		v := all[rapid.IntRange(0, len(all)-1).Draw(t, "game")]
		square := rapid.SampledFrom(
			[]string{"a1", "e1", "h1", "a2", "e8", "h8", "i9", "z0", "i0", "z9", "l12", "", "a0", "é1"},
		)
		squares := rapid.SliceOfN(square, 0, 6)
		color := rapid.SampledFrom([]string{"white", "black", "white", "black", "", "red"})
		count := rapid.SampledFrom([]int{0, 1, 2, 50, -1, 1 << 40})
		s := view.Setup{
			Turn: color.Draw(t, "turn"), Gates: squares.Draw(t, "gates"), Castling: squares.Draw(t, "castling"),
			EnPassant: squares.Draw(t, "en passant"),
			Halfmove:  count.Draw(t, "half"), Number: count.Draw(t, "number"),
			Hands: map[string]map[string]int{
				color.Draw(t, "side"): {
					rapid.SampledFrom([]string{"H", "E", "Q", "", "é"}).Draw(t, "held"): count.Draw(t, "count"),
				},
			},
			Series: &view.Series{Left: count.Draw(t, "left"), Length: count.Draw(t, "length")},
		}
		for range rapid.IntRange(0, 12).Draw(t, "pieces") {
			letter := rapid.SampledFrom([]string{"K", "R", "P", "B", "N", "H", "E", "S", "k", "", "KK", "é"})
			s.Pieces = append(
				s.Pieces,
				view.Placed{
					Square: square.Draw(t, "square"), Letter: letter.Draw(t, "letter"), Color: color.Draw(t, "color"),
				},
			)
		}
		for _, name := range squares.Draw(t, "unmoved") {
			s.Unmoved = append(s.Unmoved, view.Unmoved{Square: name, Must: rapid.Bool().Draw(t, "must")})
		}
		e, err := s.Edit(v)
		if err != nil {
			return // an error is fine
		}
		if again, err := view.EditFEN(v, e.FEN); err != nil || again.FEN != e.FEN {
			t.Fatalf("%+v has the FEN %q, which is read as %q: %v", s, e.FEN, again.FEN, err)
		}
	})
}

// editable returns a FEN without the suffixes that cannot be edited: all but the moves left in a
// series.
func editable(v *kirke.Variant, fen string) string {
	fields := strings.Fields(fen)
	n := 6
	if v.Conversion.Bishop != 0 {
		n = 7
	}
	if v.Series.Progressive && len(fields) > n {
		fields[n] = strings.TrimSuffix(fields[n], "+")
		n++
	}
	return strings.Join(fields[:n], " ")
}

func TestEditingSaysWhatIsWrong(t *testing.T) {
	seirawan, err := kirke.Lookup("seirawan")
	if err != nil {
		t.Fatal(err)
	}
	king := view.Placed{Square: "e1", Letter: "K", Color: "white"}
	for _, test := range []struct {
		setup   view.Setup
		err     string
		problem string
	}{
		{view.Setup{Turn: "white", Pieces: []view.Placed{king}}, "", "a side has no king"},
		{view.Setup{Turn: "green"}, `"green" is not a colour`, ""},
		{view.Setup{Turn: "white", Pieces: []view.Placed{{Square: "j9", Letter: "K", Color: "white"}}},
			`"j9" is not a square`, ""},
		{view.Setup{Turn: "white", Pieces: []view.Placed{{Square: "a1", Letter: "KQ", Color: "white"}}},
			`"KQ" is not a piece`, ""},
		{view.Setup{Turn: "white", Hands: map[string]map[string]int{"white": {"Z": 1}}}, `in hand`, ""},
		{view.Setup{Turn: "white", Hands: map[string]map[string]int{"white": {"": 1}}}, `in hand`, ""},
		{view.Setup{Turn: "white", Gates: []string{"??"}}, `"??" is not a square`, ""},
		{view.Setup{Turn: "white", Castling: []string{"??"}}, `"??" is not a square`, ""},
		{view.Setup{Turn: "white", EnPassant: []string{"??"}}, `"??" is not a square`, ""},
		{view.Setup{Turn: "white", Unmoved: []view.Unmoved{{Square: "??"}}}, `"??" is not a square`, ""},
	} {
		e, err := test.setup.Edit(seirawan)
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%+v: the error is %v, without %q", test.setup, err, test.err)
			}
		case err != nil || !slices.Contains(e.Problems, test.problem):
			t.Errorf("%+v: the problems are %q (%v), without %q", test.setup, e.Problems, err, test.problem)
		}
	}
}
