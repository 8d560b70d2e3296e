// Package weakcache keeps values that are costly to make for as long as somebody uses them.
package weakcache

import (
	"runtime"
	"sync"
	"weak"
)

// Map is a set of values by key that forgets a value when nobody else holds it.
// The zero Map is empty. It may be used by several goroutines at once.
type Map[K comparable, V any] struct {
	values sync.Map // K → weak.Pointer[V]
}

// Get returns the value of a key, made by build if nobody holds one. Two goroutines that ask
// at once may both call build; both get the same value.
func (m *Map[K, V]) Get(key K, build func() *V) *V {
	if v := m.held(key); v != nil {
		return v
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

func (m *Map[K, V]) held(key K) *V {
	if known, ok := m.values.Load(key); ok {
		return known.(weak.Pointer[V]).Value()
	}
	return nil
}
