package engine

import (
	"slices"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// WeightsFor returns the weights that were fitted, by kirke tune, for the family a variant belongs to: what it is told by are the
// parts that make it differ from chess.
func WeightsFor(v *rules.Variant) Weights {
	switch {
	case v.Aftermath.Active:
		return rebirthWeights()
	case v.Entry.Hand != "":
		return gatingWeights()
	case v.Size.Area() > 64:
		return largeWeights()
	case slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Betza == piece.SissaType.Betza }):
		return compoundWeights()
	}
	return DefaultWeights()
}

// gatingWeights are for games in which men wait in hand: fitted to 41 118 positions of 637 games of Seirawan chess that Fairy-Stockfish
// played against itself with 2 500 positions a move.
func gatingWeights() Weights {
	return Weights{Square: [2]int{0, 23}, Mobility: [2]int{0, 15}, Attacker: [3]int{46, 20, 9}, Attack: 60, Weak: 110, Check: [3]int{392, 360, 252}, Calm: 106, Shield: 17, Open: -13, Passed: [2]int{3, 16}, Isolated: [2]int{-4, -15}, Doubled: [2]int{0, -12}, Supported: [2]int{9, 11}, Chased: [2]int{-71, -51}, Harried: [2]int{-76, -32}, Loose: [2]int{-38, -30}, Space: 0, Hand: 94, Gate: 18, Home: 4, Tempo: 15, Men: [8]int{116, 114, 115, 114, 140, 124, 90, 100}, Pawn: [2]int{71, 120}, Advance: [2]int{0, 2}, Centre: 15, Castled: 49, Active: 10}
}

// rebirthWeights are for games in which captures have an aftermath: fitted to 10 286 positions of 350 games of Circe against
// itself.
func rebirthWeights() Weights {
	return Weights{
		Square: [2]int{10, 21}, Mobility: [2]int{9, 16}, Attacker: [3]int{44, 18, 10}, Attack: 56, Weak: 73, Check: [3]int{346, 334, 249}, Calm: 124,
		Shield: 23, Open: -19, Passed: [2]int{2, 9}, Isolated: [2]int{-5, -15}, Doubled: [2]int{-4, -14}, Supported: [2]int{11, 10},
		Chased: [2]int{-71, -50}, Harried: [2]int{-51, -30}, Loose: [2]int{-34, -28}, Space: 3, Hand: 86, Gate: 12, Home: 5, Tempo: 17,
		Men: [8]int{55, 100, 88, 175, 120, 108, 90, 100}, Pawn: [2]int{43, 122}, Advance: [2]int{3, 6}, Centre: 9, Castled: 22, Active: 10,
	}
}

// largeWeights are for larger boards: fitted to 30 588 positions of 350 games of Sissa against itself.
func largeWeights() Weights {
	return Weights{Square: [2]int{13, 13}, Mobility: [2]int{0, 10}, Attacker: [3]int{43, 18, 9}, Attack: 53, Weak: 80, Check: [3]int{362, 347, 240}, Calm: 122, Shield: 32, Open: -20, Passed: [2]int{1, 14}, Isolated: [2]int{-7, -22}, Doubled: [2]int{-6, -25}, Supported: [2]int{20, 17}, Chased: [2]int{-70, -52}, Harried: [2]int{-60, -31}, Loose: [2]int{-36, -28}, Space: 0, Hand: 86, Gate: 12, Home: 4, Tempo: 15, Men: [8]int{107, 112, 103, 106, 120, 108, 110, 100}, Pawn: [2]int{106, 110}, Advance: [2]int{0, 9}, Centre: 5, Castled: 27, Active: 7}
}

// compoundWeights are for boards of 8×8 with a Sissa and other strong men: fitted to 17 030 positions of 350 games of Cetran Chess 2
// against itself.
func compoundWeights() Weights {
	return Weights{Square: [2]int{7, 14}, Mobility: [2]int{3, 11}, Attacker: [3]int{49, 18, 9}, Attack: 61, Weak: 80, Check: [3]int{419, 333, 255}, Calm: 104, Shield: 18, Open: -17, Passed: [2]int{2, 10}, Isolated: [2]int{-5, -11}, Doubled: [2]int{-4, -12}, Supported: [2]int{12, 10}, Chased: [2]int{-66, -50}, Harried: [2]int{-58, -31}, Loose: [2]int{-39, -29}, Space: 0, Hand: 86, Gate: 12, Home: 4, Tempo: 15, Men: [8]int{140, 94, 70, 94, 98, 115, 85, 96}, Pawn: [2]int{125, 156}, Advance: [2]int{0, 0}, Centre: 4, Castled: 32, Active: 7}
}
