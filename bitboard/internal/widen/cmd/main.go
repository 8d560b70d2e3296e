// Command cmd writes package wide and those below it. Run it by go generate in package narrow.
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
	for _, pkg := range widen.Packages {
		if err := os.MkdirAll(filepath.Join(to, pkg), 0o777); err != nil {
			return err
		}
		old, err := filepath.Glob(filepath.Join(to, pkg, "*.go"))
		if err != nil {
			return err
		}
		for _, path := range old {
			name := filepath.Join(pkg, filepath.Base(path))
			if _, made := files[name]; made || name == widen.Own {
				continue
			}
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
