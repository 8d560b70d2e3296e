package rules

import (
	"reflect"
	"runtime"
	"slices"
	"sync"
	"weak"
)

// Compiled returns what compile makes of v: tables for a kernel, values for an evaluation. It is
// made once for all variants equal to v. It is kept as long as a position of such a variant is, or
// something compiled from one, and for ever for the built-in games. compile gets a copy of v that
// nobody changes, so that the caller may write to v afterwards. After an error the next call tries
// again.
func Compiled[T any](v *Variant, compile func(v *Variant) (*T, error)) (*T, error) {
	f := freeze(v).frozen
	key := any((*T)(nil))
	if made, ok := f.compiled.Load(key); ok {
		return made.(*T), nil
	}
	made, err := compile(f.variant)
	if err != nil {
		return nil, err
	}
	first, _ := f.compiled.LoadOrStore(key, made)
	return first.(*T), nil
}

// frozen belongs to the one copy of a variant that positions share.
type frozen struct {
	variant  *Variant // the copy; a copy of that one is not frozen
	compiled sync.Map // (*T)(nil) → *T
}

// identity is what most variants differ in. Equal variants have the same one.
type identity struct {
	id, placement  string
	assumeCastling bool
}

// shared holds the frozen variants in use. It forgets those that nobody else holds, since every
// shuffled starting position and every changed copy is a variant of its own.
var shared = struct {
	sync.RWMutex
	variants map[identity][]weak.Pointer[Variant]
}{variants: map[identity][]weak.Pointer[Variant]{}}

// builtIn holds on to the built-in games, so that they are never forgotten.
var builtIn = sync.OnceValue(func() []*Variant {
	all := All()
	for i, v := range all {
		all[i] = share(v)
	}
	return all
})

// freeze returns the frozen variant equal to v.
func freeze(v *Variant) *Variant {
	if v.frozen != nil && v.frozen.variant == v {
		return v
	}
	builtIn()
	return share(v)
}

// share returns the frozen variant equal to v, and makes it if there is none.
func share(v *Variant) *Variant {
	id := identity{v.ID, v.Start.Placement, v.AssumeCastling}
	shared.RLock()
	known := find(shared.variants[id], v)
	shared.RUnlock()
	if known != nil {
		return known
	}
	shared.Lock()
	defer shared.Unlock()
	if known := find(shared.variants[id], v); known != nil {
		return known
	}
	c := v.Clone()
	c.frozen = &frozen{variant: c}
	shared.variants[id] = append(shared.variants[id], weak.Make(c))
	runtime.AddCleanup(c, forget, id)
	return c
}

// find returns the one of the variants that equals v, or nil.
func find(in []weak.Pointer[Variant], v *Variant) *Variant {
	plain := *v
	plain.frozen = nil
	for _, w := range in {
		known := w.Value()
		if known == nil {
			continue
		}
		other := *known
		other.frozen = nil
		if reflect.DeepEqual(&plain, &other) {
			return known
		}
	}
	return nil
}

// forget drops the variants with an identity that have been collected.
func forget(id identity) {
	shared.Lock()
	defer shared.Unlock()
	left := slices.DeleteFunc(shared.variants[id], func(w weak.Pointer[Variant]) bool { return w.Value() == nil })
	if len(left) == 0 {
		delete(shared.variants, id)
		return
	}
	shared.variants[id] = left
}
