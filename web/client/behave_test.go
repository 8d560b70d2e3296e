package client_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// is fails the test unless an expression about the board is true.
func (b tab) is(expression string) {
	b.Helper()
	if !chromium.Eval[bool](b.Tab, about(expression)) {
		b.Errorf("it is not so that %s", expression)
	}
}

// run runs a script about the board.
func (b tab) run(statement string) {
	b.Helper()
	chromium.Eval[bool](b.Tab, about("("+statement+", true)"))
}

// classes returns the squares whose cell has a class.
func (b tab) classes(class string) string {
	b.Helper()
	return b.text(`[...root.querySelectorAll(".cell.` + class + `")].map((c) => c.dataset.square).sort().join(" ")`)
}

func (b tab) shows(class, want string) {
	b.Helper()
	if got := b.classes(class); got != want {
		b.Errorf("%s are %q, not %q", class, got, want)
	}
}

func TestDraggingShowsTargets(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for name, on := range map[string]chromium.Screen{"mouse": chromium.Desk, "finger": chromium.Phone} {
		t.Run(name, func(t *testing.T) {
			b := open(t, s, on, "variant", "seirawan")
			b.press("e2")
			b.shows("target", "e3 e4")
			b.shows("from", "e2")
			b.drag("g1", "f3")
			b.choose("gate:-")
			b.until(`board.view.last?.uci === "g1f3"`)
			b.shows("last", "f3 g1")
			b.drag("a7", "a3") // not legal
			b.until(find(".said") + `.textContent.includes("does not move to a3")`)
			b.is(`board.view.last.uci === "g1f3"`)
		})
	}
}

func TestChoicesCanBeTakenBack(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := open(t, s, chromium.Desk, "variant", "seirawan")
	start := b.fen()
	for name, takeBack := range map[string]func(){
		"Escape": func() { b.Keys(kb.Escape) },
		"the button": func() {
			time.Sleep(250 * time.Millisecond)
			b.Press(b.at(find(".cancel")))
		},
		"a press outside":      func() { b.Press(chromium.Point{X: 900, Y: 400}) },
		"a press on the board": func() { b.press("b7") },
	} {
		b.press("g1", "f3")
		b.until(choice("gate:H@g1") + " !== null")
		takeBack()
		b.until(find(".chooser") + ".hidden")
		if b.fen() != start || b.classes("from") != "" {
			t.Errorf("after %s, %s stands and %q is picked up", name, b.fen(), b.classes("from"))
		}
	}
	b.is(`root.querySelector('[data-square="g1"] ') && [...root.querySelectorAll(".pieces .piece")].length === 32`)
	// A repeated Enter or a double click does not choose in the chooser that it opens.
	b.press("g1")
	const enter = `root.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))`
	b.run(square("f3") + `.focus(), ` + enter + `, ` + choice("gate:-") + `.click()`)
	b.is(choice("gate:-") + " !== null && board.view.last === undefined")
}

// TestGatingOnlyWithShift: a board may ask whether to gate only if Shift is held at the end of the
// move. Other questions are always asked.
func TestGatingOnlyWithShift(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := open(t, s, chromium.Desk, "variant", "seirawan", "gating", "shift")
	b.press("g1", "f3")
	b.until(`board.view.last?.uci === "g1f3"`)
	b.drag("b8", "c6")
	b.until(`board.view.last?.uci === "b8c6"`)
	b.DragWith(8, b.at(square("b1")), b.at(square("c3")))
	b.choose("gate:H@b1")
	b.until(`board.view.last?.uci === "b1c3h"`)
	b.run(square("g8") + `.focus()`)
	b.Keys(kb.Enter)
	b.run(square("f6") + `.focus(), root.activeElement.dispatchEvent(` +
		`new KeyboardEvent("keydown", { key: "Enter", shiftKey: true, bubbles: true }))`)
	b.until(choice("gate:E@g8") + " !== null")

	b.reopen(s, "variant", "seirawan", "gating", "shift", "fen", "8/P6k/8/8/8/8/7K/8[HE] w - - 0 1")
	b.press("a7", "a8")
	b.until(choice("promote:Q") + " !== null")

	phone := open(t, s, chromium.Phone, "variant", "seirawan", "gating", "shift")
	phone.press("g1", "f3")
	phone.until(choice("gate:H@g1") + " !== null")
}

