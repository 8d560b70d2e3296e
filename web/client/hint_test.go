package client_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// marks is the places of the marks of a kind that show how a piece moves, in squares from the top
// left.
func (b tab) marks(kind string) string {
	b.Helper()
	return b.text(`[...root.querySelectorAll(".hints .` + kind + `")].map((e) => {
		const box = e.getBBox()
		return Math.floor(box.x + box.width / 2) + "," + Math.floor(box.y + box.height / 2) }).sort().join(" ")`)
}

const hint = `.hint:not([hidden])`

// TestHoverShowsMoves rests the mouse on pieces, whosever turn it is.
func TestHoverShowsMoves(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := open(t, s, chromium.Desk, "variant", "chess")
	for _, test := range []struct{ name, variant, fen, square, says, goes, takes, blocks string }{
		{"whoever's turn", "chess", "", "b8", "Black Knight Leaps", "0,2 2,2", "", ""},
		{"captures", "chess", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4", "White Pawn", "4,3", "3,3 5,3", ""},
		{"a gate", "seirawan", "", "g1", "White Knight", "5,5 7,5", "", ""},
		{"paths", "sissa", "4k4/9/9/9/9/9/PP7/S8/4K4 w - - 0 1", "a2", "Blocked on a3, b3.",
			"0,8 1,7 2,6 2,8 3,1 3,7 4,5 4,7 5,7 6,4 6,7 7,7 8,3", "", "0,6 1,6"},
		{"progressive", "progressive", "", "b8", "Black Knight", "0,2 2,2", "", ""},
		{"circe", "circe", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1", "White Rook",
			"0,7 1,7 2,7 3,4 3,5 3,6", "3,3", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b.In(t)
			b.reopen(s, "variant", test.variant, "fen", test.fen)
			b.Hover(b.at(square(test.square)))
			b.until(find(hint) + `?.textContent.includes(` + quote(test.says) + `)`)
			for kind, want := range map[string]string{"go": test.goes, "take": test.takes, "block": test.blocks} {
				if got := b.marks(kind); test.name != "paths" && got != want || kind == "block" && got != want {
					t.Errorf("%s: %s, not %s", kind, got, want)
				}
			}
			b.is(fmt.Sprintf(`(root.querySelectorAll(".hints .over").length > 0) === %t`, test.blocks != ""))
			b.Shoot("hint " + test.name)
			b.Hover(b.at(square("e5")))
			b.until(find(hint) + ` === null`)
			b.is(`root.querySelector(".hints").childElementCount === 0`)
		})
	}
	b.In(t)
}

// TestHoverDisturbsNothing: a piece that is asked about is dragged and tapped like any other.
func TestHoverDisturbsNothing(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "chess")
	b.Hover(b.at(square("e2")))
	b.until(find(hint) + ` !== null`)
	b.drag("e2", "e4")
	b.until(`board.view.last?.uci === "e2e4"`)
	b.is(find(hint) + ` === null`)
	b.Hover(b.at(square("e7")))
	b.until(find(hint) + ` !== null`)
	b.press("e7")
	b.is(find(hint) + ` === null`)
	b.press("e5")
	b.until(`board.view.last?.uci === "e7e5"`)
	b.Hover(b.at(square("g1")))
	b.until(find(hint) + ` !== null`)
	b.Draw(0, b.at(square("g1")), b.at(square("f3")))
	b.is(`root.querySelectorAll(".arrow.green").length === 1 && ` + find(hint) + ` === null`)
}

// TestLongPressShowsMoves: the finger picks nothing up, and lifting it ends what is shown.
func TestLongPressShowsMoves(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := open(t, s, chromium.Phone, "variant", "seirawan")
	for _, name := range []string{"g1", "b8"} {
		at := b.at(square(name))
		b.Hold(at, func() { b.until(find(hint) + ` !== null`) })
		b.until(find(hint) + ` === null`)
		b.shows("from", "")
	}
	b.Hold(b.at(find(`[data-hand="H"][data-side="white"]`)), func() {
		b.until(find(hint) + `?.textContent.includes("Gates: a1, b1")`)
		b.Shoot("hint hand")
	})
	b.until(find(hint) + ` === null`)
	b.press("g1", "f3")
	b.until(choice("gate:-") + ` !== null`)
	// A drag begins where a long press has shown something.
	b.reopen(s, "variant", "chess")
	b.Hold(b.at(square("e2")), func() { b.until(find(hint) + ` !== null`) }, b.at(square("e3")), b.at(square("e4")))
	b.until(`board.view.last?.uci === "e2e4"`)
}

// TestKeyShowsMoves: the question mark, on squares and on pieces in hand.
func TestKeyShowsMoves(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "seirawan")
	b.run(`board.shadowRoot.querySelector('[data-square="b8"]').focus()`)
	b.Keys("?")
	b.until(find(hint) + ` !== null`)
	b.is(`root.querySelector(".heard").textContent ===
		"Black Knight on b8. Leaps to the squares two away in one direction and one in the other. Moves to a6 and c6."`)
	b.Keys(kb.Escape)
	b.is(find(hint) + ` === null`)
	b.Keys("?")
	b.until(find(hint) + ` !== null`)
	b.Keys(kb.ArrowDown)
	b.is(find(hint) + ` === null`)
	b.run(`root.querySelector('[data-hand="E"][data-side="black"]').focus()`)
	b.Keys("?")
	b.until(`root.querySelector(".heard").textContent.startsWith("Black Elephant in hand.")`)
}
