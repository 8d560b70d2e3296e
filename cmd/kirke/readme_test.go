package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// TestReadmeTour runs the tour of the README as it is written.
func TestReadmeTour(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, tour, found := strings.Cut(string(readme), "## A tour in eleven lines\n")
	tour, _, _ = strings.Cut(tour, "\nMoves are read")
	lines := strings.Split(strings.TrimSpace(tour), "\n")
	if !found || len(lines) != 11 {
		t.Fatalf("the tour has %d lines, not eleven", len(lines))
	}
	dir := t.TempDir()
	for _, name := range []string{"testdata", "docs"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	for _, line := range lines {
		cmd := exec.Command("sh", "-c", strings.ReplaceAll(line, "bin/kirke", "kirke"))
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		// The comment after "#" promises some of the output.
		_, promise, _ := strings.Cut(line, "# ")
		switch {
		case strings.Contains(line, "--explain"):
			var status *exec.ExitError
			if !errors.As(err, &status) || status.ExitCode() != console.ExitFound ||
				!strings.Contains(string(out), "must convert first") {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		case err != nil:
			t.Errorf("%s: %v\n%s", line, err, out)
		case strings.HasPrefix(promise, "Nodes searched") &&
			!strings.HasSuffix(strings.TrimSpace(string(out)), promise):
			t.Errorf("%s:\n%s", line, out)
		case strings.HasPrefix(promise, "203 games") && !strings.Contains(string(out), "203 games replayed, 0 bad"):
			t.Errorf("%s:\n%s", line, out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "cetran2.svg")); err != nil {
		t.Error(err)
	}
}
