package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/store"
)

// Backups on demand: --backup, --restore and --drill.

// copy writes a backup, or restores one.
func (cmd *Serve) copy(c *console.Console) error {
	switch {
	case cmd.Backup != "" && cmd.Restore != "":
		return errors.New("--backup and --restore cannot be used together")
	case cmd.Backup != "":
		return cmd.backup(c)
	case isFile(cmd.DB):
		_, err := os.Stat(cmd.DB)
		if err != nil || filepath.Ext(cmd.Restore) != ".jsonl" { // JSON Lines may go into an empty database
			return cmd.restoreFile(c)
		}
	}
	games, err := openStore(c.Ctx, cmd.DB, store.Options{Log: newLog(c, cmd.Quiet)})
	if err != nil {
		return err
	}
	if err = restore(c.Ctx, games, cmd.Restore); err == nil {
		fmt.Fprintf(c.Out, "Restored from %s\n", cmd.Restore)
	}
	return errors.Join(err, games.Close())
}

// backup writes a backup of a database that exists.
func (cmd *Serve) backup(c *console.Console) error {
	if err := checkExists(cmd.DB); err != nil {
		return err
	}
	games, err := openStore(c.Ctx, cmd.DB, store.Options{Log: newLog(c, cmd.Quiet)})
	if err != nil {
		return err
	}
	if err = games.Backup(c.Ctx, cmd.Backup); err == nil {
		fmt.Fprintf(c.Out, "Written: %s\n", cmd.Backup)
	}
	return errors.Join(err, games.Close())
}

// restoreFile creates an SQLite file from a backup of either kind. Files that a killed server left
// beside an old database would be taken for parts of the new one, so they must not exist either.
func (cmd *Serve) restoreFile(c *console.Console) error {
	parts := []string{cmd.DB, cmd.DB + "-wal", cmd.DB + "-shm"}
	for _, name := range parts {
		if _, err := os.Stat(name); err == nil {
			return fmt.Errorf("--db: %s exists already: stop the server and move it away, with %s-wal and %s-shm",
				name, cmd.DB, cmd.DB)
		}
	}
	games, err := createFrom(c.Ctx, cmd.Restore, cmd.DB)
	if err == nil {
		err = games.Close()
	}
	if err != nil {
		for _, name := range parts {
			_ = os.Remove(name) // an incomplete database, if any
		}
		return fmt.Errorf("--restore: %s: %w", cmd.Restore, err)
	}
	fmt.Fprintf(c.Out, "Restored from %s\n", cmd.Restore)
	return nil
}

// restore reads a backup in JSON Lines into an empty database.
func restore(ctx context.Context, games *store.Store, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return console.FileError(err)
	}
	defer f.Close()
	return games.Restore(ctx, f)
}

// drill restores a backup into a temporary database, replays every game in it, and reports.
func drill(c *console.Console, file string) error {
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("--drill: %w", console.FileError(err))
	}
	dir, err := os.MkdirTemp("", "kirke-drill-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	games, err := createFrom(c.Ctx, file, filepath.Join(dir, "kirke.db"))
	if err != nil {
		return fmt.Errorf("--drill: %s: %w", file, err)
	}
	bad := 0
	people, count, err := games.Verify(c.Ctx, func(game string, err error) {
		bad++
		fmt.Fprintf(c.Err, "game %s: %s\n", game, console.OneLine(err.Error()))
	})
	if err := errors.Join(err, games.Close()); err != nil {
		return fmt.Errorf("--drill: %w", err)
	}
	fmt.Fprintf(c.Out, "%s can be restored: %d people, %d games, %d of them cannot be replayed\n",
		file, people, count, bad)
	if bad > 0 {
		return console.ErrFound
	}
	return nil
}

// createFrom creates an SQLite file from a backup of either kind, which stays as it is.
func createFrom(ctx context.Context, backup, file string) (*store.Store, error) {
	if filepath.Ext(backup) != ".jsonl" {
		if wal, err := os.Stat(backup + "-wal"); err == nil && wal.Size() > 0 {
			return nil, fmt.Errorf(
				"%s-wal is beside it: a database in use is not a backup; --backup writes a complete one", backup)
		}
		if err := copyFile(file, backup); err != nil {
			return nil, console.FileError(err)
		}
		return store.Open(ctx, file, store.Options{Existing: true})
	}
	games, err := store.Open(ctx, file, store.Options{})
	if err != nil {
		return nil, err
	}
	if err := restore(ctx, games, backup); err != nil {
		return nil, errors.Join(err, games.Close())
	}
	return games, nil
}

// copyFile copies a file to a new one that only its owner can read.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
