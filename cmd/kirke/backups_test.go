package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// TestDrill: each kind of backup can be restored, and the drill finds those that cannot.
func TestDrill(t *testing.T) {
	dir := t.TempDir()
	games, err := store.Open(t.Context(), filepath.Join(dir, "kirke.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	ann, err := games.CreateUser(t.Context(), "ann", "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = games.CreateGame(t.Context(), play.Beginning{
		Terms: play.Terms{Variant: "sissa", Control: play.Days(3)},
		White: play.Player{User: ann.ID, Name: "ann"},
		Black: play.Player{Level: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	drill := func(name string) (code int, out string) {
		t.Helper()
		code, out, stderr := inProcess(t.Context(), "", "serve", "--drill", filepath.Join(dir, name))
		return code, out + stderr
	}
	for _, name := range []string{"copy.db", "copy.jsonl"} {
		if err := games.Backup(t.Context(), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		code, out := drill(name)
		if code != console.ExitOK || !strings.Contains(out,
			"can be restored: 1 people, 1 games, 0 of them cannot be replayed") {
			t.Errorf("the drill of %s: %d %s", name, code, out)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "copy.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"rubbish.db": "rubbish",
		"half.jsonl": string(text[:len(text)/2]),
		"bad.jsonl":  strings.Replace(string(text), `\"variant\":\"sissa\"`, `\"variant\":\"nonsense\"`, 1),
	} {
		write(t, filepath.Join(dir, name), bad)
		code, out := drill(name)
		if code == console.ExitOK || name == "bad.jsonl" && code != console.ExitFound {
			t.Errorf("the drill of %s, which is damaged: %d %s", name, code, out)
		}
	}
}

// TestRestoreFile: an SQLite backup becomes a database where none exists. Files that a killed
// server left beside an old one do not get into it.
func TestRestoreFile(t *testing.T) {
	dir := t.TempDir()
	db, copied, empty := filepath.Join(dir, "kirke.db"), filepath.Join(dir, "copy.db"), filepath.Join(dir, "empty.db")
	games, err := store.Open(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := games.CreateUser(t.Context(), "Ann", ""); err != nil {
		t.Fatal(err)
	}
	write(t, empty, "")
	serve := func(code int, want string, args ...string) {
		t.Helper()
		got, out, errs := inProcess(t.Context(), "", append([]string{"serve"}, args...)...)
		if got != code || !strings.Contains(out+errs, want) {
			t.Errorf("%v ends with %d: %s%s; want %d with %q", args, got, out, errs, code, want)
		}
	}
	serve(console.ExitInput, "--backup writes a complete one", "--drill", db) // it is in use
	serve(console.ExitOK, "Written", "--db", db, "--backup", copied)
	if err := games.Close(); err != nil {
		t.Fatal(err)
	}
	serve(console.ExitInput, "it is not a database of Kirke", "--drill", empty)
	serve(console.ExitInput, "move it away", "--db", db, "--restore", copied)
	if err := os.Rename(db, filepath.Join(dir, "old.db")); err != nil {
		t.Fatal(err)
	}
	write(t, db+"-wal", "left by a server that was killed")
	serve(console.ExitInput, "kirke.db-wal exists already", "--db", db, "--restore", copied)
	if err := os.Remove(db + "-wal"); err != nil {
		t.Fatal(err)
	}
	serve(console.ExitInput, "it is not a database of Kirke", "--db", db, "--restore", empty)
	serve(console.ExitOK, "Restored", "--db", db, "--restore", copied)
	serve(console.ExitOK, "1 people", "--drill", db)
}
