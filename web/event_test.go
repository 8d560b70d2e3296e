package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
)

// TestPresence: a player sees whether the opponent has the game open.
func TestPresence(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, _, _, game := s.players("chess", "5+3")
	is := func(text string) {
		t.Helper()
		ann.Wait(fmt.Sprintf(`document.querySelector('[data-place="presence-black"]')?.textContent === %q`, text))
	}
	is("online")
	bob.Go(s.at("127.0.0.1", "/rules"))
	is("away")
	ann.Shoot("presence-away")
	bob.Go(s.at("127.0.0.1", "/g/"+game))
	is("online")
	bob.Wait(`document.querySelector('[data-place="presence-white"]')?.textContent === "online"`)
	if !chromium.Eval[bool](ann.Tab, "window.stays === true") {
		t.Error("the page has been loaded again")
	}
}

// listens makes a page keep the sounds that it plays.
func (p player) listens() {
	p.Helper()
	chromium.Eval[bool](p.Tab, `(() => {
		window.heard = [];
		document.addEventListener("kirke-sound", (event) => heard.push(event.detail));
		return true;
	})()`)
}

// hears waits until a page has played some sounds, and forgets them.
func (p player) hears(sounds ...string) {
	p.Helper()
	p.Wait(fmt.Sprintf(`heard.join(" ") === %q && (heard = [], true)`, strings.Join(sounds, " ")))
}

// TestSounds: moves, captures, checks, gates, rebirths, requests and the end have sounds, which can
// be switched off.
func TestSounds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ variant, moves, sounds string }{
		{"chess", "e2e4 f7f5 e4f5 g7g6 d1h5 a7a6", "move move capture move move move"},
		{"chess", "e2e4 d7d6 f1b5 c7c6", "move move check move"},
		{"seirawan", "g1f3h g8f6e", "gate gate"},
		{"circe", "e2e4 d7d5 e4d5 b8c6 d5c6 d7c6", "move move rebirth move capture capture"},
	} {
		t.Run(test.variant+" "+test.moves, func(t *testing.T) {
			s := newSite(t)
			ann, bob, game := s.between(chromium.Desk, test.variant, "5+3")
			ann.listens()
			sounds := strings.Fields(test.sounds)
			for i, uci := range strings.Fields(test.moves) {
				if i%2 == 0 {
					ann.move(uci)
					s.until(game, func(g *play.Game) bool { return g.Ply() == i+1 })
				} else if a := bob.moves(game, i+1, uci); a.status != http.StatusOK {
					t.Fatalf("%s: %d", uci, a.status)
				}
				ann.hears(sounds[i])
			}
			bob.does(game, play.Command{Do: play.OfferDraw})
			ann.hears("challenge")
			ann.press(`.icon.sound`)
			bob.does(game, play.Command{Do: play.DeclineDraw})
			bob.does(game, play.Command{Do: play.Resign})
			ann.says("White wins")
			if heard := chromium.Eval[int](ann.Tab, "heard.length"); heard != 0 {
				t.Error("a page without sounds plays one")
			}
			ann.Go(s.at("localhost", "/g/"+game))
			ann.Wait(`document.querySelector(".icon.mute")?.ariaPressed === "false"`)
			ann.listens()
			ann.press(`.icon.mute`)
			ann.hears("move")
		})
	}
}

