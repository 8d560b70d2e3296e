package client_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestFocusHidesNoPiece: a piece stays in sight while the focus is on its square.
func TestFocusHidesNoPiece(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{chromium.Desk, darkDesk} {
		b := onPage(t, on, "/analysis", "variant", "seirawan", "moves", "g1f3h e7e5")
		chromium.Eval[bool](b.Tab, `(document.querySelector("kirke-board").shadowRoot
			.querySelector('[role=gridcell][tabindex="0"]').focus(), true)`)
		b.Keys(kb.ArrowUp)
		for _, name := range []string{"f3", "e5", "g1", "e2"} {
			at := b.at(square(name))
			seen := func() [4]uint32 {
				r, g, blue, a := b.Picture().At(int(at.X), int(at.Y)).RGBA()
				return [4]uint32{r, g, blue, a}
			}
			b.Walk("a4")
			before := seen()
			b.Walk(name)
			if after := seen(); after != before {
				t.Errorf("with the focus on %s its middle has the colour %v, not %v", name, after, before)
			}
		}
	}
}
