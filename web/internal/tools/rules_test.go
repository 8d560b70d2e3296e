package tools

import (
	"fmt"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/rulebook"
)

// TestRulebooksAreKept: the rules of a variant are written once, and not too many are kept.
func TestRulebooksAreKept(t *testing.T) {
	v, err := kirke.Lookup("circe")
	if err != nil {
		t.Fatal(err)
	}
	b := rulebooks{kept: map[edition][]rulebook.Section{}}
	for i := range mostRulebooks {
		b.kept[edition{fmt.Sprint(i), 1}] = nil
	}
	first, err := b.of(v)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := b.of(v); err != nil || &again[0] != &first[0] {
		t.Errorf("the rules are written again: %v", err)
	}
	if len(b.kept) > mostRulebooks {
		t.Errorf("%d rulebooks are kept", len(b.kept))
	}
}
