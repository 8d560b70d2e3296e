package engine_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/tablebase"
)

// withTables builds tables of a small game, and returns them and the position of the longest win.
func withTables(t testing.TB, game string, materials ...string) (*tablebase.Tables, kirke.Position, tablebase.Summary) {
	t.Helper()
	v, err := kirke.Lookup(game)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var all []tablebase.Summary
	for _, material := range materials {
		m, err := tablebase.ParseMaterial(v, material)
		if err != nil {
			t.Fatal(err)
		}
		more, err := tablebase.Build(t.Context(), dir, v, m, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, more...)
	}
	tables, err := tablebase.Open(dir, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	var longest tablebase.Summary
	for _, s := range all {
		if s.Longest > longest.Longest {
			longest = s
		}
	}
	p, err := kirke.FromFEN(v, longest.LongestFEN)
	if err != nil {
		t.Fatal(err)
	}
	return tables, p, longest
}

// search searches a position with one thread.
func search(t testing.TB, o engine.Options, p kirke.Position, l engine.Limits) engine.Result {
	t.Helper()
	o.Threads = 1
	r, err := engine.New(o).Search(t.Context(), kirke.NewGame(p), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTablesMate: go mate finds a mate that only tables can prove in so few nodes, and shows the whole
// line; it does not find one that is a move too long.
func TestTablesMate(t *testing.T) {
	tables, p, longest := withTables(t, "gardner", "KRK")
	moves := (longest.Longest + 1) / 2
	r := search(t, engine.Options{Tables: tables}, p, engine.Limits{Mate: moves, Nodes: 1000})
	if n, ok := r.Score.Mate(); !ok || n != moves || len(r.PV) != longest.Longest {
		t.Errorf("%s: %v with a line of %d half-moves, the mate takes %d", p.FEN(), r.Score, len(r.PV), longest.Longest)
	}
	end := p
	for i, m := range r.PV {
		next, err := end.Play(m)
		if err != nil {
			t.Fatalf("half-move %d of the line: %v", i+1, err)
		}
		end = next
	}
	if o := end.Outcome(); o.Reason != kirke.Mate {
		t.Errorf("the line ends with %v", o)
	}
	if r.TableHits == 0 {
		t.Error("no position was found in the tables")
	}
	g := kirke.NewGame(p)
	var depths int
	_, err := engine.New(engine.Options{Threads: 1, Tables: tables}).Search(t.Context(), g,
		engine.Limits{Mate: moves - 1, Nodes: 1000}, func(i engine.Info) { depths = max(depths, i.Depth) })
	if err != nil || depths < 2 {
		t.Errorf("a mate in one move less: depth %d, error %v", depths, err)
	}
}

// TestTableHits: without tables there are no hits, and with tables some.
func TestTableHits(t *testing.T) {
	tables, p, _ := withTables(t, "gardner", "KRK")
	if r := search(t, engine.Options{}, p, engine.Limits{Depth: 4}); r.TableHits != 0 {
		t.Errorf("%d hits without tables", r.TableHits)
	}
	if r := search(t, engine.Options{Tables: tables}, p, engine.Limits{Depth: 4}); r.TableHits == 0 {
		t.Error("no hits with tables")
	}
}

// searchAbove returns a position with a piece more than the tables have, so that a search meets those
// that they know by captures.
func searchAbove(t testing.TB) (*tablebase.Tables, kirke.Position) {
	t.Helper()
	tables, p, _ := withTables(t, "gardner", "KRK", "KNK")
	above, err := kirke.FromFEN(p.Variant(), "k4/1n3/5/1K3/4R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	return tables, above
}

// TestTablesAllocate: a search that asks tables allocates no more for ten times as many nodes.
func TestTablesAllocate(t *testing.T) {
	tables, p := searchAbove(t)
	allocations := func(nodes uint64) float64 {
		e, g := engine.New(engine.Options{Threads: 1, Tables: tables}), kirke.NewGame(p)
		return testing.AllocsPerRun(3, func() {
			e.Clear()
			r, err := e.Search(t.Context(), g, engine.Limits{Nodes: nodes}, nil)
			if err != nil || r.TableHits < nodes/100 {
				t.Errorf("%d hits, error %v", r.TableHits, err)
			}
		})
	}
	few, many := allocations(2000), allocations(20000)
	if many > few+500 {
		t.Errorf("%v allocations in 2000 nodes, %v in 20000", few, many)
	}
}

// BenchmarkTables searches a position whose captures lead to positions that tables know.
func BenchmarkTables(b *testing.B) {
	tables, p := searchAbove(b)
	for _, o := range []engine.Options{{Threads: 1, Tables: tables}, {Threads: 1}} {
		name := "without"
		if o.Tables != nil {
			name = strings.TrimSuffix(name, "out")
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			e, g := engine.New(o), kirke.NewGame(p)
			var hits uint64
			for b.Loop() {
				e.Clear()
				r, err := e.Search(b.Context(), g, engine.Limits{Nodes: 20000}, nil)
				if err != nil {
					b.Fatal(err)
				}
				hits += r.TableHits
			}
			b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
		})
	}
}
