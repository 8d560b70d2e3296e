package forced

import (
	"math"

	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/rules"
)

// Long direct mates are solved by a depth-first proof-number search, df-pn (A. Nagai, 2002). It
// next searches the move with the least left to prove. A node is a position with the number of
// moves left to the attacker. That number falls with each move, so there are no cycles. The proof
// is in docs/proofs/proof-numbers.md.

// minProofMoves is the least number of moves for which proof numbers are used. The plain search is
// faster with fewer.
const minProofMoves = 5

// proofNumbers are how many positions must at least be settled to show that the side to move
// succeeds (own), or that the other side does (other).
type proofNumbers struct{ own, other uint32 }

// infinite is the proof number of what cannot be shown.
const infinite = math.MaxUint32 / 2

var (
	proven    = proofNumbers{0, infinite} // the side to move succeeds
	disproven = proofNumbers{infinite, 0} // the other side does
	unlimited = proofNumbers{infinite, infinite}
)

// settled returns the numbers of a position about which it is known whether the side to move
// succeeds.
func settled(ok bool) proofNumbers {
	if ok {
		return proven
	}
	return disproven
}

// child is a move with the proof numbers of the position after it.
type child struct {
	proofNumbers
	move rules.Move
	key  uint64 // in the proof table
}

// isLong reports whether play with n moves left to the attacker is decided by proof numbers.
func (s *Search) isLong(n int) bool {
	if n < s.proofMoves || !s.plainMate || s.Play != Direct || s.known == nil {
		return false
	}
	_, is := s.Now().(rules.Foresight)
	return is
}

// prove searches the position reached until it is settled or one of its numbers reaches its limit.
// The attacker has n moves left or, with the defender to move, has made the first of n.
func (s *Search) prove(n int, limit proofNumbers) proofNumbers {
	// Step 1. Positions that are settled without a search of their own.
	attacks := s.Now().Turn() == s.Attacker
	key, known := s.recall(n)
	if ok, is := known.Of(n); is {
		return settled(ok == attacks)
	}
	if attacks && n < s.proofMoves {
		return settled(s.Succeeds(n))
	}
	if attacks && s.Succeeds(2) {
		return proven
	}
	// Step 2. The children.
	left := n // the attacker's moves after the next move
	if !attacks {
		left--
	}
	all := s.children(attacks, left)
	if len(all) == 0 {
		s.learn(key, n, false, 0)
		return settled(!attacks)
	}
	for !s.Stopped() {
		// Step 3. The numbers of this position, from those of its children.
		best, second, sum := selectChild(all)
		switch here := (proofNumbers{best.other, sum}); {
		case best.other == 0:
			s.learn(key, n, attacks, best.move)
			return proven
		case sum == 0:
			s.learn(key, n, !attacks, 0)
			return disproven
		case here.own >= limit.own || here.other >= limit.other:
			return here
		}
		// Step 4. Search the best child, until the second best looks better by an eighth. The
		// margin saves going back and forth between the two.
		next := proofNumbers{own: infinite, other: min(limit.own, second+second/8+1)}
		if limit.other < infinite {
			next.own = limit.other - (sum - best.own)
		}
		s.Push(best.move)
		best.proofNumbers = s.prove(left, next)
		s.Pop()
		s.proofs.put(best.key, best.proofNumbers)
	}
	return proofNumbers{1, 1}
}

// selectChild returns the child with the least number other, the second least such number, and the
// sum of the numbers own.
func selectChild(all []child) (best *child, second, sum uint32) {
	best, second = &all[0], infinite
	for i := range all {
		c := &all[i]
		if sum += c.own; sum >= infinite {
			sum = infinite - 1 // unsettled, so it may yet be shown
		}
		switch {
		case c.other < best.other:
			best, second = c, best.other
		case i > 0 && c.other < second:
			second = c.other
		}
	}
	return best, second, sum
}

// children returns the moves from the position reached with their proof numbers. left is how many
// moves the attacker has after them. A move without known numbers counts one position for each
// reply.
func (s *Search) children(attacks bool, left int) []child {
	if s.proofs == nil {
		s.proofs = make(proofTable, proofTableSize)
	}
	moves := s.Moves()
	if !attacks {
		s.checksAndCapturesFirst(moves)
	}
	s.replies = s.Now().(rules.Foresight).CountReplies(moves, s.replies[:0])
	all := make([]child, len(moves))
	for i, m := range moves {
		all[i] = child{proofNumbers{1, uint32(s.replies[i])}, m, 0}
	}
	for i := range all {
		c := &all[i]
		s.Push(c.move)
		key, known := s.recall(left)
		s.Pop()
		c.key = key ^ table.Mix(uint64(left))
		if ok, is := known.Of(left); is {
			c.proofNumbers = settled(ok != attacks)
		} else if c.other == 0 { // stalemate: a mate in one was found before
			c.proofNumbers = settled(attacks)
		} else if e, is := s.proofs.get(c.key); is {
			c.proofNumbers = e
		}
	}
	return all
}

// proofTable remembers the proof numbers of positions. A new position replaces the old one in its
// place.
type proofTable []struct {
	key uint64
	proofNumbers
}

// proofTableSize is the number of entries. More save next to nothing.
const proofTableSize = 1 << 16

func (t proofTable) get(key uint64) (proofNumbers, bool) {
	at := &t[key%proofTableSize]
	return at.proofNumbers, at.key == key
}

func (t proofTable) put(key uint64, x proofNumbers) {
	at := &t[key%proofTableSize]
	at.key, at.proofNumbers = key, x
}
