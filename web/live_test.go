package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
)

// act sends a command to a game.
func (c *client) act(game string, command play.Command) {
	c.Helper()
	if _, a := api[any](c, http.MethodPost, "/games/"+game+"/do", command); a.status != http.StatusOK {
		c.Fatalf("%+v: %d %s", command, a.status, a.body)
	}
}

// says waits until the page of a game shows a sentence to its reader.
func (p player) says(text string) {
	p.Helper()
	p.Wait(fmt.Sprintf(`document.querySelector('[data-place="says"]').textContent.includes(%q)`, text))
}

// verbs waits until the buttons of a game are those with some verbs, besides those that are always
// shown.
func (p player) verbs(want ...string) {
	p.Helper()
	p.Wait(
		fmt.Sprintf(
			`[...document.querySelectorAll("[data-verb]")].map((b) => b.dataset.verb)
				.filter((v) => /[dD]raw|[tT]akeback/.test(v)).join(" ") === %q`,
			strings.Join(want, " "),
		),
	)
}

// breaks breaks the socket of a page, and makes the next two attempts to connect fail.
func (p player) breaks() {
	p.Helper()
	chromium.Eval[bool](p.Tab, `(() => {
		const real = window.realSocket ??= WebSocket;
		let refusals = 0;
		window.WebSocket = new Proxy(real, { construct: (_, args) => {
			if (refusals++ < 2) args[0] = String(args[0]).replace("/live", "/nowhere");
			return window.socket = new real(...args);
		} });
		window.socket.close();
		return true;
	})()`)
}

// players returns a game of Ann (White) and Bob (Black), each with a browser and as a program.
func (s *site) players(variant, clock string) (ann, bob player, annAPI, bobAPI *client, game string) {
	s.Helper()
	annAPI, bobAPI = s.account("Ann"), s.account("Bob")
	game = s.game(annAPI, bobAPI, variant, clock)
	sit := func(host, name string) player {
		tab := player{chromium.Open(s, chromium.Desk, s.at(host, "/sign-in?back=/g/"+game)), chromium.Pointer}
		tab.fill(`form[action="/sign-in"] input[name=name]`, name)
		tab.fill(`form[action="/sign-in"] input[name=password]`, "correct horse "+name)
		chromium.Eval[bool](tab.Tab, `(() => {
			document.querySelector('form[action="/sign-in"]').requestSubmit();
			return true;
		})()`)
		tab.Wait(board("board?.view != null"))
		chromium.Eval[bool](tab.Tab, `(() => {
			const send = WebSocket.prototype.send;
			WebSocket.prototype.send = function (data) { window.socket = this; return send.call(this, data); };
			return window.stays = true;
		})()`)
		tab.fill(`[data-place="say"] input[name=text]`, "Hello from "+name) // shows that the socket works
		tab.press(`[data-place="say"] button`)
		tab.Wait(`window.socket !== undefined`)
		return tab
	}
	return sit("localhost", "Ann"), sit("127.0.0.1", "Bob"), annAPI, bobAPI, game
}

// TestOffersAreLive: both players see draw offers, takeback requests and the answers at once, also
// after a connection has broken.
func TestOffersAreLive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, annAPI, bobAPI, game := s.players("chess", "5+3")
	annAPI.act(game, play.Command{Do: play.MakeMove, Ply: 1, Text: "e4"})
	bobAPI.act(game, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"})
	ann.says("Your move.")
	bob.says("White to move.")

	bob.press(`[data-verb="offerDraw"]`)
	ann.says("Your move. Bob offers a draw.")
	ann.verbs("acceptDraw", "declineDraw", "offerTakeback")
	bob.says("White to move. You have offered a draw.")
	bob.verbs("declineDraw", "offerTakeback")
	ann.press(`[data-verb="declineDraw"]`)
	ann.verbs("offerDraw", "offerTakeback")
	bob.verbs("offerDraw", "offerTakeback")

	bob.press(`[data-verb="offerTakeback"]`)
	ann.says("Your move. Bob asks to take back the last move.")
	ann.verbs("offerDraw", "acceptTakeback", "declineTakeback")
	bob.says("White to move. You have asked to take back the last move.")
	bob.verbs("offerDraw", "declineTakeback")
	bob.press(`[data-verb="declineTakeback"]`)
	ann.verbs("offerDraw", "offerTakeback")
	ann.Wait(`!document.querySelector('[data-place="says"]').textContent.includes("Bob")`)

	ann.breaks()
	bobAPI.act(game, play.Command{Do: play.OfferTakeback})
	ann.says("Your move. Bob asks to take back the last move.")
	ann.press(`[data-verb="acceptTakeback"]`)
	bob.says("Your move.")
	bob.verbs("offerDraw", "offerTakeback")
	if !chromium.Eval[bool](ann.Tab, "window.stays === true") ||
		!chromium.Eval[bool](bob.Tab, "window.stays === true") {
		t.Error("a page has been reloaded")
	}
	ann.Complaints() // about the refused sockets
}

