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

// smallPhone and desks are the screens of the pages that are looked at.
var (
	smallPhone = chromium.Screen{Width: 390, Height: 844, Touch: true}
	wideDesk   = chromium.Screen{Width: 1366, Height: 768}
	darkDesk   = chromium.Screen{Width: 1920, Height: 1080, Dark: true}
)

// composing opens the solver with a problem and waits until it can be edited.
func composing(t *testing.T, on chromium.Screen, query ...string) tab {
	t.Helper()
	b := onPage(t, on, "/problems", query...)
	b.Wait(`document.querySelectorAll(".palette button").length > 10`)
	return b
}

// has waits for the value of a field of the form.
func (b tab) has(name, want string) {
	b.Helper()
	value := fmt.Sprintf(`document.querySelector('[name=%q]').value`, name)
	for range 100 {
		if strings.HasPrefix(chromium.Eval[string](b.Tab, value), want) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.Shoot("has")
	b.Fatalf("%s is %q, not %q", name, chromium.Eval[string](b.Tab, value), want)
}

// write writes into a field of the form as typing does.
func (b tab) write(name, value string) {
	b.Helper()
	chromium.Eval[bool](b.Tab, fmt.Sprintf(`(() => {
		const field = document.querySelector('[name=%q]')
		field.value = %q
		field.dispatchEvent(new Event("input", { bubbles: true }))
		return true })()`, name, value))
}

// fromTray drags a piece of the tray to a square.
func (b tab) fromTray(piece, to string) {
	b.Helper()
	chromium.Eval[bool](b.Tab, `(scrollTo(0, 0), true)`)
	at := b.at(square(to))
	if chromium.Eval[bool](b.Tab, `matchMedia("(pointer: coarse)").matches`) {
		at.Y += 40 // the piece is above the finger
	}
	b.Drag(b.Middle(`document.querySelector('[aria-label="`+piece+`"]')`), at)
}

// TestComposing makes a problem on the board: from the tray, by moves, by removal. Each change is
// in the form, in the text and in the address at once.
func TestComposing(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{wideDesk, smallPhone} {
		t.Run(fmt.Sprint(on.Width), func(t *testing.T) {
			t.Parallel()
			b := composing(t, on, "stipulation", "h#2", "variant", "circe")
			b.fromTray("white King", "e1")
			b.has("fen", "8/8/8/8/8/8/8/4K3 b") // Black begins a help mate
			b.fromTray("white Rook", "h1")
			b.has("fen", "8/8/8/8/8/8/8/4K2R b")
			b.has("popeye", "BeginProblem\nStipulation h#2\nCondition Circe\nPieces White Ke1 Rh1\n")
			b.Wait(`[...document.querySelectorAll(".rights")].some((f) => f.textContent.includes("May castle") &&
				f.querySelector("input:checked") !== null)`) // it follows from the squares
			b.press("h1", "g1") // by two presses
			b.has("fen", "8/8/8/8/8/8/8/4K1R1 b")
			b.drag("e1", "c3")
			b.has("fen", "8/8/8/8/8/2K5/8/6R1 b")
			b.Press(b.Middle(`document.querySelector('[aria-label="black King"]')`))
			b.press("a1", "a3")
			b.has("fen", "8/8/8/8/8/k1K5/8/k5R1 b")
			b.Press(b.Middle(`document.querySelector('[aria-label="Remove pieces"]')`))
			b.press("a1")
			b.has("fen", "8/8/8/8/8/k1K5/8/6R1 b")
			b.Wait(`document.querySelector('[data-place="count"]').textContent === "2+1"`)
			b.Wait(`document.querySelector('[data-place="caption"]').textContent === "h#2, Circe"`)
			b.Wait(`new URLSearchParams(location.search).get("fen") === "8/8/8/8/8/k1K5/8/6R1 b"`)
			off := chromium.Eval[chromium.Point](b.Tab, about(`(({ right, top }) => ({ X: right - 2, Y: top - 30 }))(
				board.getBoundingClientRect())`))
			b.Drag(b.at(square("g1")), off)
			b.has("fen", "8/8/8/8/8/k1K5/8/8 b")
			b.Shoot(fmt.Sprintf("composing-%d", on.Width))
		})
	}
}

// TestComposingByKeyboard places, moves and removes pieces without a pointer.
func TestComposingByKeyboard(t *testing.T) {
	t.Parallel()
	b := composing(t, chromium.Desk, "variant", "sissa", "stipulation", "#2")
	b.has("variant", "sissa")
	press := func(label string) {
		t.Helper()
		chromium.Eval[bool](b.Tab, `(document.querySelector('[aria-label="`+label+`"]').focus(), true)`)
		b.Keys(kb.Enter)
		b.run(`root.querySelector('[tabindex="0"]').focus()`)
	}
	press("black Sissa")
	chromium.Keyboard.Square(b.Tab, "d4")
	b.has("fen", "9/9/9/9/9/3s5/9/9/9 w")
	press("Move pieces")
	chromium.Keyboard.Square(b.Tab, "d4")
	chromium.Keyboard.Square(b.Tab, "i9")
	b.has("fen", "8s/9/9/9/9/9/9/9/9 w")
	b.Keys(kb.Delete)
	b.has("fen", "9/9/9/9/9/9/9/9/9 w")
}

// TestTextAndBoardAgree edits the texts of a problem. The board follows; a text that cannot be read
// says where, and the board stays as it was.
func TestTextAndBoardAgree(t *testing.T) {
	t.Parallel()
	b := composing(t, wideDesk, "stipulation", "#2", "fen", "8/8/8/8/4R3/6K1/8/5k2 w", "author", "A. Author")
	shows := func(fen string) {
		t.Helper()
		b.until(`board.view.fen.startsWith(` + quote(fen) + `)`)
	}
	says := func(field, text string) {
		t.Helper()
		b.Wait(fmt.Sprintf(`(document.querySelector("#wrong-%s")?.textContent ?? "").includes(%q)`, field, text))
	}
	shows("8/8/8/8/4R3/6K1/8/5k2 w")
	b.write("fen", "8/8/8/8/4R3/6K1/3P4/5k2")
	shows("8/8/8/8/4R3/6K1/3P4/5k2 w")
	b.has("popeye", "BeginProblem\nAuthor A. Author\nStipulation #2\nPieces White Pd2 Kg3 Re4")

	b.write("fen", "8/8/8/8/4X3/6K1/3P4/5k2")
	says("fen", "X")
	shows("8/8/8/8/4R3/6K1/3P4/5k2 w")
	b.write("fen", "8/8/8/8/4Q3/6K1/3P4/5k2")
	b.Wait(`document.querySelector("#wrong-fen").textContent === ""`)
	shows("8/8/8/8/4Q3/6K1/3P4/5k2 w")

	b.write("stipulation", "h#x")
	says("stipulation", "h#x")
	shows("8/8/8/8/4Q3/6K1/3P4/5k2 w")
	b.write("stipulation", "h#3")
	b.Wait(`document.querySelector("#wrong-stipulation").textContent === ""`)
	shows("8/8/8/8/4Q3/6K1/3P4/5k2 b") // Black begins

	b.write("options", "Nonsense")
	says("options", "Nonsense")
	b.write("options", "SetPlay")
	b.write("twins", "Twin move a1 a2")
	b.Wait(`document.querySelector("#wrong-options").textContent === ""`)
	b.write("twins", "Twin move e4 d5")
	b.has("popeye", "BeginProblem\nAuthor A. Author\nStipulation h#3\nOption SetPlay\n")
	b.Wait(`document.querySelectorAll('[data-place="twins"] li').length === 2`)

	// The text in Popeye's language fills in the form and the board.
	const text = "BeginProblem\nAuthor B. Author\nStipulation ser-h#4\nCondition Circe\n" +
		"Pieces White Kc3 Black Ka3 Sb8\nEndProblem\n"
	b.write("popeye", text)
	b.has("stipulation", "ser-h#4")
	b.has("variant", "circe")
	b.has("author", "B. Author")
	b.has("fen", "1n6/8/8/8/8/k1K5/8/8")
	shows("1n6/8/8/8/8/k1K5/8/8 b")
	b.write("popeye", strings.Replace(text, "Kc3", "Kc9", 1))
	says("popeye", "Line 5")
	b.has("stipulation", "ser-h#4")
	shows("1n6/8/8/8/8/k1K5/8/8 b")

	// A text that says more than the form stays a text, and the board shows it.
	b.write("popeye", "BeginProblem\nStipulation a=>b1\nPieces White Ke1 Black Ke8\n"+
		"Pieces White Kd1 Black Ke8\nEndProblem")
	shows("4k3/8/8/8/8/8/8/3KK3 ")
	b.Wait(`document.querySelector("[name=fen]").disabled && !document.querySelector("kirke-board").editing`)
	b.write("popeye", "")
	b.Wait(`!document.querySelector("[name=fen]").disabled`)
	b.has("stipulation", "ser-h#4")
	shows("1n6/8/8/8/8/k1K5/8/8 b")
	for _, text := range b.Complaints() {
		t.Errorf("the page complains: %s", text)
	}
}

// TestVariantKeepsThePosition changes the variant there and back. Pieces keep their squares; what
// the other variant does not have is named, and comes back with the first.
func TestVariantKeepsThePosition(t *testing.T) {
	t.Parallel()
	b := composing(t, wideDesk, "stipulation", "#2", "variant", "sissa", "fen", "8k/9/9/9/9/9/9/2S1N4/K1R6 w")
	b.has("variant", "sissa")
	b.write("variant", "circe")
	b.has("fen", "8/8/8/8/8/8/4N3/K1R5 w")
	b.Wait(`[...document.querySelectorAll(".tray p")].some((p) =>
		p.textContent.includes("black King on i9, ") || p.textContent.includes("black King on i9."))`)
	b.write("variant", "cetran1")
	b.has("fen", "8/8/8/8/8/8/2S1N3/K1R5 w")
	b.write("variant", "sissa")
	b.has("fen", "8k/9/9/9/9/9/9/2S1N4/K1R6 w")
}

// TestProblemLinks: the address has the whole problem, and opening it fills in the form. A problem
// that is too long for a link says so.
func TestProblemLinks(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"variant": "circe-volcanic", "fen": "8/8/8/8/2Bp1n2/K1k5/8/1R6 b", "stipulation": "h#2",
		"options": "SetPlay", "twins": "Twin move c4 d5", "title": "Vulkan & Götter",
		"author": "Kjell Widlert\nB. Author",
		"source": "The Problemist 1976", "award": "1st prize", "remark": "for Ann", "sound": "yes",
	}
	b := composing(t, wideDesk)
	for name, value := range want {
		if name != "sound" {
			b.write(name, value)
		}
	}
	chromium.Eval[bool](b.Tab, `(document.querySelector("[name=sound]").click(), true)`)
	b.Wait(`new URLSearchParams(location.search).get("fen") !== null`)
	chromium.Pointer.Press(b.Tab, `document.querySelector('[data-do="link"]')`)
	b.Wait(`document.querySelector('[data-place="link-said"]').textContent.includes("whole problem")`)
	address := chromium.Eval[string](b.Tab, "location.href")
	c := tab{chromium.Open(t, smallPhone, address)}
	c.Wait(`document.querySelectorAll(".palette button").length > 10`)
	for name, value := range want {
		got := chromium.Eval[string](c.Tab, fmt.Sprintf(`document.querySelector("[name=%s]").value`, name))
		if got != value {
			t.Errorf("%s is %q, not %q", name, got, value)
		}
	}
	if !chromium.Eval[bool](c.Tab, `document.querySelector("[name=sound]").checked`) {
		t.Error("the test of soundness is lost")
	}
	b.write("remark", strings.Repeat("A long remark. ", 800))
	chromium.Pointer.Press(b.Tab, `document.querySelector('[data-do="link"]')`)
	b.Wait(`document.querySelector('[data-place="link-said"]').textContent.includes("too long for a link")`)

	_ = b.Complaints() // the server does not read so long a remark

	long := tab{chromium.Open(t, chromium.Desk, site(t)+"/problems?"+
		url.Values{"remark": {strings.Repeat("x", 9000)}}.Encode())}
	long.Wait(`document.querySelector(".error")?.textContent.includes("too long")`)
	_ = long.Complaints() // the browser names the status
}

