package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Backup writes a consistent snapshot to a new file while the store is in use. A name that ends in
// ".jsonl" gives a dump, which Restore reads into either kind of database. Any other name gives an
// SQLite database, and is an error for PostgreSQL. The error also says that the file exists, or
// cannot be written; it leaves no file behind.
func (s *Store) Backup(ctx context.Context, file string) error {
	if strings.HasSuffix(file, ".jsonl") {
		return s.dumpTo(ctx, file)
	}
	if s.postgres {
		return errors.New("a backup of PostgreSQL is a dump: give it a name that ends in .jsonl")
	}
	return writeAtomically(file, func(part string) error {
		db, err := sql.Open("sqlite", s.file) // VACUUM INTO does not work with query_only
		if err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, `VACUUM INTO ?`, part)
		return errors.Join(err, db.Close())
	})
}

// writeAtomically has make write a file under a temporary name, and renames it when it is complete.
// Only its owner can read it. The temporary file exists when make is called.
func writeAtomically(file string, make func(part string) error) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s exists already", file)
	}
	dir, err := os.MkdirTemp(filepath.Dir(file), ".kirke-backup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	part := filepath.Join(dir, "part")
	if err := os.WriteFile(part, nil, private); err != nil {
		return err
	}
	if err := make(part); err != nil {
		return err
	}
	if err := syncFile(part); err != nil {
		return err
	}
	return os.Rename(part, file)
}

// syncFile waits until a file is on disk.
func syncFile(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (s *Store) dumpTo(ctx context.Context, file string) error {
	return writeAtomically(file, func(part string) error {
		f, err := os.OpenFile(part, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(s.Dump(ctx, f), f.Close())
	})
}
