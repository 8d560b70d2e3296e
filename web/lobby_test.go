package web_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web"
)

// TestTheListsKeepStill: when the lists of the lobby change, the focus stays on the offer that it was on, and what is being pressed
// stays under the finger.
func TestTheListsKeepStill(t *testing.T) {
	s := newSite(t)
	ann := s.account("Ann")
	offer := func(variant string) string {
		made, a := api[web.Offered](ann, http.MethodPost, "/seeks", web.Offer{Variant: variant, Clock: play.Days(1), Opponent: web.Anybody})
		if a.status != http.StatusOK {
			t.Fatalf("an offer is answered with %d: %s", a.status, a.body)
		}
		return fmt.Sprintf(`document.querySelector('form[action="/offers/%s/take"] button')`, made.Seek.ID)
	}
	const fetched = `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/lobby/lists")).length`
	first := offer("chess")
	bob := open(t, chromium.Desk, s.at("localhost", "/lobby"))
	bob.Wait(fetched + " > 0") // when the stream of changes has begun
	chromium.Eval[bool](bob.Tab, first+".focus(), true")
	second := offer("sissa")
	bob.Wait(second + " !== null")
	if !chromium.Eval[bool](bob.Tab, "document.activeElement === "+first) {
		t.Error("the focus is lost when another offer comes")
	}

	const send = `.dispatchEvent(new PointerEvent(%q, { bubbles: true })), true`
	before := chromium.Eval[int](bob.Tab, fetched)
	chromium.Eval[bool](bob.Tab, "window.pressed = "+second+"; pressed"+fmt.Sprintf(send, "pointerdown"))
	third := offer("circe")
	bob.Wait(fmt.Sprintf("%s > %d", fetched, before))
	if !chromium.Eval[bool](bob.Tab, "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(pressed.isConnected), 100)))") {
		t.Error("a button is replaced while it is pressed")
	}
	chromium.Eval[bool](bob.Tab, "pressed"+fmt.Sprintf(send, "pointerup"))
	bob.Wait(third + " !== null")
}
