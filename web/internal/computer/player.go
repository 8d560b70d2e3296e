package computer

// This file makes the computer's moves in the games of the store.

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/work"
)

// lookEvery is how often Run looks through the games without being woken: another server may have
// taken the player's move.
const lookEvery = 5 * time.Second

// Player plays for the computer in the games of a store. The store knows which games those are, so
// nothing is lost when the server ends.
type Player struct {
	store *store.Store
	pool  *Pool
	log   *slog.Logger
	now   func() time.Time
	wake  chan struct{}

	mu     sync.Mutex
	busy   map[string]bool // games in which the computer is thinking
	offers map[string]bool // games with a draw offer to the computer, made at this server
}

// NewPlayer returns a player that thinks with the engines of a pool.
func NewPlayer(games *store.Store, p *Pool, log *slog.Logger, now func() time.Time) *Player {
	return &Player{
		store: games, pool: p, log: log, now: now, wake: make(chan struct{}, 1),
		busy: map[string]bool{}, offers: map[string]bool{},
	}
}

// Observe takes note of what a person has done. A draw offer is answered at once, even if the
// person is to move.
func (o *Player) Observe(done store.Done) {
	for _, e := range done.Events {
		if _, offer := e.Payload.(play.DrawOffered); offer && done.Summary.Computer() {
			o.mu.Lock()
			o.offers[done.Summary.ID] = true
			o.mu.Unlock()
		}
	}
	o.Wake()
}

// Wake makes Run look through the games now.
func (o *Player) Wake() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// Run plays until ctx is done.
func (o *Player) Run(ctx context.Context) {
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
				if waits { // the player may have moved before end was called
					o.Wake()
				}
			})
		}
		select {
		case <-o.wake:
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return
		}
	}
}

// waiting returns the games in which the computer is to move or to answer a draw offer.
func (o *Player) waiting(ctx context.Context) []string {
	games, err := o.store.ComputerToMove(ctx, mostWaiting*cap(o.pool.idle))
	if err != nil && ctx.Err() == nil {
		o.log.Error("the computer's games cannot be read", "err", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	ids := slices.Collect(maps.Keys(o.offers))
	for _, m := range games {
		ids = append(ids, m.ID)
	}
	return ids
}

// begin marks a game as being thought about. It reports false if it was already.
func (o *Player) begin(id string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy[id] {
		return false
	}
	o.busy[id] = true
	return true
}

func (o *Player) end(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.busy, id)
}

// play answers draw offers and makes the computer's moves in a game until it is the player's turn.
// It reports false if an error ended it before.
func (o *Player) play(ctx context.Context, id string) bool {
	g, err := o.store.Game(ctx, id)
	for err == nil {
		seat := play.White
		if !g.Player(seat).Computer() {
			seat = play.Black
		}
		var c play.Command
		switch {
		case g.DrawOffer() == seat.Other():
			c, err = o.answer(ctx, g, seat)
		case g.Over() || g.Turn() != seat:
			o.forgetOffers(id)
			return true
		default:
			c, err = o.move(ctx, g, seat)
		}
		if err == nil {
			var done store.Done
			done, err = o.store.DoFor(ctx, id, seat, c)
			g = done.Game
		}
	}
	o.logError(ctx, id, err)
	return false
}

// forgetOffers forgets the draw offers of a game.
func (o *Player) forgetOffers(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.offers, id)
}

// move returns the computer's next move.
func (o *Player) move(ctx context.Context, g *play.Game, seat play.Seat) (play.Command, error) {
	m, err := o.pool.Move(ctx, g.Chess(), g.Player(seat).Level, o.limits(g, seat))
	if err != nil {
		return play.Command{}, err
	}
	return play.Command{Do: play.MakeMove, Ply: g.Ply() + 1, Text: g.Position().MoveText(m, kirke.UCI)}, nil
}

// answer accepts or declines the player's draw offer, by the rule of all computer players of Kirke.
func (o *Player) answer(ctx context.Context, g *play.Game, seat play.Seat) (play.Command, error) {
	score, err := o.pool.Judge(ctx, g.Chess(), g.Player(seat).Level, o.limits(g, g.Turn()))
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
func (o *Player) limits(g *play.Game, seat play.Seat) engine.Limits {
	if g.Terms().Control.IsUnlimited() {
		return engine.Limits{}
	}
	const part = 30 // of what is left
	return engine.Limits{MoveTime: max(g.Left(seat, o.now())/part, leastMove)}
}

// logError logs what went wrong. It is no error that the game has gone on meanwhile, or that too
// many searches wait.
func (o *Player) logError(ctx context.Context, game string, err error) {
	if ctx.Err() != nil || errors.Is(err, work.ErrBusy) {
		return
	}
	switch play.CodeOf(err) {
	case play.Stale, play.GameOver, play.NotNow, play.NotYours:
		return
	}
	o.log.Error("the computer cannot move", "game", game, "err", err)
}
