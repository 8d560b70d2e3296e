package web_test

import (
	"net/http"
	"testing"

	"github.com/kirke-chess/kirke"
)

// TestPagesOfGames: every game has a page when it begins, also those with walls or neutral pieces.
func TestPagesOfGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	for _, v := range kirke.Variants() {
		if testing.Short() && v.ID != "troitzky" && v.ID != "isolation" {
			continue
		}
		id := s.game(ann, bob, v.ID, "3d")
		if a := ann.get("/g/" + id); a.status != http.StatusOK {
			t.Errorf("the page of %s: %d", v.ID, a.status)
		}
	}
}
