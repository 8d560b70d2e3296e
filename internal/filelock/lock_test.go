//go:build unix

package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		t.Helper()
		f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	first, second := open(), open()
	if err := Lock(first); err != nil {
		t.Fatal(err)
	}
	if err := Lock(second); !errors.Is(err, ErrTaken) {
		t.Errorf("a file that is locked was locked again: %v", err)
	}
	first.Close()
	if err := Lock(second); err != nil {
		t.Errorf("a file that was closed is still locked: %v", err)
	}
}
