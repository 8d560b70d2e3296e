package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/kirke-chess/kirke/play"
)

// Options are what a store may be told.
type Options struct {
	// Now is the time; the default is time.Now. It is used for everything that is
	// stored, so that tests need not wait.
	Now func() time.Time
	// Notify is told what has been committed to a game, before the method that did
	// it returns. It must not block and must not call the store.
	Notify func(Committed)
	// Cache is how many games are kept in memory as they were last seen; the default
	// is 1000, and a game takes about 2 KiB for each half-move. A game that is not there
	// is made anew from its events.
	Cache int
	// Log is told when the file of a database was open to others and is closed to them;
	// the default is nowhere.
	Log *slog.Logger
}

// Committed is what has been added to a game.
type Committed struct {
	Summary Summary      // the game after it
	Events  []play.Event // in order
	Ended   []Seek       // the offers that the beginning of a live game has ended
}

// Store is a database of games. It is safe for use by several goroutines at once,
// and for PostgreSQL by several programs.
type Store struct {
	read     *sql.DB
	write    *sql.DB
	postgres bool
	file     string // of SQLite, with its settings
	now      func() time.Time
	notify   func(Committed)
	games    *cache
	queue    chan *unit // of SQLite's one writer; nil for PostgreSQL
	closing  sync.Once
	closed   chan struct{} // closed when no more is to be written
	drained  chan struct{} // closed when nothing more is being written
}

// Open opens the database at a place, "postgres://…" for PostgreSQL or else the name of a
// file for SQLite, and brings its schema up to date. The error says what is wrong with
// the place.
func Open(ctx context.Context, place string, o Options) (*Store, error) {
	s := &Store{now: time.Now, notify: func(Committed) {}, closed: make(chan struct{}), drained: make(chan struct{})}
	if o.Now != nil {
		s.now = o.Now
	}
	if o.Notify != nil {
		s.notify = o.Notify
	}
	if o.Cache == 0 {
		o.Cache = defaultCache
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s.games = newCache(o.Cache)
	s.postgres = strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
	var err error
	if s.postgres {
		err = s.connectPostgres(place)
	} else {
		err = s.connectSQLite(place, o.Log)
	}
	if err == nil {
		err = s.migrate(ctx)
	}
	if err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("the database cannot be opened: %w", err)
	}
	if !s.postgres {
		s.queue = make(chan *unit, maxBatch)
		go s.serveWrites()
	}
	return s, nil
}

const defaultCache = 1000

func (s *Store) connectSQLite(place string, log *slog.Logger) (err error) {
	if err := secure(place, log); err != nil {
		return err
	}
	settings := url.Values{"_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "temp_store(MEMORY)",
	}}
	s.file = (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: place}).EscapedPath(), RawQuery: settings.Encode()}).String()
	if s.write, err = sql.Open("sqlite", s.file+"&_txlock=immediate"); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1) // SQLite has one writer at a time
	if s.read, err = sql.Open("sqlite", s.file+"&_pragma=query_only(1)"); err != nil {
		return err
	}
	s.read.SetMaxOpenConns(max(4, runtime.GOMAXPROCS(0)))
	s.read.SetMaxIdleConns(max(4, runtime.GOMAXPROCS(0)))
	return nil
}

func (s *Store) connectPostgres(place string) (err error) {
	if s.write, err = sql.Open("pgx", place); err != nil {
		return err
	}
	const connections = 16
	s.write.SetMaxOpenConns(connections)
	s.write.SetMaxIdleConns(connections)
	s.read = s.write
	return nil
}

//go:embed migrations/*.sql
var migrations embed.FS

func (s *Store) migrate(ctx context.Context) error {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect, opts := goose.DialectSQLite3, []goose.ProviderOption(nil)
	if s.postgres {
		// Several programs may start at once.
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return err
		}
		dialect, opts = goose.DialectPostgres, append(opts, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(dialect, s.write, dir, opts...)
	if err != nil {
		return err
	}
	for range maxTries {
		// On SQLite, where nothing keeps two programs from starting at once, the slower
		// one fails and then finds the work done.
		if _, err = p.Up(ctx); err == nil || s.postgres || ctx.Err() != nil {
			break
		}
	}
	return err
}

// Close waits for what is being written and closes the database.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		close(s.closed)
		if s.queue != nil {
			<-s.drained
		}
		for _, db := range []*sql.DB{s.read, s.write} {
			if db != nil {
				err = errors.Join(err, db.Close())
			}
		}
	})
	return err
}

// Ping returns why the database cannot be asked, nil when it can.
func (s *Store) Ping(ctx context.Context) error { return s.read.PingContext(ctx) }

// Postgres reports whether the database is PostgreSQL.
func (s *Store) Postgres() bool { return s.postgres }

// errConflict asks for a transaction to be run again: somebody else was faster.
var errConflict = errors.New("somebody else changed the same thing")

// retryable reports whether a transaction that failed may succeed the next time.
func retryable(err error) bool {
	if errors.Is(err, errConflict) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	switch pg.Code {
	case "40001", "40P01", "23505":
		// The order of transactions, a deadlock, a row that was not there when we
		// looked: the next time we see it.
		return true
	}
	return false
}

// refuse returns an error for the person who asked.
func refuse(c play.Code, format string, args ...any) error {
	return &play.Error{Code: c, Message: fmt.Sprintf(format, args...)}
}

// millis returns a moment as it is stored, 0 for the zero Time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// moment reads what millis returns.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
