package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/train"
)

// Tune is the hidden command that fits the evaluation of a game to games.
type Tune struct {
	Games int    `short:"g" default:"500" placeholder:"N" help:"Number of games that the engine plays against itself (default 500)."`
	Nodes uint64 `default:"1000" placeholder:"N" help:"Nodes for each move (default 1000)."`
	PGN   string `name:"pgn" placeholder:"FILE" help:"Take the positions from the games in this file instead of playing."`
	Data  string `placeholder:"FILE" help:"Append the positions to this file, and fit to all that are in it."`

	Of console.VariantFlags `embed:""`
	By console.SeedFlags    `embed:"" set:"seed=, of games and starting positions"`
	As console.JSONFlags    `embed:""`
	On console.ThreadFlags  `embed:""`
}

// Run collects positions and fits the evaluation to them.
func (cmd *Tune) Run(c *console.Console) error {
	if cmd.Games < 0 || cmd.Games == 0 && cmd.Data == "" {
		return fmt.Errorf("--games: %d is not a number of games", cmd.Games)
	}
	v, err := c.Game("")
	if err != nil {
		return err
	}
	var samples []engine.Sample
	if cmd.PGN != "" {
		samples, err = cmd.readGames(v)
	} else {
		samples, err = cmd.playGames(c, v)
	}
	if err != nil {
		return err
	}
	if cmd.Data != "" {
		if err = cmd.appendData(samples); err == nil {
			samples, err = cmd.readData(v)
		}
		if err != nil {
			return fmt.Errorf("--data: %w", err)
		}
	}
	if c.Ctx.Err() != nil {
		fmt.Fprintf(c.Err, "Interrupted: fitting to %d positions\n", len(samples))
	}
	show := func(round int, err float64) {
		fmt.Fprintf(c.Err, "round %d: mean square error %.6f\n", round, err)
	}
	w := engine.Fit(context.WithoutCancel(c.Ctx), samples, engine.WeightsFor(v), c.Threads, show)
	if c.JSON {
		err = c.Print(w)
	} else {
		_, err = fmt.Fprintf(c.Out, "%d positions of %s\n%#v\n", len(samples), v.ID, w)
	}
	if err != nil {
		return err
	}
	return c.Ctx.Err()
}

// playGames lets the engine play itself, and returns the positions of the games.
func (cmd *Tune) playGames(c *console.Console, v *kirke.Variant) ([]engine.Sample, error) {
	var (
		mu      sync.Mutex
		samples []engine.Sample
		failed  error
		next    uint64
		workers sync.WaitGroup
		seed    = c.DrawSeed()
	)
	// claim returns the number of the next game, 0 when there is none.
	claim := func() uint64 {
		mu.Lock()
		defer mu.Unlock()
		if next++; failed != nil || next > uint64(cmd.Games) || c.Ctx.Err() != nil {
			return 0
		}
		return next
	}
	for range c.Threads {
		workers.Go(func() {
			for n := claim(); n > 0; n = claim() {
				found, err := play(c.Ctx, v, seed+n, cmd.Nodes)
				mu.Lock()
				samples = append(samples, found...)
				if err != nil && c.Ctx.Err() == nil {
					failed = err
				}
				if n%50 == 0 {
					fmt.Fprintf(c.Err, "%s: %d games, %d positions\n", v.ID, n, len(samples))
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return samples, failed
}

// play returns the quiet positions of a game of the engine with itself.
func play(ctx context.Context, v *kirke.Variant, seed, nodes uint64) ([]engine.Sample, error) {
	var samples []engine.Sample
	e := engine.New(engine.Options{Threads: 1, Hash: 2})
	result, err := train.SelfPlay(ctx, e, v, nodes, rand.New(rand.NewPCG(seed, 1)),
		func(p kirke.Position, r engine.Result) {
			if train.Quiet(p, r) {
				samples = append(samples, engine.Sample{Position: p})
			}
		})
	if err != nil {
		return nil, err
	}
	for i := range samples {
		samples[i].Result = float64(result) / float64(train.WhiteWins)
	}
	return samples, nil
}

// readGames returns the positions of the games of --pgn.
func (cmd *Tune) readGames(v *kirke.Variant) ([]engine.Sample, error) {
	file, err := os.Open(cmd.PGN)
	if err != nil {
		return nil, fmt.Errorf("--pgn: %w", err)
	}
	defer file.Close()
	var samples []engine.Sample
	for g, err := range kirke.ReadPGN(file, kirke.Assuming(v)) {
		if err != nil {
			return nil, fmt.Errorf("--pgn: %s: %w", cmd.PGN, err)
		}
		samples = append(samples, engine.FromGame(g)...)
	}
	return samples, nil
}

// appendData appends samples to the file of --data. A line is the result for White and the FEN.
func (cmd *Tune) appendData(samples []engine.Sample) error {
	var text strings.Builder
	for _, s := range samples {
		fmt.Fprintf(&text, "%g %s\n", s.Result, s.Position.FEN())
	}
	file, err := os.OpenFile(cmd.Data, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text.String())
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}

// readData returns all samples in the file of --data.
func (cmd *Tune) readData(v *kirke.Variant) ([]engine.Sample, error) {
	data, err := os.ReadFile(cmd.Data)
	if err != nil {
		return nil, err
	}
	var samples []engine.Sample
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		result, fen, _ := strings.Cut(strings.TrimSpace(line), " ")
		r, err := strconv.ParseFloat(result, 64)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s does not begin with a result", number, cmd.Data)
		}
		p, err := kirke.FromFEN(v, fen)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s: %w", number, cmd.Data, err)
		}
		samples = append(samples, engine.Sample{Position: p, Result: r})
	}
	return samples, nil
}
