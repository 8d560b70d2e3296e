package train

import (
	"math"
	"testing"

	"github.com/kirke-chess/kirke/engine"
)

// TestFitChances: a fit to results that follow a model finds the model, and foretells them as well as can
// be. Compare then says what was observed.
func TestFitChances(t *testing.T) {
	want := engine.ChanceModel{Even: [2]float64{400, 80}, Width: [2]float64{150, 220}}
	c := Chances{counts: map[chanceKey]*[3]float64{}}
	for part := 1; part <= partSteps; part++ {
		chances := want.At(float64(part) / partSteps)
		for score := -120; score <= 120; score++ {
			win, loss := chances.Win(float64(score*scoreStep)), chances.Win(float64(-score*scoreStep))
			const games = 1000
			c.counts[chanceKey{score, part}] = &[3]float64{games * loss, games * (1 - win - loss), games * win}
			c.Positions += games
		}
	}
	got := c.Fit(engine.DefaultChances())
	for i, off := range []float64{
		got.Even[0] - want.Even[0], got.Even[1] - want.Even[1],
		got.Width[0] - want.Width[0], got.Width[1] - want.Width[1],
	} {
		if math.Abs(off) > 3 {
			t.Errorf("number %d of %+v is off by %.1f", i, got, off)
		}
	}
	if loss, least := c.Loss(got), c.Loss(want); loss > least+1e-4 {
		t.Errorf("the error is %f, that of the right model %f", loss, least)
	}
	for _, row := range c.Compare(want, -300, 0, 300) {
		if row.Positions == 0 {
			t.Errorf("no position is near %d", row.Score)
		}
		for i := range row.Expected {
			if math.Abs(row.Expected[i]-row.Observed[i]) > 1e-9 {
				t.Errorf("near %d: expected %v, observed %v", row.Score, row.Expected, row.Observed)
			}
		}
	}
}

// TestFitExtremes: a fit ends, with chances that can be, where larger numbers always foretell the results a
// little better: all games are drawn, or nearly none though the scores are even.
func TestFitExtremes(t *testing.T) {
	for _, counts := range [][3]float64{{0, 100, 0}, {45, 1, 54}, {100, 0, 0}, {0, 0, 100}, {50, 0, 50}} {
		c := Chances{counts: map[chanceKey]*[3]float64{}}
		for part := range partSteps {
			for score := -50; score <= 50; score++ {
				c.counts[chanceKey{score, part}] = &counts
				c.Positions += 100
			}
		}
		m := c.Fit(engine.DefaultChances())
		if loss, before := c.Loss(m), c.Loss(engine.DefaultChances()); loss >= before {
			t.Errorf("%v: the error was %f and is %f with %+v", counts, before, loss, m)
		}
		for part := range partSteps + 1 {
			chances := m.At(float64(part) / partSteps)
			if win, loss := chances.Win(30), chances.Win(-30); win+loss > 1 {
				t.Errorf("%v: %+v wins %f and loses %f", counts, m, win, loss)
			}
		}
	}
}
