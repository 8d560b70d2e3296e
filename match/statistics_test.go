package match

import (
	"math"
	"testing"

	"github.com/kirke-chess/kirke"
)

func near(a, b, by float64) bool { return a == b || math.Abs(a-b) <= by }

// TestEstimate compares with figures worked out by hand.
func TestEstimate(t *testing.T) {
	inf := math.Inf(1)
	cases := []struct {
		tally          Tally
		pairs          Pairs
		score          float64
		elo, low, high float64
		los            float64
		model          string
	}{
		{Tally{}, Pairs{}, 0.5, 0, -inf, inf, 0.5, "trinomial"},
		// 6 of 10: mean 0.6, variance 0.5·0.16 + 0.2·0.01 + 0.3·0.36 = 0.19, deviation √0.019 =
		// 0.13784, so 0.32984 to 0.87016, and LOS Φ(0.72548).
		{Tally{5, 2, 3}, Pairs{}, 0.6, 70.437, -123.152, 330.480, 0.7659, "trinomial"},
		// The same games in pairs of 1, 1, 1, 1 and 2 points: variance 4·0.01 + 1·0.16 over 5 =
		// 0.04, deviation √0.008 = 0.08944, so 0.42470 to 0.77530, and LOS Φ(1.11803).
		{Tally{5, 2, 3}, Pairs{0, 0, 4, 0, 1}, 0.6, 70.437, -52.728, 215.151, 0.8682, "pentanomial"},
		{Tally{4, 0, 0}, Pairs{4: 2}, 1, inf, inf, inf, 1, "pentanomial"},
		{Tally{0, 4, 0}, Pairs{2: 2}, 0.5, 0, 0, 0, 0.5, "pentanomial"},
	}
	for _, c := range cases {
		e := NewEstimate(c.tally, c.pairs)
		if !near(e.Score, c.score, 1e-9) || !near(e.Elo, c.elo, 1e-3) || !near(e.Low, c.low, 0.01) ||
			!near(e.High, c.high, 0.01) ||
			!near(e.LOS, c.los, 1e-4) || e.Model != c.model {
			t.Errorf("%+v %v: %+v, want %+v", c.tally, c.pairs, e, c)
		}
	}
}

// TestSPRT compares with figures worked out by hand.
func TestSPRT(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10}
	if lower, upper := s.Bounds(); !near(lower, -2.944439, 1e-6) || !near(upper, 2.944439, 1e-6) {
		t.Errorf("the bounds are %v and %v", lower, upper)
	}
	// s0 = 0.5, s1 = 0.514388; 100 pairs with mean 0.55 and variance
	// (10·0.3025 + 20·0.09 + 30·0.0025 + 20·0.04 + 20·0.2025)/100 = 0.0975:
	// 100·0.014388·(1.1 − 1.014388)/(2·0.0975).
	if llr := s.LLR(Pairs{10, 20, 30, 20, 20}); !near(llr, 0.63166, 1e-4) {
		t.Errorf("the ratio is %v", llr)
	}
	for _, c := range []struct {
		pairs Pairs
		want  int
	}{{Pairs{}, 0}, {Pairs{1, 1, 1, 1, 1}, 0}, {Pairs{4: 1}, 0}, {Pairs{0: 9}, 0}, {Pairs{2: 9}, 0},
		{Pairs{4: 10}, 1}, {Pairs{0: 10}, -1}, {Pairs{0, 0, 100, 300, 0}, 1}, {Pairs{0, 300, 100, 0, 0}, -1}} {
		if got := s.Decided(c.pairs); got != c.want {
			t.Errorf("%v: %d, want %d", c.pairs, got, c.want)
		}
	}
	for text, good := range map[string]bool{"0:10": true, "-5:0.5": true, "10:0": false, "5": false, "a:b": false,
		"0:NaN": false, "-Inf:1": false} {
		if _, err := ParseSPRT(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestStanding: games are counted for the first engine, by colour and by pair.
func TestStanding(t *testing.T) {
	var s Standing
	for _, r := range []Record{
		{Number: 1, White: 0, Result: kirke.WhiteWins, Ending: "mate"},
		{Number: 4, White: 1, Result: kirke.WhiteWins, Ending: Crash},
		{Number: 2, White: 1, Result: kirke.Drawn, Ending: "stalemate"},
		{Number: 3, White: 0, Result: kirke.BlackWins, Ending: "mate"},
		{Number: 5, White: 0, Result: kirke.WhiteWins, Ending: Crash},
	} {
		s.add(r)
	}
	if s.AsWhite != (Tally{2, 0, 1}) || s.AsBlack != (Tally{0, 1, 1}) || s.Pairs != (Pairs{1, 0, 0, 1, 0}) {
		t.Errorf("%+v", s)
	}
	if s.Endings["mate"] != 2 || s.Faults[0][Crash] != 1 || s.Faults[1][Crash] != 1 {
		t.Errorf("%+v", s)
	}
}
