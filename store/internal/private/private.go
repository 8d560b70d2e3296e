// Package private makes files with personal data, which only their owner may read.
package private

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// mode is the mode of the files.
const mode = 0o600

// Secure creates the file of a SQLite database with mode 0600, if there is none yet; SQLite gives
// the files beside it the same mode. If the file exists, belongs to this user and gives others any
// access, Secure takes that away and writes a note to log.
func Secure(place string, log *slog.Logger) error {
	f, err := os.OpenFile(place, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	if target, err := filepath.EvalSymlinks(place); err == nil {
		place = target
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := closeToOthers(place+suffix, log); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// closeToOthers leaves only the owner access to a file, if it is a regular file of this user.
func closeToOthers(file string, log *slog.Logger) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	was := info.Mode().Perm()
	if !info.Mode().IsRegular() || was&0o077 == 0 || !isOurs(info) {
		return nil
	}
	if err := os.Chmod(file, was&^0o077); err != nil {
		return err
	}
	log.Warn("others could read the database: now only its owner can", "file", file, "mode", was, "now", was&^0o077)
	return nil
}

// Create has make write a new file under a temporary name, and renames it when it is complete. The
// temporary file exists when make is called. The error also says that there is a file of this name.
func Create(file string, make func(part string) error) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s exists already", file)
	}
	dir, err := os.MkdirTemp(filepath.Dir(file), ".kirke-backup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	part := filepath.Join(dir, "part")
	if err := os.WriteFile(part, nil, mode); err != nil {
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
