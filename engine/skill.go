package engine

import (
	"math/rand/v2"
)

// skill makes an engine play weaker: it sees less far, and takes a move that is nearly as good for the best.
type skill struct {
	depth int     // 0 for no limit
	nodes uint64  // 0 for no limit
	noise float64 // centipawns by which moves are misjudged, on the average
}

// skills are the levels from 1 on.
var skills = [MaxLevel]skill{
	{1, 200, 220}, {2, 400, 150}, {2, 1000, 100}, {3, 2000, 75}, {4, 5000, 50},
	{5, 12000, 35}, {7, 40000, 20}, {9, 150000, 10}, {12, 600000, 0}, {0, 0, 0},
}

func skillOf(o Options) skill {
	switch {
	case o.Elo >= MaxElo:
		return skill{}
	case o.Elo > 0:
		// The levels lie about evenly between the limits.
		return skills[min(max(0, (o.Elo-MinElo)*(MaxLevel-1)/(MaxElo-MinElo)), MaxLevel-1)]
	case o.Level > 0:
		return skills[min(o.Level, MaxLevel)-1]
	}
	return skill{}
}

// choose returns the line that is played, of several from the best on.
func (k skill) choose(lines []root, dice *rand.Rand) root {
	best := lines[0]
	if k.noise == 0 {
		return best
	}
	top := -1e9
	for _, r := range lines {
		if r.score <= -infinity {
			continue
		}
		if seen := float64(r.score) + dice.NormFloat64()*k.noise; seen > top {
			top, best = seen, r
		}
	}
	return best
}
