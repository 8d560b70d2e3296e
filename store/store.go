package store

import (
	"cmp"
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

// Options of a store. The zero Options are the defaults.
type Options struct {
	// Existing makes Open fail for a file that is not yet a database of Kirke.
	Existing bool
	// Now is the time of everything that is stored. The default is the machine's clock, or the
	// database's where several servers share it, without their jumps.
	Now func() time.Time
	// Notify is called after a commit to a game, before the method that made it returns. It must
	// not block, and must not call the store.
	Notify func(Committed)
	// Cache is how many games are kept in memory (default 1000). A game takes about 2 KiB for each
	// half-move. A game that is not in memory is replayed from its events.
	Cache int
	// Log gets warnings. The default discards them.
	Log *slog.Logger
	// MailAfter and PushAfter are how long mail and push messages wait, in case the person sees the
	// event on the site (default 1 min and 10 s).
	MailAfter, PushAfter time.Duration
	// Slow is how long a statement may take before it is logged (default 1 s).
	Slow time.Duration

	machine func() (time.Time, time.Duration) // for the tests of this package; see clock
}

// Committed is a committed change of a game.
type Committed struct {
	Summary Summary      // of the game after it
	Events  []play.Event // added, in order
	Ended   []Seek       // offers that the start of a live game has ended
}

// Store is a database of games. It is safe for use by several goroutines at once. Several programs
// may share a PostgreSQL database.
type Store struct {
	read     *sql.DB
	write    *sql.DB
	postgres bool
	file     string // the URL of the SQLite file
	now      func() time.Time
	clock    *clock // what now reads; nil with Options.Now
	log      *slog.Logger
	slow     time.Duration // see Options.Slow

	mailAfter, pushAfter time.Duration // see Options

	notify  func(Committed)
	games   *cache
	writes  chan *pending // to SQLite's writer; nil for PostgreSQL
	closing sync.Once
	closed  chan struct{} // closed by Close
	drained chan struct{} // closed when the writer has ended
}

// Open opens a database and brings its schema up to date. place is a URL "postgres://…", or the
// name of a file for SQLite. The error says why it cannot be opened.
func Open(ctx context.Context, place string, o Options) (*Store, error) {
	s := &Store{now: o.Now, notify: func(Committed) {}, closed: make(chan struct{}), drained: make(chan struct{})}
	if o.machine == nil {
		o.machine = machineClock()
	}
	if o.Now == nil {
		s.clock = newClock(o.machine)
		s.now = s.clock.now
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
	s.log, s.slow = o.Log, cmp.Or(o.Slow, time.Second)
	s.mailAfter, s.pushAfter = cmp.Or(o.MailAfter, defaultMailAfter), cmp.Or(o.PushAfter, defaultPushAfter)
	s.games = newCache(o.Cache)
	s.postgres = strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
	var err error
	if s.postgres {
		err = s.connectPostgres(place)
	} else {
		err = s.connectSQLite(place, o.Log)
	}
	if err == nil && o.Existing {
		err = s.exists(ctx)
	}
	if err == nil {
		err = s.migrate(ctx)
	}
	if err == nil {
		err = s.setClock(ctx)
	}
	if err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("the database cannot be opened: %w", err)
	}
	if !s.postgres {
		s.writes = make(chan *pending, maxBatch)
		go s.writeLoop()
	}
	return s, nil
}

// exists returns an error unless the SQLite file is a database of Kirke.
func (s *Store) exists(ctx context.Context) error {
	if s.postgres {
		return nil
	}
	var tables int
	err := s.write.QueryRowContext(ctx, `SELECT COUNT(*) FROM sqlite_master WHERE name = 'goose_db_version'`).Scan(
		&tables)
	if err == nil && tables == 0 {
		err = errors.New("it is not a database of Kirke")
	}
	return err
}

const defaultCache = 1000

func (s *Store) connectSQLite(place string, log *slog.Logger) (err error) {
	if err := secure(place, log); err != nil {
		return err
	}
	settings := url.Values{"_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "temp_store(MEMORY)",
	}}
	s.file = (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: place}).EscapedPath(),
		RawQuery: settings.Encode()}).String()
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
	dialect, opts := goose.DialectSQLite3, []goose.ProviderOption{goose.WithGoMigrations(
		goose.NewGoMigration(protectedLog, &goose.GoFunc{RunTx: s.protectLog}, &goose.GoFunc{RunTx: s.unprotectLog}),
	)}
	if s.postgres {
		// Several programs may start at once.
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // every second, for five minutes
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
		// Nothing keeps two programs from starting on one SQLite file at once. The slower one
		// fails, and then finds the work done.
		if _, err = p.Up(ctx); err == nil || s.postgres || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return err
	}
	sources := p.ListSources()
	has, err := p.GetDBVersion(ctx)
	if newest := sources[len(sources)-1].Version; err == nil && has > newest {
		err = fmt.Errorf("the database is of a later version of Kirke: "+
			"its schema has version %d, and this program knows %d", has, newest)
	}
	return err
}

// Close finishes the writes that are waiting and closes the database.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		close(s.closed)
		if s.writes != nil {
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

// Postgres reports whether the database is PostgreSQL.
func (s *Store) Postgres() bool { return s.postgres }

// errConflict means that another transaction has changed the same rows, and that this one must run
// again.
var errConflict = errors.New("another transaction was faster")

// retryable reports whether a failed transaction may succeed the next time.
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
		// A conflict of transactions, a deadlock, or a row that another transaction has inserted
		// meanwhile.
		return true
	}
	return false
}

// refuse returns an error for the person who asked: a *play.Error.
func refuse(c play.Code, format string, args ...any) error {
	return &play.Error{Code: c, Message: fmt.Sprintf(format, args...)}
}

// toMillis returns a time as it is stored, 0 for the zero Time.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// fromMillis returns the time that toMillis has written.
func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
