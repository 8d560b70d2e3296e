package store_test

import (
	"path/filepath"
	"testing"

	"github.com/kirke-chess/kirke/store/storetest"
)

func sqlite(t *testing.T) string { return filepath.Join(t.TempDir(), "kirke.db") }

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, sqlite)
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	place := storetest.Postgres(t)
	storetest.Run(t, place)
	t.Run("between databases", func(t *testing.T) { betweenDatabases(t, place) })
}
