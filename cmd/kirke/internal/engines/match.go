package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/match"
)

// Match is the command that lets two engines play each other.
type Match struct {
	Engine      []string `short:"e" sep:"none" placeholder:"ENGINE" help:"An engine, given twice: its command, then after commas name=, proto=uci or xboard, variant=, dir=, tc=, st=, depth=, nodes= and option.NAME=."`
	Games       int      `short:"g" default:"100" placeholder:"N" help:"Number of games (default 100)."`
	TC          string   `name:"tc" placeholder:"TIME" help:"Time for a game in seconds: 60, 1+0.1, 40/60+0.5, 2:30+1."`
	ST          string   `name:"st" placeholder:"SECONDS" help:"Time for each move."`
	Depth       int      `placeholder:"N" help:"Depth in half-moves (default: no limit)."`
	Nodes       uint64   `placeholder:"N" help:"Nodes for each move (UCI only)."`
	Concurrency int      `short:"c" default:"1" placeholder:"N" help:"Number of games at a time (default 1)."`
	Openings    string   `default:"random:6" placeholder:"BOOK" help:"Openings, each played twice: none, random:N half-moves, balanced:N (those of them that Kirke, in 50 000 positions, scores within a pawn of even), or a file of FEN, EPD or PGN (default random:6)."`
	Output      string   `short:"o" aliases:"pgn" placeholder:"FILE" type:"path" help:"Write the games to a new file."`
	Resume      string   `placeholder:"FILE" type:"path" help:"Resume the match whose games are in this file."`
	SPRT        string   `name:"sprt" placeholder:"ELO0:ELO1" help:"Stop when a sequential test decides between two differences in Elo."`
	Margin      string   `default:"0.05" placeholder:"SECONDS" help:"How far a move may exceed its time (default 0.05)."`
	Stall       string   `default:"60" placeholder:"SECONDS" help:"How long an engine without a clock may be silent (default 60)."`
	MaxMoves    int      `placeholder:"N" help:"Draw games after N moves of each side."`
	Draw        string   `placeholder:"N:CP[:FROM]" help:"Draw when both engines are within CP of 0 for N moves, from move FROM."`
	Resign      string   `placeholder:"N:CP" help:"End a game that both engines see won by CP or more for N moves."`
	Tablebases  string   `placeholder:"DIR" type:"path" help:"End a game as soon as the tables of endgames in this folder know its result."`
	Log         string   `placeholder:"FILE" type:"path" help:"Log all lines to and from the engines."`

	Start console.StartFlags `embed:"" set:"seed=, of starting positions and random openings"`
	As    console.JSONFlags  `embed:""`
}

// Help returns examples.
func (*Match) Help() string {
	return console.Examples("kirke match -v seirawan -e 'kirke uci' -e 'sjaakii,proto=xboard' --tc 10+0.1",
		"kirke match -e 'kirke uci' -e stockfish --tc 1+0.1 --sprt 0:10 -o games.pgn",
		"kirke match -v circe -e 'kirke uci' -e 'kirke uci,nodes=5000' --nodes 1000 --tablebases tables",
		"kirke match -v progressive -e 'kirke uci' -e 'kirke uci,name=hand,option.Use NNUE=false' --nodes 4000 "+
			"--openings balanced:6")
}

// Run plays the match and writes its table.
func (cmd *Match) Run(c *console.Console) (err error) {
	m, err := cmd.match(c)
	if err != nil {
		return err
	}
	if cmd.Log != "" {
		f, err := os.Create(cmd.Log)
		if err != nil {
			return console.FileError(err)
		}
		defer f.Close()
		m.Log = f
	}
	games := journal{path: cmp.Or(cmd.Resume, cmd.Output)}
	if cmd.Resume != "" {
		if m.Played, err = games.finished(c); err != nil {
			return err
		}
	} else if err := games.checkNew(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, games.close()) }()
	show, started, before := c.Progress("games"), time.Now(), len(m.Played)
	show.Line("starting the engines")
	standing, err := m.Run(c.Ctx, func(r match.Record, s match.Standing) error {
		done := s.Tally().Games()
		show.Line(progressLine(s, m.Games, time.Since(started)/time.Duration(max(done-before, 1))))
		r.Game.SetTag(seedTag, strconv.FormatUint(c.SeedOrZero(), 10))
		return games.write(r.Game)
	})
	show.Clear()
	stopped := err != nil && c.Ctx.Err() != nil
	switch {
	case err != nil && !stopped:
		return err
	case stopped && standing.Tally().Games() == 0:
		return context.Canceled
	}
	if err := cmd.report(c, m, standing, !stopped); err != nil {
		return err
	}
	if stopped {
		return context.Canceled
	}
	return nil
}

