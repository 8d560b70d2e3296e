package web_test

import (
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestFrames walks through a game of 300 moves, a half-move each frame, and measures what a frame
// takes: the script, the layout and the painting. docs/performance.md has the figure.
func TestFrames(t *testing.T) {
	for _, variant := range []string{"circe"} { // other games end too soon when played at random
		t.Run(variant, func(t *testing.T) {
			s := newSite(t)
			ann, _, game := s.between(chromium.Desk, variant, "unlimited")
			s.wander(game, 600)
			ann.Wait(`document.querySelectorAll(".moves-list a[data-ply]").length === 600`)
			chromium.Eval[bool](ann.Tab, `(() => {
				window.took = []
				const event = (key) => new KeyboardEvent("keydown", { key, bubbles: true })
				const key = (name) => document.body.dispatchEvent(event(name))
				let left = 1200
				const frame = () => {
					const begin = performance.now()
					key(left > 600 ? "ArrowLeft" : "ArrowRight")
					const painted = new MessageChannel()
					painted.port1.onmessage = () => {
						window.took.push(performance.now() - begin)
						if (--left > 0) requestAnimationFrame(frame)
						else window.walked = true
					}
					painted.port2.postMessage(null)
				}
				requestAnimationFrame(frame)
				return true })()`)
			ann.Wait(`window.walked`)
			const sorted = `window.took.toSorted((a, b) => a - b)`
			median := chromium.Eval[float64](ann.Tab, sorted+`[600]`)
			late := chromium.Eval[float64](ann.Tab, sorted+`[1188]`)
			t.Logf("%s: a frame takes %.1f ms, 99 of 100 at most %.1f ms", variant, median, late)
			if median >= 16 {
				t.Errorf("a frame takes %.1f ms, more than a screen of 60 Hz has", median)
			}
		})
	}
}
