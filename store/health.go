package store

import (
	"context"
	"strings"

	"github.com/kirke-chess/kirke/store/internal/db"
)

// Reasons why the store cannot be written.
var (
	ErrFull   = db.ErrFull
	ErrLocked = db.ErrLocked
)

// Ping returns an error if the database cannot be reached.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Ready writes to the database, and returns an error if it cannot. The error wraps ErrFull or
// ErrLocked where that is the reason, and is context.DeadlineExceeded when the database was too
// slow.
func (s *Store) Ready(ctx context.Context) error {
	done := make(chan error, 1)
	// A write on SQLite cannot be cancelled, but the caller need not wait for it.
	go func() { done <- s.update(ctx, func(t *tx) error { return t.probe(ctx) }) }()
	select {
	case err := <-done:
		return db.Classify(err)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// probe writes a large value and deletes it, which needs room on the disk.
func (t *tx) probe(ctx context.Context) error {
	const room = 64 << 10
	name := "probe " + NewID()
	err := t.Run(ctx, `INSERT INTO keyed (name, value, expires) VALUES (?, ?, 0)`, name, strings.Repeat("x", room))
	if err == nil {
		err = t.Run(ctx, `DELETE FROM keyed WHERE name = ?`, name)
	}
	return err
}

// Verify replays every game, and calls bad for those that cannot be replayed. It returns how many
// people and games there are.
func (s *Store) Verify(ctx context.Context, bad func(game string, err error)) (people, games int, err error) {
	if people, err = s.reading().Count(ctx, `SELECT COUNT(*) FROM users`); err != nil {
		return 0, 0, err
	}
	const page = 500
	for last := ""; ; {
		ids, err := s.reading().IDs(ctx, `SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?`, last, page)
		if err != nil {
			return people, games, err
		}
		for _, id := range ids {
			if _, err := s.Game(ctx, id); err != nil {
				if ctx.Err() != nil {
					return people, games, ctx.Err()
				}
				bad(id, err)
			}
			games, last = games+1, id
		}
		if len(ids) < page {
			return people, games, nil
		}
	}
}
