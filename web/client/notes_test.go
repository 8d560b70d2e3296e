package client_test

import (
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// set types a value into a field, as a reader does.
func (b tab) set(field, value string) {
	b.Helper()
	chromium.Eval[bool](b.Tab, `(() => {
		const field = `+field+`
		field.focus(); field.value = `+quote(value)+`
		for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }))
		return true })()`)
}

// tap presses an element, which it scrolls to.
func (b tab) tap(element string) {
	b.Helper()
	chromium.Eval[bool](b.Tab, `(`+element+`.scrollIntoView({ block: "center" }), true)`)
	b.Press(b.Middle(element))
}

// current is the text of the current move in the list.
const current = `document.querySelector(".movelist [aria-current]")?.textContent`

// TestAnalysisIsAnnotated: glyphs, comments, arrows, circles, players and the result are written on
// the page, shown, exported, and there after a reload.
func TestAnalysisIsAnnotated(t *testing.T) {
	t.Parallel()
	for name, on := range map[string]chromium.Screen{"desk": chromium.Desk, "phone": chromium.Phone} {
		b := onPage(t, on, "/analysis", "variant", "seirawan", "moves", "e4 e5 Nf3/H")
		b.Wait(current + ` === "Nf3/H"`)
		glyph := func(name string) {
			b.tap(`document.querySelector('.glyphs [aria-label="` + name + `"]')`)
		}
		glyph("! good move")
		b.Wait(current + ` === "Nf3/H!"`)
		glyph("± White is better")
		glyph("!? interesting move") // in place of the other
		b.Wait(current + ` === "Nf3/H!? ±"`)
		b.Keys("?") // nothing begins with "!??", so it begins anew
		b.Wait(current + ` === "Nf3/H? ±"`)
		b.Keys("!")
		b.Wait(current + ` === "Nf3/H?! ±"`)
		b.set(`document.querySelector(".notes textarea[rows]:not([hidden] *)")`, "Best {by} test")
		b.Wait(`document.querySelector(".movelist .comment")?.textContent.includes("Best (by) test")`)
		const shapes = `document.querySelector(".notes input")`
		b.set(shapes, "Gf3e5 Rd4 nonsense")
		b.Wait(`document.querySelector(".notes .error").checkVisibility()`)
		b.set(shapes, "Gf3e5 Rd4")
		b.until(`board.drawn.length === 2 && board.drawn[0].color === "red"`)
		b.tap(`document.querySelector(".tags summary")`)
		b.set(`document.querySelector('[name="tag-White"]')`, "Ann")
		b.set(`document.querySelector(".tags select")`, "1-0")
		b.Wait(`document.querySelector(".gamehead").innerText === "Ann – ?, 1-0"`)

		// A variation, which becomes the main line.
		b.tap(`document.querySelector('.steer [aria-label="Back"]')`)
		b.until(`board.drawn.length === 0`)
		chromium.Eval[bool](b.Tab, `(scrollTo(0, 0), true)`)
		b.press("d2", "d4")
		b.Wait(current + ` === "d4"`)
		b.tap(`[...document.querySelectorAll(".steer button")].find((b) => b.textContent === "Main line")`)
		const whole = `1. e4 e5 2. d4 (2. Nf3/H $6 $16 {[%csl Rd4][%cal Gf3e5] Best (by) test}) 1-0`
		shown := b.exported()
		b.Wait(shown + `.replaceAll("\n", " ").includes(` + quote(whole) + `)`)
		b.Wait(shown + `.includes('[White "Ann"]')`)
		b.Shoot("notes-" + name)

		b.Go(chromium.Eval[string](b.Tab, "location.href"))
		b.Wait(current + ` === "d4"`)
		shown = b.exported()
		b.Wait(shown + `.replaceAll("\n", " ").includes(` + quote(whole) + `)`)
		b.tap(`[...document.querySelectorAll(".steer button")].find((b) => b.textContent === "Delete")`)
		b.Wait(shown + `.includes("1. e4 e5 2. Nf3/H")`)

		// Elsewhere the page offers it.
		b.Go(chromium.Eval[string](b.Tab, `location.origin + "/analysis"`))
		const last = `[...document.querySelectorAll("button")].find((b) => b.textContent === "Continue it")`
		b.Wait(last + ` !== undefined`)
		b.tap(last)
		b.Wait(`document.querySelector(".movelist").textContent.includes("Nf3/H?! ±")`)
	}
}

// TestDrawnShapesStay: arrows drawn on the board belong to the position, and are seen again there.
func TestDrawnShapesStay(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess", "moves", "e4")
	b.Wait(current + ` === "e4"`)
	b.Draw(0, b.at(square("g8")), b.at(square("f6")))
	b.Wait(`document.querySelector(".notes input").value === "Gg8f6"`)
	b.press("g8", "f6")
	b.Wait(current + ` === "Nf6"`)
	b.until(`board.drawn.length === 0`)
	b.Keys("\x1b")
	b.tap(`document.querySelector('.steer [aria-label="Back"]')`)
	b.until(`board.drawn.length === 1 && board.drawn[0].to === "f6"`)
}

// TestLateLinesOfTheEngine: lines that arrive after a move was made, from a server that does not
// hear of the end, are neither shown nor played.
func TestLateLinesOfTheEngine(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess")
	b.Wait(`document.querySelector(".movelist")?.textContent.includes("Play a move")`)
	chromium.Eval[bool](b.Tab, `(() => {
		window.Worker = undefined // the engine of the server
		const real = window.fetch
		window.asked = 0
		window.fetch = (path, init) => {
			if (!String(path).includes("/analyse?")) return real(path, init)
			window.asked++
			if (window.asked > 1) return new Promise(() => {})
			const line = { line: 1, depth: 9, score: 900, text: "+9.00", nodes: 1, millis: 1,
				uci: ["a2a4"], san: ["a4"] }
			return new Promise((resolve) => (window.release = () =>
				resolve(new Response("event: line\ndata: " + JSON.stringify(line) + "\n\n"))))
		}
		return true })()`)
	b.tap(`document.querySelector(".engine button")`)
	b.Wait(`window.release !== undefined`)
	b.press("e2", "e4")
	b.Wait(current + ` === "e4" && window.asked === 2`)
	chromium.Eval[bool](b.Tab, `(window.release(), true)`)
	b.Wait(`new Promise((r) => setTimeout(() => r(true), 50))`)
	if n := chromium.Eval[int](b.Tab, `document.querySelectorAll(".engine li").length`); n != 0 {
		t.Errorf("%d late lines are shown", n)
	}
	if got := b.moveList(); got != "1. e4" {
		t.Errorf("the moves read %q", got)
	}
}

// TestLongComments: a comment of any length is kept whole when it is typed or pasted.
func TestLongComments(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess", "moves", "e4")
	b.Wait(current + ` === "e4"`)
	const comment = `document.querySelector(".notes textarea[rows]:not([hidden] *)")`
	pasted := chromium.Eval[bool](b.Tab, `(`+comment+`.focus(),
		document.execCommand("insertText", false, "x".repeat(20_000)))`)
	if !pasted {
		t.Fatal("the browser pastes nothing")
	}
	b.Wait(`document.querySelector(".movelist .comment")?.textContent.trim().length === 20_000`)
}

// TestSeriesAreNumbered: the analysis numbers the series of a progressive game without visiting them.
// The third series ends early, with a check.
func TestSeriesAreNumbered(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "progressive",
		"moves", "e4 e5 f6 Qh5+ g6 gxh5 a6 a5 a3")
	const want = "1. e4 e5 f6 2. Qh5+ g6 gxh5 a6 a5 3. a3"
	b.Wait(`document.querySelector(".movelist").textContent.replace(/\s+/g, " ").trim() === ` + quote(want))
}
