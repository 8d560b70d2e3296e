package train

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/engine/nets"
)

// This file fits how often a score wins, draws and loses.

// chanceKey is what a position says of its result: the score and the part of the pieces that is left,
// both rounded.
type chanceKey struct{ score, part int }

// The steps of a chanceKey, in centipawns and as parts of all pieces.
const (
	scoreStep = 10
	partSteps = 20
)

// Chances counts the results of games by the scores of their positions.
type Chances struct {
	Positions int
	Games     uint64
	counts    map[chanceKey]*[3]float64 // positions whose side to move lost, drew and won
}

// Add counts the positions of a file, which names its game.
func (c *Chances) Add(name string) error {
	f, err := formatOf(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := f.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if r.Header.Static > 0 {
		return fmt.Errorf("%s has positions near those of games, with static evaluations", name)
	}
	if c.counts == nil {
		c.counts = map[chanceKey]*[3]float64{}
	}
	c.Games += r.Header.Games
	learned := r.Header.Player > HandMade || r.Header.Player == 0 && nets.ComesWith(f.Game)
	for s := (Sample{}); ; {
		switch err := r.Next(&s); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		part := engine.PartLeft(s.Position.Pieces, f.pieces)
		score := engine.Score(s.Score)
		if learned { // it is in the file as the network learns it
			score = engine.Faded(score, engine.PartLeft(f.In.Left(&s.Position), f.full))
		}
		at := chanceKey{int(math.Round(float64(score) / scoreStep)), int(math.Round(part * partSteps))}
		if c.counts[at] == nil {
			c.counts[at] = &[3]float64{}
		}
		won := s.Result
		if s.Position.Turn == kirke.Black {
			won = WhiteWins - won
		}
		c.counts[at][won]++
		c.Positions++
	}
}

// formatOf returns the format of a file of positions, for the game that it names.
func formatOf(name string) (*Format, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	id, err := readStart(file, make([]byte, oldSize))
	if err != nil {
		return nil, err
	}
	v, err := kirke.Lookup(id)
	if err != nil {
		return nil, err
	}
	return NewFormat(v)
}

// Loss returns how badly a model foretells the results: the mean of −ln of the chance of each.
func (c *Chances) Loss(m engine.ChanceModel) float64 {
	sum := 0.0
	for at, counts := range c.counts {
		chances, score := m.At(float64(at.part)/partSteps), float64(at.score*scoreStep)
		win, loss := chances.Win(score), chances.Win(-score)
		const least = 1e-6 // no result is impossible
		for result, p := range [3]float64{loss, 1 - win - loss, win} {
			sum -= counts[result] * math.Log(max(least, p))
		}
	}
	return sum / float64(max(1, c.Positions))
}

// Fit returns the model that foretells the results best. It moves one number of the model at a time, by
// steps that become smaller. No number is negative: then a win and a loss would be likelier than certain
// together. None is beyond farthest: where all games are drawn no number is large enough.
func (c *Chances) Fit(m engine.ChanceModel) engine.ChanceModel {
	least := c.Loss(m)
	for step := 64.0; step > 0.2; {
		better := false
		for _, number := range []*float64{&m.Even[0], &m.Even[1], &m.Width[0], &m.Width[1]} {
			for _, by := range []float64{step, -step} {
				*number += by
				if loss := c.Loss(m); loss < least && *number >= 0 && *number <= farthest {
					least, better = loss, true
					break
				}
				*number -= by
			}
		}
		if !better {
			step /= 2
		}
	}
	return m
}

// farthest bounds the numbers of a model, in centipawns.
const farthest = 4000

// ChanceRow compares a model with what happened at scores near one.
type ChanceRow struct {
	Score     int // of the side to move, in centipawns
	Positions int
	Expected  [3]float64 // parts that are won, drawn and lost
	Observed  [3]float64
}

// Compare returns a row for each of some scores, from positions with scores nearest to it.
func (c *Chances) Compare(m engine.ChanceModel, scores ...int) []ChanceRow {
	rows := make([]ChanceRow, len(scores))
	for i, s := range scores {
		rows[i].Score = s
	}
	for at, counts := range c.counts {
		score, nearest := at.score*scoreStep, 0
		for i, s := range scores {
			if abs(s-score) < abs(scores[nearest]-score) {
				nearest = i
			}
		}
		chances, r := m.At(float64(at.part)/partSteps), &rows[nearest]
		win, loss := chances.Win(float64(score)), chances.Win(-float64(score))
		n := counts[0] + counts[1] + counts[2]
		for i, p := range [3]float64{win, 1 - win - loss, loss} {
			r.Expected[i] += n * p
			r.Observed[i] += counts[2-i]
		}
		r.Positions += int(n)
	}
	for i := range rows {
		for j := range rows[i].Expected {
			rows[i].Expected[j] /= float64(max(1, rows[i].Positions))
			rows[i].Observed[j] /= float64(max(1, rows[i].Positions))
		}
	}
	return rows
}

func abs(n int) int { return max(n, -n) }
