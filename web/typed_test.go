package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
)

// The elements of the move box.
const (
	moveBox   = `document.querySelector('.move-form input[name=text]')`
	moveError = `document.querySelector('[data-place="move-error"]')`
)

// typeMove types a move into the move box and sends it.
func (p player) typeMove(text string) {
	p.Helper()
	p.Wait(moveBox + `?.checkVisibility()`)
	p.fill(`.move-form input[name=text]`, text)
	chromium.Eval[bool](p.Tab, `(`+moveBox+`.focus(), true)`)
	p.Keys(kb.Enter)
}

// stay marks a page, and stayed reports whether it has not been reloaded.
func (p player) stay() {
	p.Helper()
	chromium.Eval[bool](p.Tab, `(window.stays = true)`)
}

func (p player) stayed() bool {
	p.Helper()
	return chromium.Eval[bool](p.Tab, `window.stays === true`)
}

// between begins a game between Ann, who plays White in the browser, and Bob.
func (s *site) between(on chromium.Screen, variant, clock string) (ann player, bob *client, game string) {
	s.Helper()
	white, bob := s.account("Ann"), s.account("Bob")
	game = s.game(white, bob, variant, clock)
	ann = open(s, on, s.at("localhost", "/"))
	signIn(ann, s, "Ann")
	ann.Go(s.at("localhost", "/g/"+game))
	ann.Wait(board("board?.view != null && board.movable === 'white'"))
	ann.stay()
	return ann, bob, game
}

// TestTypedMoves: a typed move is checked and played on the live page, without reloading it.
func TestTypedMoves(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, game := s.between(chromium.Desk, "seirawan", "5+3")
	ann.typeMove("Ke3")
	ann.Wait(moveError + `?.checkVisibility() && ` + moveError + `.textContent.includes("king")`)
	if !ann.stayed() || chromium.Eval[string](ann.Tab, moveBox+".value") != "Ke3" {
		t.Error("an illegal move leaves the page or removes the text")
	}
	ann.Shoot("typed-illegal")
	ann.typeMove("Nf3/H")
	g := s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	if uci := g.Moves()[0].UCI; uci != "g1f3h" {
		t.Errorf("the move is %s", uci)
	}
	ann.Wait(board(`board.view.last?.uci === "g1f3h"`) + ` && !` + moveError + `.checkVisibility()`)
	if a := bob.moves(game, 2, "e5"); a.status != http.StatusOK {
		t.Fatalf("Bob's move: %d", a.status)
	}
	ann.Wait(board(`board.view.last?.uci === "e7e5"`))
	// A draw is offered with the move.
	chromium.Eval[bool](ann.Tab, `(document.querySelector('.move-form [name=offer]').click(), true)`)
	ann.typeMove("e4")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 3 && g.DrawOffer() == play.White })
	if !ann.stayed() || !strings.HasSuffix(chromium.Eval[string](ann.Tab, "location.pathname"), game) {
		t.Error("a typed move leaves the page")
	}
}

// TestTypedMovesByCorrespondence: where moves are confirmed, the board shows a typed move and asks.
func TestTypedMovesByCorrespondence(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, _, game := s.between(chromium.Screen{Width: 390, Height: 844, Touch: true}, "chess", "3d")
	ann.typeMove("e4")
	confirm := board(`root.querySelector('button[data-key="!play"]') !== null`)
	ann.Wait(confirm)
	ann.Shoot("typed-preview")
	g, err := s.store.Game(t.Context(), game)
	if err != nil || g.Ply() != 0 {
		t.Fatalf("before it is confirmed %d half-moves are played, %v", g.Ply(), err)
	}
	time.Sleep(300 * time.Millisecond) // the chooser ignores presses for a moment
	ann.hand.Press(ann.Tab, board(`root.querySelector('.chooser .cancel')`))
	ann.Wait(board(`root.querySelector('.chooser').hidden`))
	ann.typeMove("d4")
	ann.Wait(confirm)
	ann.hand.Choose(ann.Tab, "!play")
	g = s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	if uci := g.Moves()[0].UCI; uci != "d2d4" {
		t.Errorf("the move is %s", uci)
	}
	if !ann.stayed() {
		t.Error("a typed move leaves the page")
	}
	ann.Wait(fmt.Sprintf(`!%s.checkVisibility()`, moveBox))
}
