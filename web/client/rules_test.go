package client_test

import (
	"fmt"
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
		b.Wait(`[...document.querySelectorAll("kirke-board")].every((one) => one.view)`)
		chromium.Eval[bool](b.Tab, `(document.querySelector("kirke-board").scrollIntoView({ block: "center" }), true)`)
		b.press("e2", "e4")
		b.until(`board.view.last?.uci === "e2e4"`)
		chromium.Pointer.Press(b.Tab, `document.querySelector('[data-do="again"]')`)
		b.until(`board.view.fen === ` + quote(start))
		b.Shoot("rules")
	}
}

// TestRulesHaveBoards plays a special move on the board of its section, and starts again. Each board
// of a page shows its position.
func TestRulesHaveBoards(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ game, section, uci string }{
		{"sissa", "conversion", "g1f1"},
		{"sissa", "the-pieces", "e5e7"},
		{"circe", "rebirth", "e4d5"},
		{"seirawan", "pieces-in-hand", "b1a3h"},
		{"siceirawan", "pieces-in-hand", ""},
		{"progressive", "series", ""},
	} {
		for _, on := range []chromium.Screen{smallPhone, darkDesk} {
			b := onPage(t, on, "/rules/"+test.game)
			chromium.Eval[bool](b.Tab, `(document.querySelector("#`+test.section+`").scrollIntoView(), true)`)
			b.Wait(`[...document.querySelectorAll("kirke-board")].every((one) => one.view)`)
			b.Shoot(fmt.Sprintf("rules-%s-%s-%d", test.game, test.section, on.Width))
			board := `[...document.querySelectorAll("#` + test.section + ` ~ .diagrams kirke-board")].at(-1)`
			if test.uci != "" {
				board = `[...document.querySelectorAll("#` + test.section + ` ~ .diagrams kirke-board")].find((one) =>
					one.view.moves.some((move) => move.uci === ` + quote(test.uci) + `))`
			}
			start := chromium.Eval[string](b.Tab, board+`?.view.fen ?? ""`)
			if start == "" {
				t.Errorf("%s: no board of %s has the move %s", test.game, test.section, test.uci)
				continue
			}
			wide := chromium.Eval[float64](b.Tab, `document.documentElement.scrollWidth - innerWidth`)
			if wide > 0 {
				t.Errorf("%s: the page is %.0f pixels wider than the window", test.game, wide)
			}
			chromium.Eval[bool](b.Tab, `(window.tried = `+board+`, tried.confirm = "never",
				tried.enter(`+quote(test.uci)+` || tried.view.moves[0].uci))`)
			b.Wait(`tried.view.fen !== ` + quote(start))
			chromium.Eval[bool](b.Tab, `(tried.parentElement.querySelector('[data-do="again"]').click(), true)`)
			b.Wait(`tried.view.fen === ` + quote(start))
		}
	}
}
