package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// pickerPages are the pages on which a variant with modifiers is chosen.
var pickerPages = []string{"/", "/lobby", "/analysis", "/problems", "/editor"}

// combine chooses a game and a modifier on a page, as a reader does.
func combine(p player, field, value string) {
	p.Helper()
	chromium.Eval[bool](p.Tab, fmt.Sprintf(`(() => {
		const field = [...document.querySelectorAll('[data-place="picker"] [name="%s"]')]
			.find((e) => e.value === %[2]q || [...(e.options ?? [])].some((o) => o.value === %[2]q));
		for (let e = field; (e = e.parentElement); ) if (e.matches("details")) e.open = true;
		if (field.type === "checkbox") { field.click(); return true; }
		field.value = %[2]q;
		for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
		return true;
	})()`, field, value))
}

// picked is what the page says about the chosen parts.
const picked = `document.querySelector('[data-place="picked"]').textContent`

// TestCombinationsAreChosen: on each page, parts that make no sense together are refused at once
// with the reason, and those that do are taken.
func TestCombinationsAreChosen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const stopped = `((all) => all.length > 0 && all.every((b) => b.disabled))(
		[...document.querySelector('[data-place="picker"]').closest("form")?.querySelectorAll("button") ?? []]
			.filter((b) => b.type === "submit"))`
	for _, screen := range []chromium.Screen{chromium.Desk, chromium.Phone} {
		for _, path := range pickerPages {
			t.Run(fmt.Sprintf("%d %s", screen.Width, path), func(t *testing.T) {
				tab := open(t, screen, s.at("localhost", path+"?variant=circe%2Bprogressive"))
				tab.Wait(`document.querySelector('[name="with"]')?.value === "progressive"`)
				if path != "/lobby" {
					tab.Wait(board(`board?.view?.variant.id === "progressive+circe"`))
				}
				combine(tab, "variant", "seirawan")
				combine(tab, "with", "quiet-conversion")
				tab.Wait(picked + `.includes("no conversion rule")`)
				if path != "/editor" && !chromium.Eval[bool](tab.Tab, stopped) {
					t.Error("the form can be sent")
				}
				tab.Shoot(fmt.Sprintf("picker-%d-%s", screen.Width, strings.Trim(path, "/")))
				combine(tab, "with", "quiet-conversion")
				tab.Wait(picked + `.includes("Progressive") && !(` + stopped + `)`)
				if wide := chromium.Eval[bool](tab.Tab, `document.documentElement.scrollWidth > innerWidth`); wide {
					t.Error("the page is wider than the screen")
				}
				switch path {
				case "/editor", "/problems":
					tab.Wait(board(`board?.view?.variant.id === "seirawan+progressive+circe"`))
				case "/analysis":
					tab.press(`[data-place="analysis"] form:has([data-place="picker"]) > .button`)
					tab.Wait(board(`board?.view?.variant.id === "seirawan+progressive+circe"`))
				case "/":
					tab.press(`[data-place="settings"] .primary`)
					tab.Wait(board(`board?.view?.variant.id === "seirawan+progressive+circe"`))
				case "/lobby":
					tab.press(`.times [value="5+3"]`)
					tab.Wait(waits)
					offers, err := s.store.Lobby(t.Context())
					if err != nil || len(offers) == 0 || offers[0].Terms.Variant != "seirawan+progressive+circe" {
						t.Errorf("the offers are %+v, %v", offers, err)
					}
				}
			})
		}
	}
}

// TestCombinationsWithoutScripts: the server reads a game and its modifiers from a form, and says
// why parts make no sense together, on the same page.
func TestCombinationsWithoutScripts(t *testing.T) {
	t.Parallel()
	c := newSite(t).client()
	for _, path := range pickerPages {
		a := c.get(path + "?variant=circe&with=&with=progressive&with=cohen")
		for _, want := range []string{
			`value="progressive" selected`, `value="circe" selected`, `value="cohen" checked`, `value="chess" selected`,
		} {
			if a.status != http.StatusOK || !strings.Contains(a.body, want) {
				t.Errorf("%s: %d, without %s", path, a.status, want)
			}
		}
		a = c.get(path + "?variant=seirawan&with=quiet-conversion")
		if !strings.Contains(a.body, "no conversion rule") ||
			!strings.Contains(a.body, `value="quiet-conversion" checked`) {
			t.Errorf("%s: %d does not say why", path, a.status)
		}
	}
	a := c.form("/offers", "variant=seirawan", "with=quiet-conversion", "clock=5+3", "opponent=anybody")
	if a.status < 400 || !strings.Contains(a.body, "no conversion rule") {
		t.Errorf("a refused offer: %d", a.status)
	}
}

// TestTheFirstPageShowsLife: the first page leads to a game that is being played, or to the last
// one, says who is here, and leads to the problem of the day, which the solver has loaded.
func TestTheFirstPageShowsLife(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	game := s.game(ann, bob, "circe", "5+3")
	watcher := open(t, chromium.Desk, s.at("localhost", "/"))
	const live = `document.querySelector(".today kirke-board")`
	watcher.Wait(live + `?.view?.fen.startsWith("rnbqkbnr/pppppppp") === true`)
	chromium.Eval[bool](watcher.Tab, `(window.stays = `+live+`, true)`)
	s.play(game, ann, bob, "e2e4")
	watcher.Wait(live + `.view.last?.uci === "e2e4" && ` + live + ` === window.stays`)
	watcher.Wait(live + `.shadowRoot.querySelectorAll(".pieces .piece").length === 32`)
	chromium.Eval[bool](watcher.Tab, `(`+live+`.scrollIntoView(), true)`)
	watcher.hand.Press(watcher.Tab, live)
	watcher.Wait(`location.pathname === "/g/` + game + `"`) // the board is a part of the link
	for _, screen := range []chromium.Screen{chromium.Desk, chromium.Phone} {
		tab := open(t, screen, s.at("localhost", "/"))
		tab.Wait(`document.querySelector('.today a[href="/g/` + game + `"]')?.textContent.includes("Being played now")`)
		tab.Wait(`document.querySelector(".today").textContent.includes("2 players")`)
		if chromium.Eval[bool](tab.Tab, `document.documentElement.scrollWidth > innerWidth`) {
			t.Error("the page is wider than the screen")
		}
		chromium.Eval[bool](tab.Tab, `document.querySelector(".today").scrollIntoView(), true`)
		tab.Wait(`[...document.querySelectorAll(".today img")].every((i) => i.naturalWidth > 0)`)
		tab.Shoot(fmt.Sprintf("today-%d", screen.Width))
		tab.press(`.today a[href^="/problems"]`)
		tab.Wait(`location.pathname === "/problems"`)
		tab.Wait(board(`board?.view != null`))
		tab.Wait(`document.querySelector('[name="stipulation"]').value.includes("#2")`)
	}
}
