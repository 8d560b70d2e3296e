// Package table has transposition tables of bounded size, which all threads share without locks.
// Their keys have 64 bits.
//
// Set (table.go) remembers the positions without a solution. Verdicts (verdicts.go) remembers in
// how many moves an attack succeeds or fails. Both begin small and grow as they fill (grow.go),
// since fresh memory costs time.
package table

import (
	"sync/atomic"
	"unsafe"

	"github.com/kirke-chess/kirke/internal/prefetch"
)

// Set is a set of keys. It may forget any key for a new one. It never has a key that was not put.
type Set struct{ keys growing[atomic.Uint64] }

const leastKeys = 1 << 14 // the size of a new Set

// NewSet returns a set of at most that many megabytes, nil for none.
func NewSet(megabytes int) *Set {
	if megabytes <= 0 {
		return nil
	}
	s := &Set{}
	s.keys.begin(leastKeys, entries(megabytes, 8))
	return s
}

// Has reports whether a key is in the set.
func (s *Set) Has(key uint64) bool {
	in := bucket(*s.keys.all.Load(), key)
	return in[0].Load() == key || in[1].Load() == key || in[2].Load() == key || in[3].Load() == key
}

// Touch fetches into the cache what Has will read.
func (s *Set) Touch(key uint64) {
	prefetch.Line(unsafe.Pointer(&bucket(*s.keys.all.Load(), key)[0]))
}

// Put adds a key.
func (s *Set) Put(key uint64) {
	putKey(s.keys.forPut(key, func(old *atomic.Uint64, all []atomic.Uint64) {
		if k := old.Load(); k != 0 {
			putKey(all, k)
		}
	}), key)
}

func putKey(keys []atomic.Uint64, key uint64) {
	in := bucket(keys, key)
	for i := range in {
		if in[i].Load() == 0 {
			in[i].Store(key)
			return
		}
	}
	in[key>>62].Store(key)
}

// Mix spreads the bits of a small number over 64. The keys of positions are made of small numbers
// in another way, so that none of them cancels out what is mixed here.
func Mix(x uint64) uint64 {
	x ^= 0x6a09e667f3bcc908
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
