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

// gatingWeights are for games in which men wait in hand: fitted to 22 000 positions of Seirawan chess, half of matches of Kirke and half of games
// that Fairy-Stockfish (its evaluation by hand) played against itself, and to what Fairy-Stockfish thought of them after 3 000 and 4 000 positions. The tempo was put
// down by hand.
func gatingWeights() Weights {
	return Weights{Square: [2]int{0, 13}, Mobility: [2]int{7, 8}, Central: [3][2]int{{17, 6}, {12, 2}, {-1, 3}}, Forward: [3][2]int{{4, 5}, {2, 5}, {-10, 8}}, Crowd: [3]int{5, 0, -1}, Attacker: [3]int{36, 28, 8}, Attack: 46, Weak: 75, Flank: 4, Defence: 8, Bare: 16, Unsafe: 109, Again: 126, Check: [3]int{320, 385, 267}, Calm: 199, Shield: 16, Open: -17, Passed: [2]int{0, 7}, Late: [2]int{6, 5}, Path: [2]int{1, 8}, Stopped: [2]int{-3, 0}, Led: [2]int{3, 5}, Isolated: [2]int{-10, -10}, Doubled: [2]int{-2, -8}, Supported: [2]int{9, 11}, Chased: [3][2]int{{-113, -59}, {-110, -59}, {-90, -52}}, Harried: [3][2]int{{0, 0}, {-101, -37}, {-113, -39}}, Loose: [2]int{-39, -39}, Outnumbered: [2]int{-18, -12}, LoosePawn: [2]int{-11, -21}, Restrict: [2]int{4, 0}, Push: [2]int{32, 16}, Space: 0, Hand: 92, Gate: 12, Home: 4, Tempo: 40, Men: [8]int{129, 122, 119, 128, 152, 128, 90, 100}, Pawn: [2]int{93, 131}, Advance: [2]int{-3, 1}, Centre: 6, Castled: [2]int{23, 133}, Wander: -44, Rights: 26, Draught: -19, Storm: -10, Pair: [2]int{42, 41}, OpenFile: [2]int{22, 13}, HalfOpen: [2]int{8, 6}, Outpost: [2]int{21, 9}, Phalanx: [2]int{8, 8}, Chain: [2]int{1, 0}, Exposed: [2]int{-11, -12}, Same: [2]int{-1, -10}, Near: [2]int{-6, 0}, Behind: [2]int{9, 2}, Complex: [4]int{6, 6, 11, -34}, Scale: [3]int{20, 21, 25}, Backward: [2]int{-4, -5}, Active: 16}
}

