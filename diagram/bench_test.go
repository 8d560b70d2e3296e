package diagram

import (
	"io"
	"testing"
)

func BenchmarkSVG(b *testing.B) {
	d := seirawan()
	for b.Loop() {
		if err := d.SVG(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkText(b *testing.B) {
	d := seirawan()
	for b.Loop() {
		if err := d.Text(io.Discard, Figurines); err != nil {
			b.Fatal(err)
		}
	}
}
