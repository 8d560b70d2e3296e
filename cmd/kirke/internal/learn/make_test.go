package learn

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/train"
)

// TestRounds checks what the fits of rounds learn from, and how.
func TestRounds(t *testing.T) {
	v, err := kirke.Lookup("circe")
	if err != nil {
		t.Fatal(err)
	}
	f, err := train.NewFormat(v)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	positions := func(round string, static int, old bool) {
		t.Helper()
		name := filepath.Join(dir, round)
		os.Remove(name)
		g := train.Generation{Variant: v, Seed: 1, Nodes: 5, Games: 1, Static: static, Threads: 1}
		if err := train.Generate(t.Context(), name, g, func(train.Header) {}); err != nil {
			t.Fatal(err)
		}
		if !old {
			return
		}
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		copy(file, "kirkepos") // the header of earlier versions, which is eight bytes shorter
		if err := os.WriteFile(name, slices.Delete(file, 120, 128), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name        string
		start       string
		static      int // of the first round
		old         bool
		round       int
		files       []string
		epochs      int
		rate, later float64
	}{
		{"random weights", "", 12, false, 1, []string{"1.pos"}, 8, 0.001, 0},
		{"after static evaluations", "", 12, false, 2, []string{"2.pos"}, 8, 0.001, 0},
		{"after searches", "", 12, false, 3, []string{"2.pos", "3.pos"}, 4, 0.0005, 0.8},
		{"a start", "circe", 0, false, 1, []string{"1.pos"}, 4, 0.0005, 0.8},
		{"after a start", "circe", 0, false, 2, []string{"1.pos", "2.pos"}, 4, 0.0005, 0.8},
		{"a start that is named later", "circe", 12, false, 2, []string{"2.pos"}, 4, 0.0005, 0.8},
		{"positions of an earlier version", "circe", 0, true, 2, []string{"1.pos", "2.pos"}, 4, 0.0005, 0},
	} {
		positions("1.pos", c.static, c.old)
		positions("2.pos", 0, false)
		fit := (&Make{Folder: dir, Start: c.start, Epochs: 4}).fit(f, c.round)
		for i := range fit.Files {
			fit.Files[i] = filepath.Base(fit.Files[i])
		}
		if !slices.Equal(fit.Files, c.files) || fit.Epochs != c.epochs || fit.Rate != c.rate || fit.Later != c.later {
			t.Errorf("%s: files %v, epochs %d, rate %g, later %g; want %v, %d, %g, %g", c.name,
				fit.Files, fit.Epochs, fit.Rate, fit.Later, c.files, c.epochs, c.rate, c.later)
		}
	}
}
