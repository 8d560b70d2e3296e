// This file finds moves that force mates: mates in two, and moves that force the other side to
// mate.

package foresight

import (
	"slices"

	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// Forces is rules.Foresight.Forces.
func (f *Foresight) Forces(p *kernel.Pos, mem *kernel.Memory, what rules.Forced) (m rules.Move, ok bool) {
	switch what {
	case rules.MateInTwo:
		return f.mateInTwo(p, mem)
	case rules.EveryReplyMates:
		// A reply that checks nobody is no mate, so moves that leave one are skipped.
		f.survivors.clear()
		if k := p.Own & p.King; k != 0 && f.Check != traits.ByHomes {
			f.findSurvivors(p, f.pass(p), mem, k.First())
		}
		return f.forcing(p, mem, (*Foresight).onlyMates)
	}
	f.survivors.clear()
	return f.forcing(p, mem, (*Foresight).canMate)
}

// ForcesAfter is rules.Foresight.ForcesAfter.
func (f *Foresight) ForcesAfter(
	p *kernel.Pos, mem *kernel.Memory, m rules.Move, passed bool, what rules.Forced,
) (ok bool) {
	q := &f.first
	spare := f.playTo(q, p, mem, m)
	defer f.GiveBack(spare)
	if passed {
		if f.InCheck(q, spare) {
			return false
		}
		f.Play(q, spare, rules.NullMove)
	}
	_, ok = f.Forces(q, spare, what)
	return ok
}

// forcing returns a legal move that leaves no survivor and after which something holds.
func (f *Foresight) forcing(
	p *kernel.Pos, mem *kernel.Memory, holds func(*Foresight, *kernel.Pos, *kernel.Memory) bool,
) (rules.Move, bool) {
	f.tried = f.withoutSurvivor(p, mem, f.All, f.tried[:0])
	for i, n := 0, len(f.tried); i < n; i++ {
		m := f.tried[i]
		q := &f.move
		spare := f.playTo(q, p, mem, m)
		ok := holds(f, q, spare)
		f.GiveBack(spare)
		if f.tried = f.tried[:n]; ok {
			return m, true
		}
	}
	return 0, false
}

// mateInTwo returns a legal move that mates, or after which every reply allows a mate. When a reply
// has saved the other side, moves that it refutes too are dropped first.
func (f *Foresight) mateInTwo(p *kernel.Pos, mem *kernel.Memory) (rules.Move, bool) {
	f.Scan(p, mem, f.All)
	f.tried = f.Moves(p, f.tried[:0])
	asked := f.killers[0]
	left := f.unrefuted(p, f.tried, asked)
	n := len(left)
	for len(left) > 0 {
		m := left[0]
		left = left[1:]
		f.tried = f.tried[:n]
		q := &f.move
		spare := f.playTo(q, p, mem, m)
		ok := f.everyReplyAllowsMate(q, spare)
		f.GiveBack(spare)
		if ok {
			return m, true
		}
		if r := f.killers[0]; r != asked {
			asked = r
			left = f.unrefuted(p, left, r)
		}
	}
	return 0, false
}

// everyReplyAllowsMate reports whether the side to move is mated, or every reply allows a mate. It
// first tries the replies that have saved other positions.
func (f *Foresight) everyReplyAllowsMate(p *kernel.Pos, mem *kernel.Memory) bool {
	first := len(f.tried)
	f.Scan(p, mem, f.All)
	f.tried = f.Moves(p, f.tried)
	last := len(f.tried)
	if first == last {
		return f.InCheck(p, mem)
	}
	at := first
	for _, killer := range f.killers {
		if i := slices.Index(f.tried[at:last], killer); i >= 0 {
			f.tried[at], f.tried[at+i] = f.tried[at+i], f.tried[at]
			at++
		}
	}
	for i := first; i < last; i++ {
		r := f.tried[i]
		q := &f.reply
		spare := f.playTo(q, p, mem, r)
		mated := f.canMate(q, spare)
		f.GiveBack(spare)
		if f.tried = f.tried[:last]; !mated {
			if r != f.killers[0] {
				f.killers[0], f.killers[1] = r, f.killers[0]
			}
			return false
		}
	}
	return true
}

// OnlyMates is rules.Foresight.OnlyMates.
func (f *Foresight) OnlyMates(p *kernel.Pos, mem *kernel.Memory) bool {
	f.tried = f.tried[:0]
	return f.onlyMates(p, mem)
}

// onlyMates reports whether there are legal moves and all of them mate. In most positions the first
// move found is no check.
func (f *Foresight) onlyMates(p *kernel.Pos, mem *kernel.Memory) bool {
	first := len(f.tried)
	f.ScanForOne(p, mem)
	f.tried = f.Moves(p, f.tried)
	if len(f.tried) == first || !f.GivesCheck(p, mem, f.tried[first]) {
		return false
	}
	f.tried = f.tried[:first]
	f.Scan(p, mem, f.All)
	f.tried = f.Moves(p, f.tried)
	all := f.tried[first:]
	for _, r := range all {
		if !f.GivesCheck(p, mem, r) {
			return false
		}
	}
	for _, r := range all {
		if !f.leavesNoReply(p, mem, r, false) {
			return false
		}
	}
	return len(all) > 0
}

// CountReplies is rules.Foresight.CountReplies.
func (f *Foresight) CountReplies(p *kernel.Pos, mem *kernel.Memory, moves []rules.Move, buf []int) []int {
	for _, m := range moves {
		q := &f.move
		spare := f.playTo(q, p, mem, m)
		buf = append(buf, f.Count(q, spare))
		f.GiveBack(spare)
	}
	return buf
}
