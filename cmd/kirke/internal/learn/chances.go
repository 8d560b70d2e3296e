package learn

import (
	"fmt"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/train"
)

// Chances is the command that fits how often a score wins, draws and loses.
type Chances struct {
	Files []string `arg:"" name:"file" help:"Files of positions, of any games."`

	As console.JSONFlags `embed:""`
}

// Help returns examples.
func (*Chances) Help() string {
	return console.Examples("kirke train chances chess.pos seirawan.pos", "kirke train chances --json circe.pos")
}

// Run fits the model, and compares it with the results.
func (cmd *Chances) Run(c *console.Console) error {
	var all train.Chances
	for _, name := range cmd.Files {
		if err := all.Add(name); err != nil {
			return err
		}
	}
	before := engine.DefaultChances()
	fitted := all.Fit(before)
	rows := all.Compare(fitted, -600, -300, -200, -100, -50, 0, 50, 100, 200, 300, 600)
	if c.JSON {
		return c.Print(struct {
			Positions   int
			Games       uint64
			Model       engine.ChanceModel
			Loss, Today float64
			Rows        []train.ChanceRow
		}{all.Positions, all.Games, fitted, all.Loss(fitted), all.Loss(before), rows})
	}
	fmt.Fprintf(c.Out, "%d positions of %d games\n", all.Positions, all.Games)
	fmt.Fprintf(c.Out, "half of the games are won at %.0f, with all pieces %.0f; width %.0f, with all pieces %.0f\n",
		fitted.Even[0], fitted.Even[1], fitted.Width[0], fitted.Width[1])
	fmt.Fprintf(c.Out, "error %.4f; that of the model of today %.4f\n", all.Loss(fitted), all.Loss(before))
	fmt.Fprintf(c.Out, "%6s %9s  %-21s  %s\n", "score", "positions", "won, drawn, lost (%)", "as the model says")
	for _, r := range rows {
		o, e := r.Observed, r.Expected
		_, err := fmt.Fprintf(c.Out, "%6d %9d  %5.1f  %5.1f  %5.1f    %5.1f  %5.1f  %5.1f\n", r.Score, r.Positions,
			100*o[0], 100*o[1], 100*o[2], 100*e[0], 100*e[1], 100*e[2])
		if err != nil {
			return err
		}
	}
	return nil
}
