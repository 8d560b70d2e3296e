//go:build unix

package store_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/kirke-chess/kirke/store"
)

// modes returns the permissions of the files in a directory by name.
func modes(t *testing.T, dir string) map[string]os.FileMode {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]os.FileMode{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = info.Mode().Perm()
	}
	return all
}

// TestPrivate expects that only the owner may read a database and its backups, whatever the umask.
func TestPrivate(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	place := sqlite(t)
	begin(t, place, 1)
	s := open(t, place)
	dir := filepath.Dir(place)
	for _, name := range []string{"backup.db", "backup.jsonl"} {
		if err := s.Backup(t.Context(), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	found := modes(t, dir)
	for _, name := range []string{"kirke.db", "kirke.db-wal", "kirke.db-shm", "backup.db", "backup.jsonl"} {
		if mode, there := found[name]; !there || mode != 0o600 {
			t.Errorf("%s: there is one: %v, mode %v", name, there, mode)
		}
	}
}

// TestMadePrivate expects a database that others may read, as earlier versions made it, to become
// private, with one line in the log.
func TestMadePrivate(t *testing.T) {
	place := sqlite(t)
	begin(t, place, 1)
	if err := os.Chmod(place, 0o664); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"-wal", "-shm"} { // left behind by a server that was killed
		if err := os.WriteFile(place+suffix, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(place, link); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	for range 2 {
		s, err := store.Open(t.Context(), link, store.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		for name, mode := range modes(t, filepath.Dir(place)) {
			if mode != 0o600 {
				t.Errorf("%s: mode %v", name, mode)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if text := log.String(); strings.Count(text, "kirke.db mode=") != 1 {
		t.Errorf("logged: %s", text)
	}
}
