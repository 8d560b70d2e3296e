package engines

import (
	"bufio"
	"context"
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
	switch kind, number, counted := strings.Cut(cmd.Openings, ":"); {
	case cmd.Openings == "none":
		return randomBook(c, 0, match.Random)
	case kind == "random" && counted:
		return bookOfPlies(c, number, 0, match.Random)
	case kind == "balanced" && counted:
		return bookOfPlies(c, number, 1, balanced(c.Ctx))
	}
	return cmd.bookFile(c)
}

// A bookMaker returns the book of random openings of so many half-moves from the i-th start.
type bookMaker func(start func(i int) (kirke.Position, error), plies int, seed uint64) match.Book

// bookOfPlies returns openings of a number of half-moves, at least so many, as --openings gives it.
func bookOfPlies(c *console.Console, number string, least int, newBook bookMaker) (match.Book, error) {
	const most = 60
	plies, err := strconv.Atoi(number)
	if err != nil || plies < least || plies > most {
		return nil, fmt.Errorf("--openings: %q is not a number of half-moves from %d to %d", number, least, most)
	}
	return randomBook(c, plies, newBook)
}

// randomBook returns the book that newBook makes, each opening from a starting position of its own
// where that is random.
func randomBook(c *console.Console, plies int, newBook bookMaker) (match.Book, error) {
	if plies > 0 {
		c.DrawSeed()
	}
	start := func(i int) (kirke.Position, error) { return c.Start(kirke.Seed(c.SeedOrZero() + uint64(i))) }
	book := newBook(start, plies, c.SeedOrZero())
	if plies == 0 {
		book = func(i int) (match.Opening, error) {
			p, err := start(i)
			return match.Opening{Start: p}, err
		}
	}
	_, err := book(0)
	return book, err
}

// balanced returns the maker of books of the random openings that Kirke's player, with the network
// that it has for the game, scores within a pawn of even. Until ctx ends, the same player gives the
// same openings.
func balanced(ctx context.Context) bookMaker {
	const (
		nodes     = 50_000
		mostAhead = 100 // centipawns
	)
	even := func(g *kirke.Game) (bool, error) {
		e := engine.New(engine.Options{Threads: 1, Hash: 4})
		r, err := e.Search(ctx, g, engine.Limits{Nodes: nodes}, nil)
		if err == nil {
			err = ctx.Err()
		}
		return -mostAhead <= r.Score && r.Score <= mostAhead, err
	}
	return func(start func(int) (kirke.Position, error), plies int, seed uint64) match.Book {
		return match.Balanced(start, plies, seed, even)
	}
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
