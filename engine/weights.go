package engine

import (
	"slices"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Weights are the fitted constants of the evaluation, in centipawns or hundredths. Pairs are for
// the middlegame and the endgame.
type Weights struct {
	Square   [2]int          // for the squares a piece attacks from its square; hundredths of squareBonus
	Mobility [2]int          // for the squares a piece can go to now, against the average
	Central  [classes][2]int // for each step of a piece from the edge, by class
	Forward  [classes][2]int // for each rank that a piece has advanced, by class
	Crowd    [classes]int    // for a piece and each own pawn beyond four, by class

	// Danger to a king. The sum counts by its square.
	Attacker [classes]int // for a piece that attacks the king zone, by class, times the number of attackers
	Attack   int          // for each attack on a square of the zone
	Weak     int          // for a square of the zone that only the king protects
	Flank    int          // for attacks on the king flank, by the square of their number, in eighths
	Defence  int          // subtracted for each protected square of the flank
	Bare     int          // for each centipawn that the shelter lacks, in eighths
	Unsafe   int          // for a piece that could give check on a protected square
	Again    int          // for a piece that could give a safe check on several squares
	Check    [classes]int // for a piece that could give a safe check, by class
	Calm     int          // subtracted when no piece of the highest class attacks

	Shield    int    // for a pawn before the own king
	Open      int    // for a king without an own pawn on its file
	Passed    [2]int // for a passed pawn, by the square of its advance
	Late      [2]int // for a passed pawn, by the fourth power of its advance, in 64ths
	Path      [2]int // for a passed pawn with a free path, by the square
	Stopped   [2]int // for a blocked passed pawn, by the square
	Led       [2]int // for a passed pawn whose next square is protected, by the square
	Isolated  [2]int
	Doubled   [2]int
	Supported [2]int

	Chased      [classes][2]int // for a piece that a pawn attacks, by class
	Harried     [classes][2]int // for a piece that a piece of less value attacks, by class
	Loose       [2]int          // for a piece that is attacked and not protected
	Outnumbered [2]int          // for a piece attacked twice, and protected neither by a pawn nor twice
	LoosePawn   [2]int          // for a pawn that is attacked and not protected
	Restrict    [2]int          // for a square that both sides attack, and the opponent does not strongly protect
	Push        [2]int          // for each piece that a safe pawn move would attack
	Space       int             // for each attacked square of the opponent's half

	Hand  int // the value of a piece in hand, in hundredths
	Drop  int // the value of a piece in hand that can be dropped, in hundredths
	Gate  int // for each square where a piece in hand can still be gated
	Home  int // subtracted for a piece whose rebirth square is occupied, in hundredths of its value
	Tempo int // for the side to move

	Pieces  [8]int // the values of pieces by pieceOrder, in hundredths of what follows from their movement
	Pawn    [2]int // the value of a pawn
	Advance [2]int // for each rank that a pawn has advanced
	Centre  int    // for pawns on the middle files

	// The king in the middlegame, but for Active.
	Castled [2]int // one file from the middle files, and two or more
	Wander  int    // for each rank that it has advanced, up to three
	Rights  int    // for each rook that it may castle with
	Draught int    // for each adjacent file without an own pawn
	Storm   int    // for each opposing pawn in its storm zone

	Pair     [2]int // for pieces bound to both colours
	OpenFile [2]int // for a piece that moves along files, on a file without pawns
	HalfOpen [2]int // for a piece that moves along files, on a file without own pawns
	Outpost  [2]int // for a minor piece guarded by a pawn, and safe from opposing pawns
	Phalanx  [2]int // for a pawn beside another
	Chain    [2]int // for a supported pawn or one beside another, for each rank that it has advanced
	Exposed  [2]int // for an isolated or backward pawn without an opposing pawn on its file
	Same     [2]int // for a colour-bound piece and each own pawn on its colour
	Near     [2]int // for each step from a minor piece to its king
	Behind   [2]int // for a minor piece right behind a pawn
	Complex  [4]int // for the side ahead in the endgame: for each passed pawn, each pawn, pawns on both wings; always
	Scale    [3]int // of an endgame, in 64ths: without own pawns, for each, and at most with opposite-coloured bishops
	Backward [2]int // for a pawn that no other can support, and that would be captured if it advanced
	Active   int    // for each step of the king from the edge, in the endgame
}

// WeightsFor returns the weights for a variant. They were fitted, with kirke tune, for families of
// variants that differ from chess in the same part.
func WeightsFor(v *rules.Variant) Weights {
	switch {
	case v.Aftermath.Active:
		return rebirthWeights()
	case v.Gating.Hand != "":
		return gatingWeights()
	case v.Size.Area() > 64:
		return largeWeights()
	case slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Betza == piece.Sissa.Betza }):
		return compoundWeights()
	}
	return DefaultWeights()
}

