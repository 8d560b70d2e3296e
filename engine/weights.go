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

// gatingWeights are for games in which men wait in hand: fitted to 23 000 positions of games of Seirawan chess that Fairy-Stockfish (its
// evaluation by hand) played against itself with 1 500 positions a move, and to what it thought of them.
func gatingWeights() Weights {
	return Weights{Square: [2]int{3, 19}, Mobility: [2]int{3, 11}, Attacker: [3]int{47, 20, 9}, Attack: 53, Weak: 78, Check: [3]int{320, 304, 240}, Calm: 104, Shield: 17, Open: -14, Passed: [2]int{3, 8}, Isolated: [2]int{-6, -16}, Doubled: [2]int{0, -11}, Supported: [2]int{8, 12}, Chased: [2]int{-75, -53}, Harried: [2]int{-81, -33}, Loose: [2]int{-38, -31}, Space: 0, Hand: 93, Gate: 11, Home: 4, Tempo: 23, Men: [8]int{136, 125, 116, 128, 146, 125, 90, 100}, Pawn: [2]int{80, 108}, Advance: [2]int{1, 1}, Centre: 12, Castled: [2]int{17, 105}, Wander: -89, Rights: 14, Draught: -8, Storm: -9, Pair: [2]int{23, 36}, OpenFile: [2]int{20, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{15, 8}, Phalanx: [2]int{9, 6}, Backward: [2]int{-8, -10}, Active: 11}
}

// rebirthWeights are for games in which captures have an aftermath: fitted to 10 286 positions of 350 games of Circe against
// itself.
func rebirthWeights() Weights {
	return Weights{
		Square: [2]int{10, 21}, Mobility: [2]int{9, 16}, Attacker: [3]int{44, 18, 10}, Attack: 56, Weak: 73, Check: [3]int{346, 334, 249}, Calm: 124,
		Shield: 23, Open: -19, Passed: [2]int{2, 9}, Isolated: [2]int{-5, -15}, Doubled: [2]int{-4, -14}, Supported: [2]int{11, 10},
		Chased: [2]int{-71, -50}, Harried: [2]int{-51, -30}, Loose: [2]int{-34, -28}, Space: 3, Hand: 86, Gate: 12, Home: 5, Tempo: 17,
		Men: [8]int{55, 100, 88, 175, 120, 108, 90, 100}, Pawn: [2]int{43, 122}, Advance: [2]int{3, 6}, Centre: 9, Castled: [2]int{7, 44}, Wander: -44, Active: 10, Rights: 15, Draught: -8, Storm: -8, Pair: [2]int{22, 36}, OpenFile: [2]int{20, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{14, 8}, Phalanx: [2]int{6, 6}, Backward: [2]int{-8, -10},
	}
}

// largeWeights are for larger boards: fitted to 30 588 positions of 350 games of Sissa against itself.
func largeWeights() Weights {
	return Weights{Square: [2]int{13, 13}, Mobility: [2]int{0, 10}, Attacker: [3]int{43, 18, 9}, Attack: 53, Weak: 80, Check: [3]int{362, 347, 240}, Calm: 122, Shield: 32, Open: -20, Passed: [2]int{1, 14}, Isolated: [2]int{-7, -22}, Doubled: [2]int{-6, -25}, Supported: [2]int{20, 17}, Chased: [2]int{-70, -52}, Harried: [2]int{-60, -31}, Loose: [2]int{-36, -28}, Space: 0, Hand: 86, Gate: 12, Home: 4, Tempo: 15, Men: [8]int{107, 112, 103, 106, 120, 108, 110, 100}, Pawn: [2]int{106, 110}, Advance: [2]int{0, 9}, Centre: 5, Castled: [2]int{9, 54}, Wander: -54, Active: 7, Rights: 15, Draught: -8, Storm: -8, Pair: [2]int{22, 36}, OpenFile: [2]int{20, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{14, 8}, Phalanx: [2]int{6, 6}, Backward: [2]int{-8, -10}}
}

// compoundWeights are for boards of 8×8 with a Sissa and other strong men: fitted to 17 030 positions of 350 games of Cetran Chess 2
// against itself.
func compoundWeights() Weights {
	return Weights{Square: [2]int{7, 14}, Mobility: [2]int{3, 11}, Attacker: [3]int{49, 18, 9}, Attack: 61, Weak: 80, Check: [3]int{419, 333, 255}, Calm: 104, Shield: 18, Open: -17, Passed: [2]int{2, 10}, Isolated: [2]int{-5, -11}, Doubled: [2]int{-4, -12}, Supported: [2]int{12, 10}, Chased: [2]int{-66, -50}, Harried: [2]int{-58, -31}, Loose: [2]int{-39, -29}, Space: 0, Hand: 86, Gate: 12, Home: 4, Tempo: 15, Men: [8]int{140, 94, 70, 94, 98, 115, 85, 96}, Pawn: [2]int{125, 156}, Advance: [2]int{0, 0}, Centre: 4, Castled: [2]int{10, 64}, Wander: -64, Active: 7, Rights: 15, Draught: -8, Storm: -8, Pair: [2]int{22, 36}, OpenFile: [2]int{20, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{14, 8}, Phalanx: [2]int{6, 6}, Backward: [2]int{-8, -10}}
}
