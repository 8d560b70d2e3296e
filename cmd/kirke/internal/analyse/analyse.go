// Package analyse holds kirke analyse: the engine evaluates a position or every position of a
// file of games.
//
// analyse.go is the command, games.go spreads the positions of games over threads, and annotate.go
// writes into a game what was found.
package analyse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/evaluation"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/tablebase"
)

// Command is kirke analyse.
type Command struct {
	File   string        `arg:"" optional:"" complete:"file" help:"A file of games, or - for standard input. Leave it out with --fen."`
	Depth  int           `placeholder:"N" help:"Depth in half-moves (default: no limit)."`
	Time   time.Duration `placeholder:"TIME" help:"Time for each position, as 500ms or 10s (default 1s, unless --depth is given)."`
	Lines  int           `placeholder:"N" default:"1" help:"Number of best lines to write (default 1)."`
	Hash   int           `placeholder:"MB" default:"64" help:"Size of the transposition tables of all processors together (default 64)."`
	Tables string        `name:"tablebases" placeholder:"DIR" type:"path" help:"Folder of tables of endgames that the search asks; with --fen, also say what they know of the position."`
	Output string        `short:"o" aliases:"out" placeholder:"FILE" type:"path" help:"Write to this file."`

	Game    console.GameFlags   `embed:""`
	At      console.FENFlags    `embed:""`
	Array   console.ArrayFlags  `embed:""`
	Written console.StyleFlags  `embed:""`
	As      console.JSONFlags   `embed:""`
	On      console.ThreadFlags `embed:""`

	tables *tablebase.Tables // of --tablebases, or nil
}

// Help returns examples.
func (*Command) Help() string {
	return console.Examples("kirke analyse games.pgn --depth 12 -o analysed.pgn",
		"kirke analyse --fen '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1' --lines 3 --time 5s",
		"kirke analyse --fen '8/8/8/8/3k4/8/1R6/K7 w - - 0 1' --tablebases tablebases")
}

// Run analyses a position or the games of a file.
func (cmd *Command) Run(c *console.Console) error {
	if err := cmd.check(c); err != nil {
		return err
	}
	if cmd.Tables != "" {
		tables, err := c.Tables(cmd.Tables)
		if err != nil {
			return err
		}
		cmd.tables = tables
	}
	analyse := cmd.games
	if c.FEN != "" {
		analyse = cmd.position
	}
	return c.Output(cmd.Output, func(w io.Writer) error { return analyse(c, w) })
}

// check validates the flags.
func (cmd *Command) check(c *console.Console) error {
	const mostLines = 100
	switch {
	case c.FEN == "" && cmd.File == "":
		return errors.New("nothing to analyse: name a file of games, - for standard input, or a position with --fen")
	case c.FEN != "" && cmd.File != "":
		return errors.New("--fen is a position: it cannot be used with a file of games")
	case cmd.Depth < 0 || cmd.Depth > engine.MaxPly:
		return fmt.Errorf("--depth: %d is not a number of half-moves from 1 to %d", cmd.Depth, engine.MaxPly)
	case cmd.Time < 0:
		return fmt.Errorf("--time: %v is not a time to think", cmd.Time)
	case cmd.Lines < 1 || cmd.Lines > mostLines:
		return fmt.Errorf("--lines: %d is not a number of lines from 1 to %d", cmd.Lines, mostLines)
	}
	return console.CheckHash(cmd.Hash, 1)
}

// limits returns the limits of the search of each position.
func (cmd *Command) limits() engine.Limits {
	l := engine.Limits{Depth: cmd.Depth, MoveTime: cmd.Time}
	if l.Depth == 0 && l.MoveTime == 0 {
		l.MoveTime = time.Second
	}
	return l
}

// verdict is what a search found in a position: the best lines, the best first.
type verdict struct {
	lines []engine.Info
	nodes uint64
}

