package web_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/games"
)

// TestListsKeepFocusAndPress: when the lists of the lobby change, the focus stays on its offer, and
// a button that is pressed keeps its place.
func TestListsKeepFocusAndPress(t *testing.T) {
	s := newSite(t)
	ann := s.account("Ann")
	offer := func(variant string) string {
		made, a := api[games.Offered](
			ann, http.MethodPost, "/seeks", games.Offer{Variant: variant, Clock: play.Days(1), Opponent: games.Anybody},
		)
		if a.status != http.StatusOK {
			t.Fatalf("an offer is answered with %d: %s", a.status, a.body)
		}
		return fmt.Sprintf(`document.querySelector('form[action="/offers/%s/take"] button')`, made.Seek.ID)
	}
	const fetched = `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/lobby/lists")).length`
	first := offer("chess")
	bob := open(t, chromium.Desk, s.at("localhost", "/lobby"))
	bob.Wait(fetched + " > 0") // the stream of changes has begun
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
	if !chromium.Eval[bool](
		bob.Tab, "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(pressed.isConnected), 100)))",
	) {
		t.Error("a button is replaced while it is pressed")
	}
	chromium.Eval[bool](bob.Tab, "pressed"+fmt.Sprintf(send, "pointerup"))
	bob.Wait(third + " !== null")
}

// TestTooManyOffers: the offers of one person are limited, and so are those of all guests of an
// address.
func TestTooManyOffers(t *testing.T) {
	s := startSite(
		t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Rate: 400},
	) // twenty times the usual, so that the test is not
	offer := func(c *client) int {
		return c.form("/offers", "variant=chess", "clock=5+3", "opponent=anybody").status
	}
	taken := 0
	for range 5 {
		guest := s.client()
		for offer(guest) == http.StatusOK {
			taken++
		}
	}
	if open, err := s.store.Lobby(t.Context()); err != nil || taken != store.NetworkQuota.Offers || len(open) != taken {
		t.Errorf("guests of one address have made %d offers, %d are open, %v", taken, len(open), err)
	}
	if status := offer(s.account("Ann")); status != http.StatusOK {
		t.Errorf("the offer of somebody with an account at the same address: %d", status)
	}
}
