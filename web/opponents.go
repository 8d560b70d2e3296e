package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// opponents play for the computer in the games of the store. Which games those are the store knows; nothing is lost
// when the server ends.
type opponents struct {
	server *Server
	bell   chan struct{}

	mu   sync.Mutex
	busy map[string]bool // games that are being thought about
}

func newOpponents(s *Server) *opponents {
	return &opponents{server: s, bell: make(chan struct{}, 1), busy: map[string]bool{}}
}

// wake lets the games be looked through now.
func (o *opponents) wake() {
	select {
	case o.bell <- struct{}{}:
	default:
	}
}

// lookAgain is how often the games are looked through when nothing happens here: another
// server may have taken the player's move.
const lookAgain = 5 * time.Second

// run plays until ctx is done.
func (o *opponents) run(ctx context.Context) {
	var thinking sync.WaitGroup
	defer thinking.Wait()
	for {
		games, err := o.server.store.ComputerToMove(ctx, mostWaiting*o.server.config.Engines)
		if err != nil && ctx.Err() == nil {
			o.server.log.Error("the computer's games", "err", err)
		}
		for _, m := range games {
			if !o.begin(m.ID) {
				continue
			}
			thinking.Go(func() {
				waits := o.play(ctx, m)
				o.end(m.ID)
				if waits { // for a player who may have moved before the end was noted, when nobody listened
					o.wake()
				}
			})
		}
		select {
		case <-o.bell:
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return
		}
	}
}

// begin reports whether nobody thinks about a game yet, and notes that somebody does.
func (o *opponents) begin(id string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy[id] {
		return false
	}
	o.busy[id] = true
	return true
}

func (o *opponents) end(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.busy, id)
}

// play makes the computer's moves in a game until it is the player's turn, and reports
// whether it came to that.
func (o *opponents) play(ctx context.Context, m store.Summary) bool {
	for {
		g, err := o.server.store.Game(ctx, m.ID)
		if err != nil {
			o.complain(ctx, m, err)
			return false
		}
		seat := g.Turn()
		player := g.Player(seat)
		if g.Over() || !player.Computer() {
			return true
		}
		now := o.server.now()
		if g.DrawOffer() == seat.Other() && o.takesDraw(g) {
			if _, err := o.server.store.DoFor(ctx, m.ID, seat, play.Command{Do: play.AcceptDraw}); err != nil {
				o.complain(ctx, m, err)
			}
			return false
		}
		move, err := o.server.computers.move(ctx, g.Chess(), player.Level, o.limits(g, seat, now))
		if err != nil {
			o.complain(ctx, m, err)
			return false
		}
		c := play.Command{Do: play.MakeMove, Ply: g.Ply() + 1, Text: g.Position().MoveText(move, kirke.UCI)}
		if _, err := o.server.store.DoFor(ctx, m.ID, seat, c); err != nil {
			o.complain(ctx, m, err)
			return false
		}
	}
}

// limits says how much of its time the computer may use.
func (o *opponents) limits(g *play.Game, seat play.Seat, now time.Time) engine.Limits {
	if g.Terms().Control.IsUnlimited() {
		return engine.Limits{}
	}
	const part = 30 // of what is left
	return engine.Limits{MoveTime: max(g.Left(seat, now)/part, leastMove)}
}

// takesDraw reports whether the computer agrees to a draw: when it does not stand better.
func (o *opponents) takesDraw(g *play.Game) bool {
	const better = 30 // centipawns
	return engine.Evaluate(g.Position()) < better
}

// complain logs what went wrong; a game that has gone on meanwhile, or a full line of searches, is nothing wrong.
func (o *opponents) complain(ctx context.Context, m store.Summary, err error) {
	if ctx.Err() != nil || errors.Is(err, errBusy) {
		return
	}
	switch play.CodeOf(err) {
	case play.Stale, play.GameOver, play.NotNow, play.NotYours:
		return
	}
	o.server.log.Error("the computer's move", "game", m.ID, "err", err)
}

// sweepEvery is how often games are looked for whose time is up, and beatEvery how often
// the store is told that the server is alive.
const (
	sweepEvery = time.Second
	beatEvery  = 500 * time.Millisecond
	tidyEvery  = 10 * time.Minute
)

// keep ends games whose time is up, notes that the server is alive, and removes what has
// expired, until ctx is done. Each goes on by itself: a beat that waited for a long sweep would
// give the clocks too much back after a crash.
func (s *Server) keep(ctx context.Context) {
	var group sync.WaitGroup
	for _, chore := range []struct {
		every time.Duration
		do    func() error
	}{
		{sweepEvery, func() error { _, err := s.store.Sweep(ctx); return err }},
		{beatEvery, func() error { return s.store.Beat(ctx) }},
		{tidyEvery, func() error { _, err := s.store.Tidy(ctx); return err }},
	} {
		group.Go(func() {
			tick := time.NewTicker(chore.every)
			defer tick.Stop()
			for {
				select {
				case <-tick.C:
				case <-ctx.Done():
					return
				}
				if err := chore.do(); err != nil && ctx.Err() == nil {
					s.log.Error("keeping the store", "err", err)
				}
			}
		})
	}
	group.Wait()
}