// rebirthWeights are for games in which captures have an aftermath: fitted to 10 286 positions of 350 games of Circe against
// itself.
func rebirthWeights() Weights {
	return Weights{
		Square: [2]int{10, 21}, Mobility: [2]int{9, 16}, Attacker: [3]int{44, 18, 10}, Attack: 56, Weak: 73, Check: [3]int{346, 334, 249}, Calm: 124,
		Shield: 23, Open: -19, Passed: [2]int{2, 9}, Isolated: [2]int{-5, -15}, Doubled: [2]int{-4, -14}, Supported: [2]int{11, 10},
		Chased: [3][2]int{{-71, -50}, {-71, -50}, {-71, -50}}, Harried: [3][2]int{{}, {-51, -30}, {-51, -30}}, Loose: [2]int{-34, -28}, Space: 3, Hand: 86, Gate: 12, Home: 5, Tempo: 17,
		Men: [8]int{55, 100, 88, 175, 120, 108, 90, 100}, Pawn: [2]int{43, 122}, Advance: [2]int{3, 6}, Centre: 9, Castled: [2]int{7, 44}, Wander: -44, Late: [2]int{3, 2}, Path: [2]int{1, 4}, Stopped: [2]int{-1, -3}, Led: [2]int{1, 1}, Central: [3][2]int{{2, 2}, {1, 1}, {1, 2}}, Forward: [3][2]int{{1, 1}, {1, 1}, {-1, 2}}, Crowd: [3]int{2, -2, -2}, Flank: 2, Defence: 4, Bare: 8, Unsafe: 60, Again: 100, Outnumbered: [2]int{-15, -10}, LoosePawn: [2]int{-10, -15}, Restrict: [2]int{3, 3}, Push: [2]int{18, 14}, Chain: [2]int{3, 2}, Exposed: [2]int{-6, -10}, Same: [2]int{-2, -4}, Near: [2]int{-3, -3}, Behind: [2]int{8, 2}, Complex: [4]int{4, 5, 10, -48}, Scale: [3]int{40, 7, 26}, Active: 10, Rights: 15, Draught: -8, Storm: -8, Pair: [2]int{22, 36}, OpenFile: [2]int{20, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{14, 8}, Phalanx: [2]int{6, 6}, Backward: [2]int{-8, -10},
	}
}

// largeWeights are for larger boards: fitted to 30 588 positions of 350 games of Sissa against itself.
func largeWeights() Weights {
	return Weights{Square: [2]int{13, 13}, Mobility: [2]int{0, 10}, Attacker: [3]int{43, 18, 9}, Attack: 53, Weak: 80, Check: [3]int{362, 347, 240}, Calm: 122, Shield: 32, Open: -20, Passed: [2]int{1, 14}, Isolated: [2]int{-7, -22}, Doubled: [2]int{-6, -25}, Supported: [2]int{20, 17}, Chased: [3][2]int{{-70, -52}, {-70, -52}, {-70, -52}}, Harried: [3][2]int{{}, {-60, -31}, {-60, -31}}, Loose: [2]int{-36, -28}, Space: 0, Hand: 86, Gate: 12, Home: 4, Tempo: 15, Men: [8]int{107, 112, 103, 106, 120, 108, 110, 100}, Pawn: [2]int{106, 110}, Advance: [2]int{0, 9}, Centre: 5, Castled: [2]int{9, 54}, Wander: -54, Late: [2]int{3, 2}, Path: [2]int{1, 4}, Stopped: [2]int{-1, -3}, Led: [2]int{1, 1}, Central: [3][2]int{{2, 2}, {1, 1}, {1, 2}}, Forward: [3][2]int{{1, 1}, {1, 1}, {-1, 2}}, Crowd: [3]int{2, -2, -2}, Flank: 2, Defence: 4, Bare: 8, Unsafe: 60, Again: 100, Outnumbered: [2]int{-15, -10}, LoosePawn: [2]int{-10, -15}, Restrict: [2]int{3, 3}, Push: [2]int{18, 14}, Chain: [2]int{3, 2}, Exposed: [2]int{-6, -10}, Same: [2]int{-2, -4}, Near: [2]int{-3, -3}, Behind: [2]int{8, 2}, Complex: [4]int{4, 5, 10, -48}, Scale: [3]int{40, 7, 26}, Active: 7, Rights: 15, Draught: -8, Storm: -8, Pair: [2]int{22, 36}, OpenFile: [2]int{20, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{14, 8}, Phalanx: [2]int{6, 6}, Backward: [2]int{-8, -10}}
}

// compoundWeights are for boards of 8×8 with a Sissa and other strong men: fitted to 17 030 positions of 350 games of Cetran Chess 2
// against itself.
func compoundWeights() Weights {
	return Weights{Square: [2]int{7, 14}, Mobility: [2]int{3, 11}, Attacker: [3]int{49, 18, 9}, Attack: 61, Weak: 80, Check: [3]int{419, 333, 255}, Calm: 104, Shield: 18, Open: -17, Passed: [2]int{2, 10}, Isolated: [2]int{-5, -11}, Doubled: [2]int{-4, -12}, Supported: [2]int{12, 10}, Chased: [3][2]int{{-66, -50}, {-66, -50}, {-66, -50}}, Harried: [3][2]int{{}, {-58, -31}, {-58, -31}}, Loose: [2]int{-39, -29}, Space: 0, Hand: 86, Gate: 12, Home: 4, Tempo: 15, Men: [8]int{140, 94, 70, 94, 98, 115, 85, 96}, Pawn: [2]int{125, 156}, Advance: [2]int{0, 0}, Centre: 4, Castled: [2]int{10, 64}, Wander: -64, Late: [2]int{3, 2}, Path: [2]int{1, 4}, Stopped: [2]int{-1, -3}, Led: [2]int{1, 1}, Central: [3][2]int{{2, 2}, {1, 1}, {1, 2}}, Forward: [3][2]int{{1, 1}, {1, 1}, {-1, 2}}, Crowd: [3]int{2, -2, -2}, Flank: 2, Defence: 4, Bare: 8, Unsafe: 60, Again: 100, Outnumbered: [2]int{-15, -10}, LoosePawn: [2]int{-10, -15}, Restrict: [2]int{3, 3}, Push: [2]int{18, 14}, Chain: [2]int{3, 2}, Exposed: [2]int{-6, -10}, Same: [2]int{-2, -4}, Near: [2]int{-3, -3}, Behind: [2]int{8, 2}, Complex: [4]int{4, 5, 10, -48}, Scale: [3]int{40, 7, 26}, Active: 7, Rights: 15, Draught: -8, Storm: -8, Pair: [2]int{22, 36}, OpenFile: [2]int{20, 8}, HalfOpen: [2]int{9, 6}, Outpost: [2]int{14, 8}, Phalanx: [2]int{6, 6}, Backward: [2]int{-8, -10}}
}
