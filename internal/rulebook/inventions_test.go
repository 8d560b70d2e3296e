package rulebook

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestInventions reads what is said about the parts that chess does not have, and that nothing is
// said about those that are not there.
func TestInventions(t *testing.T) {
	titles := map[string]func(v *kirke.Variant) bool{
		"Drops":          func(v *kirke.Variant) bool { return v.Drops.Active },
		"Captures":       func(v *kirke.Variant) bool { return v.Capture != rules.Capture{} },
		"Checks":         func(v *kirke.Variant) bool { return v.Check != rules.Check{} },
		"Passing":        func(v *kirke.Variant) bool { return v.Passing != rules.Passing{} },
		"Neutral pieces": func(v *kirke.Variant) bool { return v.Neutrals },
		"Walls":          func(v *kirke.Variant) bool { return v.Walls.Place != rules.NoWalls },
		"Other ways to win": func(v *kirke.Variant) bool {
			return v.Extinction != rules.Extinction{} || v.Goal != rules.Goal{} || v.Row != rules.Row{}
		},
	}
	for _, v := range rulestest.Inventions(t) {
		sections := map[string]string{}
		for _, s := range Of(begin(t, v)) {
			sections[s.Title] = strings.Join(s.Text, "\n")
			t.Logf("%s, %s: %s", v.ID, s.Title, sections[s.Title])
		}
		for title, has := range titles {
			if (sections[title] != "") != has(v) {
				t.Errorf("%s: the section %s is %q", v.ID, title, sections[title])
			}
		}
		for title, says := range inventionsSay[v.ID] {
			if !strings.Contains(sections[title], says) {
				t.Errorf("%s: %s says %q, not %q", v.ID, title, sections[title], says)
			}
		}
	}
}

func begin(t *testing.T, v *kirke.Variant) kirke.Position {
	t.Helper()
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromSetup(v, s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inventionsSay is what some sections say, by game and title.
var inventionsSay = map[string]map[string]string{
	"house": {
		"Drops": "comes to the capturer's hand, a promoted one as what it was before.",
		"Pawns": "A pawn that reaches the last rank becomes",
	},
	"neutral-circe": {"Neutral pieces": "is reborn as one of the side that did not capture it"},
	"placed":        {"Drops": "A player who can drop a piece must drop one."},
	"shy-house":     {"Drops": "A pawn is not dropped on a file where its side has 2 already."},
	"little-shogi":  {"Promotion": "if its move begins or ends on rank 5 for White and rank 1 for Black"},
	"turning":       {"Promotion": "A piece must be promoted by any move"},
	"blasting":      {"Captures": "A capture is an explosion", "Other ways to win": "The last king is royal"},
	"giving": {
		"Captures":          "A player who can capture must capture",
		"Other ways to win": "A side that has no piece left wins.",
		"The end":           "A side that has no legal move wins.",
	},
	"racing": {"Other ways to win": "A side wins that brings a king to rank 8."},
	"facing": {"Checks": "The side that has given check 3 times wins."},
	"duck":   {"Walls": "There is one wall."},
	"arrows": {"The end": "A side that has no legal move loses."},
	"limited": {"Pawns": "A pawn that reaches rank 7 or 8 for White and rank 1 or 2 for Black may become",
		"Promotion": "No piece becomes a queen while its side has 1 of them."},
}
