package analyse

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/tablebase"
)

// TestTables: with tables of endgames the search finds the mate that they know, and what they know of the
// position is said; of a position that they do not know nothing is said.
func TestTables(t *testing.T) {
	v, err := kirke.Lookup("gardner")
	if err != nil {
		t.Fatal(err)
	}
	m, err := tablebase.ParseMaterial(v, "KRK")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	all, err := tablebase.Build(t.Context(), dir, v, m, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	longest := all[len(all)-1]
	for _, c := range []struct {
		fen, want string
		json      bool
	}{
		{longest.LongestFEN, "tables of endgames: won in " + tablebase.Plies(longest.Longest) + "\n", false},
		{longest.LongestFEN, `"table":{"result":"win"`, true},
		{"5/5/5/1kR2/4K b - - 0 1", `"wdl":[0,1000,0]`, true},
		{"k4/1n3/5/1K3/4R w - - 0 1", "", false},
	} {
		var out, failed strings.Builder
		to := &console.Console{Ctx: t.Context(), Out: &out, Err: &failed}
		to.Variant, to.FEN, to.JSON, to.Threads = "gardner", c.fen, c.json, 1
		cmd := Command{Depth: 3, Lines: 1, Hash: 1, Tables: dir}
		if err := cmd.Run(to); err != nil || failed.Len() > 0 {
			t.Fatalf("%s: error %v, %s", c.fen, err, failed.String())
		}
		if got := out.String(); !strings.Contains(got, c.want) || (c.want == "") == strings.Contains(got, "table") {
			t.Errorf("%s: %q, not %q", c.fen, got, c.want)
		}
	}
	cmd := Command{Depth: 1, Lines: 1, Hash: 1, Tables: dir + "/none"}
	to := &console.Console{Ctx: t.Context()}
	to.FEN = longest.LongestFEN
	if err := cmd.Run(to); err == nil || !strings.Contains(err.Error(), "--tablebases: ") {
		t.Errorf("a folder that is not there: error %v", err)
	}
}
