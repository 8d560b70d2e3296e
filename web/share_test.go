package web_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"mime"
	"net/http"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
)

// TestGIFOfGames: a game is an animated GIF with a frame for each half-move, also with series of
// moves, hands and imaginary squares, a private one for its players alone.
func TestGIFOfGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	for _, test := range []struct{ variant, moves string }{
		{"chess", "f3 e5 g4 Qh4"}, {"progressive", "e4 e5 d5 Bc4"}, {"seirawan", "Nf3/H Nf6/E"},
		{"siceirawan", ""}, {"sissa", "e4"},
	} {
		game := s.game(ann, bob, test.variant, "5+3", "private=yes")
		moves := strings.Fields(test.moves)
		s.turns(game, ann, bob, moves...)
		ann.does(game, play.Command{Do: play.Resign})
		a := ann.get("/g/" + game + "/game.gif?flip=true&download=true")
		m, err := gif.DecodeAll(strings.NewReader(a.body))
		if err != nil || len(m.Image) != len(moves)+1 || len(a.body) > 200_000 {
			t.Errorf("%s: %d: %d bytes, %v", test.variant, a.status, len(a.body), err)
		}
		if a := s.client().get("/g/" + game + "/game.gif"); a.status != http.StatusNotFound {
			t.Errorf("the picture of a private game is answered with %d", a.status)
		}
		_, disposition, err := mime.ParseMediaType(a.header.Get("Content-Disposition"))
		if name := disposition["filename"]; err != nil || !strings.HasPrefix(name, "Ann-Bob-"+test.variant+"-2") ||
			!strings.HasSuffix(name, ".gif") {
			t.Errorf("the file is called %q: %v", name, err)
		}
		if kept := a.header.Get("Cache-Control"); !strings.Contains(kept, "max-age") || a.header.Get("ETag") == "" {
			t.Errorf("the picture is kept as %q, %q", kept, a.header.Get("ETag"))
		}
	}
}

// TestShare: the page of a game copies the address of the position on the board, and its pictures
// are of that position, as the reader sees it.
func TestShare(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, game := s.between(chromium.Desk, "chess", "5+3")
	ann.move("e2e4")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	bob.moves(game, 2, "e5")
	ann.says("Your move.")
	ann.Wait(`document.querySelectorAll(".moves-list a[data-ply]").length === 2`)
	ann.Clipboard(s.at("localhost", ""))
	chromium.Eval[bool](ann.Tab, `(document.querySelector(".walk .previous").click(),
		document.querySelector(".walk .flip").click(), true)`)
	ann.Wait(pastLine + `.includes("You are looking at")`)
	ann.press(`[data-share="copy-link"]`)
	ann.Wait(`document.querySelector('[data-place="share-says"]').textContent === "The link is copied."`)
	ann.Wait(fmt.Sprintf(`(navigator.clipboard.readText().then((text) => (window.copied = text)),
		window.copied?.endsWith("/g/%s?ply=1"))`, game))
	ann.press(`[data-share="copy-pgn"]`)
	ann.Wait(`document.querySelector('[data-place="share-says"]').textContent === "The PGN is copied."`)
	picture := chromium.Eval[string](ann.Tab, `document.querySelector('[data-share="png"]').getAttribute("href")`)
	if !strings.Contains(picture, "ply=1") || !strings.Contains(picture, "flip=true") {
		t.Errorf("the picture is %s", picture)
	}
	a := bob.get(picture)
	if _, err := png.Decode(bytes.NewReader([]byte(a.body))); err != nil ||
		!strings.Contains(a.header.Get("Content-Disposition"), "-1.png") {
		t.Errorf("%s is %v, %q", picture, err, a.header.Get("Content-Disposition"))
	}
	ann.Shoot("share")
}
