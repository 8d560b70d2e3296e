package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/games"
)

const newsCount = `document.querySelector('[data-place="news-count"]')`

// bellShows waits until the bell shows a number, 0 for none, and the list has some texts.
func (p player) bellShows(count int, texts ...string) {
	p.Helper()
	want := fmt.Sprintf("!%[1]s.hidden && %[1]s.textContent === '%[2]d'", newsCount, count)
	if count == 0 {
		want = newsCount + ".hidden"
	}
	p.Wait(want)
	for _, text := range texts {
		p.Wait(fmt.Sprintf(`document.querySelector('[data-place="news"]').textContent.includes(%q)`, text))
	}
}

// TestBell: the bell counts and lists what is new on every page, and follows it by itself.
func TestBell(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	tab := s.signsIn(t, chromium.Desk, "Ann", "/rules")
	tab.bellShows(0, "Nothing new.")
	game := s.game(bob, ann, "circe", "3d")
	bob.moves(game, 1, "e4")
	tab.bellShows(1, "Your turn against Bob: Circe, ")
	bob.form("/g/"+game+"/do", "do=say", "text=Hello")
	tab.bellShows(2, "Bob wrote to you: Circe.")
	bob.offers(games.Offer{Variant: "chess", Clock: play.Days(1), Opponent: games.Named, Name: "Ann"})
	tab.bellShows(3, "Bob challenges you: Chess, 1 day per move.")
	bob.form("/g/"+game+"/do", "do=resign")
	tab.bellShows(3, "Your game against Bob has ended: you won (resignation).") // and it is no turn

	tab.press(".bell summary")
	tab.press(`.news form[action^="/notices/"] button[title="Dismiss"]`)
	tab.bellShows(2)
	tab.press(`.news form[action="/notices/all/drop"] button`)
	tab.bellShows(1)
	tab.press(`.news a[href="/lobby"]`)
	tab.Wait(`location.pathname === "/lobby"`)
	tab.bellShows(0) // the lobby lists the challenge itself
}

// TestBellWithoutScripts: each page lists what is new, and what is dismissed is gone.
func TestBellWithoutScripts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(bob, ann, "chess", "3d")
	bob.moves(game, 1, "e4")
	bob.form("/g/"+game+"/do", "do=offerDraw")
	for _, text := range []string{"Your turn against Bob: Chess", "Bob offers a draw: Chess."} {
		ann.get("/problems").wants(t, http.StatusOK, text)
	}
	if page := ann.get("/g/" + game).body; strings.Contains(page, "offers a draw: Chess.") ||
		strings.Contains(page, "Your turn against") {
		t.Error("the page of a game tells of that game")
	}
	if page := ann.get("/problems").body; strings.Contains(page, "offers a draw: Chess.") {
		t.Error("what was seen is told again")
	}
	bob.form("/g/"+game+"/do", "do=say", "text=Hello")
	ann.get("/rules").wants(t, http.StatusOK, "Bob wrote to you: Chess.")
	if a := ann.form("/notices/all/drop", "back=/rules"); a.at != "/rules" || strings.Contains(a.body, "wrote to you") {
		t.Errorf("dismissing all leads to %s", a.at)
	}
}

// TestSeenIsNotSent: what somebody sees on the site is not mailed: a game that is looked at, also
// while its page is open, and challenges and accepted offers with any page.
func TestSeenIsNotSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	id := s.id("Ann")
	if err := s.store.SetAddress(t.Context(), id, "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	secret, err := s.store.NewConfirmation(t.Context(), id, "ann@example.org")
	if err == nil {
		_, err = s.store.ConfirmAddress(t.Context(), secret)
	}
	if err != nil {
		t.Fatal(err)
	}
	waits := func() int {
		t.Helper()
		n, err := s.store.OutboxCount(t.Context(), store.ByMail)
		if err != nil {
			t.Fatal(err)
		}
		return n.Open
	}
	before := waits()
	becomes := func(want int, what string) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); waits() != before+want; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %d mails wait, want %d", what, waits()-before, want)
			}
		}
	}
	bob.offers(games.Offer{Variant: "chess", Clock: play.Days(1), Opponent: games.Named, Name: "Ann"})
	becomes(1, "a challenge")
	ann.get("/rules")
	becomes(0, "any page")
	game := s.game(bob, ann, "circe", "3d")
	bob.moves(game, 1, "e4")
	becomes(2, "a turn and its deadline")
	ann.get("/g/" + game)
	becomes(1, "the game was seen") // the deadline remains

	tab := s.signsIn(t, chromium.Desk, "Ann", "/g/"+game)
	tab.Wait(board(`board?.view != null`))
	bob.form("/g/"+game+"/do", "do=say", "text=Hello")
	tab.Wait(`document.querySelector(".chat").textContent.includes("Hello")`)
	becomes(1, "a message on an open page")
	tab.bellShows(1, "Bob challenges you") // nothing of this game
	tab.Go(s.at("localhost", "/rules"))
	tab.bellShows(2)
	bob.offers(games.Offer{Variant: "sissa", Clock: play.Days(1), Opponent: games.Named, Name: "Ann"})
	tab.bellShows(3)
	becomes(1, "a challenge on an open page")
}

