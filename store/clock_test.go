package store_test

import (
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/store/storetest"
)

// machine is a machine whose clock can be set, and which can sleep.
type machine struct {
	*testing.T
	*store.Store
	place string

	mu   sync.Mutex
	wall time.Time
	up   time.Duration
	game string
}

// start starts a game with a minute for each side, and plays up to White's second turn.
func start(t *testing.T, place string) *machine {
	m := &machine{T: t, place: place, wall: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), up: time.Second}
	m.open()
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	players := [2]string{}
	for i, name := range []string{"ann", "bob"} {
		u, err := m.CreateUser(t.Context(), name, "")
		m.ok(err)
		players[i] = u.ID
	}
	g, err := m.CreateGame(t.Context(), play.Beginning{
		Terms: play.Terms{Variant: "chess", Control: play.Live(time.Minute, 0)},
		White: play.Player{User: players[0], Name: "ann"}, Black: play.Player{User: players[1], Name: "bob"},
	})
	m.ok(err)
	m.game = g.ID
	m.ok(m.Beat(t.Context()))
	for i, text := range []string{"e4", "e5"} {
		_, err := m.Do(t.Context(), g.ID, players[i], play.Command{Do: play.MakeMove, Ply: i + 1, Text: text})
		m.ok(err)
	}
	return m
}

func (m *machine) open() {
	m.Helper()
	s, err := store.OpenOn(m.Context(), m.place, store.Options{}, func() (time.Time, time.Duration) {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.wall, m.up
	})
	m.ok(err)
	m.Store = s
}

func (m *machine) ok(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

// pass lets time pass, by the clock and by the machine's uptime.
func (m *machine) pass(wall, up time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wall, m.up = m.wall.Add(wall), m.up+up
}

// serves lets time pass while the server is running.
func (m *machine) serves(d time.Duration) {
	m.Helper()
	for ; d > 0; d -= time.Second {
		m.pass(time.Second, time.Second)
		m.ok(m.Beat(m.Context()))
	}
}

// left sweeps, and expects White's time to a second: the store's clock runs a little slower while
// it is ahead of the machine's.
func (m *machine) left(when string, want time.Duration) {
	m.Helper()
	ended, err := m.Sweep(m.Context())
	m.ok(err)
	g, err := m.Game(m.Context(), m.game)
	m.ok(err)
	if got := g.Left(play.White, m.Now()); ended > 0 || (got-want).Abs() > time.Second {
		m.Errorf("%s: White has %s left, not %s; %d games ended", when, got, want, ended)
	}
}

// TestOutage expects time in which the store could not write to be given back before anybody loses
// on time, whatever happens first afterwards.
func TestOutage(t *testing.T) {
	for _, test := range []struct {
		name  string
		place func(t *testing.T) string
	}{
		{"SQLite", sqlite},
		{"PostgreSQL", func(t *testing.T) string { return storetest.Postgres(t)(t) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := start(t, test.place(t))
			m.serves(10 * time.Second)
			m.left("while all is well", 50*time.Second)
			m.pass(2*time.Minute, 2*time.Minute) // nothing can be written
			m.left("after an outage", 50*time.Second)
			m.serves(10 * time.Second)
			m.left("after ten more seconds", 40*time.Second)
			m.pass(20*time.Second, 20*time.Second)
			m.ok(m.Beat(t.Context()))
			m.left("after an outage that a beat has found", 40*time.Second)
			m.pass(time.Minute, time.Minute)
			g, err := m.Game(t.Context(), m.game)
			m.ok(err)
			_, err = m.Do(t.Context(), m.game, g.Player(play.White).User,
				play.Command{Do: play.MakeMove, Ply: 3, Text: "Nf3"})
			m.ok(err)
			m.left("after a move that was the first thing after an outage", 40*time.Second)
			m.serves(65 * time.Second)
			if n, err := m.Sweep(t.Context()); n != 1 || err != nil {
				t.Errorf("%d games ended of a player who has thought too long, %v", n, err)
			}
		})
	}
}

// TestClockIsSet sets the machine's clock, and lets the machine sleep. Nobody loses on time, and no
// clock stands still.
func TestClockIsSet(t *testing.T) {
	m := start(t, filepath.Join(t.TempDir(), "kirke.db"))
	m.serves(10 * time.Second)
	m.pass(time.Hour, 0) // the clock is put forward, or the machine slept
	m.left("before anybody has seen it", 50*time.Second)
	m.ok(m.Beat(t.Context()))
	m.left("when the clock was put forward", 50*time.Second)
	if behind := m.wall.Sub(m.Now()); behind.Abs() > time.Second {
		t.Errorf("the time is %s behind the clock", behind)
	}
	m.serves(10 * time.Second)
	m.left("ten seconds later", 40*time.Second)
	m.pass(-2*time.Hour, 0)
	m.left("when the clock was put back", 40*time.Second)
	m.serves(10 * time.Second)
	m.left("ten seconds later, in which the time has gone a little slower", 30*time.Second)
	if ahead := m.Now().Sub(m.wall); ahead < 2*time.Hour-time.Second || ahead >= 2*time.Hour {
		t.Errorf("the time is %s ahead of the clock that was put back by two hours", ahead)
	}
	m.ok(m.Close())
	m.pass(5*time.Second, 5*time.Second)
	m.open()
	if _, _, err := m.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.left("when the server has been started again", 30*time.Second)
	m.serves(10 * time.Second)
	m.left("ten seconds later", 20*time.Second)
	m.serves(25 * time.Second)
	if n, err := m.Sweep(t.Context()); n != 1 || err != nil {
		t.Errorf("%d games ended of a player who has thought too long, %v", n, err)
	}
}
