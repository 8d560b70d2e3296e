package table

import (
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke/internal/hugepages"
)

const (
	ways       = 4  // entries that a key may be kept in
	countSteps = 64 // puts are counted in steps
)

// growing is the memory of a table. It begins small and grows eightfold when it fills.
type growing[T any] struct {
	all    atomic.Pointer[[]T] // a power of two of entries
	most   int                 // entries
	count  atomic.Int64        // of puts
	making sync.Mutex          // locked by the thread that makes room; the others do not wait for it
}

// begin makes the first entries.
func (g *growing[T]) begin(least, most int) {
	all := make([]T, min(least, most))
	g.most = most
	g.all.Store(&all)
}

// forPut returns the entries to put a key in. When it makes larger ones, it calls move to put each
// old entry into them.
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

// entries returns how many entries of a size in bytes fit into the megabytes: a power of two.
func entries(megabytes, bytes int) int {
	n := ways
	for n*2*bytes <= megabytes<<20 {
		n *= 2
	}
	return n
}

// bucket returns the entries that a key may be kept in.
func bucket[T any](all []T, key uint64) []T {
	i := key & uint64(len(all)-1) &^ (ways - 1)
	return all[i : i+ways]
}
