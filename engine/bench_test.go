package engine_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// BenchmarkSearch searches the starting position of a variant to a depth.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		id    string
		depth int
	}{{"seirawan", 14}, {"chess", 14}, {"circe", 12}, {"cetran2", 11}, {"sissa", 9}, {"siceirawan", 10}} {
		b.Run(c.id, func(b *testing.B) {
			v, err := kirke.Lookup(c.id)
			if err != nil {
				b.Fatal(err)
			}
			p, err := kirke.Start(v)
			if err != nil {
				b.Fatal(err)
			}
			var nodes uint64
			for b.Loop() {
				e := engine.New(engine.Options{Threads: 1, Hash: 64})
				r, err := e.Search(b.Context(), kirke.NewGame(p), engine.Limits{Depth: c.depth}, nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
