package piece_test

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/piece"
)

// steps are all steps that a chart has.
func steps() (all []piece.Offset) {
	for file := -3; file <= 3; file++ {
		for rank := -3; rank <= 3; rank++ {
			if file != 0 || rank != 0 {
				all = append(all, piece.Offset{File: file, Rank: rank})
			}
		}
	}
	return all
}

// drawRay draws a ray that a diagram can set.
func drawRay(t *rapid.T) piece.Ray {
	r := piece.Ray{
		Step:    rapid.SampledFrom(steps()).Draw(t, "step"),
		Far:     rapid.IntRange(0, 6).Draw(t, "far"),
		Kind:    piece.RayKind(rapid.IntRange(0, 3).Draw(t, "kind")),
		Mode:    piece.Mode(rapid.IntRange(1, 3).Draw(t, "mode")),
		Initial: rapid.IntRange(0, 4).Draw(t, "initial") == 0,
	}
	big := max(r.Step.File, -r.Step.File, r.Step.Rank, -r.Step.Rank)
	switch {
	case r.Kind == piece.Lame && big == 1:
		r.Kind = piece.Free
	case r.Kind == piece.Lame:
		r.Far = 1
		if r.Step.File*r.Step.Rank != 0 && r.Step.File != r.Step.Rank && r.Step.File != -r.Step.Rank && big == 3 {
			r.Kind = piece.Free
		}
	case r.Kind != piece.Free && r.Far == 1:
		r.Far = 2
	}
	return r
}

// TestChartRoundTrip: a diagram written in Betza's notation and read again is the same diagram.
func TestChartRoundTrip(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		drawn := piece.Chart{Rays: rapid.SliceOfN(rapid.Custom(drawRay), 0, 12).Draw(t, "rays")}
		text, err := drawn.Betza()
		if err != nil {
			t.Fatalf("%+v: %v", drawn, err)
		}
		if len(text) > 200 {
			t.Skip("longer than Parse reads")
		}
		read, err := piece.ParseChart(text)
		if err != nil {
			t.Fatalf("%+v is written %q: %v", drawn, text, err)
		}
		if read.Rest != "" {
			t.Fatalf("%+v is written %q, of which %q is no ray", drawn, text, read.Rest)
		}
		again, err := read.Betza()
		if err != nil || again != text {
			t.Fatalf("%q is read and written %q (%v)", text, again, err)
		}
		if want, got := model(drawn.Rays), parsed(outer, text); !maps.Equal(want, got) {
			t.Fatalf("%+v is written %q:\nthe rays have   %v\nthe text has %v", drawn, text, want, got)
		}
	})
}

