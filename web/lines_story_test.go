package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
)

// TestCorrespondenceStory: White moves on the board, enters a tree of conditional moves with a gate,
// and leaves. Black plays one of the foreseen moves, which is answered at once and without a mail,
// then another. White gets one mail, whose link leads back to the board.
func TestCorrespondenceStory(t *testing.T) {
	t.Parallel()
	s := newMailing(t)
	ann, bob, annAPI, _, game := s.players("seirawan", "3d")
	s.reachable(annAPI, "ann@example.org")
	for _, p := range []player{ann, bob} {
		chromium.Eval[bool](p.Tab, "(scrollTo(0, 0), true)") // the chat was below
	}
	ann.move("e2e4")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 1 })
	ann.enterLine("e7e5 g1f3h", "c7c5 b1c3")
	bob.says("Your move.")

	ann.Go("about:blank")
	bob.move("c7c5")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 3 })
	bob.says("Your move.")
	bob.Wait(board(`board.view.last?.san === "Nc3"`))
	bob.move("d7d6")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 4 })
	mail := s.next()
	if mail.To != "ann@example.org" || !strings.Contains(mail.Header.Get("Subject"), "Bob") {
		t.Errorf("the mail is %+v", mail)
	}
	annAPI.get(mail.Link("/g/")).wants(t, http.StatusOK, "Your move.")
	ann.Go(s.at("localhost", mail.Link("/g/")))
	ann.Wait(board(`board?.view?.last?.san === "d6" && board.movable === "white"`))
	ann.move("g1f3e")
	s.until(game, func(g *play.Game) bool { return g.Ply() == 5 })
	bob.says("Your move.")
	time.Sleep(50 * time.Millisecond) // five times what the outbox waits
	if mails := s.mail.Mails(); len(mails) != s.read {
		t.Errorf("%d mails were sent, not %d", len(mails), s.read)
	}
}

// enterLine enters lines of conditional moves, in UCI, on the board of a game in which it is the
// opponent's turn.
func (p player) enterLine(lines ...string) {
	p.Helper()
	const plan = `document.querySelector('[data-place="plan"]')`
	tool := func(name string) {
		p.Helper()
		button := `[...document.querySelectorAll(".plan-lines .row button")].find((b) => b.textContent === ` +
			quoted(name) + `)`
		p.Wait(button + " !== undefined")
		chromium.Eval[bool](p.Tab, "("+button+".click(), true)")
	}
	p.Wait(plan + ".checkVisibility()")
	chromium.Eval[bool](p.Tab, "("+plan+".open = true)")
	for i, line := range lines {
		tool([]string{"Enter on the board", "New line"}[min(i, 1)])
		last := ""
		for _, uci := range strings.Fields(line) {
			p.Wait(board(`!board.waiting && board.movable === "both"`))
			p.Wait(board(`(board.view.last?.uci ?? "") === ` + quoted(last)))
			last = uci
			p.choose(uci)
			p.Wait(board(`!board.waiting && board.view.last?.uci === ` + quoted(uci)))
		}
	}
	tool("Done")
}
