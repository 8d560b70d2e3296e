// Package weakcache shares values that are expensive to build, for as long as somebody holds them.
package weakcache

import (
	"runtime"
	"sync"
	"weak"
)

// Map maps keys to values, and drops a value when nothing else refers to it. A key must not refer
// to its value. The zero Map is empty. It may be used by several goroutines at once.
type Map[K comparable, V any] struct {
	values sync.Map // K → weak.Pointer[V]
}

// Get returns the value of a key, and builds it if there is none. Two goroutines that call Get at
// once may both call build, but get the same value.
func (m *Map[K, V]) Get(key K, build func() *V) *V {
	if known, ok := m.values.Load(key); ok {
		if v := known.(weak.Pointer[V]).Value(); v != nil {
			return v
		}
	}
	v := build()
	w := weak.Make(v)
	for {
		known, ok := m.values.LoadOrStore(key, w)
		if !ok {
			runtime.AddCleanup(v, func(w weak.Pointer[V]) { m.values.CompareAndDelete(key, w) }, w)
			return v
		}
		if other := known.(weak.Pointer[V]).Value(); other != nil {
			return other
		}
		m.values.CompareAndDelete(key, known)
	}
}
