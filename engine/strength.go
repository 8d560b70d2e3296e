package engine

import (
	"math/rand/v2"
	"slices"

	"github.com/kirke-chess/kirke"
)

// strength limits how well the engine plays: how far it searches, which moves it sees, and how
// exactly it compares them.
type strength struct {
	elo       int     // as measured: see docs/engine.md
	depth     int     // 0 for no limit
	nodes     uint64  // 0 for no limit
	lines     int     // how many of the best moves it compares; 0 for the best alone
	noise     float64 // the standard deviation of the error in the score of a move, in centipawns
	oversight float64 // the probability that it does not see a move, be it a mate or a recapture
}

// levels are the levels from 1 on. The lowest two play like beginners: they miss mates in one and
// leave pieces where they can be taken.
var levels = [MaxLevel]strength{
	{elo: 600, depth: 1, lines: 40, noise: 115, oversight: 0.25},
	{elo: 850, depth: 1, lines: 12, noise: 80, oversight: 0.1},
	{elo: 1000, depth: 2, nodes: 2000, lines: 8, noise: 110, oversight: 0.06},
	{elo: 1225, depth: 2, nodes: 2000, lines: 4, noise: 80, oversight: 0.02},
	{elo: 1375, depth: 3, nodes: 4000, lines: 4, noise: 65},
	{elo: 1500, depth: 4, nodes: 8000, lines: 4, noise: 50},
	{elo: 1700, depth: 5, nodes: 10000, lines: 4, noise: 30},
	{elo: 1850, depth: 8, nodes: 60000, lines: 4, noise: 14},
	{elo: 2100, depth: 11, nodes: 200000, lines: 4, noise: 5},
	{elo: 2500},
}

func strengthOf(o Options) strength {
	switch {
	case o.Elo >= MaxElo:
		return strength{}
	case o.Elo > 0:
		return slices.MinFunc(levels[:], func(a, b strength) int {
			return max(a.elo-o.Elo, o.Elo-a.elo) - max(b.elo-o.Elo, o.Elo-b.elo)
		})
	case o.Level > 0:
		return levels[min(o.Level, MaxLevel)-1]
	}
	return strength{}
}

// LevelElo returns about how strong a level from 1 to MaxLevel is in chess, in Elo. Others count as
// the nearest level. docs/engine.md says how it was measured.
func LevelElo(level int) int { return levels[min(max(level, 1), MaxLevel)-1].elo }

// overlook returns the moves that a player of this strength sees: at least one.
func (k strength) overlook(moves []kirke.Move, dice *rand.Rand) []kirke.Move {
	if k.oversight == 0 {
		return moves
	}
	kept := moves[dice.IntN(len(moves))]
	return slices.DeleteFunc(moves, func(m kirke.Move) bool {
		return dice.Float64() < k.oversight && m != kept
	})
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
