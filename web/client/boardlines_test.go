package client_test

import (
	"fmt"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestLinesOfTheBoard: the lines of a board are drawn below the pieces, from the middle of a square to
// that of the next, on every screen, and from either side.
func TestLinesOfTheBoard(t *testing.T) {
	s := serve(t)
	const ends = `[...root.querySelectorAll(".lines line")].map((l) =>
		["x1", "y1", "x2", "y2"].map((n) => l.getAttribute(n)).join(" "))`
	for i, on := range []chromium.Screen{
		{Width: 1366, Height: 900},
		{Width: 768, Height: 1024, Dark: true},
		{Width: 390, Height: 844, Touch: true},
	} {
		b := open(t, s, on, "variant", "janggi")
		for game, count := range map[string]int{"janggi": 8, "xiangqi": 8, "sittuyin": 14, "chess": 0} {
			b.reopen(s, "variant", game)
			b.Shoot(fmt.Sprintf("lines-%s-%d", game, i))
			if got := chromium.Eval[[]string](b.Tab, about(ends)); len(got) != count {
				t.Errorf("%s has %d lines: %v", game, len(got), got)
			}
		}
		b.reopen(s, "variant", "janggi", "orientation", "black")
		if !chromium.Eval[bool](b.Tab, about(ends+`.includes("5.5 0.5 4.5 1.5")`)) { // d1–e2
			t.Errorf("from Black's side there are the lines %v", chromium.Eval[[]string](b.Tab, about(ends)))
		}
		below := `root.querySelector(".lines").compareDocumentPosition(root.querySelector(".pieces")) & 4`
		if chromium.Eval[int](b.Tab, about(below)) == 0 {
			t.Error("the lines are drawn over the pieces")
		}
	}
}
