package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/games"
)

// signsIn opens a page in a browser that is signed in.
func (s *site) signsIn(t *testing.T, on chromium.Screen, name, path string) player {
	t.Helper()
	tab := open(t, on, s.at("localhost", "/sign-in?back="+path))
	tab.fill(`input[name=name]`, name)
	tab.fill(`input[name=password]`, "correct horse "+name)
	tab.press(`form[action="/sign-in"] .primary`)
	tab.Wait(fmt.Sprintf("location.pathname === %q", path))
	return tab
}

// offers makes an offer and returns it.
func (c *client) offers(o games.Offer) store.Seek {
	c.Helper()
	made, a := api[games.Offered](c, http.MethodPost, "/seeks", o)
	if a.status != http.StatusOK {
		c.Fatalf("an offer is answered with %d: %s", a.status, a.body)
	}
	return *made.Seek
}

const notices = `[data-island="notices"]`

// TestNoticesOnAnyPage: on any page, people see at once that they are challenged, that their offer
// was accepted, and how their challenge was answered. The badge counts the games where it is their
// turn.
func TestNoticesOnAnyPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	tab := s.signsIn(t, chromium.Desk, "Bob", "/rules")
	says := func(want string) {
		t.Helper()
		tab.Wait(fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, notices, want))
	}
	const badge = `document.querySelector('[data-place="turns"]')`
	tab.Wait(badge + ".hidden")
	k := bob.offers(games.Offer{Variant: "seirawan", Clock: play.Days(3), Opponent: games.Anybody, Colour: play.White})
	begun, _ := api[store.Summary](ann, http.MethodPost, "/seeks/"+k.ID+"/take", nil)
	says("Ann accepted your offer: Seirawan Chess.")
	tab.Wait(`!` + badge + `.hidden && ` + badge + `.textContent === "1"`)

	ann.offers(
		games.Offer{
			Variant: "circe", Clock: play.Live(5*time.Minute, 3*time.Second), Opponent: games.Named, Name: "Bob",
		},
	)
	says("Ann challenges you: Circe, 5 minutes + 3 seconds.")
	tab.Shoot("notices")
	tab.press(notices + ` form[action$="/drop"][action^="/offers"] button`)
	tab.Wait(fmt.Sprintf(`!document.querySelector(%q).textContent.includes("challenges")`, notices))
	if got := chromium.Eval[string](tab.Tab, "location.pathname"); got != "/rules" {
		t.Errorf("declining leads to %s", got)
	}
	if page := ann.get("/analysis").body; !strings.Contains(page, "Bob declined your challenge: Circe.") {
		t.Error("Ann is not told that her challenge was declined")
	}

	tab.press(notices + ` a[href="/g/` + begun.ID + `"]`)
	tab.Wait(board(`board?.view != null`))
	if got := chromiumText(tab, notices); strings.Contains(got, "accepted") {
		t.Errorf("the page of the game shows the notice %q", got)
	}
}

// TestNoticesWithoutScripts: the next page shows a notice until the reader dismisses it.
func TestNoticesWithoutScripts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	shown := func(c *client, path, text string, want bool) {
		t.Helper()
		if strings.Contains(c.get(path).body, text) != want {
			t.Errorf("%s shows %q: %v, want %v", path, text, !want, want)
		}
	}
	k := ann.offers(games.Offer{Variant: "chess", Clock: play.Days(3), Opponent: games.Anybody})
	game := strings.TrimPrefix(bob.form("/offers/"+k.ID+"/take").at, "/g/")
	const accepted = "Bob accepted your offer: Chess."
	for range 2 {
		shown(ann, "/rules", accepted, true)
	}
	shown(bob, "/rules", accepted, false)
	shown(ann, "/g/"+game, accepted, false)
	shown(ann, "/rules", accepted, false)

	k = ann.offers(games.Offer{Variant: "chess", Clock: play.Days(3), Opponent: games.Named, Name: "Bob"})
	const challenge = "Ann challenges you: Chess, 3 days per move."
	shown(bob, "/problems", challenge, true)
	shown(bob, "/lobby", challenge, false) // the lobby lists it
	bob.form("/offers/" + k.ID + "/drop")
	shown(bob, "/problems", challenge, false)
	const declined = "Bob declined your challenge: Chess."
	page := ann.get("/me").body
	if !strings.Contains(page, declined) {
		t.Fatalf("Ann is not told: %s", page)
	}
	_, after, _ := strings.Cut(page, `action="/notices/`)
	id, _, _ := strings.Cut(after, "/")
	if a := bob.form("/notices/"+id+"/drop", "back=/rules"); a.status != http.StatusOK {
		t.Errorf("dropping: %d", a.status)
	}
	shown(ann, "/me", declined, true) // Bob cannot drop it
	if a := ann.form("/notices/"+id+"/drop", "back=/rules"); a.at != "/rules" {
		t.Errorf("dropping leads to %s", a.at)
	}
	shown(ann, "/me", declined, false)
}