func TestAnotherPieceIsPickedUp(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "chess")
	b.press("e2")
	b.press("d2")
	b.shows("from", "d2")
	b.press("d2")
	b.shows("from", "")
	b.press("d2", "d6")
	b.until(find(".said") + `.textContent.includes("d6")`)
	b.shows("from", "")
}

func TestKingTakesRookCastles(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "chess", "fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	b.press("e1", "h1")
	b.until(`board.view.last?.uci === "e1g1"`)
	b.drag("e8", "a8")
	b.until(`board.view.last?.uci === "e8c8"`)
}

func TestRebirthSquaresAreShownBeforeACapture(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "circe", "fen", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1")
	b.press("d1")
	b.is(`root.querySelectorAll(".piece.ghost").length === 1 && root.querySelectorAll(".ring").length === 1`)
	b.Draw(0, b.at(square("f6")), b.at(square("f7"))) // an arrow hides nothing
	b.is(`root.querySelectorAll(".ring").length === 1 && root.querySelectorAll(".arrow").length === 1`)
	b.Hover(b.at(square("d3")))
	b.until(`root.querySelectorAll(".piece.ghost").length === 0`)
	b.Hover(b.at(square("d5")))
	b.until(`root.querySelectorAll(".piece.ghost").length === 1`)
	b.press("d5")
	b.until(`board.view.last?.uci === "d1d5"`)
	b.until(`root.querySelectorAll(".piece.reborn").length === 1`)
	b.shows("last", "d1 d5 d7")
}

// TestWaitingPiecesAreShown: a capture shows where the piece that waits is reborn, not the captured one; in
// Anticirce, that of the piece on the board.
func TestWaitingPiecesAreShown(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for variant, fen := range map[string]string{
		"circe-parrain": "4k3/7p/8/3p4/8/8/8/3RK3 w - - 0 1 ~N@b1",
		"anticirce-calvet+anticirce-choices+circe-parrain": "4k3/7p/8/3p4/8/8/n7/3RK3 w - - 0 1 ~n@a2",
	} {
		b := open(t, s, chromium.Desk, "variant", variant, "fen", fen)
		b.press("d1")
		b.Hover(b.at(square("d5")))
		b.until(`root.querySelectorAll(".piece.ghost").length === 1`)
		b.is(`[...root.querySelectorAll(".piece:not(.ghost)")].filter((p) =>
			p.innerHTML === root.querySelector(".piece.ghost").innerHTML).length === 1`) // unlike a pawn
		b.press("d5")
		b.until(`board.view.last?.uci === "d1d5"`)
		b.until(`document.getAnimations().length === 0`)
		b.is(`[...root.querySelectorAll(".piece:not(.hidden)")].length === 5`)
	}
	// What captures the waiting piece goes on in its place: the ghost on b3 is the one rook, not a bishop.
	b := open(t, s, chromium.Desk, "variant", "anticirce-calvet+anticirce-choices+circe-parrain",
		"fen", "b5kb/3K4/8/8/8/8/1b6/1R6 w - - 0 1 ~b@b2")
	b.press("b1")
	b.Hover(b.at(square("b2")))
	b.until(`root.querySelectorAll(".piece.ghost").length === 1`)
	b.is(`[...root.querySelectorAll(".piece:not(.ghost)")].filter((p) =>
		p.innerHTML === root.querySelector(".piece.ghost").innerHTML).length === 1`)
}

