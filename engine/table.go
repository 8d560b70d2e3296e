package engine

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/hugepages"
	"github.com/kirke-chess/kirke/internal/prefetch"
)

// table remembers what was found about positions, shared by threads without locks: an entry that two threads wrote
// at once is not believed, as its words do not fit together.
type table struct {
	slots []slot // a power of two of them
	age   uint8
}

// slot is an entry and the key with it.
type slot struct {
	check, data atomic.Uint64
}

// token stands for a move: two moves of a position that have the same are taken for each other, which costs
// time but does no harm, as only legal moves are ever looked at. 0 is none.
type token uint16

func tokenOf(m kirke.Move) token { return token(uint64(m)*0x9e3779b97f4a7c15>>48) | 1 }

// entry is what is known of a position.
type entry struct {
	move  token
	score Score // as seen from the node
	eval  Score
	depth int
	bound Bound
	age   uint8
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

// The places of the fields in a word. The age is never 0, so that no entry is 0.
const (
	evalShift  = 16
	moveShift  = 32
	depthShift = 48
	boundShift = 56
	ageShift   = 58
	ages       = 63
)

func (e entry) pack() uint64 {
	return uint64(uint16(e.score)) | uint64(uint16(e.eval))<<evalShift | uint64(e.move)<<moveShift | uint64(uint8(e.depth))<<depthShift |
		uint64(e.bound)<<boundShift | uint64(e.age%ages+1)<<ageShift
}

func unpack(data uint64) entry {
	return entry{
		score: Score(int16(data)), eval: Score(int16(data >> evalShift)), move: token(data >> moveShift), depth: int(int8(data >> depthShift)),
		bound: Bound(data >> boundShift & 3), age: uint8(data>>ageShift) - 1,
	}
}

// ways is how many slots a position may be kept in.
const ways = 2

func (t *table) places(key uint64) []slot {
	i := key & uint64(len(t.slots)-1) &^ (ways - 1)
	return t.slots[i : i+ways]
}

// touch brings what is known of a position nearer, to be asked for soon.
func (t *table) touch(key uint64) { prefetch.Line(unsafe.Pointer(&t.places(key)[0])) }

// get returns what is known of a position.
func (t *table) get(key uint64) (e entry, ok bool) {
	in := t.places(key)
	for i := range in {
		if data := in[i].data.Load(); in[i].check.Load()^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// put keeps what was found: in the place of the same position, or of the one that is least worth keeping.
func (t *table) put(key uint64, e entry) {
	e.age = t.age
	in := t.places(key)
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
		worth := old.depth - 8*int((t.age+ages-old.age)%ages)
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

// full returns how much of the table holds what this search has put there, in thousandths.
func (t *table) full() int {
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
