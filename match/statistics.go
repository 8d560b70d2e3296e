package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
)

// Tally counts games from one engine's side.
type Tally struct {
	Won, Drawn, Lost int
}

// Games returns how many games there are.
func (t Tally) Games() int { return t.Won + t.Drawn + t.Lost }

// Points returns a point for each win and half a point for each draw.
func (t Tally) Points() float64 { return float64(t.Won) + float64(t.Drawn)/2 }

// Plus returns the sum of two tallies.
func (t Tally) Plus(u Tally) Tally { return Tally{t.Won + u.Won, t.Drawn + u.Drawn, t.Lost + u.Lost} }

// Reversed returns the tally from the other engine's side.
func (t Tally) Reversed() Tally { return Tally{t.Lost, t.Drawn, t.Won} }

// Pairs counts pairs of games, one opening with both colours, by the half-points of the first
// engine, 0 to 4.
type Pairs [5]int

// Count returns how many pairs there are.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Estimate is what a score says about the difference in strength.
type Estimate struct {
	Score float64 // points a game of the first engine, 0 to 1
	// Elo is the difference that makes the score most likely, infinite for a score of 0 or 1. It
	// lies between Low and High with a likelihood of 95 %.
	Elo, Low, High float64
	LOS            float64 // the likelihood that the first engine is the stronger, 0 to 1
	Model          string  // "pentanomial" or "trinomial"
}

// normal95 is the number of standard deviations to either side that hold 95 %.
const normal95 = 1.959964

// NewEstimate returns the estimate from a tally and the complete pairs of games in it. It takes the
// score to be normally distributed. From two pairs on the variance is that of the scores of pairs
// (pentanomial), which does not grow with openings that favour a colour; before, it is that of the
// scores of games (trinomial). Without a game the estimate is even.
func NewEstimate(t Tally, pairs Pairs) Estimate {
	n := float64(t.Games())
	if n == 0 {
		return Estimate{Score: 0.5, Low: math.Inf(-1), High: math.Inf(1), LOS: 0.5, Model: "trinomial"}
	}
	e := Estimate{Score: t.Points() / n, Model: "trinomial"}
	_, variance := moments([]float64{0, 0.5, 1}, []float64{float64(t.Lost), float64(t.Drawn), float64(t.Won)})
	deviation := math.Sqrt(variance / n)
	if pairs.Count() >= 2 {
		e.Model = "pentanomial"
		_, variance = moments(pairScores, pairs.weights(0))
		deviation = math.Sqrt(variance / (n / 2))
	}
	e.Elo = Elo(e.Score)
	e.Low, e.High = Elo(max(e.Score-normal95*deviation, 0)), Elo(min(e.Score+normal95*deviation, 1))
	switch ahead := e.Score - 0.5; {
	case ahead == 0:
		e.LOS = 0.5
	default:
		e.LOS = math.Erfc(-ahead/deviation/math.Sqrt2) / 2
	}
	return e
}

// Elo returns the difference in Elo that a score between 0 and 1 shows, infinite
// at its ends.
func Elo(score float64) float64 { return -400 * math.Log10(1/score-1) }

// Score returns the score between 0 and 1 to expect of a difference in Elo.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// pairScores are the scores of a pair as points a game.
var pairScores = []float64{0, 0.25, 0.5, 0.75, 1}

// weights returns the counts, none of them less than least.
func (p Pairs) weights(least float64) []float64 {
	w := make([]float64, len(p))
	for i, n := range p {
		w[i] = max(float64(n), least)
	}
	return w
}

// moments returns mean and variance of values that occur so often.
func moments(values, weights []float64) (mean, variance float64) {
	var n float64
	for i, w := range weights {
		n += w
		mean += w * values[i]
	}
	mean /= n
	for i, w := range weights {
		variance += w * (values[i] - mean) * (values[i] - mean)
	}
	return mean, variance / n
}

// SPRT is a sequential probability ratio test of two hypotheses: the first engine is stronger by
// Elo0, or by Elo1. A match with a test ends when it is decided.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // the allowed errors of either kind; 0 is 0.05
}

