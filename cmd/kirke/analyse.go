package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

type analyseCmd struct {
	File   string        `arg:"" optional:"" complete:"file" help:"A file of games, or - for standard input; with --fen there is none."`
	Depth  int           `placeholder:"N" help:"How many half-moves to look ahead."`
	Time   time.Duration `placeholder:"TIME" help:"How long to look at each position, as 500ms or 10s (default 1s, unless there is a --depth)."`
	Lines  int           `placeholder:"N" default:"1" help:"How many of the best lines are written."`
	Hash   int           `placeholder:"MB" default:"64" help:"Memory for positions that were searched before, of all processors together."`
	Output string        `short:"o" aliases:"out" placeholder:"FILE" type:"path" help:"Write to a file."`

	Game    gameFlags   `embed:""`
	At      fenFlags    `embed:""`
	Array   arrayFlags  `embed:""`
	Written styleFlags  `embed:""`
	As      jsonFlags   `embed:""`
	On      threadFlags `embed:""`
}

func (*analyseCmd) Help() string {
	return examples(
		"kirke analyse games.pgn --depth 12 -o analysed.pgn",
		"kirke analyse --fen '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1' --lines 3 --time 5s",
	)
}

func (cmd *analyseCmd) Run(c *console) error {
	if err := cmd.check(c); err != nil {
		return err
	}
	analyse := cmd.games
	if c.FEN != "" {
		analyse = cmd.position
	}
	return c.output(cmd.Output, func(w io.Writer) error { return analyse(c, w) })
}

// check looks at the flags.
func (cmd *analyseCmd) check(c *console) error {
	const most = 100
	switch {
	case c.FEN == "" && cmd.File == "":
		return errors.New("there is nothing to analyse: name a file of games, - for the input, or a position with --fen")
	case c.FEN != "" && cmd.File != "":
		return errors.New("--fen is a position: a file of games cannot be analysed with it")
	case cmd.Depth < 0 || cmd.Depth > engine.MaxPly:
		return fmt.Errorf("--depth: %d is not a number of half-moves from 1 to %d", cmd.Depth, engine.MaxPly)
	case cmd.Time < 0:
		return fmt.Errorf("--time: %v is not a time to think", cmd.Time)
	case cmd.Lines < 1 || cmd.Lines > most:
		return fmt.Errorf("--lines: %d is not a number of lines from 1 to %d", cmd.Lines, most)
	case cmd.Hash < 1 || cmd.Hash > maxHash():
		return fmt.Errorf("--hash: %d is not a number of megabytes from 1 to %d", cmd.Hash, maxHash())
	}
	return nil
}

// limits say how long each position is looked at.
func (cmd *analyseCmd) limits() engine.Limits {
	l := engine.Limits{Depth: cmd.Depth, MoveTime: cmd.Time}
	if l.Depth == 0 && l.MoveTime == 0 {
		l.MoveTime = time.Second
	}
	return l
}

// verdict is what was found about a position: the best lines, the best first.
type verdict struct {
	lines []engine.Info
	nodes uint64
}

// judgePosition searches the position that g is at, and tells show, if it is not nil, how far it is.
func judgePosition(ctx context.Context, e *engine.Engine, g *kirke.Game, l engine.Limits, show func(engine.Info)) (*verdict, error) {
	v := &verdict{}
	var lines []engine.Info // of the iteration that goes on
	r, err := e.Search(ctx, g, l, func(i engine.Info) {
		if show != nil {
			show(i)
		}
		if i.Bound != engine.Exact || len(i.PV) == 0 {
			return
		}
		if i.Line == 1 {
			lines = lines[:0]
		}
		if i.Line == len(lines)+1 {
			lines = append(lines, i)
		}
		if len(lines) >= len(v.lines) {
			v.lines = slices.Clone(lines)
		}
	})
	if err != nil {
		return nil, err
	}
	v.nodes = r.Nodes
	if len(v.lines) == 0 {
		v.lines = []engine.Info{{Depth: r.Depth, Line: 1, Score: r.Score, PV: r.PV}}
	}
	return v, nil
}

// position writes the best lines of the position of --fen.
func (cmd *analyseCmd) position(c *console, w io.Writer) error {
	p, err := c.start()
	if err != nil {
		return err
	}
	if o := p.Outcome(); o.Over() {
		return fmt.Errorf("there is nothing to analyse: the game is over, %v", o)
	}
	e := engine.New(engine.Options{Threads: c.Threads, Hash: cmd.Hash, MultiPV: cmd.Lines})
	limits, progress := cmd.limits(), c.progress("positions")
	v, err := judgePosition(c.ctx, e, kirke.NewGame(p), limits, func(i engine.Info) {
		part := 0.0
		if limits.Depth > 0 {
			part = math.Exp2(float64(i.Depth - limits.Depth)) // each half-move takes about twice as long as the last
		}
		if limits.MoveTime > 0 {
			part = max(part, float64(i.Time)/float64(limits.MoveTime))
		}
		progress.show(i.Nodes, min(part, 1))
	})
	progress.clear()
	if err != nil {
		return err
	}
	if err := cmd.writeLines(c, w, p, v); err != nil {
		return err
	}
	return c.ctx.Err()
}

