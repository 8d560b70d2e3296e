package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

type playCmd struct {
	Level int           `placeholder:"N" help:"Play against the computer, which plays at level 1 to 10 (default 0: two people play)."`
	White bool          `xor:"side" help:"Play White against the computer (the default)."`
	Black bool          `xor:"side" help:"Play Black against the computer."`
	TC    string        `name:"tc" placeholder:"M+S" help:"Clocks: minutes for the game and seconds for each turn, as 5+3."`
	Time  time.Duration `placeholder:"TIME" help:"How long the computer may think about a move, as 500ms or 10s (default 5s, or what its clock allows)."`
	Depth int           `placeholder:"N" help:"How many half-moves the computer looks ahead at most."`
	Hash  int           `placeholder:"MB" default:"64" help:"Memory for positions that were searched before."`
	Load  string        `placeholder:"FILE" type:"path" help:"Go on with the first game of a file."`
	Moves string        `placeholder:"MOVES" help:"Moves to be played first, in any style."`
	Flip  bool          `help:"Black's side below."`
	Text  string        `placeholder:"STYLE" complete:"figurines,letters,painted" help:"How the board on a terminal is drawn: figurines, letters or painted (default painted, if the terminal has colours)."`
	Plain bool          `help:"Lines of text even on a terminal."`

	Start   startFlags  `embed:"" set:"seed=, which also makes what a weak computer plays repeatable"`
	Written styleFlags  `embed:""`
	As      jsonFlags   `embed:""`
	On      threadFlags `embed:""`
}

func (*playCmd) Help() string {
	return examples(
		"kirke play -v seirawan --level 3",
		"kirke play -v progressive+circe --tc 15+10",
	)
}

func (cmd *playCmd) Run(c *console) error {
	s, err := cmd.session(c)
	if err != nil {
		return err
	}
	machine := &computer{options: engine.Options{Threads: c.Threads, Hash: cmd.Hash, Seed: c.seedOrZero()}, depth: cmd.Depth, time: cmd.Time}
	s.wind()
	if !cmd.Plain && !c.JSON && isTerminal(c.in) && isTerminal(c.out) {
		s.quiet = true
		return c.playOnBoard(s, machine, cmd.Text)
	}
	return c.playInLines(s, machine)
}

// check looks at the flags.
func (cmd *playCmd) check() error {
	switch most := maxHash(); {
	case cmd.Level < 0 || cmd.Level > engine.MaxLevel:
		return fmt.Errorf("--level: %d is not a level from 1 to %d, or 0 for two people", cmd.Level, engine.MaxLevel)
	case cmd.Level == 0 && (cmd.White || cmd.Black):
		return errors.New("--white and --black are for games against the computer: --level says how well it plays")
	case cmd.Hash < 1 || cmd.Hash > most:
		return fmt.Errorf("--hash: %d is not a number of megabytes from 1 to %d", cmd.Hash, most)
	case cmd.Depth < 0 || cmd.Depth > engine.MaxPly:
		return fmt.Errorf("--depth: %d is not a number of half-moves from 1 to %d", cmd.Depth, engine.MaxPly)
	case cmd.Time < 0:
		return fmt.Errorf("--time: %v is not a time to think", cmd.Time)
	}
	if _, ok := textStyles[cmd.Text]; !ok {
		return fmt.Errorf("--text: %q is not one of figurines, letters and painted", cmd.Text)
	}
	return nil
}

