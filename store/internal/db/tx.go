package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Tx runs statements: in a transaction, or, to read, on a connection of its own. Statements have
// "?" for their parameters on both databases.
type Tx struct {
	sql      querier
	db       *DB
	shared   bool     // one transaction with other writes, which a cancelled context must not roll back
	onCommit []func() // see OnCommit
}

// querier is what *sql.DB and *sql.Tx have in common.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Scan scans a row, as sql.Rows.Scan does.
type Scan = func(...any) error

// Reading returns a Tx that reads outside any transaction.
func (d *DB) Reading() *Tx { return &Tx{sql: d.read, db: d} }

// Aside returns a Tx that reads outside any transaction, on connections that nothing else uses: it
// may be used while a transaction runs that waits for the answer.
func (d *DB) Aside() *Tx { return &Tx{sql: d.aside, db: d} }

// Snapshot runs do on a Tx that reads one state of the database throughout.
func (d *DB) Snapshot(ctx context.Context, do func(*Tx) error) error {
	o := &sql.TxOptions{} // on SQLite every transaction reads a snapshot
	if d.postgres {
		o = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	sqlTx, err := d.read.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = sqlTx.Rollback() }()
	return do(&Tx{sql: sqlTx, db: d})
}

// Postgres reports whether the database is PostgreSQL.
func (t *Tx) Postgres() bool { return t.db.postgres }

// OnCommit has f called after the commit.
func (t *Tx) OnCommit(f func()) { t.onCommit = append(t.onCommit, f) }

// statementContext returns the context for a statement. In a shared transaction it cannot be
// cancelled: SQLite would roll back the whole transaction.
func (t *Tx) statementContext(ctx context.Context) context.Context {
	if t.shared {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Exec runs a statement and returns how many rows it has changed. The error is ErrText when an
// argument is not valid text.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	args, err := stored(args)
	if err != nil {
		return 0, err
	}
	defer t.logSlow(ctx, query)()
	res, err := t.sql.ExecContext(t.statementContext(ctx), t.bind(query), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Run runs a statement.
func (t *Tx) Run(ctx context.Context, query string, args ...any) error {
	_, err := t.Exec(ctx, query, args...)
	return err
}

// Row reads one row. found is false when there is none.
func (t *Tx) Row(ctx context.Context, query string, args []any, into ...any) (found bool, err error) {
	if args, err = stored(args); err == ErrText {
		return false, nil // no row has such text
	} else if err != nil {
		return false, err
	}
	defer t.logSlow(ctx, query)()
	err = t.sql.QueryRowContext(t.statementContext(ctx), t.bind(query), args...).Scan(targets(into)...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Count reads one number.
func (t *Tx) Count(ctx context.Context, query string, args ...any) (n int, err error) {
	_, err = t.Row(ctx, query, args, &n)
	return n, err
}

// Columns returns the columns of a table.
func (t *Tx) Columns(ctx context.Context, table string) ([]string, error) {
	rows, err := t.sql.QueryContext(ctx, `SELECT * FROM `+table+` WHERE 1 = 0`)
	if err != nil {
		return nil, err
	}
	names, err := rows.Columns()
	return names, errors.Join(err, rows.Close())
}

// Each reads every row of a query.
func (t *Tx) Each(ctx context.Context, query string, args []any, read func(Scan) error) error {
	args, err := stored(args)
	if err == ErrText {
		return nil // no row has such text
	} else if err != nil {
		return err
	}
	defer t.logSlow(ctx, query)()
	rows, err := t.sql.QueryContext(t.statementContext(ctx), t.bind(query), args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := read(func(into ...any) error { return rows.Scan(targets(into)...) }); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All reads every row of a query as a value.
func All[T any](ctx context.Context, t *Tx, query string, args []any, read func(Scan) (T, error)) ([]T, error) {
	var all []T
	err := t.Each(ctx, query, args, func(scan Scan) error {
		value, err := read(scan)
		all = append(all, value)
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// IDs reads the one column of a query.
func (t *Tx) IDs(ctx context.Context, query string, args ...any) ([]string, error) {
	return All(ctx, t, query, args, func(scan Scan) (id string, err error) {
		err = scan(&id)
		return id, err
	})
}

// logSlow returns a function to call when a statement ends. It logs one that was slow, without its
// values.
func (t *Tx) logSlow(ctx context.Context, query string) (ended func()) {
	began := time.Now()
	return func() {
		if took := time.Since(began); took >= t.db.slow {
			t.db.log.WarnContext(ctx, "a slow query", "query", strings.Join(strings.Fields(query), " "), "took",
				took)
		}
	}
}

// ForUpdate ends a query that locks its row until the transaction ends. SQLite needs no lock: it
// has one writer.
func (t *Tx) ForUpdate() string {
	if t.db.postgres {
		return " FOR UPDATE"
	}
	return ""
}

var postgresQueries sync.Map // query with "?" → query with "$1"

// bind numbers the parameters of a query for PostgreSQL.
func (t *Tx) bind(query string) string {
	if !t.db.postgres {
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
