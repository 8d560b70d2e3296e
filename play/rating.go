package play

import (
	"math"
	"strconv"
	"time"

	"github.com/kirke-chess/kirke"
)

// Rating is a player's rating by the Glicko-2 system (Glickman, "Example of the Glicko-2 system"),
// on the scale of Glicko.
type Rating struct {
	Rating     float64   `json:"rating"`
	Deviation  float64   `json:"deviation"`  // of the normal distribution around Rating
	Volatility float64   `json:"volatility"` // how erratic the results are
	Games      int       `json:"games"`
	At         time.Time `json:"at"` // of the last game
}

// NewRating is the rating of a new player.
var NewRating = Rating{Rating: 1500, Deviation: 350, Volatility: 0.06}

// Constants of the system.
const (
	// RatingTau limits how fast volatility changes.
	RatingTau = 0.5
	// RatingPeriod is the time in which the deviation of a player who does not play grows by one
	// step. Each game is a period of its own, with a single result.
	RatingPeriod = 5 * Day
	// Uncertain is the deviation above which a rating is provisional.
	Uncertain = 110

	glickoScale = 173.7178
)

// Provisional reports whether the rating is still uncertain.
func (r Rating) Provisional() bool { return r.Deviation > Uncertain }

// Text returns the rating for people: "1662", or "1662?" while it is provisional.
func (r Rating) Text() string { return RatingText(r.Rating, r.Provisional()) }

// RatingText returns a rating as Rating.Text does.
func RatingText(rating float64, provisional bool) string {
	text := strconv.FormatFloat(rating, 'f', 0, 64)
	if provisional {
		text += "?"
	}
	return text
}

// Result is the result of one game for a rating.
type Result struct {
	Opponent Rating
	Score    float64 // 1, 0.5 or 0
}

// After returns the rating after a period with these results, by steps 2 to 8 of Glickman's paper.
// Without results only the deviation grows.
func (r Rating) After(results []Result, tau float64) Rating {
	mu, phi := (r.Rating-1500)/glickoScale, r.Deviation/glickoScale
	sigma := r.Volatility
	if len(results) == 0 {
		r.Deviation = math.Hypot(phi, sigma) * glickoScale
		return r
	}
	var inverse, sum float64 // 1 / variance; the score minus the expected score
	for _, game := range results {
		muJ, phiJ := (game.Opponent.Rating-1500)/glickoScale, game.Opponent.Deviation/glickoScale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		inverse += g * g * e * (1 - e)
		sum += g * (game.Score - e)
	}
	v := 1 / inverse
	sigma = volatility(sigma, phi, v, v*sum, tau)
	before := math.Hypot(phi, sigma)
	phi = 1 / math.Sqrt(1/(before*before)+inverse)
	r.Rating = 1500 + glickoScale*(mu+phi*phi*sum)
	r.Deviation = glickoScale * phi
	r.Volatility = sigma
	r.Games += len(results)
	return r
}

// volatility returns the new volatility: the root of the function of step 5, by the Illinois
// variant of regula falsi.
func volatility(sigma, phi, v, delta, tau float64) float64 {
	const enough = 1e-6
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	lo, hi := a, a-tau
	if excess := delta*delta - phi*phi - v; excess > 0 {
		hi = math.Log(excess)
	} else {
		for f(hi) < 0 {
			hi -= tau
		}
	}
	fLo, fHi := f(lo), f(hi)
	for steps := 0; math.Abs(hi-lo) > enough && steps < 100; steps++ {
		mid := lo + (lo-hi)*fLo/(fHi-fLo)
		fMid := f(mid)
		if fMid*fHi <= 0 {
			lo, fLo = hi, fHi
		} else {
			fLo /= 2
		}
		hi, fHi = mid, fMid
	}
	return math.Exp(lo / 2)
}

// at returns the rating at a later time. Its deviation grows while the player does not play, up to
// that of a new player.
func (r Rating) at(now time.Time) Rating {
	if r.Games == 0 || !now.After(r.At) {
		return r
	}
	periods := float64(now.Sub(r.At)) / float64(RatingPeriod)
	step := r.Volatility * glickoScale
	r.Deviation = min(NewRating.Deviation, math.Sqrt(r.Deviation*r.Deviation+periods*step*step))
	return r
}

// Rate returns the ratings of White and Black after a game between them. A result other than "1-0",
// "0-1" and "1/2-1/2" changes nothing.
func Rate(white, black Rating, result string, now time.Time) (newWhite, newBlack Rating) {
	var score float64
	switch result {
	case kirke.WhiteWins.String():
		score = 1
	case kirke.Drawn.String():
		score = 0.5
	case kirke.BlackWins.String():
	default:
		return white, black
	}
	w, b := white.at(now), black.at(now)
	newWhite = w.After([]Result{{b, score}}, RatingTau)
	newBlack = b.After([]Result{{w, 1 - score}}, RatingTau)
	newWhite.At, newBlack.At = eventTime(now), eventTime(now)
	return newWhite, newBlack
}

// Family returns the games that share ratings with a variant, so that chess960 is rated with chess,
// circe-strict with circe, and progressive+circe by itself. A variant that is not known is its own.
func Family(variant string) string {
	v, err := kirke.Lookup(variant)
	if err != nil {
		return variant
	}
	return v.RatingFamily()
}
