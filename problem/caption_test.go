package problem_test

import (
	"strings"
	"testing"
)

// TestSentence compares what stipulations ask for in plain words.
func TestSentence(t *testing.T) {
	const pieces = "\nPieces White Ka1 Black Kh8"
	for task, want := range map[string]string{
		"#2":                "White moves first and forces mate in 2 moves.",
		"=1":                "White moves first and forces stalemate in 1 move.",
		"s#3":               "White moves first and forces Black to give mate in 3 moves.",
		"h#2":               "Black moves first, and both sides help White to give mate in 2 moves.",
		"h#2.5":             "White moves first, and both sides help White to give mate in 2.5 moves.",
		"ser-#4":            "White makes 4 moves in a row, and the last gives mate.",
		"ser-h#4":           "Black makes 4 moves in a row, and then White gives mate.",
		"reci-h#2":          "",
		"exact-#2":          "",
		"3->ser-h#1":        "",
		"hza82":             "",
		"#2\nOption Duplex": "",
	} {
		if got := read(t, "Stipulation "+task+pieces).Sentence(); got != want {
			t.Errorf("%s is said as %q, not %q", task, got, want)
		}
	}
}

// TestRules compares what stands at a diagram besides the stipulation: the names of games, not
// those that Popeye has for the conditions.
func TestRules(t *testing.T) {
	for condition, want := range map[string]string{
		"":                          "",
		"\nCondition Circe":         "Circe",
		"\nCondition PWC":           "Platzwechsel Circe (PWC)",
		"\nCondition AliceChess":    "AliceChess",
		"\nPieces White AliceB Ba2": "AliceChess",
		"\nCondition Circe LastCapture Black Sa1": "Circe, LastCapture bSa1",
	} {
		got := read(t, "Stipulation #2"+condition+"\nPieces White Ka1 Black Kh8").Rules()
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%q is called %q, not %q", condition, text, want)
		}
	}
}
