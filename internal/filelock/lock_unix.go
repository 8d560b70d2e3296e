//go:build unix

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Lock reserves a file that is open for writing for whoever opened it, until it is closed or the process
// ends. The error is ErrTaken if somebody else has it.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrTaken
	}
	return err
}
