package store

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/gamelog"
)

// When the disk is full, games do not change, in memory either. They go on when there is room
// again.
func TestDiskFull(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, filepath.Join(t.TempDir(), "kirke.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var told sync.Map // game → acknowledged moves
	s.notify = func(c Committed) {
		for _, e := range c.Events {
			if m, ok := e.Payload.(play.Moved); ok {
				before, _ := told.LoadOrStore(c.Summary.ID, "")
				told.Store(c.Summary.ID, before.(string)+m.UCI+" ")
			}
		}
	}
	const games = 4
	var tables [games]Summary
	for i := range tables {
		a, err := s.CreateUser(ctx, fmt.Sprintf("ann%d", i), "")
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.CreateUser(ctx, fmt.Sprintf("bob%d", i), "")
		if err != nil {
			t.Fatal(err)
		}
		tables[i], err = s.CreateGame(ctx, play.Beginning{
			Terms: play.Terms{Variant: "chess", Control: play.Live(time.Hour, 0)},
			White: play.Player{User: a.ID, Name: a.Name}, Black: play.Player{User: b.ID, Name: b.Name},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	limit := func(pages int) {
		t.Helper()
		if err := s.run(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages)); err != nil {
			t.Fatal(err)
		}
	}
	pages, err := s.reading().Count(ctx, "PRAGMA page_count")
	if err != nil {
		t.Fatal(err)
	}
	limit(pages + 2)
	failed := func() int {
		var all sync.WaitGroup
		var mu sync.Mutex
		n := 0
		for i := range tables {
			all.Go(func() {
				for range 100 {
					if err := step(t, s, tables[i]); err != nil {
						mu.Lock()
						n++
						mu.Unlock()
						if play.CodeOf(err) != "" {
							t.Errorf("the disk is full, and the player is told: %v", err)
						}
						return
					}
				}
			})
		}
		all.Wait()
		return n
	}
	if n := failed(); n != games {
		t.Fatalf("the disk is full for %d games, want %d", n, games)
	}
	agree := func() {
		t.Helper()
		for _, m := range tables {
			g, err := s.Game(ctx, m.ID)
			if err != nil {
				t.Fatal(err)
			}
			var moves strings.Builder
			for _, m := range g.Moves() {
				moves.WriteString(m.UCI + " ")
			}
			was, _ := told.LoadOrStore(m.ID, "")
			if moves.String() != was {
				t.Errorf("the game is %q, and what was told is %q", moves.String(), was)
			}
		}
	}
	agree()
	if err := s.Ready(ctx); !errors.Is(err, ErrFull) {
		t.Errorf("the disk is full, and the store says %v", err)
	}
	limit(1 << 30)
	if err := s.Ready(ctx); err != nil {
		t.Errorf("there is room again, and the store says %v", err)
	}
	if n := failed(); n != 0 {
		t.Errorf("there is room again, and not for %d games", n)
	}
	agree()
	s.games = gamelog.New(defaultCache) // force a replay from the events
	agree()
}

// TestLocked expects ErrLocked while another program has locked the database.
func TestLocked(t *testing.T) {
	ctx := t.Context()
	file := filepath.Join(t.TempDir(), "kirke.db")
	s, err := Open(ctx, file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.run(ctx, "PRAGMA busy_timeout = 10"); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	held, err := other.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Ready(ctx); !errors.Is(err, ErrLocked) {
		t.Errorf("another program has the lock, and the store says %v", err)
	}
	if err := s.Ping(ctx); err != nil {
		t.Errorf("it can be read, and says %v", err)
	}
	if err := held.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := s.Ready(ctx); err != nil {
		t.Errorf("the lock is there again, and the store says %v", err)
	}
}

// TestSlowQuery expects a slow statement in the log, without its values.
func TestSlowQuery(t *testing.T) {
	var log strings.Builder
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"),
		Options{Slow: 1, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.UserByName(t.Context(), "secretname"); !IsNotFound(err) {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if said := log.String(); !strings.Contains(said, "FROM users WHERE name_key = ?") ||
		strings.Contains(said, "secretname") {
		t.Errorf("the log says %q", said)
	}
}

// step makes a random move.
func step(t *testing.T, s *Store, m Summary) error {
	g, err := s.Game(t.Context(), m.ID)
	if err != nil {
		return err
	}
	p := g.Position()
	legal := p.AppendLegalMoves(nil)
	if g.Over() {
		return nil
	}
	c := play.Command{Do: play.MakeMove, Ply: g.Ply() + 1, Text: p.MoveText(legal[rand.IntN(len(legal))], kirke.UCI)}
	_, err = s.Do(t.Context(), m.ID, m.Players[g.Ply()%2].User, c)
	return err
}