// lineRecord is one line of an analysis in JSON.
type lineRecord struct {
	Score engine.Score `json:"-"`
	Eval  string       `json:"eval"` // as White sees it
	Depth int          `json:"depth"`
	UCI   []string     `json:"uci"`
	Moves string       `json:"moves"`
}

// writeLines writes the lines found in a position as text or JSON.
func (cmd *analyseCmd) writeLines(c *console, w io.Writer, p kirke.Position, v *verdict) error {
	style := c.style(kirke.SAN)
	var records []lineRecord
	for _, i := range v.lines {
		score := whites(i.Score, p.Turn())
		r := lineRecord{Score: score, Eval: evalText(score), Depth: i.Depth, Moves: lineText(p, i.PV, style)}
		q := p
		for _, m := range i.PV {
			r.UCI = append(r.UCI, q.MoveText(m, kirke.UCI))
			next, err := q.Play(m)
			if err != nil {
				return err
			}
			q = next
		}
		records = append(records, r)
	}
	if c.JSON {
		return printTo(w, struct {
			Variant string       `json:"variant"`
			FEN     string       `json:"fen"`
			Nodes   uint64       `json:"nodes"`
			Lines   []lineRecord `json:"lines"`
		}{p.Variant().ID, p.FEN(), v.nodes, records})
	}
	for _, r := range records {
		if _, err := fmt.Fprintf(w, "%v  depth %d  %s\n", r.Score, r.Depth, r.Moves); err != nil {
			return err
		}
	}
	return nil
}

// games analyses the games of the file and writes them in their order, each as soon as it and those before it are done.
func (cmd *analyseCmd) games(c *console, w io.Writer) error {
	games, err := c.allGames(cmd.File)
	if err != nil {
		return err
	}
	a := &analysis{cmd: cmd, console: c, progress: c.progress("positions")}
	all := make([]*analysed, len(games))
	for i, g := range games {
		all[i] = newAnalysed(g)
		a.total += len(all[i].due)
	}
	defer a.progress.clear()
	var workers sync.WaitGroup
	defer workers.Wait()
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	jobs := make(chan task)
	for range min(c.Threads, max(a.total, 1)) {
		workers.Go(func() { a.work(ctx, jobs) })
	}
	go func() {
		defer close(jobs)
		for _, g := range all {
			for i := range g.due {
				jobs <- task{g, i} // after an interruption the workers take them without a look
			}
		}
	}()
	for _, g := range all {
		g.pending.Wait()
		if c.ctx.Err() != nil && !g.begun.Load() {
			break
		}
		if g.err != nil {
			return g.err
		}
		if err := g.annotate(cmd.Lines); err != nil {
			return err
		}
		a.progress.clear()
		if err := c.writeGame(w, g.game); err != nil {
			return err
		}
	}
	if c.ctx.Err() != nil {
		a.progress.clear()
		fmt.Fprintf(c.err, "Interrupted: %d of %d positions were looked at\n", a.count.Load(), a.total)
	}
	return c.ctx.Err()
}

// writeGame writes a game as PGN, or as JSON where that is asked for.
func (c *console) writeGame(w io.Writer, g *kirke.Game) error {
	if c.JSON {
		return printTo(w, g)
	}
	return g.WritePGN(w)
}

// allGames reads the games of a file.
func (c *console) allGames(name string) ([]*kirke.Game, error) {
	file, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var games []*kirke.Game
	for g, err := range c.games(name, file, "") {
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

// analysis is the work on all games.
type analysis struct {
	*console
	cmd      *analyseCmd
	progress *progress
	total    int
	count    atomic.Int64
}

// task is one position of a game.
type task struct {
	game *analysed
	i    int // of those that are due
}

// work looks at positions, one at a time, with an engine of its own: several positions at once
// use the processors better than several threads on one.
func (a *analysis) work(ctx context.Context, jobs <-chan task) {
	e := engine.New(engine.Options{Threads: 1, Hash: max(a.cmd.Hash/a.Threads, 1), MultiPV: max(a.cmd.Lines, 2)})
	for job := range jobs {
		if ctx.Err() == nil {
			job.game.begun.Store(true)
			job.game.look(ctx, e, job.i, a.cmd.limits())
			if ctx.Err() == nil {
				done := a.count.Add(1)
				a.progress.show(uint64(done), float64(done)/float64(a.total))
			}
		}
		job.game.pending.Done()
	}
}
