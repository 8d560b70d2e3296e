package bitboard_test

import (
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/internal/derived"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// BenchmarkPerft counts from starting positions and from a middlegame.
func BenchmarkPerft(b *testing.B) {
	const middlegame = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	for _, c := range []struct {
		id, fen string
		depth   int
	}{
		{"chess", "", 5}, {"seirawan", "", 5}, {"siceirawan", "", 4}, {"cetran1", "", 4}, {"cetran2", "", 4},
		{"sissa", "", 4}, {"symmetric-sissa", "", 3}, {"sissa9x", "", 4}, {"progressive", "", 5},
		{"chess", middlegame, 4}, {"circe", middlegame, 4}, {"anticirce-calvet", middlegame, 3},
		{"circe-martian", middlegame, 3}, {"circe-volcanic", middlegame, 3}, {"circe-parrain", middlegame, 3},
		{"circe-assassin", middlegame, 3}, {"circe-rex-inclusive", middlegame, 3},
	} {
		name := c.id
		if c.fen != "" {
			name += "/middlegame"
		}
		b.Run(name, func(b *testing.B) {
			v, err := rules.Lookup(c.id)
			if err != nil {
				if v, err = derived.Lookup(c.id); err != nil {
					b.Fatal(err)
				}
			}
			p := position(b, v, c.fen)
			var nodes uint64
			for b.Loop() {
				nodes += rules.Perft(p, nil, c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// position sets up a FEN, or the array where there is none, in this kernel.
func position(b *testing.B, v *rules.Variant, fen string) rules.Position {
	b.Helper()
	s, err := v.StartSetup(rules.StartOptions{Seed: 1})
	if fen != "" {
		s = rulestest.Position(b, v, fen, 0).Setup()
	} else if err != nil {
		b.Fatal(err)
	}
	p, err := bitboard.New(v, s, 0)
	if err != nil {
		b.Fatal(err)
	}
	return p
}
