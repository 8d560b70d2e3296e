// Package filelock keeps two programs from writing one file, where the system can lock files.
package filelock

import (
	"errors"
	"fmt"
	"os"
)

// ErrTaken is the error for a file that is locked already.
var ErrTaken = errors.New("another process uses it")

// Open opens a file for writing as os.OpenFile does, and reserves it until it is closed or the
// process ends. The error is ErrTaken, with the file's name, if the file is open so already. Where
// Supported is false, and in file systems that cannot lock, nothing is reserved.
func Open(name string, flag int, perm os.FileMode) (*os.File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}
