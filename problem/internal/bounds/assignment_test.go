package bounds

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/problem/internal/distance"
)

// TestAssignment compares the cost of an assignment with the least cost of any choice of pieces.
func TestAssignment(t *testing.T) {
	var a assignment
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(0, 5).Draw(t, "places")
		row := rapid.SliceOfN(rapid.SampledFrom([]uint8{0, 1, 2, 3, 5, 9, distance.Unreachable}), places, places)
		s := sideCosts{costs: rapid.SliceOfN(row, 0, 6).Draw(t, "costs")}
		s.findNearest(places)
		least := leastCost(s.costs, places, 0, make([]bool, len(s.costs)))
		for most := range 30 {
			if within := a.within(&s, most); within != (least <= most) {
				t.Fatalf("within %d moves: %v, and the least is %d", most, within, least)
			}
		}
	})
}

// leastCost returns the least cost of giving the places from one on to pieces that are not used.
func leastCost(costs [][]uint8, places, place int, used []bool) int {
	if place == places {
		return 0
	}
	best := distance.Unreachable
	for piece, row := range costs {
		if !used[piece] {
			used[piece] = true
			best = min(best, int(row[place])+leastCost(costs, places, place+1, used))
			used[piece] = false
		}
	}
	return best
}
