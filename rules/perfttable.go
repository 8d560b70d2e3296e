package rules

import (
	"sync/atomic"

	"github.com/kirke-chess/kirke/internal/hugepages"
)

// PerftTable remembers how many leaves lie under positions, so that those reached
// again need not be counted again. Any number of goroutines may use it at once:
// there are no locks, and an entry two of them wrote together is not believed.
// Positions are told apart by Key alone, which makes a count wrong once in about
// 2⁶⁴ pairs of different positions.
type PerftTable struct {
	slots []perftSlot
	mask  uint64
}

// perftSlot holds a count and its depth in data, and the key it is for mixed with
// data in check.
type perftSlot struct {
	check, data atomic.Uint64
}

const (
	perftSlotSize  = 16
	perftDepthBits = 8
)

// NewPerftTable returns a table of at most so many bytes, and at least one of 1024
// entries.
func NewPerftTable(bytes int) *PerftTable {
	n := uint64(1024)
	for n*2*perftSlotSize <= uint64(max(bytes, 0)) {
		n *= 2
	}
	slots := make([]perftSlot, n)
	hugepages.Advise(slots)
	return &PerftTable{slots: slots, mask: n - 1}
}

// Get returns the count kept for the position with the given key at a depth.
func (t *PerftTable) Get(key uint64, depth int) (nodes uint64, ok bool) {
	key ^= mix(depth, 0)
	i := key & t.mask &^ 1
	for j := range uint64(2) {
		s := &t.slots[i|j]
		data := s.data.Load()
		if s.check.Load()^data == key && data&(1<<perftDepthBits-1) == uint64(depth) {
			return data >> perftDepthBits, true
		}
	}
	return 0, false
}

// Put keeps a count: of two entries that share a place the deeper stays, the other
// makes way.
func (t *PerftTable) Put(key uint64, depth int, nodes uint64) {
	if nodes >= 1<<(64-perftDepthBits) || depth >= 1<<perftDepthBits {
		return
	}
	key ^= mix(depth, 0)
	i := key & t.mask &^ 1
	if t.slots[i].data.Load()&(1<<perftDepthBits-1) > uint64(depth) {
		i |= 1
	}
	data := nodes<<perftDepthBits | uint64(depth)
	t.slots[i].check.Store(key ^ data)
	t.slots[i].data.Store(data)
}