// session returns the game that the flags ask for.
func (cmd *playCmd) session(c *console) (*session, error) {
	if err := cmd.check(); err != nil {
		return nil, err
	}
	s := c.newSession()
	s.level, s.side, s.flip = cmd.Level, kirke.Black, cmd.Flip || cmd.Black
	if cmd.Black {
		s.side = kirke.White
	}
	if cmd.TC != "" {
		tc, err := parseControl(cmd.TC)
		if err != nil {
			return nil, fmt.Errorf("--tc: %w", err)
		}
		s.clock = newClock(tc)
	}
	if cmd.Load != "" {
		if c.FEN != "" || c.Array != "" {
			return nil, errors.New("--load says where the game stands: --fen and --array cannot be used with it")
		}
		g, err := s.open(cmd.Load)
		if err != nil {
			return nil, err
		}
		s.g = g
	} else {
		p, err := c.start()
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

// newSession returns a session that still lacks its game.
func (c *console) newSession() *session {
	return &session{style: c.style(kirke.SAN), quiet: c.JSON, begin: c.newGames(), open: c.firstGame}
}

// newGames returns a function that begins one new game after another. The flags about the start hold for the variant
// that they name. Each drawn array is a new one, and the note says how to draw it again.
func (c *console) newGames() func(id string) (p kirke.Position, note string, err error) {
	games := uint64(0)
	return func(id string) (p kirke.Position, note string, err error) {
		own, err := c.variant("")
		if err != nil {
			return p, "", err
		}
		v, err := c.variant(id)
		if err != nil {
			return p, "", err
		}
		from := c.setting(id)
		if own.ID != v.ID {
			from = gamefile.Setting{Variant: id, Problem: c.Problem}
		}
		if from.Drawn() {
			games++
			if from.Seed = newSeed(); c.Seed != nil {
				from.Seed = *c.Seed + games
			}
			note = drawnBy(from.Seed)
		}
		p, err = from.Position()
		return p, note, err
	}
}

// firstGame returns the first game of a file, at its end.
func (c *console) firstGame(name string) (*kirke.Game, error) {
	file, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for g, err := range c.games(name, file, "") {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		g.GoToEnd()
		return g, nil
	}
	return nil, fmt.Errorf("%s: there is no game in it", name)
}

// playInLines reads lines of moves and commands until the input ends.
func (c *console) playInLines(s *session, machine *computer) error {
	terminal := isTerminal(c.in)
	if !c.JSON {
		fmt.Fprintf(c.out, "%s. Type moves, or 'help'.\n%s", s.g.Variant().Name, s.board(diagram.Figurines))
	}
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	lines, failed := c.readLines(ctx)
	for {
		if err := c.letEngineWork(s, machine); err != nil {
			return err
		}
		prompt := s.prompt()
		if terminal && !c.JSON {
			fmt.Fprint(c.out, prompt)
		}
		select {
		case <-c.ctx.Done():
			if terminal && !c.JSON {
				fmt.Fprintln(c.out)
			}
			return nil
		case <-s.flag():
			if terminal && !c.JSON {
				fmt.Fprintln(c.out)
			}
			if fallen := s.tick(); fallen != "" {
				if err := c.answer(s, "", fallen); err != nil {
					return err
				}
			}
		case err := <-failed:
			if terminal && !c.JSON {
				fmt.Fprintln(c.out)
			}
			if err == io.EOF {
				return nil
			}
			return err
		case line := <-lines:
			if !terminal && !c.JSON { // so that a transcript shows it
				fmt.Fprintln(c.out, prompt+strings.TrimSpace(line))
			}
			answer, quit := s.do(line)
			if quit {
				return nil
			}
			if answer == "" && s.work() != nothing {
				continue // the engine has the answer
			}
			if err := c.answer(s, line, answer); err != nil {
				return err
			}
		}
	}
}

// readLines reads the input in the background.
func (c *console) readLines(ctx context.Context) (<-chan string, <-chan error) {
	lines, failed := make(chan string), make(chan error, 1)
	go func() {
		in := bufio.NewReader(c.in)
		for {
			line, err := in.ReadString('\n')
			if line != "" {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				failed <- err
				return
			}
		}
	}()
	return lines, failed
}

// letEngineWork carries out what the session wants of the engine, until it wants no more.
func (c *console) letEngineWork(s *session, machine *computer) error {
	for e := s.work(); e != nothing && c.ctx.Err() == nil; e = s.work() {
		task, err := s.task(e)
		if err != nil {
			return err
		}
		result, failed := machine.do(c.ctx, task, nil)
		if c.ctx.Err() == nil {
			if err := c.answer(s, "", s.done(e, result, failed)); err != nil {
				return err
			}
		}
	}
	return nil
}

// answer writes what came of a line, or of what the engine did.
func (c *console) answer(s *session, line, answer string) error {
	if c.JSON {
		p := s.g.Position()
		return c.print(struct {
			Input   string `json:"input"`
			Answer  string `json:"answer"`
			FEN     string `json:"fen"`
			Check   bool   `json:"check"`
			Outcome string `json:"outcome"`
		}{strings.TrimSpace(line), answer, p.FEN(), p.InCheck(), s.g.Outcome().String()})
	}
	if answer == "" {
		return nil
	}
	_, err := fmt.Fprintln(c.out, strings.TrimSuffix(answer, "\n"))
	return err
}
