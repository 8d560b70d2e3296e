package nn

import (
	"encoding/binary"
	"math/bits"

	"github.com/kirke-chess/kirke/board"
)

// Accumulator has the sums of a network's first layer for a position, which it remembers: it can be
// brought to any other position by the cells that differ. The zero Accumulator has none yet.
type Accumulator struct {
	units       [2][MaxUnits]int16 // by side
	cells       Cells
	perspective [2]int // by side
	set         bool
}

// maxChanges is how many cells may differ for an update. Otherwise the sums are made from scratch.
const maxChanges = 16

// changes are cells that differ between two positions, and their values.
type changes struct {
	n             int
	cell          [maxChanges]int32
	before, after [maxChanges]uint8
}

// Evaluate returns the value of a position of inputs for the side to move, in centipawns. It brings
// acc to the position, from itself or from another accumulator if fewer cells differ there. other
// may be nil.
func (n *Network) Evaluate(in *Inputs, p *Position, acc, other *Accumulator) int {
	n.bring(in, p, acc, other)
	us := p.Turn & 1
	b := 2 * n.units * n.bucket(p)
	sum := output(acc.units[us][:n.units], n.output[b:b+n.units]) +
		output(acc.units[us^1][:n.units], n.output[b+n.units:b+2*n.units])
	return (int(sum)/one + int(n.offset[n.bucket(p)])) * Scale / (one * outputOne)
}

// bring sets acc to the sums of a position.
func (n *Network) bring(in *Inputs, p *Position, acc, other *Accumulator) {
	from := acc
	var ch changes
	ok := acc.set && ch.find(in, &acc.cells, &p.Cells)
	if other != nil && other.set && (!ok || ch.n > 2) {
		var from2 changes
		if from2.find(in, &other.cells, &p.Cells) && (!ok || from2.n < ch.n) {
			ch, from, ok = from2, other, true
		}
	}
	for c := range board.Color(2) {
		seen := p.perspective(c)
		if ok && from.perspective[c] == seen {
			n.update(in, acc.units[c][:n.units], from.units[c][:n.units], &ch, seen)
		} else {
			n.refresh(in, acc.units[c][:n.units], p, seen)
		}
		acc.perspective[c] = seen
	}
	copy(acc.cells[:in.cells], p.Cells[:in.cells])
	acc.set = true
}

// find sets ch to the cells that differ. It reports whether they are not too many.
func (ch *changes) find(in *Inputs, before, after *Cells) bool {
	ch.n = 0
	for at := 0; at < in.cells; at += 8 {
		was, is := binary.LittleEndian.Uint64(before[at:]), binary.LittleEndian.Uint64(after[at:])
		for diff := was ^ is; diff != 0; {
			if ch.n == maxChanges {
				return false
			}
			i := bits.TrailingZeros64(diff) >> 3
			ch.cell[ch.n] = int32(at + i)
			ch.before[ch.n], ch.after[ch.n] = uint8(was>>(8*i)), uint8(is>>(8*i))
			ch.n++
			diff &^= 0xFF << (8 * i)
		}
	}
	return true
}

// update sets dst to src and what cells change in a perspective.
func (n *Network) update(in *Inputs, dst, src []int16, ch *changes, perspective int) {
	index := in.index[perspective]
	var on, off [maxChanges][]int16
	turnedOn, turnedOff := 0, 0
	for i := range ch.n {
		at := int(ch.cell[i]) << valueBits
		if v := ch.before[i]; v != 0 {
			off[turnedOff] = n.row(index[at|int(v)])
			turnedOff++
		}
		if v := ch.after[i]; v != 0 {
			on[turnedOn] = n.row(index[at|int(v)])
			turnedOn++
		}
	}
	both := min(turnedOn, turnedOff)
	for i := range both {
		addSub(dst, src, on[i], off[i])
		src = dst
	}
	if both == 0 && &dst[0] != &src[0] {
		copy(dst, src)
	}
	for _, row := range on[both:turnedOn] {
		add(dst, row)
	}
	for _, row := range off[both:turnedOff] {
		sub(dst, row)
	}
}

// refresh sets dst to the sums of a position in a perspective.
func (n *Network) refresh(in *Inputs, dst []int16, p *Position, perspective int) {
	copy(dst, n.bias)
	index := in.index[perspective]
	for cell, v := range p.Cells[:in.cells] {
		if v != 0 {
			add(dst, n.row(index[cell<<valueBits|int(v)]))
		}
	}
}

// Active calls yield with the inputs that a position turns on as a side sees it.
func (in *Inputs) Active(p *Position, c board.Color) func(yield func(int32) bool) {
	index := in.index[p.perspective(c)]
	return func(yield func(int32) bool) {
		for cell, v := range p.Cells[:in.cells] {
			if v != 0 && !yield(index[cell<<valueBits|int(v)]) {
				return
			}
		}
	}
}