// DefaultWeights returns the weights for chess and similar variants. They were fitted to 24 000
// positions of chess games that Fairy-Stockfish (hand-made evaluation, 2 000 nodes a move) played
// against itself, and to its scores of them. The weights of other families are given by their
// differences from these.
func DefaultWeights() Weights {
	return Weights{
		Square:      [2]int{7, 14},
		Mobility:    [2]int{5, 7},
		Central:     [3][2]int{{2, 2}, {6, 0}, {0, 1}},
		Forward:     [3][2]int{{1, 1}, {4, 1}, {-3, 6}},
		Crowd:       [3]int{2, 0, -3},
		Attacker:    [3]int{42, 17, 10},
		Attack:      34,
		Weak:        44,
		Flank:       2,
		Defence:     5,
		Bare:        8,
		Unsafe:      59,
		Again:       99,
		Check:       [3]int{344, 274, 265},
		Calm:        125,
		Shield:      21,
		Open:        -19,
		Passed:      [2]int{3, 8},
		Late:        [2]int{4, 3},
		Path:        [2]int{1, 6},
		Stopped:     [2]int{-1, -4},
		Led:         [2]int{1, 3},
		Isolated:    [2]int{-8, -12},
		Doubled:     [2]int{-5, -9},
		Supported:   [2]int{9, 9},
		Chased:      [3][2]int{{-72, -50}, {-81, -50}, {-75, -51}},
		Harried:     [3][2]int{{0, 0}, {-57, -29}, {-72, -32}},
		Loose:       [2]int{-39, -31},
		Outnumbered: [2]int{-16, -10},
		LoosePawn:   [2]int{-13, -19},
		Restrict:    [2]int{3, 2},
		Push:        [2]int{21, 14},
		Space:       1,
		Hand:        86,
		Drop:        110,
		Gate:        12,
		Home:        4,
		Tempo:       24,
		Pieces:      [8]int{145, 127, 127, 142, 120, 108, 90, 100},
		Pawn:        [2]int{94, 117},
		Advance:     [2]int{0, 3},
		Centre:      7,
		Castled:     [2]int{11, 72},
		Wander:      -35,
		Rights:      14,
		Draught:     -9,
		Storm:       -8,
		Pair:        [2]int{25, 49},
		OpenFile:    [2]int{19, 8},
		HalfOpen:    [2]int{11, 7},
		Outpost:     [2]int{14, 8},
		Phalanx:     [2]int{9, 5},
		Chain:       [2]int{0, 1},
		Exposed:     [2]int{-7, -8},
		Same:        [2]int{-2, -4},
		Near:        [2]int{-3, -3},
		Behind:      [2]int{8, 2},
		Complex:     [4]int{6, 6, 11, -41},
		Scale:       [3]int{17, 16, 17},
		Backward:    [2]int{-9, -9},
		Active:      18,
	}
}

