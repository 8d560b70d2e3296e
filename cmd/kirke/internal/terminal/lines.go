package terminal

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// linePlayer plays a session in lines of text: moves and commands come in, answers go out.
type linePlayer struct {
	*console.Console
	s        *session
	engines  *computer
	terminal bool // a person types: show prompts
}

// playInLines reads lines until the input ends or the players quit.
func playInLines(c *console.Console, s *session, engines *computer) error {
	p := &linePlayer{Console: c, s: s, engines: engines, terminal: console.IsTerminal(c.In) && !c.JSON}
	if !c.JSON {
		fmt.Fprintf(c.Out, "%s. Type moves, or 'help'.\n%s", s.g.Variant().Name, s.board(s.drawn))
	}
	ctx, stop := context.WithCancel(c.Ctx)
	defer stop()
	lines, failed := readLines(ctx, c.In)
	for {
		if err := p.doTasks(); err != nil {
			return err
		}
		prompt := s.prompt()
		if p.terminal {
			fmt.Fprint(c.Out, prompt)
		}
		select {
		case <-c.Ctx.Done():
			p.endPrompt()
			return nil
		case <-s.timeout():
			p.endPrompt()
			if flag := s.checkFlag(); flag != "" {
				if err := p.answer("", flag); err != nil {
					return err
				}
			}
		case err := <-failed:
			p.endPrompt()
			if err == io.EOF {
				return nil
			}
			return err
		case line := <-lines:
			quit, err := p.do(prompt, line)
			if quit || err != nil {
				return err
			}
		}
	}
}

// endPrompt ends the line of a prompt that nothing was typed at.
func (p *linePlayer) endPrompt() {
	if p.terminal {
		fmt.Fprintln(p.Out)
	}
}

// do carries out a line and writes the answer, unless the engine has yet to give it.
func (p *linePlayer) do(prompt, line string) (quit bool, err error) {
	if !p.terminal && !p.JSON { // a transcript shows what was typed
		fmt.Fprintln(p.Out, prompt+strings.TrimSpace(line))
	}
	answer, quit := p.s.do(line)
	if quit || answer == "" && p.s.due() != noTask {
		return quit, nil
	}
	return false, p.answer(line, answer)
}

// readLines reads the input in the background.
func readLines(ctx context.Context, input io.Reader) (<-chan string, <-chan error) {
	lines, failed := make(chan string), make(chan error, 1)
	go func() {
		in := bufio.NewReader(input)
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

// doTasks carries out the engine tasks that are due, until there are no more.
func (p *linePlayer) doTasks() error {
	for kind := p.s.due(); kind != noTask && p.Ctx.Err() == nil; kind = p.s.due() {
		result, failed := p.engines.do(p.Ctx, p.s.task(kind), nil)
		if p.Ctx.Err() == nil {
			if err := p.answer("", p.s.finish(kind, result, failed)); err != nil {
				return err
			}
		}
	}
	return nil
}

// answer writes the answer to a line, or to "" what the engine did.
func (p *linePlayer) answer(line, answer string) error {
	if p.JSON {
		position := p.s.g.Position()
		return p.Print(struct {
			Input   string `json:"input"`
			Answer  string `json:"answer"`
			FEN     string `json:"fen"`
			Check   bool   `json:"check"`
			Outcome string `json:"outcome"`
		}{strings.TrimSpace(line), answer, position.FEN(), position.InCheck(), p.s.g.Outcome().String()})
	}
	if answer == "" {
		return nil
	}
	_, err := fmt.Fprintln(p.Out, strings.TrimSuffix(answer, "\n"))
	return err
}
