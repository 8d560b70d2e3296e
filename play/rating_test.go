package play

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The worked example of Glickman's paper.
func TestGlickmansExample(t *testing.T) {
	player := Rating{Rating: 1500, Deviation: 200, Volatility: 0.06}
	got := player.After([]Result{
		{Rating{Rating: 1400, Deviation: 30}, 1},
		{Rating{Rating: 1550, Deviation: 100}, 0},
		{Rating{Rating: 1700, Deviation: 300}, 0},
	}, 0.5)
	near := func(name string, got, want, by float64) {
		if math.Abs(got-want) > by {
			t.Errorf("the %s is %.5f, and in the paper %.5f", name, got, want)
		}
	}
	near("rating", got.Rating, 1464.06, 0.01)
	near("deviation", got.Deviation, 151.52, 0.01)
	near("volatility", got.Volatility, 0.05999, 0.00001)
	if got.Games != 3 {
		t.Errorf("%d games", got.Games)
	}
	// Without a game only the deviation changes: the square root of 200² + (0.06 · 173.7178)².
	idle := player.After(nil, 0.5)
	if idle.Rating != 1500 || idle.Volatility != 0.06 {
		t.Errorf("idle: %+v", idle)
	}
	near("idle deviation", idle.Deviation, 200.2714, 0.0001)
}

func TestRate(t *testing.T) {
	now := time.UnixMilli(1e12).UTC()
	w, b := Rate(NewRating, NewRating, "1-0", now)
	if w.Rating <= 1500 || math.Abs(w.Rating-1500-(1500-b.Rating)) > 1e-9 || w.Deviation >= 350 || w.Games != 1 ||
		!w.At.Equal(now) {
		t.Errorf("after a win of two new players: %+v, %+v", w, b)
	}
	w, b = Rate(NewRating, NewRating, "1/2-1/2", now)
	if w.Rating != 1500 || b.Rating != 1500 || w.Deviation != b.Deviation {
		t.Errorf("after a draw of two new players: %+v, %+v", w, b)
	}
	w, b = Rate(NewRating, NewRating, "*", now)
	if w != NewRating || b != NewRating {
		t.Errorf("after no result: %+v, %+v", w, b)
	}
	// Who has not played for long is less known, never less than a new player.
	known := Rating{Rating: 1500, Deviation: 50, Volatility: 0.06, Games: 100, At: now}
	if d := known.at(now.Add(RatingPeriod)).Deviation; math.Abs(d-math.Hypot(50, 0.06*glickoScale)) > 1e-9 {
		t.Errorf("the deviation after a period is %f", d)
	}
	if d := known.at(now.Add(100 * 366 * Day)).Deviation; d != 350 {
		t.Errorf("the deviation after a hundred years is %f", d)
	}
}

// TestFirstGame: a first game between two newcomers moves each by 162 points, as Glicko-2 has it
// for a deviation of 350; the ratings are provisional, and say so.
func TestFirstGame(t *testing.T) {
	w, b := Rate(NewRating, NewRating, "1-0", time.Now())
	if w.Text() != "1662?" || b.Text() != "1338?" {
		t.Errorf("the ratings are %s and %s", w.Text(), b.Text())
	}
	w.Deviation = Uncertain
	if w.Text() != "1662" {
		t.Errorf("a rating that is known is %s", w.Text())
	}
}

// TestShortGamesAreNotRated: the result of a game counts when each side has made two whole turns.
func TestShortGamesAreNotRated(t *testing.T) {
	progressive := chess("5+0")
	progressive.Variant = "progressive"
	for _, test := range []struct {
		terms    Terms
		moves    string
		end      Verb
		rated    bool
		tooShort bool
	}{
		{chess("5+0"), "e4 e5 Nf3", Resign, false, true},
		{chess("5+0"), "f3 e5 g4 Qh4", "", true, false},
		{chess("5+0"), "e4 e5 Nf3 Nc6", Resign, true, false},
		{chess("5+0"), "e4", Abort, false, false},
		{chess("5+0"), "", "", true, false}, // may still be
		{progressive, "e4 e5 Nf6 Nf3 d4 d5 d6 Nc6", Resign, false, true},
		{progressive, "e4 e5 Nf6 Nf3 d4 d5 d6 Nc6 a6 a5", Resign, true, false},
	} {
		inBubble(t, func(t *testing.T) *table {
			test.terms.Rated = true
			g := sit(t, test.terms)
			g.plays(test.moves)
			if test.end != "" {
				g.must(White, Command{Do: test.end})
			}
			if g.g.Rated() != test.rated || g.g.TooShort() != test.tooShort {
				t.Errorf("after %q, %s: rated %v, too short %v", test.moves, test.end, g.g.Rated(), g.g.TooShort())
			}
			return g
		})
	}
}

// Whatever the results, ratings stay finite, a win never costs and a loss never pays.
func TestRatingsAreSane(t *testing.T) {
	any := func(t *rapid.T, name string) Rating {
		return Rating{
			Rating:     rapid.Float64Range(100, 3500).Draw(t, name),
			Deviation:  rapid.Float64Range(20, 350).Draw(t, name+" deviation"),
			Volatility: rapid.Float64Range(0.01, 0.3).Draw(t, name+" volatility"),
			Games:      5,
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		w, b := any(t, "white"), any(t, "black")
		result := rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2"}).Draw(t, "result")
		w2, b2 := Rate(w, b, result, time.Now())
		for _, r := range []Rating{w2, b2} {
			if math.IsNaN(r.Rating) || math.IsInf(r.Rating, 0) || !(r.Deviation > 0 && r.Deviation < 400) ||
				!(r.Volatility > 0 && r.Volatility < 1) {
				t.Fatalf("%+v", r)
			}
		}
		if result == "1-0" && (w2.Rating < w.Rating || b2.Rating > b.Rating) {
			t.Fatalf("White won: %+v, %+v", w2, b2)
		}
	})
}

func TestFamily(t *testing.T) {
	for variant, want := range map[string]string{
		"chess": "chess", "chess960": "chess", "seirawan-sjaak": "seirawan", "seirawan960": "seirawan",
		"cetran2":         "cetran",
		"symmetric-sissa": "sissa", "circe-strict": "circe", "anticirce-calvet": "anticirce",
		"progressive+circe":                       "progressive+circe",
		"progressive-italian+circe-rex-inclusive": "progressive+circe",
	} {
		if got := Family(variant); got != want {
			t.Errorf("%s is of the family %s, want %s", variant, got, want)
		}
	}
}
