package problem_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/kirke-chess/kirke/problem"
)

// TestJournalLeavesOtherFiles opens files that are no journals, which must not change.
func TestJournalLeavesOtherFiles(t *testing.T) {
	for _, text := range []string{"a note without an end of line", "a note\n", `{"task":"another"}` + "\n"} {
		path := filepath.Join(t.TempDir(), "note")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if j, err := problem.OpenJournal(path, "task", true); err == nil {
			t.Errorf("%q is taken for a journal", text)
			_ = j.Close()
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q has become %q: %v", text, got, err)
		}
	}
	if _, err := problem.OpenJournal(filepath.Join(t.TempDir(), "none"), "task", true); err == nil {
		t.Error("a file that is not there is gone on from")
	}
}
