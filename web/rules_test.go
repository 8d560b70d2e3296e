package web_test

import (
	"html"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// TestRulesPages: the rules pages and the API have the sentences of the rulebook.
func TestRulesPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	visitor := s.client()
	for _, id := range []string{"anticirce-cheylan", "symmetric-sissa+circe-martian", "seirawan-sjaak", "chess960",
		"progressive"} {
		v, err := kirke.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		start, err := kirke.Start(v)
		if err != nil {
			t.Fatal(err)
		}
		page := html.UnescapeString(visitor.get("/rules/" + id).body)
		told, a := api[tools.RulesPage](visitor, http.MethodGet, "/variants/"+id, nil)
		if a.status != http.StatusOK {
			t.Fatalf("%s: %d %s", id, a.status, a.body)
		}
		for i, section := range rulebook.Of(start) {
			for j, text := range section.Text {
				if !strings.Contains(page, text) {
					t.Errorf("the page of %s does not say %q", id, text)
				}
				if told.Sections[i].Title != section.Title || told.Sections[i].Text[j] != text {
					t.Errorf("the API says of %s %q, not %q", id, told.Sections[i].Text[j], text)
				}
			}
		}
	}
}

// TestDrawIsClaimedOnThePage: the page of a game offers the side to move a claim when the rules
// allow it.
func TestDrawIsClaimedOnThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	const button = "Claim draw: threefold repetition"
	for id, claimed := range map[string]bool{"chess": true, "seirawan-sjaak": false} {
		game := s.game(ann, bob, id, "3d")
		path := "/g/" + game
		moves := strings.Fields("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
		if !claimed { // until the gates have closed, the position is another
			moves = strings.Fields("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6")
		}
		for i, text := range moves {
			if strings.Contains(ann.get(path).body, button) {
				t.Errorf("%s: a claim before half-move %d", id, i+1)
			}
			[]*client{ann, bob}[i%2].form(path+"/do", "do=move", "ply="+strconv.Itoa(i+1), "text="+text)
		}
		if got := strings.Contains(ann.get(path).body, button); got != claimed {
			t.Errorf("%s: a claim is offered: %v", id, got)
		}
		if claimed {
			ann.form(path+"/do?reason=threefold+repetition", "do=claim")
		}
		if !strings.Contains(ann.get(path).body, "threefold repetition") || !strings.Contains(ann.get(path).body,
			"1/2-1/2") && !strings.Contains(ann.get(path).body, "½") {
			t.Errorf("%s: the game is not drawn", id)
		}
	}
}
