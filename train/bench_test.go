package train

import "testing"

// BenchmarkLearn is one step of a fit, a batch of 4096 positions.
func BenchmarkLearn(b *testing.B) {
	v, f := game(b, "chess")
	s, err := f.ReadFiles(generate(b, Generation{Variant: v, Nodes: 20, Games: 10, Static: 8}))
	if err != nil {
		b.Fatal(err)
	}
	fit, err := newFit(s, Fitting{}.withDefaults())
	if err != nil {
		b.Fatal(err)
	}
	batch := make([]int, fit.Batch)
	for i := range batch {
		batch[i] = i % fit.learned
	}
	for b.Loop() {
		if _, err := fit.learn(batch, 0.001); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*fit.Batch)/b.Elapsed().Seconds(), "positions/s")
}
