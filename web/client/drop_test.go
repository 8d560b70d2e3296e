package client_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
)

const dropping = "r3k3/8/8/8/8/8/8/4K3[PPNq] w q - 0 1"

// dropped are the ways to drop a pawn on e4.
var dropped = map[string]func(b tab, pawn string){
	"drag": func(b tab, pawn string) { b.Drag(b.at(pawn), b.at(square("e3")), b.at(square("e4"))) },
	"tap": func(b tab, pawn string) {
		b.Press(b.at(pawn))
		b.is(pawn + `.getAttribute("aria-pressed") === "true"`)
		b.Shoot("drop")
		b.press("e4")
	},
	"keys": func(b tab, pawn string) {
		b.run(pawn + `.click()`)
		b.run(square("e3") + `.focus()`)
		b.Keys(kb.ArrowUp)
		b.Keys(kb.Enter)
	},
}

// TestDrop drops a piece from the hand, by mouse, finger and keyboard.
func TestDrop(t *testing.T) {
	t.Parallel()
	s := serve(t)
	pawn := find(`[data-hand="P"][data-side="white"]`)
	for name, on := range map[string]chromium.Screen{"mouse": chromium.Desk, "finger": chromium.Phone} {
		t.Run(name, func(t *testing.T) {
			b := open(t, s, on, "variant", "chess")
			for way, drop := range dropped {
				t.Run(way, func(t *testing.T) {
					b.In(t)
					b.reopen(s, "variant", "crazyhouse", "fen", dropping, "confirm", "never")
					drop(b, pawn)
					b.until(`board.view.last?.uci === "P@e4"`)
					b.shows("last", "e4")
					b.is(pawn + `.textContent === ""`) // one is left
				})
			}
			b.In(t)
		})
	}
}

// TestDropRefused: a piece that may not be dropped on a square is refused with a sentence. What is
// picked up is put back, and the other side's pieces are not picked up.
func TestDropRefused(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "crazyhouse", "fen", dropping)
	pawn := find(`[data-hand="P"][data-side="white"]`)
	b.Drag(b.at(pawn), b.at(square("f7")), b.at(square("f8")))
	b.until(find(".said") + `.textContent.includes("may not be dropped on f8")`)
	b.Press(b.at(pawn))
	b.Press(b.at(pawn))
	b.shows("target", "")
	b.Press(b.at(find(`[data-hand="Q"][data-side="black"]`)))
	b.shows("target", "")
	b.press("e1", "e2")
	b.until(`board.view.last?.uci === "e1e2"`)
}

// TestPromotionByChoice: where a promotion may be declined, both are offered.
func TestPromotionByChoice(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := open(t, s, chromium.Desk, "variant", "shogi", "fen", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1")
	for key, uci := range map[string]string{"promote:-": "a6a7", "promote:+P": "a6a7+"} {
		b.reopen(s, "variant", "shogi", "fen", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1")
		b.press("a6", "a7")
		b.choose(key)
		b.until(`board.view.last?.uci === "` + uci + `"`)
	}
}

// TestWallByChoice: a move that puts a wall where its player wants asks for the square, and the wall
// is shown.
func TestWallByChoice(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "isolation7x7")
	b.press("d1", "d2")
	b.until(find(".said") + `.textContent.includes("another square")`)
	b.press("b5")
	b.until(`board.view.last?.uci === "d1d2,d2b5"`)
	b.shows("last", "b5 d1 d2")
	b.is(square("b5") + `.getAttribute("aria-label").includes("wall")`)
	b.Shoot("wall")
}