func TestRebirthIsAnimatedUnlessReaderPrefersLessMotion(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, welcome := range []bool{true, false} {
		on := chromium.Desk
		on.Motion = welcome
		b := open(t, s, on, "variant", "circe", "fen", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1")
		b.run(
			`window.moved = [], Element.prototype.animate = new Proxy(Element.prototype.animate, {
				apply: (f, self, args) => (moved.push(args[0].map((k) => k.transform)), f.apply(self, args)) })`,
		)
		b.press("d1", "d5")
		b.until(`board.view.last?.uci === "d1d5"`)
		want := ""
		if welcome { // the rook moves up four squares; then the pawn goes two squares up to its rebirth square
			want = "translate(0%, 400%) none; translate(0%, 200%) translate(0%, 200%) none"
		}
		if got := b.text(`moved.map((m) => m.join(" ")).sort((x, y) => x.length - y.length).join("; ")`); got != want {
			t.Errorf("motion %v: pieces move %q, not %q", welcome, got, want)
		}
		b.until(`document.getAnimations().length === 0`)
		b.is(`[...root.querySelectorAll(".pieces .piece")].length === 4`)
	}
}

func TestPremoves(t *testing.T) {
	t.Parallel()
	s := serve(t)
	const pinned = "rnbqkbnr/pp1ppppp/8/1Bp5/4P3/8/PPPP1PPP/RNBQK1NR[HEhe] w KQkqABCDEGHabcdefgh - 0 3"
	for _, test := range []struct {
		name, fen string
		chosen    []string // squares, then keys
		reply     string   // of the opponent
		want      string   // the move that is played then, "" for none
	}{
		{"plain", "", []string{"g8", "f6", "gate:-"}, "e2e4", "g8f6"},
		{"with a gate", "", []string{"g8", "f6", "gate:H@g8"}, "e2e4", "g8f6h"},
		{"recapture on the square of an own piece", pinned, []string{"d8", "d7", "gate:-"}, "b5d7", "d8d7"},
		{"no recapture where nothing was taken", pinned, []string{"d8", "d7", "gate:-"}, "b5c4", ""},
		{"a pawn that has nothing to take", "", []string{"e7", "d6"}, "e2e4", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := open(
				t,
				s,
				chromium.Desk,
				"variant",
				"seirawan",
				"fen",
				test.fen,
				"orientation",
				"black",
				"movable",
				"black",
				"premovable",
				"",
			)
			b.run(`board.removeAttribute("variant")`) // now the page sets the views
			b.run(`window.told = [], board.addEventListener("kirke-move", (e) => told.push(e.detail.uci))`)
			for _, key := range test.chosen {
				if strings.Contains(key, ":") {
					b.choose(key)
				} else {
					b.press(key)
				}
			}
			b.until(`root.querySelectorAll(".cell.ahead").length === 2`)
			query := url.Values{"variant": {"seirawan"}, "fen": {test.fen}, "moves": {test.reply}}
			b.run(
				fmt.Sprintf(
					`fetch("/api/v1/position?%s").then((r) => r.json()).then((v) => (board.view = v))`, query.Encode(),
				),
			)
			if test.want != "" {
				b.until(fmt.Sprintf(`told.join() === %q`, test.want))
				return
			}
			b.until(find(".said") + `.textContent === "` +
				"The premove " + test.chosen[0] + " to " + test.chosen[1] + " is no longer legal." + `"`)
			b.is(`told.length === 0 && root.querySelectorAll(".cell.ahead").length === 0`)
		})
	}
	t.Run("taken back", func(t *testing.T) {
		b := open(t, s, chromium.Desk, "variant", "chess", "orientation", "black", "movable", "black", "premovable", "")
		b.press("e7", "e5")
		b.shows("ahead", "e5 e7")
		b.Keys(kb.Escape)
		b.shows("ahead", "")
	})
}

func TestArrowsAndCircles(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "chess")
	b.Draw(0, b.at(square("e2")), b.at(square("e4")))
	b.Draw(8, b.at(square("d5")))
	b.is(`root.querySelectorAll(".arrow.green").length === 1 && root.querySelectorAll(".circle.red").length === 1`)
	b.is(`getComputedStyle(root.querySelector(".circle")).fill === "none"`)
	b.Draw(0, b.at(square("e2")), b.at(square("e4")))
	b.is(`root.querySelectorAll(".arrow.green").length === 0`)
	b.press("a5")
	b.is(`root.querySelectorAll(".arrow").length === 0`)
	b.run(`board.shapes = [{ from: "g1", to: "f3", color: "blue" }]`)
	b.is(`root.querySelectorAll(".arrow.blue").length === 1`)
}

