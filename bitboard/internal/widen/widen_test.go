package widen_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/kirke-chess/kirke/bitboard/internal/widen"
)

// TestFresh checks that package wide is what package narrow makes of it.
func TestFresh(t *testing.T) {
	files, err := widen.Files("../narrow")
	if err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob("../wide/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		name := filepath.Base(path)
		if name == "set.go" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, files[name]) {
			t.Errorf("wide/%s is not what narrow makes of it: run go generate ./bitboard/...", name)
		}
		delete(files, name)
	}
	for name := range files {
		t.Errorf("wide/%s is missing: run go generate ./bitboard/...", name)
	}
}
