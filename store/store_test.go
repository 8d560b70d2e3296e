package store_test

import (
	"path/filepath"
	"testing"

	"github.com/kirke-chess/kirke/store/storetest"
)

func sqlite(t *testing.T) string { return filepath.Join(t.TempDir(), "kirke.db") }

func TestSQLite(t *testing.T) { storetest.Run(t, sqlite) }

func TestPostgres(t *testing.T) {
	place := storetest.Postgres(t)
	storetest.Run(t, place)
	t.Run("moving house", func(t *testing.T) { movingHouse(t, place) })
}
