package engine

import (
	"runtime"
	"testing"

	"github.com/kirke-chess/kirke"
)

// TestVariantsAreForgotten evaluates positions of many changed copies of a variant, and measures
// the memory they keep.
func TestVariantsAreForgotten(t *testing.T) {
	const copies, most = 100, 4 << 20
	evaluate := func(n int) {
		v, err := kirke.Lookup("sissa")
		if err != nil {
			t.Fatal(err)
		}
		own := *v
		own.Version += n
		p, err := kirke.Start(&own)
		if err != nil {
			t.Fatal(err)
		}
		Evaluate(p)
	}
	evaluate(0)
	before := heap()
	for n := range copies {
		evaluate(n + 1)
	}
	if kept := int64(heap()) - int64(before); kept > most {
		t.Errorf("%d unused variants keep %d KiB", copies, kept>>10)
	}
}

// heap returns the bytes in use after garbage collection.
func heap() uint64 {
	for range 4 { // caches of caches go one collection after the other
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