// TestChartKeepsMovement: the chart of any piece, written again, has the same paths as before.
func TestChartKeepsMovement(t *testing.T) {
	texts := []string{"-", "fmWfceFifmnD", "mRcpR", "afsW", "nN", "nA", "nD", "gQ", "jN", "R4", "NN", "DD", "vWvNfF",
		"[F?R]", "oR", "jB", "mNcA", "K3", "fhN", "hrN", "mQcN", "pNN", "gR2", "fsNbW", "imK2", "FyafsFW", "nH", "nG"}
	for _, p := range piece.Catalogue() {
		texts = append(texts, p.Betza)
	}
	rays := map[string]int{}
	for _, text := range texts {
		c, err := piece.ParseChart(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		rays[text] = len(c.Rays)
		again, err := c.Betza()
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, want := parsed(t, again), parsed(t, text); !maps.Equal(got, want) {
			t.Errorf("%s is written %s: %v, want %v", text, again, got, want)
		}
	}
	for text, n := range map[string]int{"Q": 8, "N": 8, "mRcpR": 8, "nN": 8, "fmWfceFifmnD": 4, "R4": 4, "gQ": 8,
		"{Sissa}": 0, "afsW": 8, "FyafsF": 4} {
		if rays[text] != n {
			t.Errorf("%s has %d rays, want %d", text, rays[text], n)
		}
	}
}

// TestChartText: what people write comes back as they write it.
func TestChartText(t *testing.T) {
	for _, text := range []string{"K", "Q", "R", "B", "N", "W", "F", "RN", "BN", "QN", "NN", "fW", "fN", "K3", "mRcpR",
		"gQ", "nN", "WD", "FA", "vN", "sN", "{Sissa}", "-"} {
		c, err := piece.ParseChart(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Betza()
		if err != nil || got != text {
			t.Errorf("%q comes back as %q (%v)", text, got, err)
		}
	}
}

// TestChartRefuses: rays that mean nothing are refused with a sentence.
func TestChartRefuses(t *testing.T) {
	for _, r := range []piece.Ray{
		{}, {Step: piece.Offset{File: 4}, Far: 1, Mode: piece.Both}, {Step: piece.Offset{File: 1}, Far: 1},
		{Step: piece.Offset{File: 1}, Far: 1, Kind: piece.Lame, Mode: piece.Both},
		{Step: piece.Offset{File: 2}, Far: 3, Kind: piece.Lame, Mode: piece.Both},
		{Step: piece.Offset{File: 1}, Far: 1, Kind: piece.Over, Mode: piece.Both},
		{Step: piece.Offset{File: 1}, Far: 1, Kind: 9, Mode: piece.Both},
	} {
		if text, err := (piece.Chart{Rays: []piece.Ray{r}}).Betza(); err == nil {
			t.Errorf("%+v is written %q", r, text)
		}
	}
}

// A way is a path without what may be done at its end.
type way struct {
	squares string
	hurdles uint32
	initial bool
}

// parsed returns what may be done at the end of each path of a text.
func parsed(t *testing.T, text string) map[way]piece.Mode {
	t.Helper()
	movement, err := (&piece.Type{Betza: text}).Movement()
	if err != nil {
		t.Fatal(err)
	}
	all := map[way]piece.Mode{}
	for _, p := range movement {
		all[way{fmt.Sprint(p.Squares, p.Wrap), p.Hurdles, p.Initial}] |= p.Mode
	}
	return all
}

// model returns the paths of rays by the definition of rays.
func model(rays []piece.Ray) map[way]piece.Mode {
	all := map[way]piece.Mode{}
	for _, r := range rays {
		size := max(r.Step.File, -r.Step.File, r.Step.Rank, -r.Step.Rank)
		far := 15 / size
		if r.Far > 0 {
			far = min(far, r.Far)
		}
		for n := 1; n <= far; n++ {
			var squares []piece.Offset
			for i := 1; i <= n; i++ {
				squares = append(squares, piece.Offset{File: i * r.Step.File, Rank: i * r.Step.Rank})
			}
			add := func(squares []piece.Offset, hurdles uint32) {
				all[way{fmt.Sprint(squares, false), hurdles, r.Initial}] |= r.Mode
			}
			switch r.Kind {
			case piece.Free:
				add(squares, 0)
			case piece.Lame:
				add(lameSquares(r.Step), 0)
			case piece.Over:
				for h := range n - 1 {
					add(squares, 1<<h)
				}
			case piece.Behind:
				if n > 1 {
					add(squares, 1<<(n-2))
				}
			}
		}
	}
	return all
}

// lameSquares returns the squares that a lame leap passes, and its end.
func lameSquares(step piece.Offset) []piece.Offset {
	file, rank := max(step.File, -step.File), max(step.Rank, -step.Rank)
	if file != rank && file*rank != 0 { // a knight's
		return []piece.Offset{{File: step.File / 2, Rank: step.Rank / 2}, step}
	}
	var all []piece.Offset
	for n := max(file, rank); len(all) < n; {
		i := len(all) + 1
		all = append(all, piece.Offset{File: i * step.File / n, Rank: i * step.Rank / n})
	}
	return all
}
