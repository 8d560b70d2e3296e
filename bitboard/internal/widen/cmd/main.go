// Command cmd writes package wide: run it by go generate in package narrow.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/kirke-chess/kirke/bitboard/internal/widen"
)

func main() {
	if err := run("../wide"); err != nil {
		fmt.Fprintln(os.Stderr, "widen:", err)
		os.Exit(1)
	}
}

func run(to string) error {
	files, err := widen.Files(".")
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(to, "*.go"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if _, made := files[filepath.Base(path)]; !made && filepath.Base(path) != "set.go" {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(to, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
