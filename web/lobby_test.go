package web_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/games"
)

// TestListsKeepFocusAndPress: when the lists of the lobby change, the focus stays on its offer, and
// a button that is pressed keeps its place.
func TestListsKeepFocusAndPress(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// waits shows that the lobby says that an offer waits.
const waits = `document.querySelector('[data-place="waiting"]')?.textContent.includes("5 minutes + 3 seconds")`

// TestQuickGame: one press in the lobby makes an offer that can be withdrawn, and the same press of
// somebody else takes it. The page of who waited says so, and goes to the board after three seconds.
func TestQuickGame(t *testing.T) {
	t.Parallel()
	for _, screen := range []chromium.Screen{chromium.Desk, chromium.Phone} {
		t.Run(fmt.Sprint(screen.Width), func(t *testing.T) {
			s := newSite(t)
			const press, cancel = `.times [value="5+3"]`, `[data-place="waiting"] .seeks button`
			guest := open(t, screen, s.at("localhost", "/lobby?variant=circe"))
			guest.Shoot(fmt.Sprintf("lobby-empty-%d", screen.Width))
			const pickers = `document.querySelectorAll('.offer [data-place="picker"]').length`
			if n := chromium.Eval[int](guest.Tab, pickers); n != 1 {
				t.Errorf("the lobby has %d pickers", n)
			}
			guest.press(press)
			guest.Wait(waits)
			chromium.Eval[bool](guest.Tab, "window.before = true")
			guest.press(press) // a second press does not make a second offer
			guest.Wait("!window.before && " + waits)
			offers, err := s.store.Lobby(t.Context())
			if err != nil || len(offers) != 1 || offers[0].Terms.Variant != "circe" {
				t.Fatalf("the open offers are %+v, %v", offers, err)
			}
			guest.Shoot(fmt.Sprintf("lobby-waiting-%d", screen.Width))
			guest.press(cancel)
			guest.Wait(`document.readyState === "complete" && !document.querySelector('[data-place="waiting"]')`)
			if wide := chromium.Eval[int64](guest.Tab, "document.documentElement.scrollWidth"); wide > screen.Width {
				t.Errorf("the lobby is %d pixels wide", wide)
			}
			guest.Go(s.at("localhost", "/lobby")) // the form remembers the variant
			guest.press(press)
			guest.Wait(waits)

			ann := s.account("Ann")
			game := ann.form("/offers/quick", "variant=circe", "clock=5+3").at
			guest.Wait(`document.querySelector('[data-place="taken"]')?.checkVisibility()`)
			if at := chromium.Eval[string](guest.Tab, "location.pathname"); at != "/lobby" {
				t.Errorf("the page goes to %s before its reader can stay", at)
			}
			guest.Wait(fmt.Sprintf("location.pathname === %q", game))
		})
	}
}

// TestQuickGameMatches: a press takes only an offer with the same variant, time and rating, and
// never one's own.
func TestQuickGameMatches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	press := func(c *client, fields ...string) string { return c.form("/offers/quick", fields...).at }
	for _, fields := range [][]string{
		{"variant=chess", "clock=5+3", "rated=yes"},
		{"variant=chess", "clock=3d"},
		{"variant=sissa", "clock=5+3"},
	} {
		if at := press(ann, fields...); at != "/lobby" {
			t.Errorf("Ann's press of %v leads to %s", fields, at)
		}
	}
	if at := press(bob, "variant=chess", "clock=5+3"); at != "/lobby" {
		t.Errorf("Bob's press takes an offer of other terms: %s", at)
	}
	if at := press(bob, "variant=chess", "clock=5+3", "rated=yes"); !strings.HasPrefix(at, "/g/") {
		t.Errorf("Bob's press does not take the offer: %s", at)
	}
	s.client().form("/offers/quick", "variant=nonsense", "clock=5+3").
		wants(t, http.StatusUnprocessableEntity, "nonsense")
}

// TestLobbyLeavesOtherGamesAlone: a player in a live game who looks at the lobby stays there when a
// rematch begins, and is told.
func TestLobbyLeavesOtherGamesAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, cleo := s.account("Ann"), s.account("Bob"), s.account("Cleo")
	game := s.game(ann, bob, "chess", "10+5")
	ann.form("/g/"+game+"/do", "do=resign")
	ann.form("/g/"+game+"/do", "do=offerRematch")
	s.game(ann, cleo, "chess", "10+5")
	tab := s.signsIn(t, chromium.Desk, "Ann", "/lobby")
	const fetched = `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/lobby/lists")).length`
	tab.Wait(fetched + " > 0")
	bob.form("/g/"+game+"/do", "do=offerRematch")
	tab.Wait(fmt.Sprintf(`document.querySelector(%q).textContent.includes("Bob accepted the rematch")`, notices))
	time.Sleep(4 * time.Second) // longer than a page waits that goes to a game
	if at := chromium.Eval[string](tab.Tab, "location.pathname"); at != "/lobby" {
		t.Errorf("a player is taken from one live game to %s", at)
	}
}

// TestEnterInTheLobby: Enter in a field sends the offer as the form says it, not the first of the
// times for a quick game.
func TestEnterInTheLobby(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := open(t, chromium.Desk, s.at("localhost", "/lobby?variant=circe"))
	guest.press(".offer .more-terms summary")
	guest.fill("input[name=own]", "7+7")
	chromium.Eval[bool](guest.Tab, `(document.querySelector("input[name=own]").focus(), true)`)
	guest.Keys(kb.Enter)
	guest.Wait(`document.querySelector('[data-place="waiting"]') !== null`)
	offers, err := s.store.Lobby(t.Context())
	if err != nil || len(offers) != 1 || offers[0].Terms.Control.String() != "7+7" {
		t.Errorf("the offers are %+v, %v", offers, err)
	}
}