// solved opens a problem and solves it.
func solved(t *testing.T, on chromium.Screen) tab {
	t.Helper()
	b := composing(t, on, "fen", "7k/8/5K2/8/8/8/6R1/4Q3 w", "stipulation", "#2", "options", "Variations Try SetPlay",
		"author", "A. Author", "source", "Kirke 2026", "title", "A try")
	chromium.Eval[bool](b.Tab, `(document.querySelector('form[data-place="task"] .primary').click(), true)`)
	b.Wait(`document.querySelectorAll(".solution-tree .move").length > 30`)
	return b
}

// TestSolutionPlaysInSight: on a phone and on a desk, the board is in the window with every move of a
// long solution, and the way back leads to the diagram.
func TestSolutionPlaysInSight(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{smallPhone, wideDesk, darkDesk} {
		t.Run(fmt.Sprint(on.Width), func(t *testing.T) {
			t.Parallel()
			b := solved(t, on)
			moves := chromium.Eval[int](b.Tab, `document.querySelectorAll(".solution-tree .move").length`)
			for _, n := range []int{1, moves / 2, moves - 1} {
				move := fmt.Sprintf(`document.querySelectorAll(".solution-tree .move")[%d]`, n)
				chromium.Eval[bool](b.Tab, `(`+move+`.click(), `+move+`.scrollIntoView({ block: "center" }), true)`)
				b.Wait(move + `.getAttribute("aria-current") === "true"`)
				b.Wait(`(() => {
					const root = document.querySelector("kirke-board").shadowRoot
					const field = root.querySelector(".field").getBoundingClientRect()
					const move = ` + move + `.getBoundingClientRect()
					return field.top >= 0 && field.bottom <= innerHeight && move.bottom <= innerHeight &&
						(move.top >= field.bottom || move.left >= field.right)
				})()`)
			}
			b.Shoot(fmt.Sprintf("solution-%d", on.Width))
			before := b.fen()
			b.Press(b.Middle(`document.querySelector('[aria-label="Previous move"]')`))
			b.until(`board.view.fen !== ` + quote(before))
			b.Press(b.Middle(`[...document.querySelectorAll(".step button")].at(-1)`))
			b.until(`board.view.fen.startsWith("7k/8/5K2/8/8/8/6R1/4Q3 w") && board.editing`)
			if wide := chromium.Eval[int](b.Tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("the page is %d pixels too wide", wide)
			}
		})
	}
}

