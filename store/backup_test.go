package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// open opens a store for as long as the test lasts.
func open(t *testing.T, place string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), place, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// dumped returns everything in a store.
func dumped(t *testing.T, s *store.Store) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Dump(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A backup made during play is a consistent snapshot, and opens as a store.
func TestBackup(t *testing.T) {
	place := sqlite(t)
	begin(t, place, 3)
	s := open(t, place)
	before := dumped(t, s)
	dir := t.TempDir()
	for _, name := range []string{"a backup?.db", "backup.jsonl"} {
		file := filepath.Join(dir, name)
		if err := s.Backup(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		if err := s.Backup(t.Context(), file); err == nil {
			t.Errorf("%s is written over", name)
		}
	}
	if got := dumped(t, open(t, filepath.Join(dir, "a backup?.db"))); got != before {
		t.Error("the backup is not what was backed up")
	}
	if got, err := os.ReadFile(filepath.Join(dir, "backup.jsonl")); err != nil || string(got) != before {
		t.Errorf("the dump is not what was dumped: %v", err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "no such directory", "b.db")); err == nil {
		t.Error("a backup is written nowhere")
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		if n := f.Name(); n != "a backup?.db" && n != "backup.jsonl" && n[0] == '.' {
			t.Errorf("%s is left behind", n)
		}
	}
}

// A dump of one kind of database, restored in the other kind, gives the same dump.
func betweenDatabases(t *testing.T, postgres func(*testing.T) string) {
	t.Helper()
	place := sqlite(t)
	begin(t, place, 3)
	a := open(t, place)
	ann, err := a.CreateUser(t.Context(), "ann", "hash")
	if err != nil {
		t.Fatal(err)
	}
	bob, err := a.CreateGuest(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	terms := play.Terms{Variant: "chess", Control: play.Live(time.Minute, 0), Rated: true}
	m, err := a.CreateGame(t.Context(), play.Beginning{
		Terms: terms, White: play.Player{User: ann.ID, Name: "ann"}, Black: play.Player{User: bob.ID, Name: bob.Name},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"e4", "e5", "Nf3", "Nc6"} { // enough to be rated
		mover := []store.User{ann, bob}[i%2]
		if _, err := a.Do(t.Context(), m.ID, mover.ID,
			play.Command{Do: play.MakeMove, Ply: i + 1, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Do(t.Context(), m.ID, ann.ID, play.Command{Do: play.Resign}); err != nil {
		t.Fatal(err)
	}
	first := dumped(t, a)
	b, c := open(t, postgres(t)), open(t, sqlite(t))
	if err := b.Restore(t.Context(), bytes.NewReader([]byte(first))); err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(t.TempDir(), "there.jsonl")
	if err := b.Backup(t.Context(), there); err != nil {
		t.Fatal(err)
	}
	if err := b.Backup(t.Context(), filepath.Join(t.TempDir(), "there.db")); err == nil {
		t.Error("a PostgreSQL is backed up as a SQLite")
	}
	f, err := os.Open(there)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := c.Restore(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if dumped(t, c) != first {
		t.Error("the dump that came back is another")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, bytes.Repeat([]byte("This is no database. "), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{
		text, dir, filepath.Join(dir, "no", "such", "directory.db"), "postgres:///x?host=" + dir, "postgres://%zz",
	} {
		if s, err := store.Open(t.Context(), place, store.Options{}); err == nil {
			t.Errorf("%q is opened", place)
			_ = s.Close()
		}
	}
}
