package rulestest

import (
	"os"
	"strings"
	"testing"
)

// Table checks that the table of a page is the given one, or writes it. It stands between the mark
// "<!-- generated from FROM -->" and the next "<!-- end -->".
func Table(t *testing.T, file, from, table string, write bool) {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- generated from "+from+" -->\n", "<!-- end -->"
	before, rest, begins := strings.Cut(string(page), begin)
	old, after, ends := strings.Cut(rest, end)
	switch {
	case !begins || !ends:
		t.Fatalf("%s has no place for the table", file)
	case write:
		if err := os.WriteFile(file, []byte(before+begin+table+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case old != table:
		t.Errorf("the table of %s is not\n%s\nthe flag -record of this test writes it", file, table)
	}
}
