package rules

import (
	"sync/atomic"

	"github.com/kirke-chess/kirke/internal/hugepages"
)

// PerftTable caches the number of leaves below positions. Any number of goroutines may use it at
// once. It has no locks: an entry that two of them wrote at the same time does not pass its check
// and is ignored. Positions are told apart by Key alone; two different positions have the same key
// once in about 2⁶⁴ pairs.
type PerftTable struct {
	slots []perftSlot
	mask  uint64
}

// perftSlot holds a count and its depth in data, and in check the exclusive or of data and the key.
type perftSlot struct {
	check, data atomic.Uint64
}

const (
	perftSlotSize  = 16
	perftDepthBits = 8
	perftSpread    = 0x9E3779B97F4A7C15 // counts of one position to several depths stand apart
)

// NewPerftTable returns a table of at most so many bytes, but with 1024 entries at least.
func NewPerftTable(bytes int) *PerftTable {
	n := uint64(1024)
	for n*2*perftSlotSize <= uint64(max(bytes, 0)) {
		n *= 2
	}
	slots := make([]perftSlot, n)
	hugepages.Advise(slots)
	return &PerftTable{slots: slots, mask: n - 1}
}

// Get returns the count for the position with a key at a depth, if it is in the table.
func (t *PerftTable) Get(key uint64, depth int) (nodes uint64, ok bool) {
	key ^= uint64(depth) * perftSpread
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

// Put adds a count. Two entries share a place: the deeper one stays, the other is replaced.
func (t *PerftTable) Put(key uint64, depth int, nodes uint64) {
	if nodes >= 1<<(64-perftDepthBits) || depth >= 1<<perftDepthBits {
		return
	}
	key ^= uint64(depth) * perftSpread
	i := key & t.mask &^ 1
	if t.slots[i].data.Load()&(1<<perftDepthBits-1) > uint64(depth) {
		i |= 1
	}
	data := nodes<<perftDepthBits | uint64(depth)
	t.slots[i].check.Store(key ^ data)
	t.slots[i].data.Store(data)
}