// TestCorrespondenceIsLive: conditional moves and the time left are up to date on both pages, also
// after a connection has broken.
func TestCorrespondenceIsLive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, annAPI, bobAPI, game := s.players("chess", "10d+3d/30d")
	const (
		form     = `document.querySelector('[data-place="plan-form"]')`
		kept     = `document.querySelector('[data-place="plan-kept"]')`
		says     = `document.querySelector('[data-place="plan-says"]')`
		wrong    = `document.querySelector('[data-place="plan-error"]')`
		plan     = `document.querySelector('[data-place="plan"]')`
		deadline = `document.querySelector('[data-place="deadline"]').textContent`
	)
	until := func() string {
		t.Helper()
		g, err := s.store.Game(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := g.Deadline()
		return "Deadline: " + at.UTC().Format("2 January, 15:04 UTC")
	}
	first := until()
	for _, p := range []player{ann, bob} {
		p.Wait(fmt.Sprintf(`%s.trim() === %q`, deadline, first))
	}
	bob.Wait(plan + ".checkVisibility()")
	if chromium.Eval[bool](ann.Tab, plan+".checkVisibility()") {
		t.Error("the side to move may make conditional moves")
	}
	annAPI.act(game, play.Command{Do: play.MakeMove, Ply: 1, Text: "e4"})
	ann.Wait(plan + ".checkVisibility() && !" + form + ".hidden")
	bob.Wait("!" + plan + ".checkVisibility()")
	bobAPI.act(game, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"})
	later := until()
	if later == first {
		t.Fatalf("the deadline is %q after White's first move as before", later)
	}
	for _, p := range []player{ann, bob} {
		p.Wait(fmt.Sprintf(`%s.trim() === %q`, deadline, later))
	}

	// Bob saves conditional moves without leaving the page. One line is illegal at first.
	bob.Wait(plan + ".checkVisibility()")
	chromium.Eval[bool](bob.Tab, "("+plan+".open = true)")
	bob.fill(`[data-place="plan-form"] textarea`, "Nf3 Ke6")
	bob.press(`[data-place="plan-form"] button`)
	bob.Wait(wrong + `.checkVisibility() && ` + wrong + `.textContent.includes("Line 1")`)
	bob.fill(`[data-place="plan-form"] textarea`, "Nf3 Nc6 Bb5 a6")
	bob.press(`[data-place="plan-form"] button`)
	bob.Wait(says + `.textContent === "Saved." && !` + wrong + `.checkVisibility()`)
	bob.Shoot("plan-kept")
	bob.breaks()
	annAPI.act(game, play.Command{Do: play.MakeMove, Ply: 3, Text: "Nf3"})
	s.until(game, func(g *play.Game) bool { return g.Ply() == 4 })
	bob.Wait(form + `.querySelector("textarea").value === "Bb5 a6"`)
	// A half-typed line survives a move. A plan that the game has left is gone.
	bob.fill(`[data-place="plan-form"] textarea`, "Bc4")
	annAPI.act(game, play.Command{Do: play.MakeMove, Ply: 5, Text: "d4"})
	bob.Wait(`!` + plan + `.checkVisibility() && ` + kept + `.textContent === ""`)
	bobAPI.act(game, play.Command{Do: play.MakeMove, Ply: 6, Text: "exd4"})
	bob.Wait(plan + `.checkVisibility() && ` + form + `.querySelector("textarea").value === "Bc4"`)
	annAPI.act(game, play.Command{Do: play.Resign})
	for _, p := range []player{ann, bob} {
		p.Wait(`!` + plan + `.checkVisibility() && document.querySelector('[data-place="deadline"]').hidden`)
	}
	if !chromium.Eval[bool](bob.Tab, "window.stays === true") {
		t.Error("the page has been reloaded")
	}
	bob.Complaints() // about the refused sockets and the refused line
}

// TestSeriesIsOne: both pages show in one place how many moves are left in a series, and nothing
// when the game is over.
func TestSeriesIsOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, annAPI, bobAPI, game := s.players("progressive", "5+3")
	const (
		label = `[...root.querySelectorAll(".hand .label")].map((l) => l.textContent).join()`
		notes = `[...document.querySelectorAll('[data-place="note-line"]')].map((l) => l.textContent).join()`
		count = `document.querySelector('[data-place="series"]').textContent`
	)
	agree := func(side string, left, length int) {
		t.Helper()
		for _, p := range []player{ann, bob} {
			p.Wait(board(fmt.Sprintf(`%s === "" && board.view.turn === %q`, label, side)))
			p.Wait(fmt.Sprintf(`%s === "" && %s === "Moves left in the series: %d of %d"`, notes, count, left, length))
		}
	}
	agree("white", 1, 1)
	annAPI.act(game, play.Command{Do: play.MakeMove, Ply: 1, Text: "e4"})
	agree("black", 2, 2)
	bobAPI.act(game, play.Command{Do: play.MakeMove, Ply: 2, Text: "e5"})
	agree("black", 1, 2)
	bobAPI.act(game, play.Command{Do: play.MakeMove, Ply: 3, Text: "a6"})
	agree("white", 3, 3)
	bob.Shoot("series")
	annAPI.act(game, play.Command{Do: play.Resign})
	for _, p := range []player{ann, bob} {
		p.Wait(board(label+` === ""`) + ` && ` + notes + ` === "" && ` + count + ` === ""`)
	}
	if page := annAPI.get("/g/" + game).body; strings.Contains(page, "left in the series") {
		t.Error("a game that is over has moves left in a series")
	}
}