// TestLatePositionsAreDropped: the way back to the diagram is not undone by a position of the solution that
// the server answers only then.
func TestLatePositionsAreDropped(t *testing.T) {
	t.Parallel()
	b := solved(t, wideDesk)
	// The first answer takes longer than all others.
	chromium.Eval[bool](b.Tab, `(window.late = false, window.asked = 0, window.fetch = new Proxy(fetch, {
		apply: (f, self, args) => asked++ ? f.apply(self, args) : f.apply(self, args).then((r) =>
			new Promise((resolve) => setTimeout(() => (resolve(r), setTimeout(() => late = true, 200)), 600)))
	}), true)`)
	chromium.Eval[bool](b.Tab, `(document.querySelectorAll(".solution-tree .move")[1].click(),
		[...document.querySelectorAll(".step button")].at(-1).click(), true)`)
	b.Wait(`late`)
	b.is(`board.view.fen.startsWith("7k/8/5K2/8/8/8/6R1/4Q3 w") && board.editing`)
}

// TestProblemOnPaper: the printed page has the diagram as a picture with author, source, stipulation
// and count of pieces, and the solution, and none of the controls.
func TestProblemOnPaper(t *testing.T) {
	t.Parallel()
	b := solved(t, wideDesk)
	b.OnPaper()
	b.Shoot("problem-on-paper")
	seen := func(selector string) bool {
		t.Helper()
		return chromium.Eval[bool](b.Tab, fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) =>
			e.checkVisibility() && e.getBoundingClientRect().height > 0)`, selector))
	}
	for _, selector := range []string{".only-print", `[data-place="caption"]`, `[data-place="count"]`,
		`[data-place="credit"]`, ".solution-tree"} {
		if !seen(selector) {
			t.Errorf("%s is not printed", selector)
		}
	}
	for _, selector := range []string{".top", ".foot", "form", ".palette", "kirke-board", ".step", ".button",
		".rights", "details"} {
		if seen(selector) {
			t.Errorf("%s is printed", selector)
		}
	}
	b.Wait(`document.querySelector(".only-print").complete && document.querySelector(".only-print").naturalWidth > 100`)
	text := chromium.Eval[string](b.Tab, `document.querySelector(".composed").innerText`)
	for _, want := range []string{"A try", "A. Author", "Kirke 2026", "#2", "3+1"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not printed: %s", want, text)
		}
	}
}
