package store

import (
	"context"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// tx runs statements in a transaction, or, to read, outside any. Its methods in other files say
// what the tables mean.
type tx struct {
	*db.Tx
	store *Store
}

// scanFunc scans a row, as sql.Rows.Scan does.
type scanFunc = db.Scan

// reading returns a tx that reads outside any transaction.
func (s *Store) reading() *tx { return &tx{s.db.Reading(), s} }

// update runs do in a transaction. It may run do several times, each time on a fresh transaction.
// When it returns nil, everything that do has written is on disk.
func (s *Store) update(ctx context.Context, do func(*tx) error) error {
	err := s.db.Update(ctx, func(t *db.Tx) error { return do(&tx{t, s}) })
	if err == db.ErrText {
		return refuse(play.Invalid, "The text has a character that cannot be stored.")
	}
	return err
}

// run runs a statement in a transaction of its own.
func (s *Store) run(ctx context.Context, query string, args ...any) error {
	return s.update(ctx, func(t *tx) error { return t.Run(ctx, query, args...) })
}

// mustRun runs a statement in a transaction of its own. If it changes no row, the error is otherwise.
func (s *Store) mustRun(ctx context.Context, otherwise error, query string, args ...any) error {
	return s.update(ctx, func(t *tx) error { return t.mustRun(ctx, otherwise, query, args...) })
}

// runAll runs statements that have the same arguments.
func (t *tx) runAll(ctx context.Context, queries []string, args ...any) error {
	for _, query := range queries {
		if err := t.Run(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// mustRun runs a statement. If it changes no row, the error is otherwise.
func (t *tx) mustRun(ctx context.Context, otherwise error, query string, args ...any) error {
	n, err := t.Exec(ctx, query, args...)
	if err == nil && n == 0 {
		err = otherwise
	}
	return err
}

// mustRow reads one row. If there is none, the error is otherwise.
func (t *tx) mustRow(ctx context.Context, otherwise error, query string, args []any, into ...any) error {
	found, err := t.Row(ctx, query, args, into...)
	if err == nil && !found {
		err = otherwise
	}
	return err
}

// noSuch returns the error that something does not exist.
func noSuch(sentence string) error {
	return &play.Error{Code: play.NotFound, Message: sentence, Format: sentence}
}

// hasRoom returns an error with the code NotAllowed if what a query counts has reached most. The
// sentence of the error has a %d for the count.
func (t *tx) hasRoom(ctx context.Context, most int, sentence, query string, args ...any) error {
	n, err := t.Count(ctx, query, args...)
	if err == nil && n >= most {
		err = refuse(play.NotAllowed, sentence, n)
	}
	return err
}

// queryAll reads every row of a query as a value.
func queryAll[T any](
	ctx context.Context, t *tx, query string, args []any, read func(scanFunc) (T, error),
) ([]T, error) {
	return db.All(ctx, t.Tx, query, args, read)
}

// only returns the first value of a list, or notFound if it is empty.
func only[T any](all []T, err, notFound error) (T, error) {
	if err == nil && len(all) == 0 {
		err = notFound
	}
	if err != nil {
		var none T
		return none, err
	}
	return all[0], nil
}
