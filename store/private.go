package store

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// private is the mode of files with personal data: only their owner may read them.
const private = 0o600

// secure creates the file of a SQLite database with mode 0600, if there is none yet; SQLite gives
// the files beside it the same mode. If the file exists, belongs to this user and gives others any
// access, secure takes that away and writes a note to log.
func secure(place string, log *slog.Logger) error {
	f, err := os.OpenFile(place, os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
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
	mode := info.Mode().Perm()
	if !info.Mode().IsRegular() || mode&0o077 == 0 || !isOurs(info) {
		return nil
	}
	if err := os.Chmod(file, mode&^0o077); err != nil {
		return err
	}
	log.Warn("others could read the database: now only its owner can", "file", file, "mode", mode, "now", mode&^0o077)
	return nil
}
