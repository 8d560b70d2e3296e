package bounds

import (
	"math"
	"slices"
)

// pairs gives places a piece each so that all cost as little as can be together, by the Hungarian method: each place its cheapest piece where no other has
// him, and then one place after the other by the cheapest change to the pieces of those before. Places and pieces are counted from 1; piece 0 stands for none.
type pairs struct {
	place []int  // by piece: the place it has, 0 for none
	rent  []int  // by place, and
	worth []int  // by piece: what every cost is reckoned less. Piece 0 is worth less than nothing by what the changes cost
	from  []int  // by piece: whose place it would take over from
	extra []int  // by piece: what that costs more
	moved []bool // by piece: its place is one of those that may change
}

// within reports whether the places of a tally can have a piece each at a cost of no more than most.
func (a *pairs) within(t *tally, most int) bool {
	pieces, places := len(t.rows), len(t.least)
	if pieces < places {
		return false
	}
	a.place, a.worth, a.from, a.extra = zeros(a.place, pieces+1), zeros(a.worth, pieces+1), zeros(a.from, pieces+1), zeros(a.extra, pieces+1)
	a.rent, a.moved = zeros(a.rent, places+1), zeros(a.moved, pieces+1)
	for i, n := range t.least {
		most -= int(n)
		a.rent[i+1] = int(n)
		if man := &a.place[t.nearest[i]+1]; *man == 0 {
			*man = i + 1
		}
	}
	for i := 1; i <= places && -a.worth[0] <= most; i++ {
		if a.place[t.nearest[i-1]+1] != i && !slices.Contains(a.place[1:], i) {
			a.add(t.rows, i)
		}
	}
	return -a.worth[0] <= most // which only grows
}

// add gives a place to a piece.
func (a *pairs) add(costs [][]uint8, place int) {
	for man := range a.extra {
		a.extra[man], a.moved[man] = math.MaxInt, false
	}
	a.place[0] = place
	last := 0 // the piece whose place is to be given to another
	for a.place[last] != 0 {
		a.moved[last] = true
		at, next, least := a.place[last], 0, math.MaxInt
		for man := 1; man < len(a.extra); man++ {
			if a.moved[man] {
				continue
			}
			if extra := int(costs[man-1][at-1]) - a.rent[at] - a.worth[man]; extra < a.extra[man] {
				a.extra[man], a.from[man] = extra, last
			}
			if a.extra[man] < least {
				least, next = a.extra[man], man
			}
		}
		for man := range a.extra {
			if a.moved[man] {
				a.rent[a.place[man]] += least
				a.worth[man] -= least
			} else {
				a.extra[man] -= least
			}
		}
		last = next
	}
	for last != 0 {
		a.place[last] = a.place[a.from[last]]
		last = a.from[last]
	}
}

// zeros returns a list of n zeros in the place of an old one.
func zeros[T any](old []T, n int) []T {
	old = slices.Grow(old[:0], n)[:n]
	clear(old)
	return old
}
