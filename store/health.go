package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Reasons why the store cannot be written.
var (
	ErrFull   = errors.New("the disk is full")
	ErrLocked = errors.New("another program has locked the database")
)

// Ping returns an error if the database cannot be reached.
func (s *Store) Ping(ctx context.Context) error { return s.read.PingContext(ctx) }

// Ready writes to the database, and returns an error if it cannot. The error wraps ErrFull or
// ErrLocked where that is the reason, and is context.DeadlineExceeded when the database was too
// slow.
func (s *Store) Ready(ctx context.Context) error {
	done := make(chan error, 1)
	// A write on SQLite cannot be cancelled, but the caller need not wait for it.
	go func() { done <- s.update(ctx, func(t *tx) error { return t.probe(ctx) }) }()
	select {
	case err := <-done:
		return classified(err)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// probe writes a large value and deletes it, which needs room on the disk.
func (t *tx) probe(ctx context.Context) error {
	const room = 64 << 10
	name := "probe " + NewID()
	_, err := t.exec(ctx, `INSERT INTO keyed (name, value, expires) VALUES (?, ?, 0)`, name, strings.Repeat("x", room))
	if err == nil {
		_, err = t.exec(ctx, `DELETE FROM keyed WHERE name = ?`, name)
	}
	return err
}

// classified wraps an error of the database with ErrFull or ErrLocked.
func classified(err error) error {
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		switch lite.Code() & 0xff {
		case sqlite3.SQLITE_FULL:
			return fmt.Errorf("%w: %w", ErrFull, err)
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return fmt.Errorf("%w: %w", ErrLocked, err)
		}
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "53100" { // disk_full
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// Verify replays every game, and calls bad for those that cannot be replayed. It returns how many
// people and games there are.
func (s *Store) Verify(ctx context.Context, bad func(game string, err error)) (people, games int, err error) {
	if people, err = s.reading().count(ctx, `SELECT COUNT(*) FROM users`); err != nil {
		return 0, 0, err
	}
	const page = 500
	for last := ""; ; {
		ids, err := s.reading().queryIDs(ctx, `SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?`, last, page)
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
