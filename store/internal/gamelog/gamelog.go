// Package gamelog stores the events of games, and replays games from them.
//
// cache.go keeps games in memory, anonymous.go removes a person's names and chat.
package gamelog

import (
	"context"
	"fmt"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// Load returns a game with at least its first seq events: the one in memory, with the events that
// it lacks.
func (l *Log) Load(ctx context.Context, t *db.Tx, id string, seq int) (*play.Game, error) {
	g, known := l.get(id), 0
	if g != nil {
		known = g.Seq()
	}
	if known >= seq {
		return g, nil
	}
	events, err := Events(ctx, t, id, known, seq)
	if err != nil {
		return nil, err
	}
	if g == nil {
		return play.Replay(events)
	}
	g = g.Clone()
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Events returns the events of a game after one and up to another.
func Events(ctx context.Context, t *db.Tx, game string, after, until int) ([]play.Event, error) {
	return db.All(ctx, t, `SELECT seq, at, by_seat, client_id, kind, data FROM events
		WHERE game = ? AND seq > ? AND seq <= ? ORDER BY seq`,
		[]any{game, after, until}, func(scan db.Scan) (e play.Event, err error) {
			var kind, data string
			if err := scan(&e.Seq, &e.At, &e.By, &e.ID, &kind, &data); err != nil {
				return e, err
			}
			if e.Payload, err = play.ReadPayload(kind, []byte(data)); err != nil {
				err = fmt.Errorf("event %d of game %s: %w", e.Seq, game, err)
			}
			return e, err
		})
}

// Add stores events. If one with the same number is stored already, the error is db.ErrConflict.
func Add(ctx context.Context, t *db.Tx, game string, events []play.Event) error {
	for _, e := range events {
		data, err := e.Data()
		if err != nil {
			return err
		}
		n, err := t.Exec(ctx, `INSERT INTO events (game, seq, at, by_seat, client_id, kind, data)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			game, e.Seq, e.At, string(e.By), e.ID, e.Kind(), string(data))
		if err != nil {
			return err
		}
		if n == 0 {
			return db.ErrConflict
		}
	}
	return nil
}

// Replace gives an event another payload.
func Replace(ctx context.Context, t *db.Tx, game string, seq int, p play.Payload) error {
	return t.Run(ctx, `UPDATE events SET data = ? WHERE game = ? AND seq = ?`, db.JSON(p), game, seq)
}
