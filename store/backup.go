package store

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/kirke-chess/kirke/store/internal/db"
	"github.com/kirke-chess/kirke/store/internal/dump"
	"github.com/kirke-chess/kirke/store/internal/private"
)

// Backup writes a consistent snapshot to a new file while the store is in use. A name that ends in
// ".jsonl" gives a dump, which Restore reads into either kind of database. Any other name gives an
// SQLite database, and is an error for PostgreSQL. The error also says that the file exists, or
// cannot be written; it leaves no file behind.
func (s *Store) Backup(ctx context.Context, file string) error {
	if strings.HasSuffix(file, ".jsonl") {
		return s.dumpTo(ctx, file)
	}
	if s.db.Postgres() {
		return errors.New("a backup of PostgreSQL is a dump: give it a name that ends in .jsonl")
	}
	return private.Create(file, func(part string) error { return s.db.Copy(ctx, part) })
}

func (s *Store) dumpTo(ctx context.Context, file string) error {
	return private.Create(file, func(part string) error {
		f, err := os.OpenFile(part, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(s.Dump(ctx, f), f.Close())
	})
}

// Dump writes a consistent snapshot of the store as JSON Lines.
func (s *Store) Dump(ctx context.Context, w io.Writer) error {
	return s.db.Snapshot(ctx, func(t *db.Tx) error { return dump.Write(ctx, t, w) })
}

// Restore reads a dump into an empty store, completely or not at all. The error says that the store
// is not empty, or what is wrong in which line of the dump.
func (s *Store) Restore(ctx context.Context, r io.Reader) error {
	return s.update(ctx, func(t *tx) error { return dump.Read(ctx, t.Tx, r) })
}