// match returns the match that the flags describe.
func (cmd *Match) match(c *console.Console) (*match.Match, error) {
	if len(cmd.Engine) != 2 {
		return nil, fmt.Errorf("a match needs two engines: give --engine twice, not %d times", len(cmd.Engine))
	}
	if cmd.Output != "" && cmd.Resume != "" {
		return nil, errors.New("--resume appends to its own file: --output cannot be used with it")
	}
	m := &match.Match{Games: cmd.Games, Concurrency: cmd.Concurrency}
	var err error
	for i, text := range cmd.Engine {
		if m.Engines[i], err = match.ParseEngine(text); err != nil {
			return nil, err
		}
	}
	for _, f := range []struct {
		flag     string
		n, least int
	}{
		{"--games", cmd.Games, 1},
		{"--concurrency", cmd.Concurrency, 1},
		{"--depth", cmd.Depth, 0},
		{"--max-moves", cmd.MaxMoves, 0},
	} {
		if f.n < f.least {
			return nil, fmt.Errorf("%s: %d is not a number from %d", f.flag, f.n, f.least)
		}
	}
	if m.Referee, err = cmd.referee(); err != nil {
		return nil, err
	}
	if cmd.Tablebases != "" {
		if m.Referee.Tables, err = c.Tables(cmd.Tablebases); err != nil {
			return nil, err
		}
	}
	if cmd.SPRT != "" {
		if m.SPRT, err = match.ParseSPRT(cmd.SPRT); err != nil {
			return nil, fmt.Errorf("--sprt: %w", err)
		}
	}
	m.Book, err = cmd.book(c)
	return m, err
}

// referee returns the limits and adjudications that the flags describe.
func (cmd *Match) referee() (match.Referee, error) {
	var r match.Referee
	var err error
	if cmd.TC != "" {
		if r.Limit, err = match.ParseLimit(cmd.TC); err != nil {
			return r, fmt.Errorf("--tc: %w", err)
		}
	}
	for _, f := range []struct {
		flag, text string
		to         *time.Duration
	}{
		{"--st", cmd.ST, &r.Limit.MoveTime},
		{"--margin", cmd.Margin, &r.Margin},
		{"--stall", cmd.Stall, &r.Stall},
	} {
		if f.text == "" {
			continue
		}
		if *f.to, err = match.ParseSeconds(f.text); err != nil {
			return r, fmt.Errorf("%s: %w", f.flag, err)
		}
	}
	r.Limit.Depth, r.Limit.Nodes, r.MaxMoves = cmd.Depth, cmd.Nodes, cmd.MaxMoves
	if r.Draw, err = adjudication("--draw", cmd.Draw); err == nil {
		r.Resign, err = adjudication("--resign", cmd.Resign)
	}
	return r, err
}

// adjudication reads "N:CP" or "N:CP:FROM"; "" is none.
func adjudication(flag, text string) (match.Adjudication, error) {
	if text == "" {
		return match.Adjudication{}, nil
	}
	var n [3]int
	numbers := strings.Split(text, ":")
	ok := len(numbers) >= 2 && len(numbers) <= len(n)
	for i := 0; ok && i < len(numbers); i++ {
		var err error
		n[i], err = strconv.Atoi(numbers[i])
		ok = err == nil && n[i] >= 0
	}
	if !ok || n[0] == 0 {
		return match.Adjudication{}, fmt.Errorf(
			"%s: %q is not a number of moves and a score in centipawns, such as 8:10", flag, text)
	}
	return match.Adjudication{Moves: n[0], Score: n[1], From: n[2]}, nil
}
