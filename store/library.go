package store

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/store/internal/db"
	"github.com/kirke-chess/kirke/variantfile"
)

// library makes the published games known to package rules: kirke.Lookup finds them in every
// program that has the store open. A version is read when somebody asks for it, so it does not
// matter which server has published it.
type library struct {
	db     *db.DB
	log    *slog.Logger
	remove func()

	lock  sync.Mutex
	games map[string]*shelf // by ID
}

// shelf has the versions of a game that were asked for.
type shelf struct {
	versions map[int]*kirke.Variant
	latest   int
	asked    time.Time // when latest was read
}

const (
	maxShelves   = 500             // games in memory
	latestFor    = 3 * time.Second // how long another server's new version may go unnoticed
	libraryWaits = 5 * time.Second // for the database
)

// newLibrary opens the library of a database.
func newLibrary(d *db.DB, log *slog.Logger) *library {
	l := &library{db: d, log: log, games: map[string]*shelf{}}
	l.remove = rules.RegisterSource(GamePrefix, l.find)
	return l
}

// close makes the games unknown again.
func (l *library) close() { l.remove() }

// forget makes the library read again which version of a game is the latest.
func (l *library) forget(id string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	delete(l.games, id)
}

// find is a rules.Source.
func (l *library) find(id string, version int) *kirke.Variant {
	l.lock.Lock()
	known, latest := l.known(id, version)
	l.lock.Unlock()
	if known != nil {
		return known
	}
	ctx, cancel := context.WithTimeout(context.Background(), libraryWaits)
	defer cancel()
	v, newest, err := l.read(ctx, id, version, latest)
	if err != nil {
		l.log.Error("a published game cannot be read", "game", id, "err", err)
		return nil
	}
	if v == nil {
		return nil
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.put(v, newest)
}

// known returns a version that is in memory, or nil. latest is the latest version, 0 if it has to be
// read.
func (l *library) known(id string, version int) (v *kirke.Variant, latest int) {
	s := l.games[id]
	if s == nil {
		return nil, 0
	}
	if version == 0 && time.Since(s.asked) < latestFor {
		version, latest = s.latest, s.latest
	}
	return s.versions[version], latest
}

// read reads a version from the store; 0 is the latest. v is nil if there is none.
func (l *library) read(ctx context.Context, id string, version, latest int) (v *kirke.Variant, newest int, err error) {
	t := l.db.Aside()
	if newest = latest; newest == 0 {
		found, err := t.Row(ctx, `SELECT version FROM published WHERE id = ?`, []any{id}, &newest)
		if err != nil || !found {
			return nil, 0, err
		}
	}
	if version == 0 {
		version = newest
	}
	l.lock.Lock()
	if s := l.games[id]; s != nil {
		v = s.versions[version]
	}
	l.lock.Unlock()
	if v != nil {
		return v, newest, nil
	}
	var file string
	found, err := t.Row(ctx, `SELECT body FROM published_versions WHERE game = ? AND version = ?`,
		[]any{id, version}, &file)
	if err != nil || !found {
		return nil, 0, err
	}
	v, err = variantfile.Read(id, []byte(file))
	return v, newest, err
}

// put keeps a version in memory, and returns the one to use: the first that was read.
func (l *library) put(v *kirke.Variant, latest int) *kirke.Variant {
	s := l.games[v.ID]
	if s == nil {
		for id := range maps.Keys(l.games) { // any: it is read again when it is asked for
			if len(l.games) < maxShelves {
				break
			}
			delete(l.games, id)
		}
		s = &shelf{versions: map[int]*kirke.Variant{}}
		l.games[v.ID] = s
	}
	s.latest, s.asked = max(latest, s.latest), time.Now()
	if first := s.versions[v.Version]; first != nil {
		return first
	}
	s.versions[v.Version] = v
	return v
}
