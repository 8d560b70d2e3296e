package web

import (
	"context"
	"errors"
	"maps"
	"slices"
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

	mu     sync.Mutex
	busy   map[string]bool // games that are being thought about
	offers map[string]bool // games in which the player has offered a draw here, until that is answered
}

func newOpponents(s *Server) *opponents {
	return &opponents{server: s, bell: make(chan struct{}, 1), busy: map[string]bool{}, offers: map[string]bool{}}
}

// told takes note of what a player has done: a draw offer is answered at once, whoever is to move.
func (o *opponents) told(done store.Done) {
	for _, e := range done.Events {
		if _, offer := e.What.(play.DrawOffered); offer && done.Summary.Computer() {
			o.mu.Lock()
			o.offers[done.Summary.ID] = true
			o.mu.Unlock()
		}
	}
	o.wake()
}

// wake lets the games be looked through now.
func (o *opponents) wake() {
	select {
	case o.bell <- struct{}{}:
	default:
	}
}

// lookEvery is how often the games are looked through when nothing happens here: another
// server may have taken the player's move.
const lookEvery = 5 * time.Second

// run plays until ctx is done.
func (o *opponents) run(ctx context.Context) {
	var thinking sync.WaitGroup
	defer thinking.Wait()
	for {
		for _, id := range o.waiting(ctx) {
			if !o.begin(id) {
				continue
			}
			thinking.Go(func() {
				waits := o.play(ctx, id)
				o.end(id)
				if waits { // for a player who may have moved before the end was noted, when nobody listened
					o.wake()
				}
			})
		}
		select {
		case <-o.bell:
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return
		}
	}
}

// waiting returns the games in which the computer is to move or to answer a draw offer.
func (o *opponents) waiting(ctx context.Context) []string {
	games, err := o.server.store.ComputerToMove(ctx, mostWaiting*o.server.config.Engines)
	if err != nil && ctx.Err() == nil {
		o.server.log.Error("the computer's games", "err", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	ids := slices.Collect(maps.Keys(o.offers))
	for _, m := range games {
		ids = append(ids, m.ID)
	}
	return ids
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

// play answers draw offers and makes the computer's moves in a game until it is the player's turn, and
// reports whether it came to that.
func (o *opponents) play(ctx context.Context, id string) bool {
	for {
		g, err := o.server.store.Game(ctx, id)
		if err != nil {
			o.complain(ctx, id, err)
			return false
		}
		seat := play.White
		if !g.Player(seat).Computer() {
			seat = play.Black
		}
		var c play.Command
		switch {
		case g.DrawOffer() == seat.Other():
			c, err = o.answer(ctx, g, seat)
		case g.Over() || g.Turn() != seat:
			o.answered(id)
			return true
		default:
			c, err = o.move(ctx, g, seat)
		}
		if err == nil {
			_, err = o.server.store.DoFor(ctx, id, seat, c)
		}
		if err != nil {
			o.complain(ctx, id, err)
			return false
		}
	}
}

// answered forgets the draw offers of a game.
func (o *opponents) answered(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.offers, id)
}

// move returns the computer's next move.
func (o *opponents) move(ctx context.Context, g *play.Game, seat play.Seat) (play.Command, error) {
	r, err := o.server.computers.move(ctx, g.Chess(), g.Player(seat).Level, o.limits(g, seat))
	if err != nil {
		return play.Command{}, err
	}
	return play.Command{Do: play.MakeMove, Ply: g.Ply() + 1, Text: g.Position().MoveText(r, kirke.UCI)}, nil
}

// answer accepts or declines the player's draw offer, by the rule of every computer player of Kirke.
func (o *opponents) answer(ctx context.Context, g *play.Game, seat play.Seat) (play.Command, error) {
	score, err := o.server.computers.judge(ctx, g.Chess(), g.Player(seat).Level, o.limits(g, g.Turn()))
	if err != nil {
		return play.Command{}, err
	}
	if g.Turn() != seat {
		score = -score
	}
	if score.AcceptsDraw() {
		return play.Command{Do: play.AcceptDraw}, nil
	}
	return play.Command{Do: play.DeclineDraw}, nil
}

// limits says how much time the computer may use while the clock of a seat runs.
func (o *opponents) limits(g *play.Game, seat play.Seat) engine.Limits {
	if g.Terms().Control.IsUnlimited() {
		return engine.Limits{}
	}
	const part = 30 // of what is left
	return engine.Limits{MoveTime: max(g.Left(seat, o.server.now())/part, leastMove)}
}

// complain logs what went wrong; a game that has gone on meanwhile, or a full line of searches, is nothing wrong.
func (o *opponents) complain(ctx context.Context, game string, err error) {
	if ctx.Err() != nil || errors.Is(err, errBusy) {
		return
	}
	switch play.CodeOf(err) {
	case play.Stale, play.GameOver, play.NotNow, play.NotYours:
		return
	}
	o.server.log.Error("the computer's move", "game", game, "err", err)
}

// sweepEvery is how often games are looked for whose time is up, and beatEvery how often
// the store is told that the server is alive.
const (
	sweepEvery = time.Second
	beatEvery  = 500 * time.Millisecond
	tidyEvery  = 10 * time.Minute
	// expireEvery is how often offers are looked for that have expired.
	expireEvery = 2 * time.Second
)

// keep ends games and offers whose time is up, notes that the server is alive, and removes what has
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
		{expireEvery, func() error { return s.expireSeeks(ctx) }},
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
