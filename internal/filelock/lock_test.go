package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOpen(t *testing.T) {
	if !Supported {
		t.Skip("the system cannot lock files")
	}
	name := filepath.Join(t.TempDir(), "file")
	open := func() (*os.File, error) { return Open(name, os.O_CREATE|os.O_RDWR, 0o600) }
	first, err := open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(); !errors.Is(err, ErrTaken) {
		t.Errorf("a file that is open already: error %v", err)
	}
	first.Close()
	again, err := open()
	if err != nil {
		t.Fatalf("a file that was closed: error %v", err)
	}
	again.Close()
}
