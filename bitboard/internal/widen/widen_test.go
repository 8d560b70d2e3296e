package widen_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/kirke-chess/kirke/bitboard/internal/widen"
)

// TestFresh checks that package wide, and those below it, are what package narrow makes of them.
func TestFresh(t *testing.T) {
	files, err := widen.Files("../narrow")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, pkg := range widen.Packages {
		paths, err := filepath.Glob(filepath.Join("../wide", pkg, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, paths...)
	}
	for _, path := range found {
		name, err := filepath.Rel("../wide", path)
		if err != nil {
			t.Fatal(err)
		}
		if name == widen.Own {
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
