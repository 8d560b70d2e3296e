package engines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/match"
)

// book returns the openings that --openings names.
func (cmd *Match) book(c *console.Console) (match.Book, error) {
	if c.Seed == nil && cmd.Resume != "" {
		var err error
		if c.Seed, err = recordedSeed(cmd.Resume); err != nil {
			return nil, err
		}
	}
	if _, err := c.Start(); err != nil {
		return nil, err
	}
	if kind, number, ok := strings.Cut(cmd.Openings, ":"); ok && (kind == "random" || kind == "balanced") {
		const most = 60
		plies, err := strconv.Atoi(number)
		if err != nil || plies < 0 || plies > most {
			return nil, fmt.Errorf("--openings: %q is not a number of half-moves from 0 to %d", number, most)
		}
		if kind == "random" {
			return randomBook(c, plies, match.Random)
		}
		if plies == 0 {
			return nil, errors.New("--openings: balanced:0 leaves no choice of openings: write random:0 or none")
		}
		return randomBook(c, plies, balanced)
	}
	if cmd.Openings == "none" {
		return randomBook(c, 0, match.Random)
	}
	return cmd.bookFile(c)
}

// randomBook returns openings of random moves, which book makes, each from a starting position of
// its own where that is random.
func randomBook(
	c *console.Console, plies int, random func(func(int) (kirke.Position, error), int, uint64) match.Book,
) (match.Book, error) {
	if plies > 0 {
		c.DrawSeed()
	}
	start := func(i int) (kirke.Position, error) { return c.Start(kirke.Seed(c.SeedOrZero() + uint64(i))) }
	book := random(start, plies, c.SeedOrZero())
	if plies == 0 {
		book = func(i int) (match.Opening, error) {
			p, err := start(i)
			return match.Opening{Start: p}, err
		}
	}
	_, err := book(0)
	return book, err
}

// balanced returns the random openings in which Kirke's player sees neither side ahead.
func balanced(start func(int) (kirke.Position, error), plies int, seed uint64) match.Book {
	const (
		nodes     = 50_000
		mostAhead = 100 // centipawns
	)
	return match.Balanced(start, plies, seed, func(g *kirke.Game) bool {
		e := engine.New(engine.Options{Threads: 1, Hash: 4})
		r, err := e.Search(context.Background(), g, engine.Limits{Nodes: nodes}, nil)
		return err == nil && -mostAhead <= r.Score && r.Score <= mostAhead
	})
}

// bookFile returns the openings of a file.
func (cmd *Match) bookFile(c *console.Console) (match.Book, error) {
	f, err := c.Open(cmd.Openings)
	if err != nil {
		return nil, fmt.Errorf("--openings: %w", err)
	}
	defer f.Close()
	reader, err := c.GameReader()
	if err != nil {
		return nil, err
	}
	v := reader.Variant
	games := c.Games(cmd.Openings, f, "")
	if strings.EqualFold(filepath.Ext(cmd.Openings), ".epd") {
		read := func(line string) (*kirke.Game, error) { return reader.FENGame(epdPosition(v, line)) }
		games = func(yield func(*kirke.Game, error) bool) { gamefile.Lines(bufio.NewReader(f), yield, read) }
	}
	var all []match.Opening
	for g, err := range games {
		number := len(all) + 1
		if err != nil {
			return nil, fmt.Errorf("--openings: %s: %w", cmd.Openings, err)
		}
		g.GoToEnd()
		if id := g.Variant().ID; id != v.ID {
			return nil, fmt.Errorf("--openings: %s: opening %d is of %s, not of %s", cmd.Openings, number, id, v.ID)
		}
		if o := g.Position().Outcome(); o.Over() {
			return nil, fmt.Errorf("--openings: %s: the game is over in opening %d: %s", cmd.Openings, number, o)
		}
		all = append(all, match.Opening{Start: g.Start(), Moves: g.Moves()})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("--openings: %s: there is no opening in it", cmd.Openings)
	}
	return match.Listed(all), nil
}

// epdPosition returns the fields of a line of EPD that are the position.
func epdPosition(v *kirke.Variant, line string) string {
	fields, count := strings.Fields(line), 4
	if v.Conversion.Bishop != 0 {
		count++
	}
	return strings.Join(fields[:min(count, len(fields))], " ")
}
