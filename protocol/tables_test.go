package protocol

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/tablebase"
)

// TestTablebasePath: tables are counted when they are opened, hits while they are asked, and a table
// that cannot be used is told of: at once if its head is wrong, else when it is read.
func TestTablebasePath(t *testing.T) {
	dir, v := t.TempDir(), mustLookup("gardner")
	m, err := tablebase.ParseMaterial(v, "KRK")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tablebase.Build(t.Context(), dir, v, m, 2, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "gardner", "KRvK.tb")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := append([]byte{}, whole...)
	damaged[len(damaged)-100] ^= 1
	for _, tt := range []struct {
		data         []byte
		count, asked string // what is said when the folder is opened, and by the search
		knows        bool
	}{
		{whole, "3 found, 0 that cannot be used, the largest with 3 pieces", "", true},
		{damaged, "3 found, 0 that cannot be used", "KRvK.tb: the table is damaged: its checksum is wrong", false},
		{append([]byte("KirkeTB1"), whole[8:]...), "KRvK.tb: the table has the format of another version", "", false},
		{whole[:20], "KRvK.tb: the table is damaged", "", false},
	} {
		if err := os.WriteFile(path, tt.data, 0o644); err != nil {
			t.Fatal(err)
		}
		p := dial(t, UCI)
		p.send("setoption name UCI_Variant value gardner\nsetoption name TablebasePath value %s", dir)
		if got := p.expect("info string tables", "info string "+dir); !strings.Contains(got, tt.count) {
			t.Errorf("%q, not %q", got, tt.count)
		}
		p.send("position fen k4/5/5/1K3/4R w - - 0 1\ngo depth 4")
		p.expect("bestmove ")
		said, hits := "", ""
		for _, line := range p.seen {
			if strings.Contains(line, "KRvK.tb") {
				said += line
			}
			if _, after, ok := strings.Cut(line, " tbhits "); ok {
				hits = strings.Fields(after)[0]
			}
		}
		if !strings.Contains(said, tt.asked) || strings.Count(said, "KRvK.tb") > 1 {
			t.Errorf("the search says %q, not %q", said, tt.asked)
		}
		if n, err := strconv.Atoi(hits); err != nil || (n >= 5) != tt.knows {
			t.Errorf("%s: %q hits", tt.count, hits)
		}
		p.send("quit")
		p.ends()
	}
}
