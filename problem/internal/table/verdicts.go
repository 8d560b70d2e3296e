package table

import (
	"sync/atomic"

	"github.com/kirke-chess/kirke/rules"
)

// Verdict is what is known of a position in play with answers. An attack that succeeds in n moves
// succeeds in more, and one that fails in n moves fails in fewer.
type Verdict struct {
	Lost uint8  // the most moves in which the attack is known to fail, 0 for none
	Won  uint8  // the fewest in which it is known to succeed, 0 for none
	Best uint32 // Trace of the move that decided it
}

// Of reports whether the attack succeeds in n moves, and whether that is known.
func (v Verdict) Of(n int) (ok, known bool) {
	if n <= int(v.Lost) {
		return false, true
	}
	ok = v.Won != 0 && int(v.Won) <= n
	return ok, ok
}

// mostMoves is the largest number of moves in a verdict.
const mostMoves = 255

func (v Verdict) pack() uint64 { return uint64(v.Best)<<16 | uint64(v.Won)<<8 | uint64(v.Lost) }

func unpack(data uint64) Verdict {
	return Verdict{Lost: uint8(data), Won: uint8(data >> 8), Best: uint32(data >> 16)}
}

// Trace returns the part of a move that a verdict keeps.
func Trace(m rules.Move) uint32 { return uint32(m) }

// Verdicts is a table of verdicts. An entry holds its key xor its verdict: if two threads write it
// at once, the key no longer matches. A nil table remembers nothing.
type Verdicts struct{ entries growing[entry] }

type entry struct{ check, data atomic.Uint64 }

const leastVerdicts = 1 << 15 // the size of a new table

// NewVerdicts returns a table of at most that many megabytes, nil for none.
func NewVerdicts(megabytes int) *Verdicts {
	if megabytes <= 0 {
		return nil
	}
	t := &Verdicts{}
	t.entries.begin(leastVerdicts, entries(megabytes, 16))
	return t
}

// Get returns what is known of a position.
func (t *Verdicts) Get(key uint64) Verdict {
	if t == nil {
		return Verdict{}
	}
	in := bucket(*t.entries.all.Load(), key)
	for i := range in {
		if data := in[i].data.Load(); data != 0 && in[i].check.Load()^data == key {
			return unpack(data)
		}
	}
	return Verdict{}
}

// Put remembers that the attack succeeds, or fails, in n moves, because of a move.
func (t *Verdicts) Put(key uint64, n int, won bool, because rules.Move) {
	if t == nil || n > mostMoves {
		return
	}
	all := t.entries.forPut(key, func(old *entry, all []entry) {
		if data := old.data.Load(); data != 0 {
			putVerdict(all, old.check.Load()^data, data)
		}
	})
	v := t.Get(key)
	if v.Best = Trace(because); won {
		v.Won = uint8(n)
	} else {
		v.Lost = max(v.Lost, uint8(n))
	}
	putVerdict(all, key, v.pack())
}

// putVerdict replaces the entry of the same key, else a free one, else the one of the fewest moves.
func putVerdict(all []entry, key, data uint64) {
	in := bucket(all, key)
	least, at := 2*mostMoves, 0
	for i := range in {
		old := in[i].data.Load()
		if old == 0 || in[i].check.Load()^old == key {
			at = i
			break
		}
		if v := unpack(old); max(int(v.Lost), int(v.Won)) < least {
			least, at = max(int(v.Lost), int(v.Won)), i
		}
	}
	in[at].data.Store(data)
	in[at].check.Store(key ^ data)
}
