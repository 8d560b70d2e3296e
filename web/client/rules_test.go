package client_test

import (
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestRulesArePlayed plays on the starting position in the rules of a game, and starts again. Every
// piece has a picture of its moves.
func TestRulesArePlayed(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{smallPhone, darkDesk} {
		b := onPage(t, on, "/rules/sissa")
		pieces := chromium.Eval[int](b.Tab, `[...document.querySelectorAll("#the-pieces ~ .diagrams img")].filter((i) =>
			i.alt.length > 10).length`)
		if pieces < 7 {
			t.Errorf("%d pieces have a picture of their moves", pieces)
		}
		start := b.fen()
		chromium.Eval[bool](b.Tab, `(document.querySelector("kirke-board").scrollIntoView({ block: "center" }), true)`)
		b.press("e2", "e4")
		b.until(`board.view.last?.uci === "e2e4"`)
		chromium.Pointer.Press(b.Tab, `document.querySelector('[data-do="again"]')`)
		b.until(`board.view.fen === ` + quote(start))
		b.Shoot("rules")
	}
}
