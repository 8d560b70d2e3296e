package tablebase

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/kirke-chess/kirke"
)

// Value is what a position is worth to the side to move, with the distance to mate (DTM) or to whatever
// else wins, in half-moves: 0 is a draw; n > 0 is a win in n−1
// half-moves, n < 0 a loss in −n−1. So −1 is mate.
type Value int16

// impossible stands for a number without a position.
const impossible Value = math.MinInt16

// longest is the most half-moves that a Value can count.
const longest = math.MaxInt16 - 1

// Plies returns in how many half-moves the game is decided, 0 for a draw.
func (v Value) Plies() int {
	switch {
	case v > 0:
		return int(v) - 1
	case v < 0:
		return -int(v) - 1
	}
	return 0
}

// String returns "draw", or who wins and in how many half-moves.
func (v Value) String() string { return v.Verdict().String() }

// Verdict is a Value for other programs.
type Verdict struct {
	Result string `json:"result" enum:"win,draw,loss" doc:"Of the side to move."`
	Plies  int    `json:"plies" doc:"Half-moves until the game is decided, 0 for a draw."`
}

// Verdict returns the value as other programs read it.
func (v Value) Verdict() Verdict {
	return Verdict{[]string{"loss", "draw", "win"}[cmp.Compare(v, 0)+1], v.Plies()}
}

// String returns what Value.String returns.
func (v Verdict) String() string {
	switch v.Result {
	case "win":
		return "won in " + Plies(v.Plies)
	case "loss":
		return "lost in " + Plies(v.Plies)
	}
	return "draw"
}

// Plies returns a number of half-moves in words: "1 half-move", "17 half-moves".
func Plies(n int) string {
	if n == 1 {
		return "1 half-move"
	}
	return fmt.Sprintf("%d half-moves", n)
}

// before returns what a position is worth from which a move leads to one worth v.
func (v Value) before() Value {
	switch {
	case v > 0:
		return -v - 1
	case v < 0:
		return -v + 1
	}
	return 0
}

// rank puts values in the order of preference.
func (v Value) rank() int {
	switch {
	case v > 0:
		return math.MaxInt16 - int(v)
	case v < 0:
		return -math.MaxInt16 - int(v)
	}
	return 0
}

// sortAnswers puts the best moves first.
func sortAnswers(all []Answer) {
	slices.SortStableFunc(all, func(a, b Answer) int { return b.Value.rank() - a.Value.rank() })
}

// valueOfEnd returns what the end of the game is worth to the side to move.
func valueOfEnd(p kirke.Position, o kirke.Outcome) Value {
	switch o.Result {
	case kirke.Win(p.Turn()):
		return 1
	case kirke.Win(p.Turn().Other()):
		return -1
	}
	return 0
}
