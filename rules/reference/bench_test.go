package reference_test

import (
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// fataler is what start needs of a test.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

func start(tb fataler, id string) rules.Position {
	tb.Helper()
	v, err := rules.Lookup(id)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	p, err := reference.New(v, s, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// BenchmarkPerft measures the reference kernel in nodes a second.
func BenchmarkPerft(b *testing.B) {
	for _, id := range []string{"chess", "seirawan", "siceirawan", "sissa", "cetran2", "cetran3", "circe", "anticirce",
		"circe-assassin"} {
		b.Run(id, func(b *testing.B) {
			p := start(b, id)
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes += rules.Perft(p, nil, 3)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// TestPerftAllocatesNothing: once its stacks have grown, counting allocates nothing.
func TestPerftAllocatesNothing(t *testing.T) {
	for _, v := range rules.All() {
		p := start(t, v.ID)
		rules.Perft(p, nil, 2)
		if n := testing.AllocsPerRun(3, func() { rules.Perft(p, nil, 2) }); n > 1 {
			t.Errorf("%s: perft 2 allocates %v times", v.ID, n)
		}
		buf := make([]rules.Move, 0, 256)
		if n := testing.AllocsPerRun(10, func() { buf = p.LegalMoves(buf[:0]) }); n > 0.5 {
			t.Errorf("%s: LegalMoves allocates %v times", v.ID, n)
		}
	}
}
