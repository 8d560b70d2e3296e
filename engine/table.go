package engine

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/hugepages"
	"github.com/kirke-chess/kirke/internal/prefetch"
)

// table is the transposition table: results of searches by the keys of positions. Threads share it
// without locks. When two write an entry at once, its words do not match, and it is not used (Hyatt
// and Mann, "A Lock-less Transposition-Table Implementation", 2002).
type table struct {
	slots []slot // a power of two
	age   uint8  // of this search
}

// slot is a packed entry. check is its key xor data.
type slot struct {
	check, data atomic.Uint64
}

// token is a short hash of a move, 0 for none. Two moves of a position may share one: that costs
// time, but does no harm, since only legal moves are compared with it.
type token uint16

func tokenOf(m kirke.Move) token { return token(uint64(m)*0x9e3779b97f4a7c15>>48) | 1 }

// entry is the result of a search.
type entry struct {
	move  token // the best move
	score Score // with mates counted from the node
	eval  Score // static, without corrections; noEval if unknown
	depth int
	bound Bound // of score
	age   uint8 // of the search
}

const (
	slotBytes = 16
	noEval    = infinity
)

func newTable(megabytes int) *table {
	n := 1024
	for n*2*slotBytes <= megabytes<<20 {
		n *= 2
	}
	t := &table{slots: make([]slot, n)}
	hugepages.Advise(t.slots)
	return t
}

func (t *table) clear() {
	clear(t.slots)
	t.age = 0
}

// Where the fields of an entry are in a word. The packed age is never 0, so that no entry is 0.
const (
	evalShift   = 16
	moveShift   = 32
	depthShift  = 48
	boundShift  = 56
	ageShift    = 58
	generations = 63
)

func (e entry) pack() uint64 {
	return uint64(uint16(e.score)) | uint64(uint16(e.eval))<<evalShift | uint64(e.move)<<moveShift |
		uint64(uint8(e.depth))<<depthShift | uint64(e.bound)<<boundShift | uint64(e.age%generations+1)<<ageShift
}

func unpack(data uint64) entry {
	return entry{
		score: Score(int16(data)), eval: Score(int16(data >> evalShift)), move: token(data >> moveShift),
		depth: int(int8(data >> depthShift)), bound: Bound(data >> boundShift & 3), age: uint8(data>>ageShift) - 1,
	}
}

// clusterSize is how many slots a position may be stored in.
const clusterSize = 2

func (t *table) cluster(key uint64) []slot {
	i := key & uint64(len(t.slots)-1) &^ (clusterSize - 1)
	return t.slots[i : i+clusterSize]
}

// prefetch loads a position's cluster into the cache, for a probe that follows soon.
func (t *table) prefetch(key uint64) { prefetch.Line(unsafe.Pointer(&t.cluster(key)[0])) }

// probe returns the entry of a position.
func (t *table) probe(key uint64) (e entry, ok bool) {
	in := t.cluster(key)
	for i := range in {
		if data := in[i].data.Load(); in[i].check.Load()^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// store stores an entry: in place of the position's old entry, or of the least valuable one of the
// cluster.
func (t *table) store(key uint64, e entry) {
	e.age = t.age
	in := t.cluster(key)
	var to *slot
	least := 1 << 20
	for i := range in {
		data := in[i].data.Load()
		if in[i].check.Load()^data == key && data != 0 {
			old := unpack(data)
			if e.move == 0 {
				e.move = old.move
			}
			if e.bound != Exact && old.age == t.age && old.depth > e.depth+3 {
				return
			}
			to = &in[i]
			break
		}
		old := unpack(data)
		worth := old.depth - 8*int((t.age+generations-old.age)%generations)
		if data == 0 {
			worth = -1 << 10
		}
		if worth < least {
			least, to = worth, &in[i]
		}
	}
	data := e.pack()
	to.check.Store(key ^ data)
	to.data.Store(data)
}

// hashFull returns how much of the table has entries of this search, in thousandths.
func (t *table) hashFull() int {
	n := 0
	const sample = 1000
	for i := range min(sample, len(t.slots)) {
		if data := t.slots[i].data.Load(); data != 0 && unpack(data).age == t.age {
			n++
		}
	}
	return n
}

// mix spreads the bits of a number over 64.
func mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9)
	return high ^ low
}
