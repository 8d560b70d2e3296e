package store

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/clock"
	"github.com/kirke-chess/kirke/store/internal/db"
	"github.com/kirke-chess/kirke/store/internal/gamelog"
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

	machine clock.Machine // for the tests of this package
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
	db    *db.DB
	now   func() time.Time
	clock *clock.Clock // what now reads; nil with Options.Now
	log   *slog.Logger

	mailAfter, pushAfter time.Duration // see Options

	notify  func(Committed)
	games   *gamelog.Log
	library *library
}

// Open opens a database and brings its schema up to date. place is a URL "postgres://…", or the
// name of a file for SQLite. The error says why it cannot be opened.
func Open(ctx context.Context, place string, o Options) (*Store, error) {
	s := &Store{
		now: o.Now, notify: o.Notify, games: gamelog.New(cmp.Or(o.Cache, defaultCache)),
		log:       cmp.Or(o.Log, slog.New(slog.DiscardHandler)),
		mailAfter: cmp.Or(o.MailAfter, defaultMailAfter), pushAfter: cmp.Or(o.PushAfter, defaultPushAfter),
	}
	if o.machine == nil {
		o.machine = clock.ThisMachine()
	}
	if s.now == nil {
		s.clock = clock.New(o.machine)
		s.now = s.clock.Now
	}
	if s.notify == nil {
		s.notify = func(Committed) {}
	}
	var err error
	s.db, err = db.Open(ctx, place, db.Options{Existing: o.Existing, Log: s.log, Slow: cmp.Or(o.Slow, time.Second)})
	if err == nil {
		s.library = newLibrary(s.db, s.log)
		if err = s.setClock(ctx); err != nil {
			_ = s.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the database cannot be opened: %w", err)
	}
	return s, nil
}

const defaultCache = 1000

// Close finishes the writes that are waiting and closes the database.
func (s *Store) Close() error {
	if s.library != nil {
		s.library.close()
	}
	return s.db.Close()
}

// Postgres reports whether the database is PostgreSQL.
func (s *Store) Postgres() bool { return s.db.Postgres() }

// refuse returns an error for the person who asked: a *play.Error.
func refuse(c play.Code, format string, args ...any) error { return play.Refuse(c, format, args...) }
