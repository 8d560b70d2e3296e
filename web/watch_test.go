package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
)

// TestPasskeys: a passkey signs its owner in until it is removed.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(s.log.String())
		}
	})
	tab := open(t, chromium.Desk, s.at("localhost", "/sign-in?back=/me"))
	tab.Passkeys()
	tab.fill(`input[name=name]`, "Ann")
	tab.fill(`input[name=password]`, "correct horse Ann")
	tab.press(`form[action="/sign-in"] .primary`)
	tab.Wait(`location.pathname === "/me"`)
	tab.press(`[data-do="add-passkey"]`)
	tab.Wait(`document.body?.textContent.includes("A passkey") === true`)
	tab.press(`form[action="/sign-out"] button`)
	tab.Wait(`location.pathname === "/" && !document.querySelector(".user")`)

	tab.Go(s.at("localhost", "/sign-in?back=/me"))
	tab.press(`[data-do="passkey"]`)
	tab.Wait(`location.pathname === "/me" && document.querySelector(".user")?.textContent === "Ann"`)
	tab.press(`form[action="/me/passkey/remove"] button`)
	tab.Wait(`document.readyState === "complete" && document.body?.textContent.includes("A passkey") === false`)
	tab.press(`form[action="/sign-out"] button`)
	tab.Wait(`location.pathname === "/" && !document.querySelector(".user")`)
	tab.Go(s.at("localhost", "/sign-in?back=/me"))
	tab.press(`[data-do="passkey"]`)
	time.Sleep(500 * time.Millisecond)
	if user := chromium.Eval[bool](tab.Tab, `document.querySelector(".user") !== null`); user {
		t.Error("a removed passkey signs its owner in")
	}
	tab.Complaints() // about the refused request
}

// TestWatching: a spectator sees the moves as they are made and can make none. The players' chat is
// hidden until the game is over.
func TestWatching(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "chess", "5+3")
	act := func(c *client, command play.Command) {
		t.Helper()
		if _, a := api[any](c, http.MethodPost, "/games/"+game+"/do", command); a.status != http.StatusOK {
			t.Fatalf("%+v: %d %s", command, a.status, a.body)
		}
	}
	tab := open(t, chromium.Desk, s.at("localhost", "/g/"+game))
	tab.Wait(board("board?.view != null"))
	ply := 0
	for i, text := range strings.Fields("f3 e5 g4") {
		ply++
		act([]*client{ann, bob}[i%2], play.Command{Do: play.MakeMove, Ply: ply, Text: text})
		tab.Wait(fmt.Sprintf(`document.querySelector(".moves-list").textContent.includes(%q)`, text))
	}
	act(ann, play.Command{Do: play.Say, Text: "between us"})
	if n := chromium.Eval[int](tab.Tab, board("board.view.moves.length")); n != 0 ||
		chromium.Eval[string](tab.Tab, board("board.movable")) != "none" {
		t.Errorf("a watcher has %d moves", n)
	}
	if strings.Contains(chromiumText(tab, `[data-place="chat"]`), "between us") {
		t.Error("a watcher sees what the players say")
	}
	act(bob, play.Command{Do: play.MakeMove, Ply: 4, Text: "Qh4"})
	tab.Wait(`document.querySelector('[data-place="says"]').textContent === "Black wins: mate."`)
	tab.Go(s.at("localhost", "/g/"+game))
	if !strings.Contains(chromiumText(tab, `[data-place="chat"]`), "between us") {
		t.Error("after the game the chat is hidden")
	}
}

// TestConnectionsThatBreak: a page whose socket breaks shows what it has missed, and a move made
// meanwhile arrives once.
func TestConnectionsThatBreak(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := open(t, chromium.Desk, s.at("localhost", "/lobby?variant=chess"))
	ann.fill("select[name=colour]", "white")
	ann.press(".offer .primary")
	ann.Wait(`document.querySelector(".seeks") !== null`)
	bob := s.account("Bob")
	seeks, _ := api[[]struct{ ID string }](bob, http.MethodGet, "/seeks", nil)
	a := bob.form("/offers/" + seeks[0].ID + "/take")
	game := strings.TrimPrefix(a.at, "/g/")
	ann.Wait(fmt.Sprintf("location.pathname === %q", a.at))
	chromium.Eval[bool](ann.Tab, `(() => {
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (data) { window.socket = this; return send.call(this, data); };
		return true;
	})()`)
	ann.move("e2e4")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	// The socket breaks, and the next two attempts fail.
	chromium.Eval[bool](ann.Tab, `(() => {
		const real = WebSocket;
		window.refusals = 0;
		window.WebSocket = new Proxy(real, { construct: (_, args) => {
			if (window.refusals++ < 2) args[0] = String(args[0]).replace("/live", "/nowhere");
			return new real(...args);
		} });
		window.socket.close();
		return true;
	})()`)
	if a := bob.moves(game, 2, "e5"); a.status != http.StatusOK {
		t.Fatalf("Bob's move: %d", a.status)
	}
	ann.Wait(board(`board?.view?.last?.uci === "e7e5"`))
	ann.move("g1f3")
	g := s.until(game, func(g *play.Game) bool { return g.Ply() == 3 })
	if g.Seq() != 4 {
		t.Errorf("the game has %d events, want 4", g.Seq())
	}
	ann.Complaints() // about the refused sockets
}

// TestNewsCancelNothing: a chat message does not cancel a choice or a move that waits to be
// confirmed.
func TestNewsCancelNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	bob := s.account("Bob")
	ann := open(t, chromium.Desk, s.at("localhost", "/lobby?variant=seirawan&clock=3d"))
	ann.fill("select[name=colour]", "white")
	ann.press(".offer .primary")
	ann.Wait(`document.querySelector(".seeks") !== null`)
	seeks, _ := api[[]struct{ ID string }](bob, http.MethodGet, "/seeks", nil)
	game := strings.TrimPrefix(bob.form("/offers/"+seeks[0].ID+"/take").at, "/g/")
	ann.press(`.notice a.primary`) // Go to game
	ann.Wait(
		fmt.Sprintf(
			"location.pathname === %q", "/g/"+game,
		) + ` && document.querySelector("kirke-board")?.movable === "white"`,
	)
	say := func(text string) {
		t.Helper()
		if a := bob.does(game, play.Command{Do: play.Say, Text: text}); a.status != http.StatusOK {
			t.Fatalf("saying: %d", a.status)
		}
		ann.Wait(fmt.Sprintf(`document.querySelector('[data-place="chat"]').textContent.includes(%q)`, text))
	}
	ann.hand.Square(ann.Tab, "g1")
	say("good luck")
	ann.hand.Square(ann.Tab, "f3")
	const gate, confirm = "gate:H@g1", "!play"
	ann.Wait(board(fmt.Sprintf(`root.querySelector('button[data-key=%q]') !== null`, gate)))
	say("have fun")
	ann.hand.Choose(ann.Tab, gate)
	ann.Wait(board(fmt.Sprintf(`root.querySelector('button[data-key=%q]') !== null`, confirm)))
	say("well?")
	ann.hand.Choose(ann.Tab, confirm)
	g := s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	if uci := g.Moves()[0].UCI; uci != "g1f3h" {
		t.Errorf("the move is %s", uci)
	}
}
