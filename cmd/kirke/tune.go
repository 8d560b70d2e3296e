package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// tuneCmd fits the evaluation to games that the engine plays against itself.
type tuneCmd struct {
	Games int    `short:"g" default:"500" placeholder:"N" help:"How many games to play."`
	Nodes uint64 `default:"1000" placeholder:"N" help:"Positions to search for each move."`
	PGN   string `name:"pgn" placeholder:"FILE" help:"Take the positions from the games in FILE instead of playing."`
	Data  string `placeholder:"FILE" help:"Keep the positions in FILE, and fit to all that are there."`

	Of variantFlags `embed:""`
	By seedFlags    `embed:"" set:"seed=, games and arrays alike"`
	As jsonFlags    `embed:""`
	On threadFlags  `embed:""`
}

func (cmd *tuneCmd) Run(c *console) error {
	if cmd.Games < 0 || cmd.Games == 0 && cmd.Data == "" {
		return fmt.Errorf("--games: %d is not a number of games", cmd.Games)
	}
	v, err := c.variant("")
	if err != nil {
		return err
	}
	var samples []engine.Sample
	if cmd.PGN != "" {
		samples, err = cmd.read(v)
	} else {
		samples, err = cmd.play(c, v)
	}
	if err != nil {
		return err
	}
	if cmd.Data != "" {
		if samples, err = cmd.keep(v, samples); err != nil {
			return fmt.Errorf("--data: %w", err)
		}
	}
	if c.ctx.Err() != nil {
		fmt.Fprintf(c.err, "interrupted: fitting to %d positions\n", len(samples))
	}
	w := engine.Fit(context.WithoutCancel(c.ctx), samples, engine.WeightsFor(v), c.Threads, func(round int, err float64) {
		fmt.Fprintf(c.err, "round %d: mean square error %.6f\n", round, err)
	})
	if c.JSON {
		err = c.print(w)
	} else {
		_, err = fmt.Fprintf(c.out, "%d positions of %s\n%#v\n", len(samples), v.ID, w)
	}
	if err != nil {
		return err
	}
	return c.ctx.Err()
}

// play collects the positions of the games.
func (cmd *tuneCmd) play(c *console, v *kirke.Variant) ([]engine.Sample, error) {
	var (
		mu      sync.Mutex
		samples []engine.Sample
		failed  error
		next    uint64
		group   sync.WaitGroup
		seed    = c.seed()
	)
	for range c.Threads {
		group.Go(func() {
			for {
				mu.Lock()
				next++
				n := next
				stop := failed != nil || n > uint64(cmd.Games) || c.ctx.Err() != nil
				mu.Unlock()
				if stop {
					return
				}
				found, err := engine.SelfPlay(c.ctx, v, seed+n, cmd.Nodes)
				mu.Lock()
				samples = append(samples, found...)
				if err != nil && c.ctx.Err() == nil {
					failed = err
				}
				if n%50 == 0 {
					fmt.Fprintf(c.err, "%s: %d games, %d positions\n", v.ID, n, len(samples))
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return samples, failed
}

// read collects the positions of the games in a file.
func (cmd *tuneCmd) read(v *kirke.Variant) ([]engine.Sample, error) {
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

// keep appends samples to the file, a line each of the result for White and the FEN, and returns all that are in it.
func (cmd *tuneCmd) keep(v *kirke.Variant, samples []engine.Sample) ([]engine.Sample, error) {
	var text strings.Builder
	for _, s := range samples {
		fmt.Fprintf(&text, "%g %s\n", s.Result, s.Position.FEN())
	}
	file, err := os.OpenFile(cmd.Data, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	_, err = file.WriteString(text.String())
	if failed := file.Close(); err == nil {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(cmd.Data)
	if err != nil {
		return nil, err
	}
	samples = nil
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		result, fen, _ := strings.Cut(strings.TrimSpace(line), " ")
		r, err := strconv.ParseFloat(result, 64)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s does not begin with a result", n, cmd.Data)
		}
		at, err := kirke.FromFEN(v, fen)
		if err != nil {
			return nil, fmt.Errorf("line %d of %s: %w", n, cmd.Data, err)
		}
		samples = append(samples, engine.Sample{Position: at, Result: r})
	}
	return samples, nil
}
