package engine

import (
	"math/rand/v2"
)

// strength limits how well the engine plays: how far it searches, and how exactly it compares
// moves.
type strength struct {
	depth int     // 0 for no limit
	nodes uint64  // 0 for no limit
	noise float64 // the standard deviation of the error in the score of a move, in centipawns
}

// levels are the levels from 1 on.
var levels = [MaxLevel]strength{
	{1, 200, 220}, {2, 400, 150}, {2, 1000, 100}, {3, 2000, 75}, {4, 5000, 50},
	{5, 12000, 35}, {7, 40000, 20}, {9, 150000, 10}, {12, 600000, 0}, {0, 0, 0},
}

func strengthOf(o Options) strength {
	switch {
	case o.Elo >= MaxElo:
		return strength{}
	case o.Elo > 0:
		// The levels are about evenly spaced in Elo.
		return levels[min(max(0, (o.Elo-MinElo)*(MaxLevel-1)/(MaxElo-MinElo)), MaxLevel-1)]
	case o.Level > 0:
		return levels[min(o.Level, MaxLevel)-1]
	}
	return strength{}
}

// choose returns the line to play, of several with the best first.
func (k strength) choose(lines []root, dice *rand.Rand) root {
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
