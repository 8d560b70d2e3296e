package problem

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/kirke-chess/kirke/internal/hugepages"
	"github.com/kirke-chess/kirke/internal/prefetch"
)

// search is what all threads that solve one phase share.
type search struct {
	ctx      context.Context
	options  *Options
	table    *table // nil remembers nothing
	salt     uint64 // tells apart what does not follow from position and length
	deadline time.Time
	halted   atomic.Bool
	yield    func() // Solver.Yield
}

// stopped reports whether the search is to end before it is done. It is asked at every position, and waits while others have
// the processor.
func (s *search) stopped() bool {
	if s.yield != nil {
		s.yield()
	}
	return s.halted.Load()
}

// helper returns a search that adds to the same table, to be halted by itself.
func (s *search) helper() *search {
	return &search{ctx: s.ctx, options: s.options, table: s.table, salt: s.salt, deadline: s.deadline, yield: s.yield}
}

// resume lets a search go on with the next phase that was halted because there was enough in one, but not if it was for another reason.
func (s *search) resume() {
	s.halted.Store(false)
	if s.ctx.Err() != nil || !s.deadline.IsZero() && time.Now().After(s.deadline) {
		s.halted.Store(true)
	}
}

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

// growing is the memory of a table that threads share without locks. It begins small, as fresh memory costs time, and grows when it fills.
type growing[T any] struct {
	all    atomic.Pointer[[]T] // a power of two of them
	most   int
	count  atomic.Int64 // of entries put, in steps
	making sync.Mutex   // held by the thread that makes room; the others need not wait for it
}

// begin makes the first entries.
func (g *growing[T]) begin(least, most int) {
	all := make([]T, min(least, most))
	g.most = most
	g.all.Store(&all)
}

// forPut returns the entries to put a key in. Where these are to be more, move puts what an old entry holds into the new ones.
func (g *growing[T]) forPut(key uint64, move func(old *T, all []T)) []T {
	all := *g.all.Load()
	if key>>32%countSteps != 0 || len(all) >= g.most {
		return all
	}
	if n := g.count.Add(countSteps); n > int64(len(all)) && g.making.TryLock() {
		defer g.making.Unlock()
		if all = *g.all.Load(); n > int64(len(all)) {
			larger := make([]T, min(len(all)*8, g.most))
			hugepages.Advise(larger)
			for i := range all {
				move(&all[i], larger)
			}
			g.all.Store(&larger)
			all = larger
		}
	}
	return all
}

// table is a set of 64-bit keys of bounded size, shared by threads. Any key may be forgotten for a new one. None is ever there that was not put.
type table struct{ keys growing[atomic.Uint64] }

const (
	ways       = 4       // places a key may be kept in
	leastKeys  = 1 << 14 // of a table, where it may have so many
	countSteps = 64
)

// newTable returns a table of at most so many megabytes, and nil for none.
func newTable(megabytes int) *table {
	if megabytes <= 0 {
		return nil
	}
	t := &table{}
	t.keys.begin(leastKeys, room(megabytes, 8))
	return t
}

// room returns how many entries of so many bytes a table of so many megabytes has: a power of two.
func room(megabytes, bytes int) int {
	n := ways
	for n*2*bytes <= megabytes<<20 {
		n *= 2
	}
	return n
}

// places returns the places of a key.
func places[T any](all []T, key uint64) []T {
	i := key & uint64(len(all)-1) &^ (ways - 1)
	return all[i : i+ways]
}

func (t *table) has(key uint64) bool {
	in := places(*t.keys.all.Load(), key)
	return in[0].Load() == key || in[1].Load() == key || in[2].Load() == key || in[3].Load() == key
}

// touch brings nearer what has will read.
func (t *table) touch(key uint64) {
	prefetch.Line(unsafe.Pointer(&places(*t.keys.all.Load(), key)[0]))
}

func (t *table) put(key uint64) {
	store(t.keys.forPut(key, func(old *atomic.Uint64, all []atomic.Uint64) {
		if k := old.Load(); k != 0 {
			store(all, k)
		}
	}), key)
}

func store(keys []atomic.Uint64, key uint64) {
	in := places(keys, key)
	for i := range in {
		if in[i].Load() == 0 {
			in[i].Store(key)
			return
		}
	}
	in[key>>62].Store(key)
}
