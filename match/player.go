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

// How long engines may take when they do not think.
const (
	detectWait = 5 * time.Second  // to answer a greeting in a protocol they may not speak
	readyWait  = 15 * time.Second // to answer a greeting, and to get ready for a game
	quitWait   = time.Second      // to end when told to
)

// player is one engine of a match, running or not.
type player struct {
	engine Engine
	limit  Limit
	who    string // in the log
	log    *trafficLog
	dial   func(p *player) (wire, error) // how it is started

	variant *kirke.Variant // that it is set up for
	wire    wire           // nil when it is not running
	client  client
	effort  Effort // in the present game
}

func newPlayer(e Engine, limit Limit, who string, log *trafficLog) *player {
	return &player{engine: e, limit: e.Limit.or(limit), who: who, log: log, dial: dialProcess}
}

// dialProcess runs the program of an engine.
func dialProcess(p *player) (wire, error) {
	var stderr io.Writer
	if p.log != nil {
		stderr = &errorLog{log: p.log, who: p.who}
	}
	return start(p.engine.Command, p.engine.Dir, stderr)
}

// connect starts the engine and sets it up for games of v, finding out its
// protocol if that is not known. The error is one sentence about the engine.
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
		if p.wire == nil || ctx.Err() != nil {
			break
		}
		p.stop()
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil && p.engine.Protocol == Unknown && p.wire == nil && !spoken(err):
		return err
	case err != nil && p.engine.Protocol == Unknown:
		return fmt.Errorf("%s answers neither as an UCI nor as an XBoard engine: it %w", p.engine.Command[0], err)
	case err != nil:
		return fmt.Errorf("%s does not answer as an engine of protocol %s: it %w", p.engine.Command[0], p.engine.Protocol, err)
	}
	if p.engine.Name == "" {
		p.engine.Name = p.client.title()
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

// spoken reports whether err is of an engine that has run.
func spoken(err error) bool {
	var gone *goneError
	return errors.Is(err, errSilent) || errors.As(err, &gone)
}

// greet starts the engine and says hello in a protocol.
func (p *player) greet(ctx context.Context, protocol Protocol, wait time.Duration) error {
	w, err := p.dial(p)
	if err != nil {
		return err
	}
	p.wire = listened(w, p.log, p.who)
	s := session{wire: p.wire, ready: readyWait}
	p.client = &uci{session: s}
	if protocol == XBoard {
		p.client = &xboard{session: s}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, errSilent)
	defer cancel()
	return p.client.hello(ctx)
}

// newGame gets the engine ready for g, starting it if need be. An engine that
// has gone between two games is started again.
func (p *player) newGame(ctx context.Context, g *kirke.Game) error {
	p.effort = Effort{}
	if p.wire != nil && (!p.variant.Equal(g.Variant()) || !p.client.reusable()) {
		p.stop()
	}
	if p.wire != nil {
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
	if p.wire == nil {
		return
	}
	_ = p.wire.Send("quit") // one that does not hear it is ended by force
	p.wire.Close(quitWait)
	p.wire, p.client = nil, nil
}
