package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
)

type playCmd struct {
	Moves string `placeholder:"MOVES" help:"Moves to be played first, in any style."`
	Flip  bool   `help:"Black's side below."`
	Plain bool   `help:"Lines of text even on a terminal."`
}

func (cmd *playCmd) Run(c *console) error {
	p, err := c.start()
	if err != nil {
		return err
	}
	s := &session{g: kirke.NewGame(p), style: c.style(kirke.SAN), flip: cmd.Flip, quiet: c.JSON}
	if err := playAll(s.g, cmd.Moves); err != nil {
		return fmt.Errorf("--moves: %w", err)
	}
	if !cmd.Plain && !c.JSON && isTerminal(c.in) && isTerminal(c.out) {
		s.quiet = true
		return playOnBoard(c, s)
	}
	return c.playInLines(s)
}

// playInLines reads lines of moves and commands until the input ends.
func (c *console) playInLines(s *session) error {
	if !c.JSON {
		fmt.Fprintf(c.out, "%s. Type moves, or 'help'.\n%s", s.g.Variant().Name, s.board(diagram.Figurines))
	}
	lines, failed := make(chan string), make(chan error, 1)
	done := make(chan struct{})
	defer close(done)
	go func() {
		in := bufio.NewReader(c.in)
		for {
			line, err := in.ReadString('\n')
			if line != "" {
				select {
				case lines <- line:
				case <-done:
					return
				}
			}
			if err != nil {
				failed <- err
				return
			}
		}
	}()
	for {
		if !c.JSON {
			fmt.Fprintf(c.out, "%s> ", s.status())
		}
		select {
		case <-c.ctx.Done():
			fmt.Fprintln(c.out)
			return nil
		case err := <-failed:
			if !c.JSON {
				fmt.Fprintln(c.out)
			}
			if err == io.EOF {
				return nil
			}
			return err
		case line := <-lines:
			if !c.JSON && !isTerminal(c.in) { // so that a transcript shows it
				fmt.Fprintln(c.out, strings.TrimSpace(line))
			}
			answer, quit := s.do(line)
			if quit {
				return nil
			}
			if err := c.answer(s, line, answer); err != nil {
				return err
			}
		}
	}
}

// answer writes what came of a line.
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
