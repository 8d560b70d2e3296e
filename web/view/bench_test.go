package view_test

import (
	"encoding/json"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/web/view"
)

// BenchmarkOf measures what a server does for each position that it shows.
func BenchmarkOf(b *testing.B) {
	for _, test := range []struct{ name, variant, fen string }{
		{"chess", "chess", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5"},
		{"seirawan", "seirawan",
			"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[HEhe] w KQkqACDEHacdeh - 6 5"},
		{"anticirce", "anticirce", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5"},
		{"cetran3", "cetran3", ""},
	} {
		v, err := kirke.Lookup(test.variant)
		if err != nil {
			b.Fatal(err)
		}
		p, err := kirke.Start(v)
		if test.fen != "" {
			p, err = kirke.FromFEN(v, test.fen)
		}
		if err != nil {
			b.Fatal(err)
		}
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				data, err := json.Marshal(view.Of(p, view.Premoves()))
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(data)))
			}
		})
	}
}