// judge searches the position that g is at. It reports progress to show, if that is not nil.
func judge(
	ctx context.Context, e *engine.Engine, g *kirke.Game, l engine.Limits, show func(engine.Info),
) (*verdict, error) {
	v := &verdict{}
	var lines []engine.Info // of the iteration in progress
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
func (cmd *Command) position(c *console.Console, w io.Writer) error {
	p, err := c.Start()
	if err != nil {
		return err
	}
	if o := p.Outcome(); o.Over() {
		return fmt.Errorf("nothing to analyse: the game is over, %v", o)
	}
	e := engine.New(engine.Options{Threads: c.Threads, Hash: cmd.Hash, MultiPV: cmd.Lines, Tables: cmd.tables})
	limits, progress := cmd.limits(), c.Progress("positions")
	v, err := judge(c.Ctx, e, kirke.NewGame(p), limits, func(i engine.Info) {
		part := 0.0
		if limits.Depth > 0 {
			part = math.Exp2(float64(i.Depth - limits.Depth)) // each half-move doubles the time
		}
		if limits.MoveTime > 0 {
			part = max(part, float64(i.Time)/float64(limits.MoveTime))
		}
		progress.Show(i.Nodes, min(part, 1))
	})
	progress.Clear()
	if err != nil {
		return err
	}
	if err := cmd.writeLines(c, w, p, v); err != nil {
		return err
	}
	return c.Ctx.Err()
}

// lineRecord is one line of an analysis in JSON.
type lineRecord struct {
	Score engine.Score `json:"-"`
	Eval  string       `json:"eval"` // as White sees it
	WDL   [3]int       `json:"wdl"`  // games of 1000 that White wins, draws and loses
	Depth int          `json:"depth"`
	UCI   []string     `json:"uci"`
	Moves string       `json:"moves"`
}

// newRecord returns the record of a line that was found in p.
func (cmd *Command) newRecord(p kirke.Position, i engine.Info, style kirke.Style) (lineRecord, error) {
	score := evaluation.ForWhite(i.Score, p.Turn())
	win, draw, loss := engine.ChancesIn(p).Of(i.Score)
	if cmd.tables.Drawn(p, i.PV) {
		win, draw, loss = 0, 1000, 0
	}
	if p.Turn() == kirke.Black {
		win, loss = loss, win
	}
	r := lineRecord{
		Score: score, Eval: evalText(score), WDL: [3]int{win, draw, loss}, Depth: i.Depth,
		Moves: evaluation.Line(p, i.PV, style),
	}
	for _, m := range i.PV {
		r.UCI = append(r.UCI, p.MoveText(m, kirke.UCI))
		next, err := p.Play(m)
		if err != nil {
			return r, err
		}
		p = next
	}
	return r, nil
}

// known returns what the tables know of a position, or nil.
func (cmd *Command) known(p kirke.Position) *tablebase.Verdict {
	value, err := cmd.tables.Probe(p)
	if err != nil {
		return nil
	}
	verdict := value.Verdict()
	return &verdict
}

// writeLines writes the lines found in a position, as text or JSON, and what the tables know of it.
func (cmd *Command) writeLines(c *console.Console, w io.Writer, p kirke.Position, v *verdict) error {
	known := cmd.known(p)
	var records []lineRecord
	for _, i := range v.lines {
		r, err := cmd.newRecord(p, i, c.Style(kirke.SAN))
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	if c.JSON {
		return console.PrintTo(w, struct {
			Variant string       `json:"variant"`
			FEN     string       `json:"fen"`
			Nodes   uint64       `json:"nodes"`
			Lines   []lineRecord `json:"lines"`

			Table *tablebase.Verdict `json:"table,omitempty"`
		}{p.Variant().ID, p.FEN(), v.nodes, records, known})
	}
	if known != nil {
		if _, err := fmt.Fprintf(w, "tables of endgames: %s\n", known); err != nil {
			return err
		}
	}
	for _, r := range records {
		if _, err := fmt.Fprintf(w, "%v  depth %d  %s\n", r.Score, r.Depth, r.Moves); err != nil {
			return err
		}
	}
	return nil
}
