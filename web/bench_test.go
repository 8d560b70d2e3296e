package web_test

import (
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// BenchmarkWalk walks through a game of 300 moves, a half-move each frame, and measures what a frame
// takes: the script, the layout and the painting. docs/performance.md has the figures.
func BenchmarkWalk(b *testing.B) {
	s := newSite(b)
	ann, _, game := s.between(chromium.Desk, "circe", "unlimited") // other games end too soon at random
	s.wander(game, 600)
	ann.Wait(`document.querySelectorAll(".moves-list a[data-ply]").length === 600`)
	for b.Loop() {
		chromium.Eval[bool](ann.Tab, `(() => {
			window.took = []
			window.walked = false
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
	}
	const sorted = `window.took.toSorted((a, b) => a - b)`
	b.ReportMetric(chromium.Eval[float64](ann.Tab, sorted+`[600]`), "ms/frame")
	b.ReportMetric(chromium.Eval[float64](ann.Tab, sorted+`[1188]`), "p99-ms/frame")
}

// BenchmarkFirstMove opens the first page in browsers that have nothing of it, and measures how long
// it takes until a move can be made.
func BenchmarkFirstMove(b *testing.B) {
	s := newSite(b)
	screen := chromium.Desk
	screen.Alone = true
	total := 0.0
	for b.Loop() {
		tab := open(b, screen, "about:blank")
		tab.Go(s.at("localhost", "/"))
		tab.Wait(board(`board?.view != null && board.movable === "white"`))
		total += chromium.Eval[float64](tab.Tab, `performance.now()`)
	}
	b.ReportMetric(total/float64(b.N), "ms/visit")
}
