package bounds

import (
	"math"
	"slices"
)

// This file assigns pieces to places at the least cost, by the Hungarian method with prices.

// assignment gives each place a piece of its own so that the sum of the costs is least. It begins
// with the nearest piece of each place where no other place has it, and adds the other places one
// after the other by a shortest augmenting path. Places and pieces count from 1. Piece 0 stands for
// none, and its price is minus the cost of the paths.
type assignment struct {
	placeOf    []int  // by piece: its place, 0 for none
	placePrice []int  // by place: the dual variables; the reduced cost is cost - placePrice - piecePrice
	piecePrice []int  // by piece
	previous   []int  // by piece: the piece before it on the shortest path
	slack      []int  // by piece: the least reduced cost of a path to it
	visited    []bool // by piece: the path to it is final
}

// within reports whether an assignment costs no more than most.
func (a *assignment) within(s *sideCosts, most int) bool {
	pieces, places := len(s.costs), len(s.least)
	if pieces < places {
		return false
	}
	a.placeOf, a.piecePrice = zeros(a.placeOf, pieces+1), zeros(a.piecePrice, pieces+1)
	a.previous, a.slack = zeros(a.previous, pieces+1), zeros(a.slack, pieces+1)
	a.visited, a.placePrice = zeros(a.visited, pieces+1), zeros(a.placePrice, places+1)
	for i, n := range s.least {
		most -= int(n)
		a.placePrice[i+1] = int(n)
		if place := &a.placeOf[s.nearest[i]+1]; *place == 0 {
			*place = i + 1
		}
	}
	// The cost of the paths only grows, so the first excess decides.
	for i := 1; i <= places && -a.piecePrice[0] <= most; i++ {
		if a.placeOf[s.nearest[i-1]+1] != i && !slices.Contains(a.placeOf[1:], i) {
			a.add(s.costs, i)
		}
	}
	return -a.piecePrice[0] <= most
}

// add gives a place to a piece, and moves the pieces on the path to other places.
func (a *assignment) add(costs [][]uint8, place int) {
	for piece := range a.slack {
		a.slack[piece], a.visited[piece] = math.MaxInt, false
	}
	a.placeOf[0] = place
	last := 0 // the end of the path: its place is to be given to another piece
	for a.placeOf[last] != 0 {
		a.visited[last] = true
		at, next, least := a.placeOf[last], 0, math.MaxInt
		for piece := 1; piece < len(a.slack); piece++ {
			if a.visited[piece] {
				continue
			}
			if slack := int(costs[piece-1][at-1]) - a.placePrice[at] - a.piecePrice[piece]; slack < a.slack[piece] {
				a.slack[piece], a.previous[piece] = slack, last
			}
			if a.slack[piece] < least {
				least, next = a.slack[piece], piece
			}
		}
		for piece := range a.slack {
			if a.visited[piece] {
				a.placePrice[a.placeOf[piece]] += least
				a.piecePrice[piece] -= least
			} else {
				a.slack[piece] -= least
			}
		}
		last = next
	}
	for last != 0 {
		a.placeOf[last] = a.placeOf[a.previous[last]]
		last = a.previous[last]
	}
}

// zeros returns n zeros in the memory of an old slice.
func zeros[T any](old []T, n int) []T {
	old = slices.Grow(old[:0], n)[:n]
	clear(old)
	return old
}
