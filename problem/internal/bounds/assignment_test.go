package bounds

import (
	"testing"

	"pgregory.net/rapid"
)

// TestAssignment compares what pieces for all places cost with the least that any choice of them costs.
func TestAssignment(t *testing.T) {
	var a assignment
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(0, 5).Draw(t, "places")
		row := rapid.SliceOfN(rapid.SampledFrom([]uint8{0, 1, 2, 3, 5, 9, 255}), places, places)
		costs := rapid.SliceOfN(row, 0, 6).Draw(t, "costs")
		least := least(costs, places, 0, make([]bool, len(costs)))
		var of sideCosts
		of.sum(costs, places)
		for most := range 30 {
			if within := a.within(&of, most); within != (least <= most) {
				t.Fatalf("within %d moves: %v, and the least is %d", most, within, least)
			}
		}
	})
}

// least returns what it costs at least to give the places from one on to pieces that have none.
func least(costs [][]uint8, places, place int, taken []bool) int {
	if place == places {
		return 0
	}
	best := 255
	for man, row := range costs {
		if !taken[man] {
			taken[man] = true
			best = min(best, int(row[place])+least(costs, places, place+1, taken))
			taken[man] = false
		}
	}
	return best
}
