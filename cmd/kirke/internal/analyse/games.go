package analyse

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
)

// Every position of every game is a task for one of several workers. Each worker has an engine of
// its own: several searches use the processors better than several threads in one search.

// analysis is the work on all games.
type analysis struct {
	*console.Console
	cmd      *Command
	progress *console.Progress
	total    int // positions to search
	searched atomic.Int64
}

// task is one position of a game.
type task struct {
	game *analysedGame
	i    int // index into game.due
}

// games analyses the games of the file. It writes each game, in order, as soon as it and those
// before it are done.
func (cmd *Command) games(c *console.Console, w io.Writer) error {
	games, err := readGames(c, cmd.File)
	if err != nil {
		return err
	}
	a := &analysis{Console: c, cmd: cmd, progress: c.Progress("positions")}
	all := make([]*analysedGame, len(games))
	for i, g := range games {
		all[i] = newAnalysedGame(g)
		a.total += len(all[i].due)
	}
	defer a.progress.Clear()
	var workers sync.WaitGroup
	defer workers.Wait()
	ctx, stop := context.WithCancel(c.Ctx)
	defer stop()
	tasks := make(chan task)
	for range min(c.Threads, max(a.total, 1)) {
		workers.Go(func() { a.work(ctx, tasks) })
	}
	go func() {
		defer close(tasks)
		for _, g := range all {
			for i := range g.due {
				tasks <- task{g, i} // after an interruption the workers drop them
			}
		}
	}()
	if err := a.writeGames(w, all); err != nil {
		return err
	}
	if c.Ctx.Err() != nil {
		a.progress.Clear()
		fmt.Fprintf(c.Err, "Interrupted: %d of %d positions were searched\n", a.searched.Load(), a.total)
	}
	return c.Ctx.Err()
}

// readGames reads the games of a file.
func readGames(c *console.Console, name string) ([]*kirke.Game, error) {
	file, err := c.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var games []*kirke.Game
	for g, err := range c.Games(name, file, "") {
		if err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", name, len(games)+1, err)
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s: there is no game in it", name)
	}
	return games, nil
}

// work searches positions, one at a time.
func (a *analysis) work(ctx context.Context, tasks <-chan task) {
	e := engine.New(engine.Options{
		Threads: 1,
		Hash:    max(a.cmd.Hash/a.Threads, 1),
		MultiPV: max(a.cmd.Lines, 2), // the second-best tells whether the best is the only good move
		Tables:  a.cmd.tables,
	})
	for t := range tasks {
		if ctx.Err() == nil {
			t.game.started.Store(true)
			t.game.search(ctx, e, t.i, a.cmd.limits())
			if ctx.Err() == nil {
				done := a.searched.Add(1)
				a.progress.Show(uint64(done), float64(done)/float64(a.total))
			}
		}
		t.game.pending.Done()
	}
}

// writeGames waits for each game and writes it, as PGN or JSON. After an interruption it stops at
// the first game of which nothing was searched.
func (a *analysis) writeGames(w io.Writer, all []*analysedGame) error {
	for _, g := range all {
		g.pending.Wait()
		if a.Ctx.Err() != nil && !g.started.Load() {
			break
		}
		if g.err != nil {
			return g.err
		}
		if err := g.annotate(a.cmd.Lines); err != nil {
			return err
		}
		a.progress.Clear()
		write := g.game.WritePGN
		if a.JSON {
			write = func(w io.Writer) error { return console.PrintTo(w, g.game) }
		}
		if err := write(w); err != nil {
			return err
		}
	}
	return nil
}
