package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// tx runs statements: in a transaction, or, to read, on a connection of its own. Statements have
// "?" for their parameters on both databases.
type tx struct {
	sql      querier
	store    *Store
	postgres bool
	shared   bool     // one transaction with other writes, which a cancelled context must not roll back
	onCommit []func() // called after the commit
}

// querier is what *sql.DB and *sql.Tx have in common.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// scanFunc scans a row, as sql.Rows.Scan does.
type scanFunc = func(...any) error

// reading returns a tx that reads outside any transaction.
func (s *Store) reading() *tx { return &tx{sql: s.read, store: s, postgres: s.postgres} }

// statementContext returns the context for a statement. In a shared transaction it cannot be
// cancelled: SQLite would roll back the whole transaction.
func (t *tx) statementContext(ctx context.Context) context.Context {
	if t.shared {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// exec runs a statement and returns how many rows it has changed. The error has the code Invalid
// when an argument is not valid text.
func (t *tx) exec(ctx context.Context, query string, args ...any) (int64, error) {
	if !validTexts(args) {
		return 0, refuse(play.Invalid, "The text has a character that cannot be stored.")
	}
	defer t.logSlow(ctx, query)()
	res, err := t.sql.ExecContext(t.statementContext(ctx), t.bind(query), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// mustExec runs a statement that must change a row. If it changes none, the error has the code
// NotFound, and says that there is no such thing.
func (t *tx) mustExec(ctx context.Context, thing, query string, args ...any) error {
	n, err := t.exec(ctx, query, args...)
	if err == nil && n == 0 {
		return refuse(play.NotFound, "There is no such %s.", thing)
	}
	return err
}

// row reads one row. found is false when there is none.
func (t *tx) row(ctx context.Context, query string, args []any, into ...any) (found bool, err error) {
	if !validTexts(args) {
		return false, nil
	}
	defer t.logSlow(ctx, query)()
	err = t.sql.QueryRowContext(t.statementContext(ctx), t.bind(query), args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// count reads one number.
func (t *tx) count(ctx context.Context, query string, args ...any) (n int, err error) {
	_, err = t.row(ctx, query, args, &n)
	return n, err
}

// queryAll reads every row of a query as a value.
func queryAll[T any](ctx context.Context, t *tx, query string, args []any, read func(scanFunc) (T, error)) ([]T,
	error) {
	if !validTexts(args) {
		return nil, nil
	}
	defer t.logSlow(ctx, query)()
	rows, err := t.sql.QueryContext(t.statementContext(ctx), t.bind(query), args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []T
	for rows.Next() {
		value, err := read(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, value)
	}
	return all, rows.Err()
}

// queryIDs reads the one column of a query.
func (t *tx) queryIDs(ctx context.Context, query string, args ...any) ([]string, error) {
	return queryAll(ctx, t, query, args, func(scan scanFunc) (id string, err error) {
		err = scan(&id)
		return id, err
	})
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

// logSlow returns a function to call when a statement ends. It logs one that was slow, without its
// values.
func (t *tx) logSlow(ctx context.Context, query string) (ended func()) {
	began := time.Now()
	return func() {
		if took := time.Since(began); t.store != nil && took >= t.store.slow {
			t.store.log.WarnContext(ctx, "a slow query", "query", strings.Join(strings.Fields(query), " "), "took",
				took)
		}
	}
}

// validTexts reports whether all strings among the arguments are UTF-8 without a zero byte.
// PostgreSQL stores no others, and so the store accepts no others for SQLite either.
func validTexts(args []any) bool {
	for _, arg := range args {
		if s, ok := arg.(string); ok && (!utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0) {
			return false
		}
	}
	return true
}

// forUpdate ends a query that locks its row until the transaction ends. SQLite needs no lock: it
// has one writer.
func (t *tx) forUpdate() string {
	if t.postgres {
		return " FOR UPDATE"
	}
	return ""
}

var postgresQueries sync.Map // query with "?" → query with "$1"

// bind numbers the parameters of a query for PostgreSQL.
func (t *tx) bind(query string) string {
	if !t.postgres {
		return query
	}
	if q, ok := postgresQueries.Load(query); ok {
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
	postgresQueries.Store(query, b.String())
	return b.String()
}
