package weakcache

import (
	"runtime"
	"sync"
	"testing"
)

func TestSharesValuesInUse(t *testing.T) {
	var m Map[string, [1 << 10]byte]
	values := make([]*[1 << 10]byte, 8)
	var wg sync.WaitGroup
	for i := range values {
		wg.Go(func() { values[i] = m.Get("a", func() *[1 << 10]byte { return new([1 << 10]byte) }) })
	}
	wg.Wait()
	for _, v := range values {
		if v != values[0] {
			t.Fatal("two values of one key")
		}
	}
	runtime.GC()
	if m.Get("a", func() *[1 << 10]byte { t.Fatal("made again"); return nil }) != values[0] {
		t.Fatal("a different value")
	}
	runtime.KeepAlive(values)
}

func TestDropsUnusedValues(t *testing.T) {
	var m Map[int, [1 << 10]byte]
	for i := range 100 {
		m.Get(i, func() *[1 << 10]byte { return new([1 << 10]byte) })
	}
	for range 100 { // cleanups run some time after a collection
		runtime.GC()
		left := 0
		m.values.Range(func(any, any) bool { left++; return true })
		if left == 0 {
			return
		}
		runtime.Gosched()
	}
	t.Error("keys are left whose values are not in use")
}