// TestTakenToTheBoard: whoever's live offer is accepted is brought to the board from any page, with
// three seconds to stay. Somebody in another live game is not.
func TestTakenToTheBoard(t *testing.T) { // alone, as it is timed
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	live := games.Offer{
		Variant: "circe", Clock: play.Live(5*time.Minute, 3*time.Second), Opponent: games.Anybody, Colour: play.Black,
	}
	begin := func() string {
		t.Helper()
		k := ann.offers(live)
		return strings.TrimPrefix(bob.form("/offers/"+k.ID+"/take").at, "/g/")
	}
	tab := s.signsIn(t, chromium.Desk, "Ann", "/problems")
	second := open(t, chromium.Desk, s.at("localhost", "/rules")) // of the same browser
	for _, page := range []player{tab, second} {
		page.Wait(`performance.getEntriesByType("resource").some((e) => e.name.includes("notices.js"))`)
	}
	game := begin()
	const says = "Your game against Bob has begun: Circe, 5 minutes + 3 seconds."
	tab.Wait(fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, notices, says))
	tab.Wait(fmt.Sprintf(`document.querySelector(%q).innerText.includes("You are taken there in 3 seconds.")`, notices))
	tab.Shoot("taken")
	began := time.Now()
	at := func(p player) string { return chromium.Eval[string](p.Tab, "location.pathname") }
	for at(tab) != "/g/"+game && at(second) != "/g/"+game {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("the pages are at %s and %s", at(tab), at(second))
		}
		time.Sleep(20 * time.Millisecond)
	}
	if took := time.Since(began); took < time.Second {
		t.Errorf("the page goes after %v", took)
	}
	if at(second) == "/g/"+game {
		tab, second = second, tab
	}
	tab.Wait(board(`board?.view != null`))
	tab.bellShows(0)
	second.bellShows(0)
	if path := at(second); path == "/g/"+game {
		t.Errorf("both pages go to the game")
	}
	second.Go("about:blank")

	// Who does not want to go stays, on the next pages as well.
	ann.form("/g/"+game+"/do", "do=resign")
	tab.Go(s.at("localhost", "/rules"))
	game = begin()
	tab.press(`.notice [type="button"]`) // Stay here
	time.Sleep(4 * time.Second)
	if at := chromium.Eval[string](tab.Tab, "location.pathname"); at != "/rules" {
		t.Errorf("the page goes to %s though its reader stays", at)
	}
	tab.Go(s.at("localhost", "/problems"))
	tab.Wait(fmt.Sprintf(`document.querySelector(%q).textContent.includes("has begun")`, notices))

	// In another live game people are told, and stay.
	ann.form("/g/"+game+"/do", "do=resign")
	ann.form("/g/"+game+"/do", "do=offerRematch")
	other := s.game(ann, bob, "chess", "10+5")
	tab.Go(s.at("localhost", "/g/"+other))
	bob.form("/g/"+game+"/do", "do=offerRematch")
	tab.Wait(fmt.Sprintf(`document.querySelector(%q).textContent.includes("Bob accepted the rematch")`, notices))
	time.Sleep(4 * time.Second)
	if at := chromium.Eval[string](tab.Tab, "location.pathname"); at != "/g/"+other {
		t.Errorf("a player is taken from one live game to %s", at)
	}
}
