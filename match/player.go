package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
)

// How long engines may take when they are not thinking.
const (
	detectWait = 5 * time.Second  // to answer a greeting in a protocol that they may not speak
	readyWait  = 15 * time.Second // to answer a greeting, and to get ready for a game
	quitWait   = time.Second      // to end when told to
)

// player is one engine of a match, running or not.
type player struct {
	engine Engine
	limit  Limit
	who    string // in the log
	log    *trafficLog
	dial   func(p *player) (pipe, error) // starts it

	variant *kirke.Variant // that it is set up for
	pipe    pipe           // nil if it is not running
	client  client
	effort  Effort // in the current game
}

func newPlayer(e Engine, limit Limit, who string, log *trafficLog) *player {
	return &player{engine: e, limit: limit, who: who, log: log, dial: dialProcess}
}

// dialProcess runs the program of an engine.
func dialProcess(p *player) (pipe, error) {
	var stderr io.Writer
	if p.log != nil {
		stderr = &errorLog{log: p.log, who: p.who}
	}
	return start(p.engine.Command, p.engine.Dir, stderr)
}

// connect starts the engine and sets it up for games of v. It tries both protocols if the protocol
// is unknown. The error is one sentence about the engine.
func (p *player) connect(ctx context.Context, v *kirke.Variant) error {
	protocols, wait := []Protocol{p.engine.Protocol}, readyWait
	if p.engine.Protocol == Unknown {
		protocols, wait = []Protocol{UCI, XBoard}, detectWait
	}
	var err error
	for _, protocol := range protocols {
		if err = p.greet(ctx, protocol, wait); err == nil {
			p.engine.Protocol = protocol
			break
		}
		if p.pipe == nil || ctx.Err() != nil {
			break
		}
		p.stop()
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil && p.engine.Protocol == Unknown && p.pipe == nil && !hasRun(err):
		return err
	case err != nil && p.engine.Protocol == Unknown:
		return fmt.Errorf("%s answers neither as a UCI nor as an XBoard engine: it %w", p.engine.Command[0], err)
	case err != nil:
		return fmt.Errorf("%s does not answer as an engine of protocol %s: it %w",
			p.engine.Command[0], p.engine.Protocol, err)
	}
	if p.engine.Name == "" {
		p.engine.Name = p.client.engineName()
	}
	if p.engine.Name == "" {
		p.engine.Name = p.engine.Command[0]
	}
	p.engine.Name = strings.Join(strings.Fields(p.engine.Name), " ") // as PGN files keep it
	if err := p.client.prepare(v, &p.engine); err != nil {
		p.stop()
		return fmt.Errorf("%s %w", p.engine.Name, err)
	}
	p.variant = v
	return nil
}

// hasRun reports whether err is of an engine that has run.
func hasRun(err error) bool {
	var gone *goneError
	return errors.Is(err, errSilent) || errors.As(err, &gone)
}

// greet starts the engine and greets it in a protocol.
func (p *player) greet(ctx context.Context, protocol Protocol, wait time.Duration) error {
	w, err := p.dial(p)
	if err != nil {
		return err
	}
	p.pipe = logged(w, p.log, p.who)
	s := session{pipe: p.pipe, ready: readyWait}
	p.client = &uci{session: s}
	if protocol == XBoard {
		p.client = &xboard{session: s}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, errSilent)
	defer cancel()
	return p.client.handshake(ctx)
}

// newGame gets the engine ready for g. It starts the engine if it is not running, and again if it
// has ended since the last game.
func (p *player) newGame(ctx context.Context, g *kirke.Game) error {
	p.effort = Effort{}
	if p.pipe != nil && (!p.variant.Equal(g.Variant()) || !p.client.reusable()) {
		p.stop()
	}
	if p.pipe != nil {
		err := p.client.newGame(ctx, g, p.limit)
		var gone *goneError
		if !errors.As(err, &gone) {
			return err
		}
		p.stop()
	}
	if err := p.connect(ctx, g.Variant()); err != nil {
		return err
	}
	return p.client.newGame(ctx, g, p.limit)
}

// stop ends the engine if it is running.
func (p *player) stop() {
	if p.pipe == nil {
		return
	}
	_ = p.pipe.Send("quit") // Close kills one that does not read it
	p.pipe.Close(quitWait)
	p.pipe, p.client = nil, nil
}