// TestAnyPageKeepsOffers: any open page of its maker keeps an offer of a live game.
func TestAnyPageKeepsOffers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	bob := s.account("Bob")
	k := bob.offers(games.Offer{Variant: "chess", Clock: play.Live(5*time.Minute, 0), Opponent: games.Anybody})
	if left := time.Until(k.Expires); left < 2*time.Minute {
		t.Fatalf("an offer whose maker has no page open lasts %v", left)
	}
	s.signsIn(t, chromium.Desk, "Bob", "/convert")
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		now, err := s.store.SeekByID(t.Context(), k.ID)
		if err != nil {
			t.Fatal(err)
		}
		if time.Until(now.Expires) < time.Minute {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the offer does not depend on the pages of its maker")
		}
	}
}

// TestSigningOutEndsOffers: signing out withdraws the offers of live games, and all offers of a
// guest. The streams of the session end.
func TestSigningOutEndsOffers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	live, slow := play.Live(5*time.Minute, 0), play.Days(3)
	open := func() (n int) {
		t.Helper()
		all, err := s.store.Lobby(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	ann := s.account("Ann")
	for _, clock := range []play.Control{live, slow} {
		ann.offers(games.Offer{Variant: "chess", Clock: clock, Opponent: games.Anybody})
	}
	stream, err := ann.http.Do(ann.request(http.MethodGet, "/api/v1/account/events", "", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	if !lines.Scan() {
		t.Fatal("the stream says nothing")
	}
	ann.form("/sign-out")
	if n := open(); n != 1 {
		t.Errorf("%d offers are open after signing out, want that by correspondence alone", n)
	}
	for lines.Scan() { // until the stream ends, or the client's timeout
	}
	if err := lines.Err(); err != nil {
		t.Errorf("the stream continues after its session: %v", err)
	}

	guest := s.client()
	for _, clock := range []string{"5+3", "3d"} {
		if a := guest.form("/offers", "variant=chess", "clock="+clock, "opponent=anybody"); a.status != http.StatusOK {
			t.Fatalf("a guest's offer: %d", a.status)
		}
	}
	if n := open(); n != 3 {
		t.Fatalf("%d offers are open, want 3", n)
	}
	guest.form("/sign-in", "name=Ann", "password=correct horse Ann", "back=/")
	if n := open(); n != 1 {
		t.Errorf("%d offers are open after the guest has signed in, want 1", n)
	}
}

// TestSilentStreamsEndWhole: a stream that was silent for longer than a write may take ends as it
// should: a page that follows it sees no broken answer.
func TestSilentStreamsEndWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	stream, err := ann.http.Do(ann.request(http.MethodGet, "/api/v1/account/events", "", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	time.Sleep(sse.WriteTimeout + time.Second/2)
	ann.form("/sign-out")
	if _, err := io.Copy(io.Discard, stream.Body); err != nil {
		t.Errorf("the stream ends with %v", err)
	}
}

// TestNoticesEndWithTheSession: an open page is told nothing more when its session ends.
func TestNoticesEndWithTheSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Bob")
	tab := s.signsIn(t, chromium.Desk, "Bob", "/rules")
	tab.Wait(
		fmt.Sprintf(
			`performance.getEntriesByType("resource").some((e) => e.name.includes("notices.js")) &&
				document.querySelector(%q) !== null`,
			notices,
		),
	)
	ended := chromium.Eval[int](tab.Tab, `(async () => {
		const socket = new WebSocket("/notices/live?at=/rules");
		await new Promise((told) => (socket.onmessage = told));
		const closed = new Promise((told) => (socket.onclose = (event) => told(event.code)));
		await fetch("/sign-out", { method: "POST", redirect: "manual" });
		return closed;
	})()`)
	if ended != 4001 {
		t.Errorf("the socket was closed with %d", ended)
	}
}

// TestNoticesAreForEverybody: notices have no barrier and do not widen a page, light or dark, on a
// desktop or on a phone.
func TestNoticesAreForEverybody(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	k := bob.offers(games.Offer{Variant: "seirawan", Clock: play.Days(3), Opponent: games.Anybody})
	api[any](ann, http.MethodPost, "/seeks/"+k.ID+"/take", nil)
	ann.offers(
		games.Offer{
			Variant: "circe-rex-inclusive", Clock: play.Days(1), Rated: true, Opponent: games.Named, Name: "Bob",
		},
	)
	for name, screen := range map[string]chromium.Screen{
		"desk":  {Width: 1366, Height: 650},
		"phone": {Width: 390, Height: 844, Touch: true, Dark: true},
	} {
		tab := s.signsIn(t, screen, "Bob", "/")
		tab.Wait(`document.querySelectorAll(".notice").length === 2 && ` + board(`board?.view != null`))
		tab.Shoot("notices-" + name)
		if wide := chromium.Eval[float64](tab.Tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
			t.Errorf("on a %s the page is %v pixels wider than the screen", name, wide)
		}
		barriers := chromium.Eval[[]string](tab.Tab, accessible)
		if chromium.HasAxe() {
			barriers = append(barriers, tab.Axe()...)
		}
		for _, barrier := range barriers {
			t.Errorf("on a %s: %s", name, barrier)
		}
	}
}
