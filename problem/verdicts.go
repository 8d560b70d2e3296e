package problem

import (
	"sync/atomic"

	"github.com/kirke-chess/kirke/rules"
)

// verdict is what is known of a position of play with answers. Who succeeds in so many moves does so in more, and who fails in so many
// fails in fewer.
type verdict struct {
	lost uint8  // the most moves in which the attack is known to fail; 0 for none
	won  uint8  // the fewest in which it is known to succeed; 0 for none
	best uint32 // the move that decided it, as far as it tells moves apart
}

// of reports whether the attack succeeds in n moves, as far as that is known.
func (v verdict) of(n int) (ok, known bool) {
	if n <= int(v.lost) {
		return false, true
	}
	ok = v.won != 0 && int(v.won) <= n
	return ok, ok
}

// mostJudged is the most moves that a verdict can speak of.
const mostJudged = 255

func (v verdict) pack() uint64 { return uint64(v.best)<<16 | uint64(v.won)<<8 | uint64(v.lost) }

func unpack(data uint64) verdict {
	return verdict{lost: uint8(data), won: uint8(data >> 8), best: uint32(data >> 16)}
}

// trace is what of a move a verdict keeps.
func trace(m rules.Move) uint32 { return uint32(m) }

// verdicts is a table of verdicts by 64-bit keys, of bounded size, shared by threads without locks: an entry holds its
// key mixed with its verdict, so that one written by two at once is not believed.
type verdicts struct{ entries growing[entry] }

type entry struct{ check, data atomic.Uint64 }

// leastEntries is how many entries verdicts begin with, where there may be so many.
const leastEntries = 1 << 15

// newVerdicts returns verdicts of at most so many megabytes, and nil for none.
func newVerdicts(megabytes int) *verdicts {
	if megabytes <= 0 {
		return nil
	}
	t := &verdicts{}
	t.entries.begin(leastEntries, room(megabytes, 16))
	return t
}

// get returns what is known of a position.
func (t *verdicts) get(key uint64) verdict {
	if t == nil {
		return verdict{}
	}
	in := places(*t.entries.all.Load(), key)
	for i := range in {
		if data := in[i].data.Load(); data != 0 && in[i].check.Load()^data == key {
			return unpack(data)
		}
	}
	return verdict{}
}

// put remembers that the attack succeeds, or fails, in n moves, because of a move.
func (t *verdicts) put(key uint64, n int, won bool, because rules.Move) {
	if t == nil || n > mostJudged {
		return
	}
	entries := t.entries.forPut(key, func(old *entry, all []entry) {
		if data := old.data.Load(); data != 0 {
			place(all, old.check.Load()^data, data)
		}
	})
	v := t.get(key)
	if v.best = trace(because); won {
		v.won = uint8(n)
	} else {
		v.lost = max(v.lost, uint8(n))
	}
	place(entries, key, v.pack())
}

// place puts what is known of a position where it is known already, or nothing is, or what is known was found with least effort.
func place(entries []entry, key, data uint64) {
	in := places(entries, key)
	least, at := 2*mostJudged, 0
	for i := range in {
		old := in[i].data.Load()
		if old == 0 || in[i].check.Load()^old == key {
			at = i
			break
		}
		if v := unpack(old); max(int(v.lost), int(v.won)) < least {
			least, at = max(int(v.lost), int(v.won)), i
		}
	}
	in[at].data.Store(data)
	in[at].check.Store(key ^ data)
}
