package client_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// handed are moves that begin with a piece in hand: what is dragged, the gate, and then squares.
var handed = []struct {
	name, variant, fen string
	piece, gate        string
	then, uci          string
}{
	{"a knight moves", "seirawan", "", "H", "g1", "f3", "g1f3h"},
	{"castling, on the king's square", "seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQAHkqah - 0 1",
		"E", "e1", "c1", "e1c1e"},
	{"castling, on the rook's square", "seirawan", "4k3/8/8/8/8/8/6PP/4K2R[HEhe] w KH - 0 1",
		"H", "h1", "e1 g1", "h1e1h"},
	{"from an imaginary square", "siceirawan", "", "z0", "b1", "c3", "b1c3"},
}

// TestHandToGate drags pieces from the hand onto gates, by mouse and by finger, and taps them.
func TestHandToGate(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for name, on := range map[string]chromium.Screen{"mouse": chromium.Desk, "finger": chromium.Phone} {
		t.Run(name, func(t *testing.T) {
			b := open(t, s, on, "variant", "chess")
			for _, test := range handed {
				for _, way := range []string{"drag", "tap"} {
					t.Run(test.name+" "+way, func(t *testing.T) {
						b.In(t)
						b.reopen(s, "variant", test.variant, "fen", test.fen, "confirm", "never")
						b.run(`window.told = [], board.addEventListener("kirke-move", (e) => told.push(e.detail.uci))`)
						from := find(`[data-hand="` + test.piece + `"][data-side="white"]`)
						if len(test.piece) == 2 {
							from = square(test.piece)
						}
						if way == "drag" {
							p, q := b.at(from), b.at(square(test.gate))
							b.Drag(p, chromium.Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}, q)
						} else {
							b.Press(b.at(from))
							b.until(find(`[data-square="`+test.gate+`"].capture`) + ` !== null`)
							b.Shoot("hand " + name + " " + test.name)
							b.press(test.gate)
						}
						b.is(`root.querySelector(".carried") === null`)
						b.press(strings.Fields(test.then)...)
						b.until(`told.length === 1`)
						if got := b.text(`told[0]`); !strings.HasPrefix(got, test.uci) || len(got) < 5 {
							t.Errorf("the board sent %s, not %s", got, test.uci)
						}
						b.is(`root.querySelector(".chooser").hidden`)
					})
				}
			}
			b.In(t)
		})
	}
}

// TestHandToNoGate: a piece that cannot be placed is refused with a sentence.
func TestHandToNoGate(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "seirawan")
	held := find(`[data-hand="H"][data-side="white"]`)
	b.Drag(b.at(held), b.at(square("e3")), b.at(square("e4")))
	b.until(find(".said") + `.textContent.includes("on a gate")`)
	b.press("e2", "e4") // an ordinary move
	b.until(`board.view.last?.uci === "e2e4"`)
	b.Drag(b.at(held), b.at(square("g1"))) // not White's turn
	b.press("e7", "e5")
	b.until(`board.view.last?.uci === "e7e5"`)
	// What was begun with a piece in hand is cancelled.
	b.Drag(b.at(held), b.at(square("f2")), b.at(square("g1")))
	b.shows("target", "e2 f3 h3")
	b.Keys(kb.Escape)
	b.shows("target", "")
	b.press("g1", "f3")
	b.until(choice("gate:-") + ` !== null`)
}

// TestChooserByKeys: the letter of a piece chooses it, 0 chooses none, and the chooser is at the
// square of the move.
func TestChooserByKeys(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, test := range []struct{ name, variant, fen, from, to, key, uci string }{
		{"a gate", "seirawan", "", "g1", "f3", "e", "g1f3e"},
		{"none", "seirawan", "", "g1", "f3", "0", "g1f3"},
		{"promotion", "chess", "8/4P3/8/8/8/1k6/8/K7 w - - 0 1", "e7", "e8", "n", "e7e8n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := open(t, s, chromium.Phone, "variant", test.variant, "fen", test.fen, "confirm", "never")
			b.press(test.from, test.to)
			b.until(find(".chooser:not([hidden])") + ` !== null`)
			b.Shoot("chooser " + test.name)
			const gap = `(() => {
				const c = root.querySelector(".chooser").getBoundingClientRect()
				const q = root.querySelector('[data-square="SQ"]').getBoundingClientRect()
				return Math.max(c.top - q.bottom, q.top - c.bottom) })() < 20`
			b.is(strings.ReplaceAll(gap, "SQ", test.to))
			const press = `new KeyboardEvent("keydown", { key: "KEY", bubbles: true, composed: true })`
			b.until(`(root.querySelector(".chooser button")?.dispatchEvent(` +
				strings.ReplaceAll(press, "KEY", test.key) + `), board.view.last?.uci === "` + test.uci + `")`)
		})
	}
}
