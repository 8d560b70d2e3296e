package server

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/store"
)

// TestBackups: a server writes backups by itself, keeps as many as it is told, and touches
// nothing else in the folder.
func TestBackups(t *testing.T) {
	dir := t.TempDir()
	games, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	old := []string{
		"kirke-20250101T000000Z.db", "kirke-20250102T000000Z.db", "kirke-20250103T000000Z.jsonl",
		"kirke-2025.db", "notes.txt",
	}
	for _, name := range old {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	b := newBackups(backupFlags{Dir: dir, Every: 24 * time.Hour, Keep: 2}, games, slog.New(slog.DiscardHandler))
	ended := make(chan struct{})
	go func() {
		b.run(ctx)
		close(ended)
	}()
	for time.Since(time.Unix(b.last.Load(), 0)) > time.Hour {
		time.Sleep(time.Millisecond)
	}
	stop()
	<-ended
	var left []string
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		left = append(left, f.Name())
	}
	kept, err := b.existing()
	if err != nil || len(kept) != 2 || kept[0] != old[2] {
		t.Errorf("the backups are %v, %v", kept, err)
	}
	if len(left) != 4 || !slices.Contains(left, "notes.txt") || !slices.Contains(left, "kirke-2025.db") {
		t.Errorf("the folder has %v", left)
	}
	if again := newBackups(b.backupFlags, games, b.log); again.last.Load() != b.last.Load() {
		t.Errorf("after a restart the last backup is of %d, not %d", again.last.Load(), b.last.Load())
	}
	restored, err := createFrom(t.Context(), filepath.Join(dir, kept[1]), filepath.Join(t.TempDir(), "kirke.db"))
	if err == nil {
		err = restored.Close()
	}
	if err != nil {
		t.Errorf("the backup cannot be restored: %v", err)
	}
}
