package rules_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// TestSuggestions: what is suggested for a name that does not exist can be played in its place.
func TestSuggestions(t *testing.T) {
	for id, want := range map[string]string{
		"ches":                    "chess",
		"seiwaran":                "seirawan",
		"anticirse":               "anticirce",
		"progressiv+circe":        "progressive",
		"sissa+quiet-conversions": "quiet-conversion",
		"quiet-conversions":       "", // no rule of chess, which has no conversion
		"circe-cohen+cohem":       "",
		"nope":                    "",
		"cohe":                    "",
		"siceirawan+circ":         "",
		"foo+bar+baz":             "",
		"":                        "",
	} {
		_, err := rules.Lookup(id)
		if err == nil {
			t.Errorf("%q is a game", id)
			continue
		}
		_, suggestion, _ := strings.Cut(err.Error(), "did you mean ")
		if got := strings.Trim(suggestion, `"?`); got != want {
			t.Errorf("%q: %v; want the suggestion %q", id, err, want)
		}
	}
}

// TestSuggestionsAreSoon: a long ID without a known part is refused as soon as a short one.
func TestSuggestionsAreSoon(t *testing.T) {
	if _, err := rules.Lookup(strings.Repeat("circ+", 5000) + "circ"); err == nil {
		t.Error("a game of 5001 unknown parts")
	}
}