func TestFlipAndAttributes(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "sissa")
	before := b.at(square("a1"))
	b.run(`board.flip()`)
	after := b.at(square("a1"))
	if before.X >= after.X || before.Y <= after.Y {
		t.Errorf("a1 was at %v and is at %v", before, after)
	}
	b.run(`board.pieces = "letters"`)
	b.is(`root.querySelectorAll(".pieces .letter").length === 36`)
	b.run(`board.setAttribute("moves", "e2e4")`)
	b.until(`board.view.last?.uci === "e2e4"`)
	b.run(`board.setAttribute("moves", "e2e5")`)
	b.until(find(".said") + `.textContent !== ""`)
	b.Complaints() // the refusal of the server is expected
}

// TestSmallSquaresAreSureTargets taps beside squares on boards of nine and twelve files on a phone.
// A tap within 44 pixels chooses the square that can be chosen. On squares of less than 36 pixels a
// move is shown before it is played.
func TestSmallSquaresAreSureTargets(t *testing.T) {
	t.Parallel()
	s := serve(t)
	t.Run("nine", func(t *testing.T) {
		b := open(t, s, chromium.Phone, "variant", "sissa")
		b.press("e2")
		at := b.at(square("e4"))
		b.Press(chromium.Point{X: at.X + 21, Y: at.Y}) // just on f4
		b.until(`board.view.last?.uci === "e2e4"`)
	})
	t.Run("twelve", func(t *testing.T) {
		b := open(t, s, chromium.Phone, "variant", "cetran3")
		b.press("e2")
		at := b.at(square("e4"))
		b.Press(chromium.Point{X: at.X + 20, Y: at.Y})
		b.until(choice("!play") + " !== null")
		b.is(`board.view.last === undefined`)
		b.Keys(kb.Escape)
		b.until(find(".chooser") + ".hidden")
		b.is(`board.view.last === undefined`)
		b.drag("e2", "e4") // a drag is not confirmed: it shows where the piece is
		b.until(`board.view.last?.uci === "e2e4"`)
	})
}

func TestWhatAScreenReaderHears(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "seirawan")
	b.Keys(kb.Tab)
	b.is(`root.querySelector("[role=grid]").getAttribute("aria-label") === "Seirawan Chess, White to move"`)
	b.is(`root.querySelectorAll("[role=grid] > [role=row]").length === 8`)
	b.is(`[...root.querySelectorAll("[role=row]")].every((r) => r.querySelectorAll("[role=gridcell]").length === 8)`)
	b.is(`root.querySelectorAll('[role=gridcell][tabindex="0"]').length === 1`)
	label := func(name, want string) {
		t.Helper()
		if got := b.text(square(name) + `.getAttribute("aria-label")`); got != want {
			t.Errorf("%s is called %q, not %q", name, got, want)
		}
	}
	heard := func(want string) {
		t.Helper()
		b.until(find(".heard") + `.textContent === ` + quote(want))
	}
	label("g1", "g1, white Knight, gate open")
	label("e4", "e4")
	chromium.Keyboard.Square(b.Tab, "g1")
	heard("Knight g1 picked up, 2 squares")
	label("h3", "h3, can be chosen")
	chromium.Keyboard.Square(b.Tab, "f3")
	chromium.Keyboard.Choose(b.Tab, "gate:H@g1")
	heard("Knight g1 to f3, Hawk placed on g1")
	label("g1", "g1, white Hawk")
	chromium.Keyboard.Square(b.Tab, "e7")
	label("e5", "e5, Pawn e7 to e5")
	b.Keys(kb.Escape)
	heard("Cancelled")
	b.is(`root.activeElement === ` + square("e7"))
}

func TestAPageDrivesTheBoard(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Desk, "variant", "seirawan")
	// Without the attribute the page decides what happens with a move.
	b.run(`board.removeAttribute("variant"), board.movable = "both"`)
	b.run(`board.addEventListener("kirke-move", (e) => e.preventDefault(), { once: true })`)
	b.press("e2", "e4")
	b.is(`board.view.last === undefined`)
	b.until(`root.querySelectorAll('.pieces .piece').length === 32`)
	b.shows("from", "")
	b.press("e2", "e4") // waits for the page
	b.press("d7", "d5")
	b.is(`board.view.last === undefined`)
	b.run(`board.view = board.view`) // takes the move back
	b.press("d2", "d4")
	b.shows("from", "d2 d4")
}
