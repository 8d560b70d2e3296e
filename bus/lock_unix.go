//go:build unix

package bus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lock reserves a folder for this process until release or its end. The error says that another
// process has it.
func lock(dir string) (release func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = fmt.Errorf("another server uses the folder %s", dir)
		}
		return nil, err
	}
	return func() { f.Close() }, nil
}
