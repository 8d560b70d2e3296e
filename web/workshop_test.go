package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/variantfile"
)

// draft begins a draft as a game and returns its address.
func (c *client) draft(game, title string) string {
	c.Helper()
	a := c.form("/workshop/new", "game="+game, "title="+title)
	if !strings.HasPrefix(a.at, "/workshop/") {
		c.Fatalf("a draft begins at %s with %d: %s", a.at, a.status, a.body)
	}
	return a.at
}

// TestDrafts: a visitor who begins a game becomes a guest, and the draft is theirs alone.
func TestDrafts(t *testing.T) {
	s := newSite(t)
	guest := s.client()
	if a := guest.form("/workshop/new", "game=nochess"); a.status != http.StatusUnprocessableEntity {
		t.Errorf("a draft of a game that is not there is answered with %d", a.status)
	}
	guest.get("/workshop").wants(t, http.StatusOK, "You have no name here yet")
	guest.get("/workshop/new?game=crazyhouse").wants(t, http.StatusOK, `<option value="crazyhouse" selected>`)
	at := guest.draft("seirawan+circe", "Reborn")
	guest.get("/workshop").wants(t, http.StatusOK, `href="`+at+`"`)
	file := guest.get(at + "/file")
	v, err := variantfile.Read("draft", []byte(file.body))
	if err != nil || v.Name != "Reborn" || !v.Aftermath.Active || v.ID != "draft" {
		t.Errorf("the file of a new draft is %v (%v):\n%s", v, err, file.body)
	}
	if a := s.account("Bob").get(at + "/file"); a.status != http.StatusNotFound {
		t.Errorf("somebody else's draft is answered with %d", a.status)
	}
	save := func(want int, fields ...string) {
		t.Helper()
		r := guest.post(at+"/save", fields...)
		r.Header.Set("Accept", "application/json")
		if a := guest.send(r); a.status != want {
			t.Errorf("saving %q is answered with %d: %s", fields, a.status, a.body)
		}
	}
	save(http.StatusOK, "revision=1", "file=extends = \"chess\"\r\nname = \"Plain Chess\"\r\n")
	save(http.StatusConflict, "revision=1", "file=name")
	save(http.StatusUnprocessableEntity, "file=name")
	save(http.StatusUnprocessableEntity, "revision=2", "file="+strings.Repeat("x", store.MaxGameFile+1))
	save(http.StatusOK, "revision=2", "file=army = this is wrong")
	guest.get("/workshop").wants(t, http.StatusOK, "Plain Chess")
	guest.get(at+"/file").wants(t, http.StatusOK, "army = this is wrong")
	guest.form(at+"/delete").wants(t, http.StatusOK, "The draft is deleted.")
	if a := guest.get(at + "/file"); a.status != http.StatusNotFound {
		t.Errorf("a deleted draft is answered with %d", a.status)
	}
}

// TestEveryGameFitsInADraft: all games can be begun with.
func TestEveryGameFitsInADraft(t *testing.T) {
	s := newSite(t)
	ann := s.account("Ann")
	for _, v := range append(rules.All(), rules.Catalogue()...) {
		at := ann.draft(v.ID, "")
		ann.get(at+"/file").wants(t, http.StatusOK, "name = ")
		ann.form(at + "/delete")
	}
}
