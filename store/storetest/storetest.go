// Package storetest has the tests that a store must pass on every kind of database. Run them on a
// place of your own:
//
//	storetest.Run(t, func(t *testing.T) string { return filepath.Join(t.TempDir(), "kirke.db") })
package storetest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// Run tests a store. Each call of place returns a new and empty place for
// store.Open, which lasts as long as the test; it is called by several at once.
func Run(t *testing.T, place func(*testing.T) string) {
	for _, test := range []struct {
		name string
		run  func(*fixture)
	}{
		{"users", users}, {"names at once", namesAtOnce}, {"registering", registering}, {"passwords", passwords},
		{"passkeys", passkeys},
		{"tokens", tokens}, {"use of tokens", tokenUse}, {"similar names", looks}, {"guests end", guestsEnd},
		{"quotas", quotas}, {"shared jobs", sharedJobs}, {"renaming", renaming},
		{"deleting", deleting}, {"second factor", secondFactor},
		{"moderation", moderation}, {"blocks", blocks}, {"values", values}, {"invalid text", noText},
		{"lobby", lobby}, {"challenges", challenges}, {"invitations", invitations}, {"seeks end", seeksEnd},
		{"seeks end with games", seeksEndWithGames}, {"notices", notices}, {"one taker", oneTaker},
		{"a game", aGame}, {"memory and events agree", memoryAgrees}, {"retries", retries}, {"one mover", oneMover},
		{"many games at once", manyGames},
		{"two servers", twoServers}, {"start at once", startAtOnce}, {"late moves", lateMoves}, {"sweep", sweep},
		{"sweep or move", sweepOrMove}, {"downtime", downtime}, {"other rules", otherRules},
		{"vacations", vacations},
		{"plans", plans}, {"takebacks", takebacks}, {"private games", privateGames}, {"notes", notes}, {"chat", chat},
		{"ratings", ratings}, {"rematch", rematch}, {"the computer", computer},
		{"lists", lists}, {"search", search}, {"pages", pages}, {"presets", presets}, {"studies", studies},
		{"drafts", drafts}, {"published games", published}, {"published limits", publishedLimits},
		{"who sees published games", publishedSeen},
		{"published games of deleted people", publishedDeleted}, {"comments", comments},
		{"jobs", jobs},
		{"contacts", contacts}, {"resets", resets}, {"outbox", outbox}, {"outbox and offers", outboxOffers},
		{"outbox and push", outboxPush}, {"daily mail", outboxDaily}, {"deadline mail", outboxDeadlines},
		{"outbox and servers", outboxLeases},
		{"dump", dump}, {"bad dumps", badDumps}, {"nothing secret", nothingSecret}, {"cancelled", cancelled},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := &fixture{T: t, ctx: t.Context(), place: place, at: place(t),
				now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
			f.open()
			test.run(f)
			f.close()
		})
	}
}

// fixture is a store under test. Its time passes only by the method pass.
type fixture struct {
	*testing.T
	*store.Store
	ctx   context.Context
	place func(*testing.T) string
	at    string

	mu   sync.Mutex
	now  time.Time
	told []store.Committed
}

func (f *fixture) open() {
	f.Helper()
	s, err := store.Open(f.ctx, f.at, store.Options{Now: f.time, Notify: f.notify})
	f.ok(err)
	f.Store = s
}

func (f *fixture) close() {
	f.Helper()
	f.ok(f.Store.Close())
	f.ok(f.Store.Close()) // twice is no harm
}

// reopen opens the store again, with nothing in memory.
func (f *fixture) reopen() {
	f.Helper()
	f.close()
	f.open()
}

func (f *fixture) time() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// pass lets time pass.
func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

func (f *fixture) notify(c store.Committed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told = append(f.told, c)
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// refused expects an error with a code.
func (f *fixture) refused(err error, want play.Code) {
	f.Helper()
	if got := play.CodeOf(err); err == nil || got != want {
		f.Errorf("code %q (%v), want %q", got, err, want)
	}
}

// want expects a value.
func want[V comparable](f *fixture, what string, got, want V) {
	f.Helper()
	if got != want {
		f.Errorf("%s: %v, want %v", what, got, want)
	}
}

// person returns a new account.
func (f *fixture) person(name string) store.User {
	f.Helper()
	u, err := f.CreateUser(f.ctx, name, "hash of "+name)
	f.ok(err)
	return u
}

// terms returns the terms of a game of chess with a clock.
func terms(clock string) play.Terms {
	c, err := play.ParseControl(clock)
	if err != nil {
		panic(err)
	}
	return play.Terms{Variant: "chess", Control: c}
}

func player(u store.User) play.Player { return play.Player{User: u.ID, Name: u.Name} }

// game begins a game.
func (f *fixture) game(t play.Terms, white, black store.User) store.Summary {
	f.Helper()
	m, err := f.CreateGame(f.ctx, play.Beginning{Terms: t, White: player(white), Black: player(black)})
	f.ok(err)
	return m
}

// plays makes moves, each by the side to move.
func (f *fixture) plays(game string, moves string) store.Summary {
	f.Helper()
	m, err := f.Summary(f.ctx, game)
	f.ok(err)
	for _, text := range strings.Fields(moves) {
		user := m.Players[0].User
		if m.Turn == play.Black {
			user = m.Players[1].User
		}
		done, err := f.Do(f.ctx, game, user, play.Command{Do: play.MakeMove, Ply: m.Ply + 1, Text: text})
		f.ok(err)
		m = done.Summary
	}
	return m
}

// does carries out a command that is possible.
func (f *fixture) does(game string, u store.User, c play.Command) store.Done {
	f.Helper()
	done, err := f.Do(f.ctx, game, u.ID, c)
	f.ok(err)
	return done
}

// moves returns the moves that stand in a game, by UCI.
func (f *fixture) moves(game string) string {
	f.Helper()
	g, err := f.Game(f.ctx, game)
	f.ok(err)
	var all []string
	for _, m := range g.Moves() {
		all = append(all, m.UCI)
	}
	return strings.Join(all, " ")
}

// kinds returns the kinds of a game's events.
func (f *fixture) kinds(game string, after int) string {
	f.Helper()
	events, err := f.Events(f.ctx, game, after)
	f.ok(err)
	var all []string
	for i, e := range events {
		if e.Seq != after+1+i {
			f.Errorf("event %d has the number %d", after+1+i, e.Seq)
		}
		all = append(all, e.Kind())
	}
	return strings.Join(all, " ")
}

// atOnce runs the same thing several times at once, and returns the errors.
func atOnce(n int, do func(i int) error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			errs[i] = do(i)
		})
	}
	close(start)
	all.Wait()
	return errs
}

// oneOf expects all but one to be refused with a code.
func (f *fixture) oneOf(errs []error, code play.Code) {
	f.Helper()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else {
			f.refused(err, code)
		}
	}
	want(f, "done", done, 1)
}

func cancelled(f *fixture) {
	ctx, cancel := context.WithCancel(f.ctx)
	cancel()
	if _, err := f.CreateGuest(ctx, ""); !errors.Is(err, context.Canceled) {
		f.Errorf("after the end of its context: %v", err)
	}
	ann := f.person("ann") // and the store goes on
	f.ok(f.Store.Close())
	if _, err := f.Store.User(f.ctx, ann.ID); err == nil {
		f.Error("a closed store answers")
	}
	if _, err := f.CreateGuest(f.ctx, ""); err == nil {
		f.Error("a closed store writes")
	}
}
