package store_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/store"
)

// TestLaterDatabase expects a database of a later version to be refused.
func TestLaterDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kirke.db")
	s, err := store.Open(t.Context(), file, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err == nil {
		_, err = db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), file, store.Options{}); err == nil ||
		!strings.Contains(err.Error(), "a later version of Kirke") {
		t.Errorf("a later database is opened: %v", err)
	}
}
