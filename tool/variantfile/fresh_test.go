package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFresh: the generated files follow from the types of a game as they are.
func TestFresh(t *testing.T) {
	files, err := generate("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the types say: run go generate ./variantfile", name)
		}
	}
}
