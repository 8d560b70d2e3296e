package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// tx is a transaction, or a part of one that can fail by itself.
type tx struct {
	sql      querier
	postgres bool
	shared   bool     // with others, who are not to suffer from somebody's impatience
	kept     []func() // to be called when what it has written is committed
	seen     []func() // to be called when what it has read is known to be committed
}

// querier is what a database and a transaction have in common.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// reading returns a tx that only reads, outside any transaction.
func (s *Store) reading() *tx { return &tx{sql: s.read, postgres: s.postgres} }

// patient returns the context of a statement. What a shared transaction has begun is not interrupted: SQLite would
// take back all of it.
func (t *tx) patient(ctx context.Context) context.Context {
	if t.shared {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// exec runs a statement and returns how many rows it has changed. The error has the code Invalid for what is no text.
func (t *tx) exec(ctx context.Context, query string, args ...any) (int64, error) {
	if !texts(args) {
		return 0, refuse(play.Invalid, "A text has a character that cannot be kept.")
	}
	res, err := t.sql.ExecContext(t.patient(ctx), t.bind(query), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// row reads one row; found is false when there is none.
func (t *tx) row(ctx context.Context, query string, args []any, into ...any) (found bool, err error) {
	if !texts(args) {
		return false, nil
	}
	err = t.sql.QueryRowContext(t.patient(ctx), t.bind(query), args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// rows calls each for every row.
func (t *tx) rows(ctx context.Context, query string, args []any, each func(scan func(...any) error) error) error {
	if !texts(args) {
		return nil
	}
	rows, err := t.sql.QueryContext(t.patient(ctx), t.bind(query), args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// texts reports whether the strings among the arguments are texts as PostgreSQL keeps them, which SQLite is held to as well: in
// UTF-8, without a zero byte. No row has another.
func texts(args []any) bool {
	for _, arg := range args {
		if s, ok := arg.(string); ok && (!utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0) {
			return false
		}
	}
	return true
}

// locking returns what ends a query whose row is about to be changed, where
// transactions run side by side.
func (t *tx) locking() string {
	if t.postgres {
		return " FOR UPDATE"
	}
	return ""
}

var bound sync.Map // query → query with PostgreSQL's parameters

// bind numbers the parameters of a query for PostgreSQL.
func (t *tx) bind(query string) string {
	if !t.postgres {
		return query
	}
	if q, ok := bound.Load(query); ok {
		return q.(string)
	}
	var b strings.Builder
	n := 0
	for _, c := range []byte(query) {
		if c != '?' {
			b.WriteByte(c)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	bound.Store(query, b.String())
	return b.String()
}

// unit is what has to be written together.
type unit struct {
	ctx  context.Context
	do   func(*tx) error
	tx   tx
	err  error
	done chan struct{}
}

// maxBatch is how many units are committed together at most.
const maxBatch = 64

// maxTries is how often a transaction is run that loses to others.
const maxTries = 20

// update runs do in a transaction. It may be run several times, each time from the
// start. When update returns nil, what do has written is on disk.
func (s *Store) update(ctx context.Context, do func(*tx) error) error {
	var err error
	for range maxTries {
		if s.queue == nil {
			err = s.updateAlone(ctx, do)
		} else {
			err = s.enqueue(ctx, do)
		}
		if !retryable(err) {
			return err
		}
	}
	return err
}

// updateAlone runs do in a transaction of its own.
func (s *Store) updateAlone(ctx context.Context, do func(*tx) error) error {
	sqlTx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	t := &tx{sql: sqlTx, postgres: s.postgres}
	if err = guard(do, t); err == nil {
		err = sqlTx.Commit()
	} else {
		_ = sqlTx.Rollback()
	}
	t.settle(err == nil, true) // PostgreSQL shows nobody what is not committed
	return err
}

// settle calls what waits for the end of the transaction.
func (t *tx) settle(kept, seen bool) {
	if kept {
		call(t.kept)
	}
	if seen {
		call(t.seen)
	}
}

func call(all []func()) {
	for _, f := range all {
		f()
	}
}

// guard runs do and makes an error of a panic, so that one bad game does not take
// the writer with it.
func guard(do func(*tx) error, t *tx) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("fault: %v\n%s", r, debug.Stack())
		}
	}()
	return do(t)
}

// errClosed is the answer of a store that was closed.
var errClosed = errors.New("the store is closed")

// enqueue hands do to the writer and waits until it is on disk.
func (s *Store) enqueue(ctx context.Context, do func(*tx) error) error {
	u := &unit{ctx: ctx, do: do, done: make(chan struct{})}
	select {
	case s.queue <- u:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closed:
		return errClosed
	}
	select {
	case <-u.done:
		return u.err
	case <-s.drained:
		select {
		case <-u.done:
			return u.err
		default:
			return errClosed
		}
	}
}

// serveWrites is SQLite's one writer. It commits what is waiting together, since
// most of a commit is the wait for the disk.
func (s *Store) serveWrites() {
	defer close(s.drained)
	for {
		select {
		case u := <-s.queue:
			s.writeBatch(s.gather(u))
		case <-s.closed:
			for {
				select {
				case u := <-s.queue:
					s.writeBatch(s.gather(u))
				default:
					return
				}
			}
		}
	}
}

// gather returns first and what waits behind it.
func (s *Store) gather(first *unit) []*unit {
	batch := []*unit{first}
	for len(batch) < maxBatch {
		select {
		case u := <-s.queue:
			batch = append(batch, u)
		default:
			return batch
		}
	}
	return batch
}

// writeBatch runs units in one transaction, each behind a savepoint of its own.
func (s *Store) writeBatch(batch []*unit) {
	ctx := context.Background() // no one's impatience stops the others
	sqlTx, err := s.write.BeginTx(ctx, nil)
	if err == nil {
		for _, u := range batch {
			u.tx = tx{sql: sqlTx, shared: true}
			if u.err = u.ctx.Err(); u.err != nil {
				continue
			}
			if err = savepoint(ctx, sqlTx, u); err != nil {
				break
			}
		}
		if err == nil {
			err = sqlTx.Commit()
		} else {
			_ = sqlTx.Rollback()
		}
	}
	for _, u := range batch {
		if u.err == nil {
			u.err = err
		}
		u.tx.settle(u.err == nil, err == nil)
		close(u.done)
	}
}

// savepoint runs a unit and takes back what it has written when it fails. The
// error says that the whole transaction has failed.
func savepoint(ctx context.Context, sqlTx *sql.Tx, u *unit) error {
	if _, err := sqlTx.ExecContext(ctx, "SAVEPOINT unit"); err != nil {
		return err
	}
	if u.err = guard(u.do, &u.tx); u.err != nil {
		if _, err := sqlTx.ExecContext(ctx, "ROLLBACK TO unit"); err != nil {
			return err
		}
	}
	_, err := sqlTx.ExecContext(ctx, "RELEASE unit")
	return err
}
