package engine

import (
	"math"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// This file turns scores into expected results.

// ChanceModel says how likely a side wins, by its score and how many of the pieces that a game begins
// with are still on the board: a logistic whose middle and width change along a line from no pieces to
// all of them. docs/engine.md says how it is fitted.
type ChanceModel struct {
	Even  [2]float64 // the score in centipawns at which a side wins half its games
	Width [2]float64 // of the logistic, in centipawns
}

// fittedChances is the model of games of Kirke with itself.
var fittedChances = ChanceModel{Even: [2]float64{422, 58}, Width: [2]float64{220, 227}}

// DefaultChances returns the model that Chances follow.
func DefaultChances() ChanceModel { return fittedChances }

// At returns the chances with a part of the pieces left.
func (m ChanceModel) At(part float64) Chances {
	between := func(ends [2]float64) float64 { return ends[0] + (ends[1]-ends[0])*part }
	const least = 1 // of a width
	return Chances{even: between(m.Even), width: max(least, between(m.Width))}
}

// Chances turn the scores of a position into expected results.
type Chances struct{ even, width float64 }

// ChancesIn returns the chances in a position.
func ChancesIn(p kirke.Position) Chances {
	left, whole := len(rules.OccupiedSquares(p.Rules(), nil)), piecesAtStart(p.Variant())
	return fittedChances.At(PartLeft(left, whole))
}

// PartLeft returns which part of the pieces is left, at most 1.
func PartLeft(left, whole int) float64 { return min(1, float64(left)/float64(max(1, whole))) }

// piecesAtStart returns how many pieces are on the board when a game begins, 0 if that is not known.
func piecesAtStart(v *kirke.Variant) (n int) {
	start, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		return 0
	}
	for _, pc := range start.Board {
		if pc != 0 {
			n++
		}
	}
	return n
}

// Win returns how likely the side with a score wins. The other side wins with the chance of the score's
// negative; the rest is drawn.
func (c Chances) Win(score float64) float64 { return 1 / (1 + math.Exp((c.even-score)/c.width)) }

// Of returns how many of 1000 games a side with a score wins, draws and loses.
func (c Chances) Of(s Score) (win, draw, loss int) {
	if n, mate := s.Mate(); mate {
		if n > 0 {
			return 1000, 0, 0
		}
		return 0, 0, 1000
	}
	win, loss = int(math.Round(1000*c.Win(float64(s)))), int(math.Round(1000*c.Win(-float64(s))))
	return win, max(0, 1000-win-loss), loss
}
