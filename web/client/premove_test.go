package client_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// premoving opens a board for Black while White is to move. The page sets the views.
func premoving(t *testing.T, on chromium.Screen, variant, fen string) tab {
	t.Helper()
	b := open(t, serve(t), on, "variant", variant, "fen", fen, "orientation", "black", "movable", "black",
		"premovable", "", "confirm", "never")
	b.run(`board.removeAttribute("variant"), window.played = [], window.told = []`)
	b.run(`board.addEventListener("kirke-move", (e) => told.push(e.detail.uci))`)
	return b
}

// answer shows the position after moves.
func (b tab) answer(variant, fen, moves string) {
	b.Helper()
	query := url.Values{"variant": {variant}, "fen": {fen}, "moves": {moves}}
	const ask = `fetch("/api/v1/position?%s").then((r) => r.json()).then((v) => (board.view = v))`
	b.run(fmt.Sprintf(ask, query.Encode()))
}

// numbers are the numbers of the premoves that are shown, with what they are called.
func (b tab) numbers() string {
	b.Helper()
	return b.text(`[...root.querySelectorAll(".numbers button")].map((e) =>
		e.ariaLabel.replace("Premove ", "").replace(": cancel", "")).join("; ")`)
}

// TestPremovesInARow makes several premoves. They are kept over the opponent's moves.
func TestPremovesInARow(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, variant, fen string
		chosen             []string // squares, then keys
		numbers            string
		play               []string // the opponent's moves, with the premove that answers each
	}{
		{"chess", "chess", "", []string{"g8", "f6", "f6", "e4"}, "1, g8 to f6; 2, f6 to e4",
			[]string{"a2a3", "g8f6", "a3a4", "f6e4"}},
		{"a gate, and the piece placed there", "seirawan", "", []string{"g8", "f6", "gate:H@g8", "g8", "e6"},
			"1, g8 to f6; 2, g8 to e6", []string{"a2a3", "g8f6h", "a3a4", ""}},
		{"a Sissa", "sissa", "", []string{"d9", "c7"}, "1, d9 to c7", []string{"a2a3", ""}},
		{"a series", "progressive", "", []string{"e7", "e5", "d7", "d5"}, "1, e7 to e5; 2, d7 to d5",
			[]string{"a2a3", "e7e5", "", "d7d5"}},
		{"circe", "circe", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", []string{"d5", "e4", "e4", "e3"},
			"1, d5 to e4; 2, e4 to e3", []string{"e1f1", "d5e4", "f1g1", "e4e3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := premoving(t, chromium.Desk, test.variant, test.fen)
			for _, key := range test.chosen {
				if strings.Contains(key, ":") {
					b.choose(key)
				} else {
					// A piece that has moved ahead can go on once the server has said where.
					at := `[data-square="` + key + `"]`
					b.until(find(".cell.choosable"+at+", .cell.target"+at) + ` !== null`)
					b.press(key)
				}
			}
			count := strings.Count(test.numbers, ";") + 1
			b.until(fmt.Sprintf(`root.querySelectorAll(".numbers button").length === %d`, count))
			if got := b.numbers(); got != test.numbers {
				t.Errorf("the premoves are %q, not %q", got, test.numbers)
			}
			b.Shoot("premoves " + test.name)
			moves, told := "", 0
			for i := 0; i < len(test.play); i += 2 {
				moves += " " + test.play[i]
				b.answer(test.variant, test.fen, strings.TrimSpace(moves))
				if test.play[i+1] == "" {
					b.until(find(".said") + `.textContent.includes("no longer legal")`)
					b.is(`root.querySelectorAll(".numbers button").length === 0`)
					return
				}
				told++
				b.until(fmt.Sprintf(`told.length === %d && told[%d] === %q`, told, told-1, test.play[i+1]))
				moves += " " + test.play[i+1]
				b.answer(test.variant, test.fen, strings.TrimSpace(moves))
				left := (len(test.play) - i - 2) / 2
				b.until(fmt.Sprintf(`root.querySelectorAll(".numbers button").length <= %d`, left))
			}
		})
	}
}

// TestPremovesAreCancelled: all at once in three ways, or one by one.
func TestPremovesAreCancelled(t *testing.T) {
	t.Parallel()
	two := func(b tab) {
		b.press("g8", "f6", "a7", "a6")
		b.until(`root.querySelectorAll(".numbers button").length === 2`)
		b.is(`[...board.shadowRoot.querySelectorAll(".ahead")].length === 4`)
	}
	for _, on := range []chromium.Screen{chromium.Desk, chromium.Phone} {
		b := premoving(t, on, "chess", "")
		ways := map[string]func(){
			"Escape":      func() { b.Keys(kb.Escape) },
			"elsewhere":   func() { b.press("d4") },
			"right click": func() { b.Draw(0, b.at(square("d4"))) },
			"one by one": func() {
				b.Press(b.at(find(".numbers button:first-child")))
				b.until(`root.querySelectorAll(".numbers button").length === 1`)
				if got := b.numbers(); got != "1, a7 to a6" {
					t.Errorf("what is left is %q", got)
				}
				b.Press(b.at(find(".numbers button")))
			},
		}
		for name, cancel := range ways {
			if on.Touch && (name == "Escape" || name == "right click") {
				continue
			}
			two(b)
			cancel()
			b.until(`root.querySelectorAll(".numbers button").length === 0`)
			b.shows("ahead", "")
			b.is(`board.shadowRoot.querySelectorAll(".arrow").length === 0`)
		}
	}
	// Those that build on a cancelled one go with it, with a sentence.
	b := premoving(t, chromium.Desk, "chess", "")
	b.press("g8", "f6")
	b.until(`board.premoves.view.premoves.some(([from]) => from === "f6")`)
	b.press("f6", "e4")
	b.until(`root.querySelectorAll(".numbers button").length === 2`)
	b.Press(b.at(find(".numbers button:first-child")))
	b.until(`root.querySelectorAll(".numbers button").length === 0`)
	b.until(find(".said") + `.textContent === "The premove f6 to e4 is no longer legal."`)
}
