package client_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestAxe runs axe-core over the board in each theme, with a chooser open, and over the pages with
// islands.
func TestAxe(t *testing.T) {
	chromium.NeedsAxe(t)
	s := serve(t)
	for _, theme := range boards() {
		for _, dark := range []bool{false, true} {
			t.Run(fmt.Sprint(theme, " ", dark), func(t *testing.T) {
				t.Parallel()
				on := chromium.Desk
				on.Dark = dark
				b := open(t, s, on, "variant", "seirawan", "theme", theme)
				b.press("g1", "f3")
				for _, wrong := range b.Axe() {
					t.Error(wrong)
				}
			})
		}
	}
	for _, path := range []string{"/analysis", "/editor", "/problems"} {
		for _, dark := range []bool{false, true} {
			t.Run(fmt.Sprint(path[1:], " ", dark), func(t *testing.T) {
				t.Parallel()
				on := chromium.Phone
				on.Dark = dark
				b := onPage(
					t,
					on,
					path,
					"variant",
					"seirawan",
					"fen",
					"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
				)
				time.Sleep(300 * time.Millisecond) // the island settles
				for _, wrong := range b.Axe() {
					t.Error(wrong)
				}
			})
		}
	}
}

// boards returns the names of all boards.
func boards() []string {
	var names []string
	for _, b := range diagram.Boards() {
		names = append(names, b.Name)
	}
	return names
}

// TestTheBoardLooksLikeItsPictures: squares, coordinates, pieces and marks of each board and each set
// have the colours that package diagram draws with.
func TestTheBoardLooksLikeItsPictures(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, dark := range []bool{false, true} {
		on := chromium.Desk
		on.Dark = dark
		b := open(t, s, on, "variant", "siceirawan")
		color := func(tone diagram.Tone) string {
			if dark {
				return tone.Dark
			}
			return tone.Light
		}
		same := func(what, selector, property, want string) {
			t.Helper()
			got := b.text(fmt.Sprintf("getComputedStyle(%s)[%q]", find(selector), property))
			// A probe writes the colour as the browser does.
			wants := b.text(fmt.Sprintf(`(() => {
				const probe = document.createElement("i"); probe.style.color = %q; document.body.append(probe)
				const color = getComputedStyle(probe).color; probe.remove(); return color })()`, want))
			if got != wants {
				t.Errorf("dark %v: %s is %s on the board and %s (%s) in pictures", dark, what, got, wants, want)
			}
		}
		for _, look := range diagram.Boards() {
			b.run(fmt.Sprintf(`board.theme = %q`, look.Name))
			same(look.Name+": a light square", ".cell.light", "backgroundColor", color(look.LightSquare))
			same(look.Name+": a dark square", ".cell.dark", "backgroundColor", color(look.DarkSquare))
			same(look.Name+": an imaginary square", ".cell.beyond", "backgroundColor", color(look.Outer))
			same(look.Name+": a name on a light square", ".coordinate.onlight", "color", color(look.OnLight))
			same(look.Name+": a name on a dark square", ".coordinate.ondark", "color", color(look.OnDark))
			same(look.Name+": a name on an imaginary square", ".coordinate.outside", "color", color(look.OnOuter))
		}
		for _, set := range diagram.Sets() {
			b.run(fmt.Sprintf(`board.pieces = %q`, set))
			for side, inks := range diagram.Paints()[set] {
				body := fmt.Sprintf(".piece.%s.%s .body", set, side)
				same(set+": a "+side+" body", body, "fill", inks["body"].Fill)
			}
		}
	}
}

// TestTargetsAreLarge measures the targets of a finger: squares of 44 pixels where eight fit the
// width, and all buttons.
func TestTargetsAreLarge(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t), chromium.Phone, "variant", "seirawan")
	if side := chromium.Eval[float64](b.Tab, about(square("e4")+".getBoundingClientRect().width")); side < 44 {
		t.Errorf("a square of an 8×8 board is %v pixels wide on a phone", side)
	}
	b.press("g1", "f3")
	b.until(choice("gate:-") + " !== null")
	if small := b.text(`[...root.querySelectorAll(".chooser button")].filter((e) => {
			const r = e.getBoundingClientRect()
			return r.width < 44 || r.height < 44
		}).map((e) => e.textContent).join(", ")`); small != "" {
		t.Errorf("these buttons are smaller than 44 pixels: %s", small)
	}
	if over := chromium.Eval[float64](b.Tab, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the page is %v pixels wider than the phone", over)
	}
}

// TestContrast computes the contrast of text and drawings on squares and beside them, in
// each theme: 4.5 for coordinates, 3 for pieces and marks, as WCAG 2.2 requires.
func TestContrast(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for _, dark := range []bool{false, true} {
		on := chromium.Desk
		on.Dark = dark
		b := open(t, s, on, "variant", "siceirawan")
		for _, theme := range boards() {
			b.run(fmt.Sprintf(`board.theme = %q`, theme))
			found := chromium.Eval[map[string]float64](b.Tab, about(`(() => {
				const style = (selector) => getComputedStyle(root.querySelector(selector))
				// A colour as a canvas paints it, over another one.
				const paint = (color, under) => {
					const c = document.createElement("canvas").getContext("2d")
					c.fillStyle = under ?? "#fff"; c.fillRect(0, 0, 1, 1)
					c.fillStyle = color; c.fillRect(0, 0, 1, 1)
					return [...c.getImageData(0, 0, 1, 1).data].slice(0, 3)
				}
				const linear = (v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4
				const light = (rgb) => {
					const [r, g, b] = rgb.map(linear)
					return .2126 * r + .7152 * g + .0722 * b
				}
				const contrast = (a, b) => {
					const [x, y] = [light(a), light(b)].sort((p, q) => q - p)
					return (x + .05) / (y + .05)
				}
				const ground = Object.fromEntries(["dark", "light", "beyond"]
					.map((kind) => [kind, paint(style(".cell." + kind).backgroundColor)]))
				const probe = root.querySelector(".said"); const old = probe.style.color
				probe.style.color = "var(--accent)"; const mark = getComputedStyle(probe).color; probe.style.color = old
				return {
					"coordinate on dark": contrast(paint(style(".coordinate.ondark").color), ground.dark),
					"coordinate on light": contrast(paint(style(".coordinate.onlight").color), ground.light),
					"coordinate beyond the board": contrast(paint(style(".coordinate.outside").color), ground.beyond),
					"black piece beyond the board": contrast(paint(style(".black .body").fill), ground.beyond),
					"mark on dark": contrast(paint(mark), ground.dark),
					"mark on light": contrast(paint(mark), ground.light),
					"outline on dark": contrast([17, 17, 17], ground.dark),
					"outline on light": contrast([17, 17, 17], ground.light),
				} })()`))
			for what, contrast := range found {
				want := 3.0
				if what[:5] == "coord" {
					want = 4.5
				}
				if contrast < want {
					t.Errorf("%s, dark %v: the contrast of a %s is %.2f, not %.1f", theme, dark, what, contrast, want)
				}
			}
		}
		b.reopen(s, "variant", "seirawan")
		ground := func(selector string) string {
			return b.text("getComputedStyle(" + find(selector) + ").backgroundColor")
		}
		if hand, light := ground(".hand .piece"), ground(".cell.light"); hand != light {
			t.Errorf("dark %v: pieces in hand are on %s, not on %s as on a light square", dark, hand, light)
		}
	}
}
