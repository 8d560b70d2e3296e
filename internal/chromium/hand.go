package chromium

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// A Hand is a way to use pages. Each of its methods waits until the element is there, and scrolls
// it into view.
type Hand interface {
	// Press presses a button, link or the like, named by a JavaScript expression.
	Press(b *Tab, element string)
	// Fill writes into an empty field, or chooses a value in a list.
	Fill(b *Tab, selector, value string)
	// Square chooses a square on the board of the page.
	Square(b *Tab, name string)
	// Choose makes a choice that is not a square, by its key.
	Choose(b *Tab, key string)
}

// The hands.
var (
	Pointer  Hand = pointer{}  // a mouse or a finger, as the screen has it
	Keyboard Hand = keyboard{} // keys alone
)

// OnBoard wraps an expression about the board of a page and its shadow root, which it calls board
// and root. Both may be undefined or null.
func OnBoard(expression string) string {
	return `(() => { const board = document.querySelector("kirke-board"), root = board?.shadowRoot; ` +
		`return ` + expression + ` })()`
}

// find returns the expression of the first element that a selector finds in the board.
func find(selector string) string { return fmt.Sprintf("root?.querySelector(%q)", selector) }

func square(name string) string { return find(`[data-square="` + name + `"]`) }

func choice(key string) string { return find(`button[data-key="` + key + `"]`) }

// settle waits: the chooser ignores a press so soon after the last, as of a double click.
func settle() { time.Sleep(250 * time.Millisecond) }

type pointer struct{}

// standsStill waits until an element is seen and stays in its place for two frames: what is above it may
// still be drawn and would move it away from the pointer.
func (b *Tab) standsStill(element string) {
	b.Helper()
	b.Wait(`delete window.standing`)
	b.Wait(`(() => {
		const before = window.standing, {x, y, width} = (` + element + `).getBoundingClientRect()
		window.standing = {x, y, width, since: performance.now()}
		if (!before || x !== before.x || y !== before.y || width !== before.width) return false
		window.standing.since = before.since
		return width > 0 && performance.now() > before.since + 34 })()`)
}

func (pointer) Press(b *Tab, element string) {
	b.Helper()
	b.standsStill(`((e) => (e.scrollIntoView({block: "center"}), e))(` + element + `)`)
	b.Press(b.Middle(element))
}

func (pointer) Fill(b *Tab, selector, value string) {
	b.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		b.Fatal(err)
	}
	Eval[bool](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q)
		if (e.type === 'radio' || e.type === 'checkbox') e.checked = true
		else e.value = %s
		e.dispatchEvent(new Event('change', {bubbles: true}))
		return true })()`, selector, text))
}

func (pointer) Square(b *Tab, name string) {
	b.Helper()
	b.standsStill(OnBoard(square(name)))
	b.Press(b.Middle(OnBoard(square(name))))
}

// Choose presses a choice. On a busy machine a tap may last so long that it does not count. Then
// Choose presses again.
func (pointer) Choose(b *Tab, key string) {
	b.Helper()
	b.Wait(OnBoard(choice(key)))
	for range 5 {
		settle()
		b.Press(b.Middle(OnBoard(choice(key))))
		for range 10 {
			if Eval[bool](b, OnBoard(choice(key)+" == null")) {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	b.Fatalf("the choice %s cannot be made", key)
}

type keyboard struct{}

// reach presses Tab until the focus is on an element.
func (keyboard) reach(b *Tab, element string) {
	b.Helper()
	b.Wait(element)
	const most = 300 // stops on a page
	for range most {
		if Eval[bool](b, `((e) => {
			let at = document.activeElement
			while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
			return at === e })(`+element+`)`) {
			return
		}
		b.Keys(kb.Tab)
	}
	b.Fatalf("Tab does not lead to %s", element)
}

func (k keyboard) Press(b *Tab, element string) {
	b.Helper()
	k.reach(b, element)
	b.Keys(kb.Enter)
}

// Fill types a value. In a list it types the label.
func (k keyboard) Fill(b *Tab, selector, value string) {
	b.Helper()
	field := fmt.Sprintf("document.querySelector(%q)", selector)
	k.reach(b, field)
	keys := value
	if Eval[bool](b, field+`.tagName === "SELECT"`) {
		keys = Eval[string](b, fmt.Sprintf("[...%s.options].find((o) => o.value === %q).text", field, value))
	}
	b.Keys(keys)
	if got := Eval[string](b, field+".value"); got != value {
		b.Fatalf("%s is %q, not %q", selector, got, value)
	}
}

func (k keyboard) Square(b *Tab, name string) {
	b.Helper()
	if !Eval[bool](b, OnBoard(`root?.activeElement?.matches("[role=gridcell]") === true`)) {
		k.reach(b, OnBoard(cursor))
	}
	b.Walk(name)
	b.Keys(kb.Enter)
}

var cursor = find(`[role=gridcell][tabindex="0"]`)

// Walk moves the cursor of the board, which has the focus, to a square by the arrow keys: along the
// file, then along the rank. From the edge they lead on to the imaginary squares.
func (b *Tab) Walk(name string) {
	b.Helper()
	b.Wait(OnBoard(square(name) + "?.getBoundingClientRect().width > 0")) // the board is laid out
	for range 3 {
		way := Eval[Point](b, OnBoard(`(() => {
			const at = (e) => e.getBoundingClientRect(), here = at(`+cursor+`), there = at(`+square(name)+`)
			const steps = (from, to, size) => Math.round((to - from) / size)
			return {X: steps(here.x, there.x, here.width), Y: steps(here.y, there.y, here.height)} })()`))
		if way == (Point{}) {
			return
		}
		b.Keys(strings.Repeat(kb.ArrowDown, max(0, int(way.Y))) + strings.Repeat(kb.ArrowUp, max(0, -int(way.Y))) +
			strings.Repeat(kb.ArrowRight, max(0, int(way.X))) + strings.Repeat(kb.ArrowLeft, max(0, -int(way.X))))
	}
	b.Fatalf("the arrow keys do not lead to %s", name)
}

// Choose moves to a choice by the arrow keys. If squares can be chosen as well, Tab leads to the
// choices first.
func (keyboard) Choose(b *Tab, key string) {
	b.Helper()
	b.Wait(OnBoard(choice(key)))
	settle()
	if Eval[bool](b, OnBoard(find(".chooser :focus")+" == null")) {
		b.Keys(kb.Tab)
	}
	const most = 12 // choices
	for range most {
		if Eval[bool](b, OnBoard("root.activeElement === "+choice(key))) {
			b.Keys(kb.Enter)
			return
		}
		b.Keys(kb.ArrowRight)
	}
	b.Fatalf("the arrow keys do not lead to the choice %s", key)
}
