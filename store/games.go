package store

import (
	"context"
	"math/rand/v2"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
	"github.com/kirke-chess/kirke/store/internal/gamelog"
)

// errNoGame is the error for games that do not exist or that the person may not see.
var errNoGame = noSuch("There is no such game.")

// Game returns a copy of a game. The caller must check who may see it (play.Game.MayWatch). The
// error has the code NotFound when there is no such game.
func (s *Store) Game(ctx context.Context, id string) (*play.Game, error) {
	t := s.reading()
	var seq int
	if err := t.mustRow(ctx, errNoGame, `SELECT seq FROM games WHERE id = ?`, []any{id}, &seq); err != nil {
		return nil, err
	}
	g, err := s.games.Load(ctx, t.Tx, id, seq)
	if err != nil {
		return nil, err
	}
	s.games.Put(g)
	return g.Clone(), nil
}

// Events returns the events of a game after one of them, 0 for all. The error has the code NotFound
// when there is no such game.
func (s *Store) Events(ctx context.Context, game string, after int) ([]play.Event, error) {
	m, err := s.Summary(ctx, game)
	if err != nil {
		return nil, err
	}
	return gamelog.Events(ctx, s.db.Reading(), game, after, m.Seq)
}

// CreateGame creates a game. It chooses the ID if that is "", and the Seed if that is 0. The error
// says what is wrong with the terms.
func (s *Store) CreateGame(ctx context.Context, b play.Beginning) (Summary, error) {
	var m Summary
	err := s.update(ctx, func(t *tx) (err error) {
		if err := t.allMayPlay(ctx, b.White, b.Black); err != nil {
			return err
		}
		if m, err = s.create(ctx, t, b); err != nil || m.Computer() || !m.Control.Correspondence() {
			return err
		}
		return s.queueTurn(ctx, t, m, true)
	})
	return m, err
}

