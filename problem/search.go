package problem

import (
	"context"
	"sync/atomic"
	"time"
)

// search is what all threads that solve one phase share.
type search struct {
	ctx      context.Context
	options  *Options
	table    *table // nil remembers nothing
	salt     uint64 // tells apart what does not follow from position and length
	deadline time.Time
	halted   atomic.Bool
}

// stopped reports whether the search is to end before it is done.
func (s *search) stopped() bool { return s.halted.Load() }

// enough reports whether so many solutions are as many as are asked for.
func (s *search) enough(n int) bool { return s.options.MaxSolutions > 0 && n >= s.options.MaxSolutions }

// watch halts the search when its time is over or its context is cancelled; the function it
// returns ends the watch.
func (s *search) watch() (end func()) {
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if !s.deadline.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, s.deadline)
	}
	stop := context.AfterFunc(ctx, func() { s.halted.Store(true) })
	return func() { stop(); cancel() }
}

// dead reports whether a position is known to hold no solution.
func (s *search) dead(key uint64) bool { return s.table != nil && s.table.has(key) }

// bury remembers that a position holds no solution; it must have been searched to the end.
func (s *search) bury(key uint64) {
	if s.table != nil && !s.halted.Load() {
		s.table.put(key)
	}
}

// mix spreads the bits of a small number over 64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// table is a set of 64-bit keys of bounded size, shared by threads without locks. An old
// key may be forgotten for a new one; none is ever there that was not put.
type table struct {
	keys []atomic.Uint64
	mask uint64
}

// ways is how many places a key may be kept in.
const ways = 4

// newTable returns a table of at most so many megabytes, and nil for none.
func newTable(megabytes int) *table {
	if megabytes <= 0 {
		return nil
	}
	n := uint64(ways)
	for n*2*8 <= uint64(megabytes)<<20 {
		n *= 2
	}
	return &table{make([]atomic.Uint64, n), n - 1}
}

func (t *table) has(key uint64) bool {
	i := key & t.mask &^ (ways - 1)
	for _, k := range [ways]uint64{0, 1, 2, 3} {
		if t.keys[i+k].Load() == key {
			return true
		}
	}
	return false
}

func (t *table) put(key uint64) {
	i := key & t.mask &^ (ways - 1)
	for k := range uint64(ways) {
		if t.keys[i+k].Load() == 0 {
			t.keys[i+k].Store(key)
			return
		}
	}
	t.keys[i+key>>62].Store(key)
}
