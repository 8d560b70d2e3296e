package problem

import (
	"math"

	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/rules"
)

// Long direct mates are solved by a depth-first proof-number search (df-pn): it next searches the
// move with the least left to prove. A node is a position with the number of moves left to the attack.
// That number falls with each move, so there are no cycles. Below longPlay the plain search is faster.

// longPlay is how many moves the attack has at least where proof numbers are used.
const longPlay = 5

// numbers are the proof numbers of a position: how many positions must at least be settled to show
// that the side to move succeeds (own), or that the other side does (other).
type numbers struct{ own, other uint32 }

// endless is the number of what cannot be shown.
const endless = math.MaxUint32 / 2

var (
	shown     = numbers{0, endless} // the side to move has its way
	refuted   = numbers{endless, 0} // the other side has
	unlimited = numbers{endless, endless}
)

// settled returns the numbers where it is known whether the side to move has its way.
func settled(ok bool) numbers {
	if ok {
		return shown
	}
	return refuted
}

// branch is a move with the numbers of the position after it.
type branch struct {
	numbers
	move rules.Move
	key  uint64 // among proofs
}

// isLong reports whether play with n moves left to the attack is settled by proof numbers.
func (t *tree) isLong(n int) bool {
	if n < t.long || !t.plain || t.stip.Play != Direct || t.known == nil {
		return false
	}
	_, is := t.Now().(rules.Foresight)
	return is
}

// prove searches the position reached until it is settled or one of its numbers reaches its limit.
// The attack has n moves left or, with the other side to move, has made the first of n.
func (t *tree) prove(n int, limit numbers) numbers {
	attacks := t.Now().Turn() == t.attack
	key, known := t.recall(n)
	if ok, is := known.Of(n); is {
		return settled(ok == attacks)
	}
	if attacks && n < t.long {
		return settled(t.solves(n))
	}
	if attacks && t.solves(2) {
		return shown
	}
	left := n // after the next move
	if !attacks {
		left--
	}
	all := t.branches(attacks, left)
	if len(all) == 0 {
		t.learn(key, n, false, 0)
		return settled(!attacks)
	}
	for !t.Stopped() {
		b, second, sum := leastOf(all)
		switch here := (numbers{b.other, sum}); {
		case b.other == 0:
			t.learn(key, n, attacks, b.move)
			return shown
		case sum == 0:
			t.learn(key, n, !attacks, 0)
			return refuted
		case here.own >= limit.own || here.other >= limit.other:
			return here
		}
		next := numbers{own: endless, other: min(limit.own, second+second/8+1)}
		if limit.other < endless {
			next.own = limit.other - (sum - b.own)
		}
		t.Push(b.move)
		b.numbers = t.prove(left, next)
		t.Pop()
		t.proofs.put(b.key, b.numbers)
	}
	return numbers{1, 1}
}

// leastOf returns the branch with the least number other, the second least such number, and the sum
// of the numbers own.
func leastOf(all []branch) (best *branch, second, sum uint32) {
	best, second = &all[0], endless
	for i := range all {
		b := &all[i]
		if sum += b.own; sum >= endless {
			sum = endless - 1 // what is not settled may yet be shown
		}
		switch {
		case b.other < best.other:
			best, second = b, best.other
		case i > 0 && b.other < second:
			second = b.other
		}
	}
	return best, second, sum
}

// branches returns the moves from the position reached with their numbers. left is how many moves the
// attack has after them. A move without known numbers counts one position for each reply.
func (t *tree) branches(attacks bool, left int) []branch {
	if t.proofs == nil {
		t.proofs = make(proofs, proofsKept)
	}
	moves := t.Moves()
	if !attacks {
		t.disturbing(moves)
	}
	t.replies = t.Now().(rules.Foresight).CountReplies(moves, t.replies[:0])
	all := make([]branch, len(moves))
	for i, m := range moves {
		all[i] = branch{numbers{1, uint32(t.replies[i])}, m, 0}
	}
	for i := range all {
		b := &all[i]
		t.Push(b.move)
		key, known := t.recall(left)
		t.Pop()
		b.key = key ^ table.Mix(uint64(left))
		if ok, is := known.Of(left); is {
			b.numbers = settled(ok != attacks)
		} else if b.other == 0 { // it is no mate
			b.numbers = settled(attacks)
		} else if e, is := t.proofs.get(b.key); is {
			b.numbers = e
		}
	}
	return all
}

// proofs remembers numbers of positions, each in the one place that its key has, until another comes there.
type proofs []struct {
	key uint64
	numbers
}

// proofsKept is how many numbers are remembered; more save next to nothing.
const proofsKept = 1 << 16

func (p proofs) get(key uint64) (numbers, bool) {
	at := &p[key%proofsKept]
	return at.numbers, at.key == key
}

func (p proofs) put(key uint64, x numbers) {
	at := &p[key%proofsKept]
	at.key, at.numbers = key, x
}