// TestEndIsAnEvent: both players see at once how a rated game ended, how the ratings have changed,
// and what they can do next.
func TestEndIsAnEvent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	annAPI, bobAPI := s.account("Ann"), s.account("Bob")
	game := s.game(annAPI, bobAPI, "chess", "5+3", "rated=yes")
	for i, text := range []string{"e4", "e5", "Nf3", "Nc6"} {
		[]*client{annAPI, bobAPI}[i%2].moves(game, i+1, text)
	}
	ann := open(t, chromium.Desk, s.at("localhost", "/"))
	signIn(ann, s, "Ann")
	ann.Go(s.at("localhost", "/g/"+game))
	ann.Wait(board("board?.view != null") + ` && document.querySelector(".resize") !== null`)
	ann.listens()
	bobAPI.does(game, play.Command{Do: play.OfferTakeback})
	ann.hears("challenge")
	bobAPI.does(game, play.Command{Do: play.DeclineTakeback})
	ann.Wait(board(`root.querySelector(".said").textContent === "Bob no longer asks for a takeback."`))
	annAPI.does(game, play.Command{Do: play.OfferTakeback})
	bobAPI.does(game, play.Command{Do: play.DeclineTakeback})
	ann.Wait(board(`root.querySelector(".said").textContent === "Bob declines the takeback."`))
	bobAPI.does(game, play.Command{Do: play.Resign})
	ann.says("White wins: resignation.")
	ann.hears("end")
	const end = `document.querySelector('[data-place="end"]')`
	ann.Wait(end + `.checkVisibility() &&
		/^Ann \d+\?? \(\+\d+\)Bob \d+\?? \(-\d+\)Computer review$/.test(` + end + `.textContent)`)
	ann.Wait(board(`root.querySelector(".said").textContent === "You won. White wins: resignation."`))
	const verdict = `document.querySelector('[data-place="verdict"]')`
	ann.Wait(verdict + `.checkVisibility() && ` + verdict + `.textContent === "You won 1-0"`)
	if page := bobAPI.get("/g/" + game).body; !strings.Contains(page, "<strong>You lost</strong>") {
		t.Error("the loser's page does not say that they lost")
	}
	if page := s.client().get("/g/" + game).body; !strings.Contains(page, "<strong>1-0</strong>") ||
		strings.Contains(page, "You lost") || strings.Contains(page, "You won") {
		t.Error("a watcher's page does not show the result alone")
	}
	ann.Wait(`document.querySelector('[data-verb="offerRematch"]') !== null &&
		document.querySelector('.acts a[href$="/analysis"]') !== null`)
	ann.Wait(`/\(\+\d+\)/.test(document.querySelector('[data-place="rating-white"]').textContent)`)
	ann.Shoot("end")
}

// TestLowTimeIsHeard: the page warns once when little time is left.
func TestLowTimeIsHeard(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	s := newSiteAt(t, func() time.Time { return time.Now().Add(time.Duration(later.Load())) })
	ann, bob, game := s.between(chromium.Desk, "chess", "1+0")
	ann.listens()
	ann.move("e2e4")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	bob.moves(game, 2, "e5")
	ann.hears("move", "move")
	later.Store(int64(45 * time.Second))
	for _, text := range []string{"Hurry up!", "Faster!"} {
		bob.does(game, play.Command{Do: play.Say, Text: text})
		ann.Wait(fmt.Sprintf(`document.querySelector('[data-place="chat"]').textContent.includes(%q)`, text))
	}
	ann.hears("low")
}

// TestChallengeIsHeardEverywhere: a challenge is heard on a page without a board, unless its reader
// has switched sounds off.
func TestChallengeIsHeardEverywhere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.account("Ann")
	bob := s.account("Bob")
	ann := open(t, chromium.Desk, s.at("localhost", "/"))
	signIn(ann, s, "Ann")
	ann.Go(s.at("localhost", "/rules"))
	ann.listens()
	challenge := func(n int) {
		t.Helper()
		bob.form("/offers", "variant=chess", "clock=3d", "opponent=named", "name=Ann")
		ann.Wait(fmt.Sprintf(`document.querySelectorAll('.notices form[action$="/take"]').length === %d`, n))
	}
	challenge(1)
	ann.hears("challenge")
	chromium.Eval[bool](ann.Tab, `(localStorage.setItem("kirke-sounds", "off"), true)`)
	challenge(2)
	if heard := chromium.Eval[int](ann.Tab, `heard.length`); heard != 0 {
		t.Errorf("%d sounds are heard when they are off", heard)
	}
}