// gatingWeights are for variants with pieces in hand. They were fitted to 22 000 positions of
// Seirawan chess, half from matches of Kirke and half from games of Fairy-Stockfish (hand-made
// evaluation) against itself, and to Fairy-Stockfish's scores of them after 3 000 and 4 000 nodes.
// The tempo was set by hand.
func gatingWeights() Weights {
	w := DefaultWeights()
	w.Square = [2]int{0, 13}
	w.Mobility = [2]int{7, 8}
	w.Central = [3][2]int{{17, 6}, {12, 2}, {-1, 3}}
	w.Forward = [3][2]int{{4, 5}, {2, 5}, {-10, 8}}
	w.Crowd = [3]int{5, 0, -1}
	w.Attacker = [3]int{36, 28, 8}
	w.Attack = 46
	w.Weak = 75
	w.Flank = 4
	w.Defence = 8
	w.Bare = 16
	w.Unsafe = 109
	w.Again = 126
	w.Check = [3]int{320, 385, 267}
	w.Calm = 199
	w.Shield = 16
	w.Open = -17
	w.Passed = [2]int{0, 7}
	w.Late = [2]int{6, 5}
	w.Path = [2]int{1, 8}
	w.Stopped = [2]int{-3, 0}
	w.Led = [2]int{3, 5}
	w.Isolated = [2]int{-10, -10}
	w.Doubled = [2]int{-2, -8}
	w.Supported = [2]int{9, 11}
	w.Chased = [3][2]int{{-113, -59}, {-110, -59}, {-90, -52}}
	w.Harried = [3][2]int{{0, 0}, {-101, -37}, {-113, -39}}
	w.Loose = [2]int{-39, -39}
	w.Outnumbered = [2]int{-18, -12}
	w.LoosePawn = [2]int{-11, -21}
	w.Restrict = [2]int{4, 0}
	w.Push = [2]int{32, 16}
	w.Space = 0
	w.Hand = 92
	w.Tempo = 40
	w.Pieces = [8]int{129, 122, 119, 128, 152, 128, 90, 100}
	w.Pawn = [2]int{93, 131}
	w.Advance = [2]int{-3, 1}
	w.Centre = 6
	w.Castled = [2]int{23, 133}
	w.Wander = -44
	w.Rights = 26
	w.Draught = -19
	w.Storm = -10
	w.Pair = [2]int{42, 41}
	w.OpenFile = [2]int{22, 13}
	w.HalfOpen = [2]int{8, 6}
	w.Outpost = [2]int{21, 9}
	w.Phalanx = [2]int{8, 8}
	w.Chain = [2]int{1, 0}
	w.Exposed = [2]int{-11, -12}
	w.Same = [2]int{-1, -10}
	w.Near = [2]int{-6, 0}
	w.Behind = [2]int{9, 2}
	w.Complex = [4]int{6, 6, 11, -34}
	w.Scale = [3]int{20, 21, 25}
	w.Backward = [2]int{-4, -5}
	w.Active = 16
	return w
}

// rebirthWeights are for variants in which captured pieces are reborn. They were fitted to 10 286
// positions of 350 games of Circe against itself.
func rebirthWeights() Weights {
	w := largeWeights()
	w.Square = [2]int{10, 21}
	w.Mobility = [2]int{9, 16}
	w.Attacker = [3]int{44, 18, 10}
	w.Attack = 56
	w.Weak = 73
	w.Check = [3]int{346, 334, 249}
	w.Calm = 124
	w.Shield = 23
	w.Open = -19
	w.Passed = [2]int{2, 9}
	w.Isolated = [2]int{-5, -15}
	w.Doubled = [2]int{-4, -14}
	w.Supported = [2]int{11, 10}
	w.Chased = [3][2]int{{-71, -50}, {-71, -50}, {-71, -50}}
	w.Harried = [3][2]int{{0, 0}, {-51, -30}, {-51, -30}}
	w.Loose = [2]int{-34, -28}
	w.Space = 3
	w.Home = 5
	w.Tempo = 17
	w.Pieces = [8]int{55, 100, 88, 175, 120, 108, 90, 100}
	w.Pawn = [2]int{43, 122}
	w.Advance = [2]int{3, 6}
	w.Centre = 9
	w.Castled = [2]int{7, 44}
	w.Wander = -44
	w.Active = 10
	return w
}

