package problem

import (
	"math"
	"slices"
)

// pairs gives places a man each so that all cost as little as can be together, by the Hungarian method: each place its cheapest man where no other has
// him, and then one place after the other by the cheapest change to the men of those before. Places and men are counted from 1; man 0 stands for none.
type pairs struct {
	place []int  // by man: the place it has, 0 for none
	rent  []int  // by place, and
	worth []int  // by man: what every cost is reckoned less. Man 0 is worth less than nothing by what the changes cost
	from  []int  // by man: whose place it would take over from
	extra []int  // by man: what that costs more
	moved []bool // by man: its place is one of those that may change
}

// within reports whether the places of a tally can have a man each at a cost of no more than most.
func (a *pairs) within(t *tally, most int) bool {
	men, places := len(t.rows), len(t.least)
	if men < places {
		return false
	}
	a.place, a.worth, a.from, a.extra = zeros(a.place, men+1), zeros(a.worth, men+1), zeros(a.from, men+1), zeros(a.extra, men+1)
	a.rent, a.moved = zeros(a.rent, places+1), zeros(a.moved, men+1)
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

// add gives a place to a man.
func (a *pairs) add(costs [][]uint8, place int) {
	for man := range a.extra {
		a.extra[man], a.moved[man] = math.MaxInt, false
	}
	a.place[0] = place
	last := 0 // the man whose place is to be given to another
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