// ParseSPRT reads "ELO0:ELO1", such as "0:10".
func ParseSPRT(text string) (*SPRT, error) {
	low, high, _ := strings.Cut(text, ":")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	const most = 2000
	if err0 != nil || err1 != nil || !(elo0 < elo1) || elo0 < -most || elo1 > most {
		return nil, fmt.Errorf("%q is not two differences in Elo, the smaller first, such as 0:10", text)
	}
	return &SPRT{Elo0: elo0, Elo1: elo1}, nil
}

// Bounds returns the ratio at or below which the first hypothesis is accepted, and the
// one at or above which the second is.
func (s *SPRT) Bounds() (lower, upper float64) {
	alpha, beta := s.Alpha, s.Beta
	if alpha == 0 {
		alpha = 0.05
	}
	if beta == 0 {
		beta = 0.05
	}
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// LLR returns the logarithm of the likelihood ratio of the hypotheses, for complete pairs of games
// whose scores are taken to be normally distributed. A score that has not occurred counts as a
// thousandth of a pair, so that the variance is never zero.
func (s *SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	const least = 0.001
	weights := p.weights(least)
	mean, variance := moments(pairScores, weights)
	n := 0.0
	for _, w := range weights {
		n += w
	}
	s0, s1 := Score(s.Elo0), Score(s.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// LeastPairs is how many pairs of games a test takes at least: the variance of fewer says nothing, and is
// 0 if all have one score.
const LeastPairs = 10

// Decided returns -1 if the first hypothesis is accepted, 1 if the second is, and 0 while the test
// is undecided.
func (s *SPRT) Decided(p Pairs) int {
	if p.Count() < LeastPairs {
		return 0
	}
	lower, upper := s.Bounds()
	switch llr := s.LLR(p); {
	case llr <= lower:
		return -1
	case llr >= upper:
		return 1
	}
	return 0
}

// Standing is how a match stands.
type Standing struct {
	Names [2]string // of the engines
	// AsWhite and AsBlack are the first engine's games.
	AsWhite, AsBlack Tally
	Pairs            Pairs
	Effort           [2]Effort         // by engine, in the games of this run
	Endings          map[string]int    // games by the reason for their end
	Faults           [2]map[string]int // games that each engine lost by its own fault, by the reason

	open map[int]int // half-points of the first engine, by pairs with one game played
}

// Tally returns all games of the first engine.
func (s *Standing) Tally() Tally { return s.AsWhite.Plus(s.AsBlack) }

// Estimate returns what the games say about the difference in strength.
func (s *Standing) Estimate() Estimate { return NewEstimate(s.Tally(), s.Pairs) }

// faults are the endings that are an engine's own fault.
var faults = map[string]bool{
	IllegalMove: true, RefusedMove: true, Crash: true, Stall: true, kirke.TimeForfeit.String(): true,
}

// add counts a game.
func (s *Standing) add(r Record) {
	half := 1
	switch r.Result {
	case kirke.WhiteWins:
		half = 2 - 2*r.White
	case kirke.BlackWins:
		half = 2 * r.White
	}
	one := [3]Tally{{Lost: 1}, {Drawn: 1}, {Won: 1}}[half]
	if r.White == 0 {
		s.AsWhite = s.AsWhite.Plus(one)
	} else {
		s.AsBlack = s.AsBlack.Plus(one)
	}
	for i := range s.Effort {
		s.Effort[i].add(r.Effort[i])
	}
	if s.Endings == nil {
		s.Endings, s.open = map[string]int{}, map[int]int{}
		s.Faults = [2]map[string]int{{}, {}}
	}
	s.Endings[r.Ending]++
	if faults[r.Ending] && half != 1 {
		s.Faults[half/2][r.Ending]++
	}
	pair := (r.Number - 1) / 2
	if other, ok := s.open[pair]; ok {
		delete(s.open, pair)
		s.Pairs[half+other]++
	} else {
		s.open[pair] = half
	}
}