func (s *Store) create(ctx context.Context, t *tx, b play.Beginning) (Summary, error) {
	if b.ID == "" {
		b.ID = NewID()
	}
	if b.Seed == 0 {
		b.Seed = rand.Uint64()
	}
	now := s.now()
	g, events, err := play.Begin(b, now)
	if err != nil {
		return Summary{}, err
	}
	for _, seat := range []play.Seat{play.White, play.Black} {
		until, err := t.onVacation(ctx, g.Player(seat).User, now)
		if err != nil {
			return Summary{}, err
		}
		more, err := g.StartVacation(seat, until, now)
		if err != nil {
			return Summary{}, err
		}
		events = append(events, more...)
	}
	m := summarise(g)
	err = t.Run(ctx, `INSERT INTO games (id, seq, variant, control, speed, rated, private,
			white, white_name, white_level, black, black_name, black_level,
			ply, turn, fen, last_move, finished, result, reason, created, last_at, deadline, previous)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, m.Seq, m.Variant, m.Control.String(), string(m.Speed), m.Rated, m.Private,
		m.Players[0].User, m.Players[0].Name, m.Players[0].Level, m.Players[1].User, m.Players[1].Name,
		m.Players[1].Level,
		m.Ply, string(m.Turn), m.FEN, m.LastMove, m.Over, m.Result, m.Reason, m.Created,
		m.Last,
		deadline(m), m.Previous)
	if err != nil {
		return Summary{}, err
	}
	if err := gamelog.Add(ctx, t.Tx, m.ID, events); err != nil {
		return Summary{}, err
	}
	if err := t.addPosition(ctx, m.ID, 0, play.PositionKey(g.Position())); err != nil {
		return Summary{}, err
	}
	var ended []Seek
	if !m.Control.Correspondence() { // the players of a live game have no time for another
		for _, p := range m.Players {
			more, err := s.endSeeks(ctx, t, p.User, Seek.NeedsMaker)
			if err != nil {
				return Summary{}, err
			}
			ended = append(ended, more...)
		}
	}
	s.onCommit(t, g, Committed{m, events, ended})
	return m, nil
}

// lock returns a game that no other transaction can change until this one ends. The game is shared:
// change a clone, and pass that to commit.
func (s *Store) lock(ctx context.Context, t *tx, id string) (*play.Game, error) {
	var seq int
	err := t.mustRow(ctx, errNoGame, `SELECT seq FROM games WHERE id = ?`+t.ForUpdate(), []any{id}, &seq)
	if err != nil {
		return nil, err
	}
	return s.games.Load(ctx, t.Tx, id, seq)
}

// addPosition stores the key of a position in a game, for Query.Position.
func (t *tx) addPosition(ctx context.Context, game string, ply int, key string) error {
	return t.Run(ctx, `INSERT INTO positions (game, ply, position) VALUES (?, ?, ?)
		ON CONFLICT (game, ply) DO UPDATE SET position = excluded.position`, game, ply, key)
}

// commit writes the events of a game after event seq, and all that follows from them: conditional
// moves, ratings, a rematch.
func (s *Store) commit(ctx context.Context, t *tx, g *play.Game, seq int, events []play.Event) (Done, error) {
	more, err := s.follow(ctx, t, g, events)
	if err != nil {
		return Done{}, err
	}
	events = append(events, more...)
	if len(events) == 0 {
		return Done{Game: g, Summary: summarise(g)}, nil
	}
	m := summarise(g)
	err = t.mustRun(ctx, db.ErrConflict, `UPDATE games SET seq = ?, ply = ?, turn = ?, fen = ?, last_move = ?,
			finished = ?, rated = ?, result = ?, reason = ?, last_at = ?, deadline = ?
		WHERE id = ? AND seq = ?`,
		m.Seq, m.Ply, string(m.Turn), m.FEN, m.LastMove,
		m.Over, m.Rated, m.Result, m.Reason, m.Last, deadline(m), m.ID, seq)
	if err != nil {
		return Done{}, err
	}
	if err := gamelog.Add(ctx, t.Tx, m.ID, events); err != nil {
		return Done{}, err
	}
	done := Done{Game: g, Events: events, Summary: m}
	for _, e := range events {
		if err := s.consequence(ctx, t, g, e, &done); err != nil {
			return Done{}, err
		}
	}
	if err := s.tellPlayers(ctx, t, m, events); err != nil {
		return Done{}, err
	}
	s.onCommit(t, g, Committed{Summary: m, Events: events})
	return done, nil
}

// follow makes conditional moves and rates a game that has ended. It returns these events.
func (s *Store) follow(ctx context.Context, t *tx, g *play.Game, events []play.Event) ([]play.Event, error) {
	var more []play.Event
	if !g.Over() && g.Terms().Control.Correspondence() {
		plans, err := t.plans(ctx, g.ID())
		if err != nil {
			return nil, err
		}
		if len(plans) > 0 {
			if more, err = g.Follow(plans, s.now()); err != nil {
				return nil, err
			}
		}
	}
	for _, e := range append(events, more...) {
		ended, ok := e.Payload.(play.Ended)
		if !ok || !g.Rated() {
			continue
		}
		rated, err := s.rate(ctx, t, g, ended)
		if err != nil {
			return nil, err
		}
		more = append(more, rated...)
	}
	return more, nil
}

// consequence updates other tables after an event.
func (s *Store) consequence(ctx context.Context, t *tx, g *play.Game, e play.Event, done *Done) error {
	switch p := e.Payload.(type) {
	case play.Moved:
		return t.addPosition(ctx, g.ID(), p.Ply, g.KeyAt(p.Ply))
	case play.TakenBack:
		if err := t.Run(ctx, `DELETE FROM positions WHERE game = ? AND ply > ?`, g.ID(), p.Ply); err != nil {
			return err
		}
		return t.Run(ctx, `DELETE FROM plans WHERE game = ?`, g.ID())
	case play.Ended:
		return t.Run(ctx, `DELETE FROM plans WHERE game = ?`, g.ID())
	case play.Renamed:
		return t.Run(ctx, `UPDATE games SET `+string(e.By)+`_name = ? WHERE id = ?`, p.Name, g.ID())
	case play.Rematched:
		m, err := s.create(ctx, t, g.RematchOf(p.Game))
		done.Rematch = &m
		by, other := g.Player(e.By), g.Player(e.By.Other())
		if err == nil && !by.Computer() && !other.Computer() {
			n := Notice{Kind: RematchAccepted, By: by.Name, Variant: m.Variant, Game: m.ID}
			err = s.tellAccepted(ctx, t, other.User, n, m)
		}
		return err
	}
	return nil
}

// onCommit puts a game into memory and calls Options.Notify, after the commit.
func (s *Store) onCommit(t *tx, g *play.Game, c Committed) {
	t.OnCommit(func() {
		s.games.Put(g)
		s.notify(c)
	})
}
