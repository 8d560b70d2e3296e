package bounds

import (
	"math"
	"slices"
)

// pairs gives places a piece each so that all cost as little as can be together, by the Hungarian method: each place its cheapest piece where no other has
// him, and then one place after the other by the cheapest change to the pieces of those before. Places and pieces are counted from 1; piece 0 stands for none.
type assignment struct {
	placeOf    []int  // by piece: the place it has, 0 for none
	placePrice []int  // by place, and
	piecePrice []int  // by piece: what every cost is reckoned less. Piece 0 is worth less than nothing by what the changes cost
	previous   []int  // by piece: whose place it would take over from
	slack      []int  // by piece: what that costs more
	visited    []bool // by piece: its place is one of those that may change
}

// within reports whether the places of a tally can have a piece each at a cost of no more than most.
func (a *assignment) within(t *sideCosts, most int) bool {
	pieces, places := len(t.rows), len(t.least)
	if pieces < places {
		return false
	}
	a.placeOf, a.piecePrice, a.previous, a.slack = zeros(a.placeOf, pieces+1), zeros(a.piecePrice, pieces+1), zeros(a.previous, pieces+1), zeros(a.slack, pieces+1)
	a.placePrice, a.visited = zeros(a.placePrice, places+1), zeros(a.visited, pieces+1)
	for i, n := range t.least {
		most -= int(n)
		a.placePrice[i+1] = int(n)
		if man := &a.placeOf[t.nearest[i]+1]; *man == 0 {
			*man = i + 1
		}
	}
	for i := 1; i <= places && -a.piecePrice[0] <= most; i++ {
		if a.placeOf[t.nearest[i-1]+1] != i && !slices.Contains(a.placeOf[1:], i) {
			a.add(t.rows, i)
		}
	}
	return -a.piecePrice[0] <= most // which only grows
}

// add gives a place to a piece.
func (a *assignment) add(costs [][]uint8, place int) {
	for man := range a.slack {
		a.slack[man], a.visited[man] = math.MaxInt, false
	}
	a.placeOf[0] = place
	last := 0 // the piece whose place is to be given to another
	for a.placeOf[last] != 0 {
		a.visited[last] = true
		at, next, least := a.placeOf[last], 0, math.MaxInt
		for man := 1; man < len(a.slack); man++ {
			if a.visited[man] {
				continue
			}
			if extra := int(costs[man-1][at-1]) - a.placePrice[at] - a.piecePrice[man]; extra < a.slack[man] {
				a.slack[man], a.previous[man] = extra, last
			}
			if a.slack[man] < least {
				least, next = a.slack[man], man
			}
		}
		for man := range a.slack {
			if a.visited[man] {
				a.placePrice[a.placeOf[man]] += least
				a.piecePrice[man] -= least
			} else {
				a.slack[man] -= least
			}
		}
		last = next
	}
	for last != 0 {
		a.placeOf[last] = a.placeOf[a.previous[last]]
		last = a.previous[last]
	}
}

// zeros returns a list of n zeros in the place of an old one.
func zeros[T any](old []T, n int) []T {
	old = slices.Grow(old[:0], n)[:n]
	clear(old)
	return old
}
