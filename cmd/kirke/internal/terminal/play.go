// Package terminal holds kirke play: a game at a terminal, between two people or against the
// computer, as lines of text or as a board on the whole screen.
//
// Read play.go (the command), then session.go and commands.go (a game driven by lines of text),
// engine.go (what the engine does for it), clock.go, lines.go (play in lines of text), board.go and
// view.go (play on the screen).
package terminal

import (
	"errors"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// Command is kirke play.
type Command struct {
	Level int           `placeholder:"N" help:"Play against the computer at level ${levels} (default 0: two people play)."`
	White bool          `xor:"side" help:"Play White against the computer (the default)."`
	Black bool          `xor:"side" help:"Play Black against the computer."`
	TC    string        `name:"tc" placeholder:"M+S" help:"Time control: minutes for the game and seconds for each turn, as 5+3."`
	Time  time.Duration `placeholder:"TIME" help:"Time for each move of the computer, as 500ms or 10s (default: 5s, or what its clock allows)."`
	Depth int           `placeholder:"N" help:"Maximum depth of the computer in half-moves (default: no limit)."`
	Hash  int           `placeholder:"MB" default:"64" help:"Size of the transposition table (default 64)."`
	Load  string        `placeholder:"FILE" type:"path" help:"Continue the first game in this file."`
	Moves string        `placeholder:"MOVES" help:"Play these moves first, in any notation."`
	Flip  bool          `help:"Show Black's side below."`
	Text  string        `placeholder:"STYLE" complete:"figurines,letters,painted" help:"Style of the board: figurines, letters or painted (default: painted on a screen with colours, else figurines)."`
	Plain bool          `help:"Play in lines of text even on a terminal."`

	Start   console.StartFlags  `embed:"" set:"seed=, of starting positions and of a weak computer's moves"`
	Written console.StyleFlags  `embed:""`
	As      console.JSONFlags   `embed:""`
	On      console.ThreadFlags `embed:""`
}

// Levels says which levels the computer has, with the strength of the lowest and the highest.
func Levels() string {
	return fmt.Sprintf("1 (about %d Elo) to %d (about %d)",
		engine.LevelElo(1), engine.MaxLevel, engine.LevelElo(engine.MaxLevel))
}

// Help returns examples.
func (*Command) Help() string {
	return console.Examples("kirke play -v seirawan --level 3", "kirke play -v progressive+circe --tc 15+10")
}

// Run plays on the screen if there is a terminal, and else in lines of text.
func (cmd *Command) Run(c *console.Console) error {
	s, err := cmd.session(c)
	if err != nil {
		return err
	}
	engines := &computer{
		options: engine.Options{Threads: c.Threads, Hash: cmd.Hash, Seed: c.SeedOrZero()},
		depth:   cmd.Depth,
		time:    cmd.Time,
	}
	s.startClock()
	if !cmd.Plain && !c.JSON && console.IsTerminal(c.In) && console.IsTerminal(c.Out) {
		s.quiet = true
		return playOnScreen(c, s, engines, cmd.Text != "")
	}
	return playInLines(c, s, engines)
}

// check validates the flags.
func (cmd *Command) check() error {
	switch {
	case cmd.Level < 0 || cmd.Level > engine.MaxLevel:
		return fmt.Errorf("--level: %d is not a level from 1 to %d, or 0 for two people", cmd.Level, engine.MaxLevel)
	case cmd.Level == 0 && (cmd.White || cmd.Black):
		return errors.New("--white and --black are for games against the computer: give its --level too")
	case cmd.Depth < 0 || cmd.Depth > engine.MaxPly:
		return fmt.Errorf("--depth: %d is not a number of half-moves from 1 to %d", cmd.Depth, engine.MaxPly)
	case cmd.Time < 0:
		return fmt.Errorf("--time: %v is not a time to think", cmd.Time)
	}
	return console.CheckHash(cmd.Hash, 1)
}

// session returns the game that the flags describe.
func (cmd *Command) session(c *console.Console) (*session, error) {
	if err := cmd.check(); err != nil {
		return nil, err
	}
	s := newSession(c)
	var err error
	if s.drawn, err = console.TextStyle(cmd.Text); err != nil {
		return nil, err
	}
	s.drawn = allowed(s.drawn)
	s.level, s.side, s.flip = cmd.Level, kirke.Black, cmd.Flip || cmd.Black
	if cmd.Black {
		s.side = kirke.White
	}
	if cmd.TC != "" {
		tc, err := parseTimeControl(cmd.TC)
		if err != nil {
			return nil, fmt.Errorf("--tc: %w", err)
		}
		s.clock = newClock(tc)
	}
	if cmd.Load != "" {
		if c.FEN != "" || c.Array != "" {
			return nil, errors.New("--load has its own position: --fen and --array cannot be used with it")
		}
		g, err := s.openGame(cmd.Load)
		if err != nil {
			return nil, err
		}
		s.g = g
	} else {
		p, err := c.Start()
		if err != nil {
			return nil, err
		}
		s.g = kirke.NewGame(p)
	}
	if err := gamefile.PlayAll(s.g, cmd.Moves); err != nil {
		return nil, fmt.Errorf("--moves: %w", err)
	}
	return s, nil
}

// newSession returns a session without a game.
func newSession(c *console.Console) *session {
	openGame := func(name string) (*kirke.Game, error) { return firstGame(c, name) }
	return &session{style: c.Style(kirke.SAN), quiet: c.JSON, startGame: gameStarter(c), openGame: openGame}
}

// gameStarter returns a function that returns the start of one new game after another. The flags
// about the start are for the variant that they name. Shuffled starting positions are shuffled
// anew, and the note says how to repeat them.
func gameStarter(c *console.Console) func(id string) (p kirke.Position, note string, err error) {
	games := uint64(0)
	return func(id string) (p kirke.Position, note string, err error) {
		own, err := c.Game("")
		if err != nil {
			return p, "", err
		}
		v, err := c.Game(id)
		if err != nil {
			return p, "", err
		}
		setting := c.Setting(id)
		if own.ID != v.ID {
			setting = gamefile.Setting{Variant: id, Problem: c.Problem}
		}
		if setting.Drawn() {
			games++
			if setting.Seed = console.NewSeed(); c.Seed != nil {
				setting.Seed = *c.Seed + games
			}
			note = console.SeedNote(setting.Seed)
		}
		p, err = setting.Position()
		return p, note, err
	}
}

// firstGame returns the first game of a file, at its end.
func firstGame(c *console.Console, name string) (*kirke.Game, error) {
	file, err := c.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for g, err := range c.Games(name, file, "") {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		g.GoToEnd()
		return g, nil
	}
	return nil, fmt.Errorf("%s: there is no game in it", name)
}
