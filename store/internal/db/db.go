// Package db is a database of one of two kinds, SQLite or PostgreSQL. It opens the database and runs
// the same statements on both, in transactions that are on disk when they return.
//
// tx.go has statements, values.go what is stored of their values, writer.go transactions.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"modernc.org/sqlite"               // and the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/kirke-chess/kirke/store/internal/private"
	"github.com/kirke-chess/kirke/store/internal/schema"
)

// Options of a database.
type Options struct {
	Existing bool          // Open fails for a file that is not yet a database of Kirke
	Log      *slog.Logger  // gets warnings
	Slow     time.Duration // how long a statement may take before it is logged
}

// DB is a database. It is safe for use by several goroutines at once.
type DB struct {
	read     *sql.DB
	write    *sql.DB
	aside    *sql.DB // see Aside
	postgres bool
	file     string // the URL of the SQLite file
	log      *slog.Logger
	slow     time.Duration // see Options.Slow

	writes  chan *pending // to SQLite's writer; nil for PostgreSQL
	closing sync.Once
	closed  chan struct{} // closed by Close
	drained chan struct{} // closed when the writer has ended
}

// Open opens a database and brings its schema up to date. place is a URL "postgres://…", or the
// name of a file for SQLite.
func Open(ctx context.Context, place string, o Options) (*DB, error) {
	d := &DB{log: o.Log, slow: o.Slow, closed: make(chan struct{}), drained: make(chan struct{})}
	d.postgres = strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
	var err error
	if d.postgres {
		err = d.connectPostgres(place)
	} else {
		err = d.connectSQLite(place)
	}
	if err == nil && o.Existing {
		err = d.exists(ctx)
	}
	if err == nil {
		err = schema.Upgrade(ctx, d.write, d.postgres)
	}
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	if !d.postgres {
		d.writes = make(chan *pending, maxBatch)
		go d.writeLoop()
	}
	return d, nil
}

// exists returns an error unless the SQLite file is a database of Kirke.
func (d *DB) exists(ctx context.Context) error {
	if d.postgres {
		return nil
	}
	var tables int
	err := d.write.QueryRowContext(ctx, `SELECT COUNT(*) FROM sqlite_master WHERE name = 'goose_db_version'`).Scan(
		&tables)
	if err == nil && tables == 0 {
		err = errors.New("it is not a database of Kirke")
	}
	return err
}

func (d *DB) connectSQLite(place string) (err error) {
	if err := private.Secure(place, d.log); err != nil {
		return err
	}
	settings := url.Values{"_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "temp_store(MEMORY)",
	}}
	d.file = (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: place}).EscapedPath(),
		RawQuery: settings.Encode()}).String()
	if d.write, err = sql.Open("sqlite", d.file+"&_txlock=immediate"); err != nil {
		return err
	}
	d.write.SetMaxOpenConns(1) // SQLite has one writer at a time
	if d.read, err = sql.Open("sqlite", d.file+"&_pragma=query_only(1)"); err != nil {
		return err
	}
	if d.aside, err = sql.Open("sqlite", d.file+"&_pragma=query_only(1)"); err != nil {
		return err
	}
	d.aside.SetMaxOpenConns(asideConnections)
	d.read.SetMaxOpenConns(max(4, runtime.GOMAXPROCS(0)))
	d.read.SetMaxIdleConns(max(4, runtime.GOMAXPROCS(0)))
	return nil
}

func (d *DB) connectPostgres(place string) (err error) {
	if d.write, err = sql.Open("pgx", place); err != nil {
		return err
	}
	const connections = 16
	d.write.SetMaxOpenConns(connections)
	d.write.SetMaxIdleConns(connections)
	d.read = d.write
	if d.aside, err = sql.Open("pgx", place); err != nil {
		return err
	}
	d.aside.SetMaxOpenConns(asideConnections)
	return nil
}

// asideConnections is how many connections Aside reads on.
const asideConnections = 2

// Close finishes the writes that are waiting and closes the database.
func (d *DB) Close() error {
	var err error
	d.closing.Do(func() {
		close(d.closed)
		if d.writes != nil {
			<-d.drained
		}
		for _, pool := range []*sql.DB{d.read, d.aside, d.write} {
			if pool != nil {
				err = errors.Join(err, pool.Close())
			}
		}
	})
	return err
}

// Postgres reports whether the database is PostgreSQL.
func (d *DB) Postgres() bool { return d.postgres }

// Ping returns an error if the database cannot be reached.
func (d *DB) Ping(ctx context.Context) error { return d.read.PingContext(ctx) }

// Copy writes a snapshot of an SQLite database to an empty file.
func (d *DB) Copy(ctx context.Context, file string) error {
	db, err := sql.Open("sqlite", d.file) // VACUUM INTO does not work with query_only
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, file)
	return errors.Join(err, db.Close())
}

// Reasons why a statement or a transaction fails.
var (
	// ErrConflict means that another transaction has changed the same rows, and that this one must
	// run again.
	ErrConflict = errors.New("another transaction was faster")
	// ErrText means that a value is not UTF-8 or has a zero byte.
	ErrText   = errors.New("the text has a character that cannot be stored")
	ErrFull   = errors.New("the disk is full")
	ErrLocked = errors.New("another program has locked the database")
)

// retryable reports whether a failed transaction may succeed the next time.
func retryable(err error) bool {
	if errors.Is(err, ErrConflict) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	switch pg.Code {
	case "40001", "40P01", "23505":
		// A conflict of transactions, a deadlock, or a row that another transaction has inserted
		// meanwhile.
		return true
	}
	return false
}

// Classify wraps an error of the database with ErrFull or ErrLocked where that is the reason.
func Classify(err error) error {
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