// largeWeights are for larger boards. They were fitted to 30 588 positions of 350 games of Sissa
// against itself. The weights of compound and rebirth variants were fitted from the same start, and
// are given by their differences from these.
func largeWeights() Weights {
	w := DefaultWeights()
	w.Square = [2]int{13, 13}
	w.Mobility = [2]int{0, 10}
	w.Central = [3][2]int{{2, 2}, {1, 1}, {1, 2}}
	w.Forward = [3][2]int{{1, 1}, {1, 1}, {-1, 2}}
	w.Crowd = [3]int{2, -2, -2}
	w.Attacker = [3]int{43, 18, 9}
	w.Attack = 53
	w.Weak = 80
	w.Defence = 4
	w.Unsafe = 60
	w.Again = 100
	w.Check = [3]int{362, 347, 240}
	w.Calm = 122
	w.Shield = 32
	w.Open = -20
	w.Passed = [2]int{1, 14}
	w.Late = [2]int{3, 2}
	w.Path = [2]int{1, 4}
	w.Stopped = [2]int{-1, -3}
	w.Led = [2]int{1, 1}
	w.Isolated = [2]int{-7, -22}
	w.Doubled = [2]int{-6, -25}
	w.Supported = [2]int{20, 17}
	w.Chased = [3][2]int{{-70, -52}, {-70, -52}, {-70, -52}}
	w.Harried = [3][2]int{{0, 0}, {-60, -31}, {-60, -31}}
	w.Loose = [2]int{-36, -28}
	w.Outnumbered = [2]int{-15, -10}
	w.LoosePawn = [2]int{-10, -15}
	w.Restrict = [2]int{3, 3}
	w.Push = [2]int{18, 14}
	w.Space = 0
	w.Tempo = 15
	w.Pieces = [8]int{107, 112, 103, 106, 120, 108, 110, 100}
	w.Pawn = [2]int{106, 110}
	w.Advance = [2]int{0, 9}
	w.Centre = 5
	w.Castled = [2]int{9, 54}
	w.Wander = -54
	w.Rights = 15
	w.Draught = -8
	w.Pair = [2]int{22, 36}
	w.OpenFile = [2]int{20, 8}
	w.HalfOpen = [2]int{9, 6}
	w.Phalanx = [2]int{6, 6}
	w.Chain = [2]int{3, 2}
	w.Exposed = [2]int{-6, -10}
	w.Complex = [4]int{4, 5, 10, -48}
	w.Scale = [3]int{40, 7, 26}
	w.Backward = [2]int{-8, -10}
	w.Active = 7
	return w
}

// compoundWeights are for 8×8 boards with a Sissa and other strong pieces. They were fitted to 17
// 030 positions of 350 games of Cetran Chess 2 against itself.
func compoundWeights() Weights {
	w := largeWeights()
	w.Square = [2]int{7, 14}
	w.Mobility = [2]int{3, 11}
	w.Attacker = [3]int{49, 18, 9}
	w.Attack = 61
	w.Check = [3]int{419, 333, 255}
	w.Calm = 104
	w.Shield = 18
	w.Open = -17
	w.Passed = [2]int{2, 10}
	w.Isolated = [2]int{-5, -11}
	w.Doubled = [2]int{-4, -12}
	w.Supported = [2]int{12, 10}
	w.Chased = [3][2]int{{-66, -50}, {-66, -50}, {-66, -50}}
	w.Harried = [3][2]int{{0, 0}, {-58, -31}, {-58, -31}}
	w.Loose = [2]int{-39, -29}
	w.Pieces = [8]int{140, 94, 70, 94, 98, 115, 85, 96}
	w.Pawn = [2]int{125, 156}
	w.Advance = [2]int{0, 0}
	w.Centre = 4
	w.Castled = [2]int{10, 64}
	w.Wander = -64
	return w
}
