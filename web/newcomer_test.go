package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestNewcomer: somebody who has never been here plays a move against the computer on the first page, and is answered.
func TestNewcomer(t *testing.T) {
	s := newSite(t)
	for _, on := range []struct {
		name   string
		screen chromium.Screen
	}{{"mouse", chromium.Desk}, {"touch", chromium.Phone}} {
		t.Run(on.name, func(t *testing.T) {
			began := time.Now()
			tab := open(t, on.screen, s.at("localhost", "/"))
			tab.move("g1f3h") // a Hawk enters behind the knight
			tab.Wait(board(`board?.view?.turn === "white" && board.view.number === 2`))
			paint := chromium.Eval[float64](tab.Tab, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`)
			loaded := chromium.Eval[float64](tab.Tab, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`)
			t.Logf("first paint after %.0f ms, a board to play on after %.0f ms", paint, loaded)
			t.Logf("from the address to the computer's answer: %v", time.Since(began).Round(10*time.Millisecond))
			if got := chromiumText(tab, `[data-place="score"]`); !strings.HasPrefix(got, "1. Nf3/H") {
				t.Errorf("the moves are %q", got)
			}
			tab.press(`[data-do="undo"]`)
			tab.Wait(board(`board?.view?.number === 1 && board.view.turn === "white"`))
		})
	}
}

// TestTheHomeBoardIsInView: on a small laptop, a tablet and a phone the first page shows the whole board with what each side holds, and
// whose move it is, at once.
func TestTheHomeBoardIsInView(t *testing.T) {
	s := newSite(t)
	for _, screen := range []chromium.Screen{{Width: 1366, Height: 650}, {Width: 1280, Height: 600}, {Width: 800, Height: 600}, {Width: 390, Height: 844, Touch: true}} {
		for _, variant := range []string{"seirawan", "siceirawan", "sissa", "cetran3"} {
			tab := open(t, screen, s.at("localhost", "/?variant="+variant))
			tab.Wait(board(`board?.view != null`))
			tab.Shoot(fmt.Sprintf("home-%s-%d", variant, screen.Width))
			const bottom = `Math.max(document.querySelector("kirke-board").getBoundingClientRect().bottom, document.querySelector('[data-place="says"]').getBoundingClientRect().bottom)`
			if low := chromium.Eval[float64](tab.Tab, bottom+" - innerHeight"); low > 0 {
				t.Errorf("%s on %d×%d ends %.0f pixels below the window", variant, screen.Width, screen.Height, low)
			}
			if small := chromium.Eval[float64](tab.Tab, board(`root.querySelector("[role=grid]").getBoundingClientRect().width, root.querySelector(".ground").getBoundingClientRect().height`)); small < 220 {
				t.Errorf("%s on %d×%d is only %.0f pixels high", variant, screen.Width, screen.Height, small)
			}
			if low := chromium.Eval[float64](tab.Tab, `document.querySelector('[data-place="settings"] .primary').getBoundingClientRect().bottom - innerHeight`); low > 0 && screen.Width > 1000 {
				t.Errorf("%s on %d×%d: the controls end %.0f pixels below the window", variant, screen.Width, screen.Height, low)
			}
		}
	}
}

// TestTheHomeGameSurvives: a game against the computer goes on when the page is loaded again, or the colours are changed, with all its
// moves, and a move can then be taken back.
func TestTheHomeGameSurvives(t *testing.T) {
	s := newSite(t)
	for variant, theme := range map[string]string{"seirawan": "dark", "cetran2": "light"} {
		tab := open(t, chromium.Screen{Width: 1000, Height: 820, Dark: theme == "light"}, s.at("localhost", "/?level=1&variant="+variant))
		tab.Wait(board(`board?.view != null && board.movable === "white"`))
		for number := 2; number <= 3; number++ {
			tab.move(chromium.Eval[string](tab.Tab, board(`board.view.moves.find((m) => m.steps.length === 2).uci`)))
			tab.Wait(board(fmt.Sprintf(`board?.view?.turn === "white" && board.view.number === %d`, number)))
		}
		fen, score := chromium.Eval[string](tab.Tab, board("board.view.fen")), chromiumText(tab, `[data-place="score"]`)
		tab.Go(chromium.Eval[string](tab.Tab, "location.href"))
		same := board(fmt.Sprintf("board?.view?.fen === %q", fen))
		tab.Wait(same)
		if got := chromiumText(tab, `[data-place="score"]`); got != score || score == "" {
			t.Errorf("%s: the moves are %q, and were %q", variant, got, score)
		}
		chromium.Eval[bool](tab.Tab, fmt.Sprintf("(document.querySelector('.to-%s').click(), true)", theme)) // of which only one is seen
		tab.Wait(fmt.Sprintf("document.documentElement.dataset.theme === %q && ", theme) + same)
		tab.press(`[data-do="undo"]`)
		tab.Wait(board(`board?.view?.number === 2 && board.view.turn === "white" && board.movable === "white"`))
		if got := chromiumText(tab, `[data-place="score"]`); got == "" || !strings.HasPrefix(score, got+"2. ") {
			t.Errorf("%s: the moves are %q after a move of %q was taken back", variant, got, score)
		}
		tab.Go(s.at("localhost", "/?variant="+variant+"&moves=nonsense"))
		tab.Wait(board(`board?.view?.number === 1 && board.movable === "white"`))
	}
}

// TestNewcomerInSeries: the list of moves gives the number of a series once.
func TestNewcomerInSeries(t *testing.T) {
	s := newSite(t)
	tab := open(t, chromium.Desk, s.at("localhost", "/?variant=progressive&level=1"))
	tab.move("e2e4")
	for left := 3; left > 1; left-- {
		tab.Wait(board(fmt.Sprintf(`board?.view?.number === 2 && board.view.turn === "white" && board.view.series.left === %d`, left)))
		tab.move(chromium.Eval[string](tab.Tab, board(`board.view.moves.find((m) => !m.check).uci`)))
	}
	tab.Wait(board(`board?.view?.series.left === 1`))
	if got := chromiumText(tab, `[data-place="score"]`); strings.Count(got, "2. ") != 1 || strings.Contains(got, "1...") {
		t.Errorf("the moves are %q", got)
	}
}

func chromiumText(p player, selector string) string {
	return chromium.Eval[string](p.Tab, fmt.Sprintf("document.querySelector(%q)?.textContent ?? ''", selector))
}

// accessible finds what keeps people from using a page: fields and buttons without a name, pictures without words, text that cannot be
// told from its ground, and on screens for fingers targets that are too small.
const accessible = `(() => {
	const bad = [];
	const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0;
	const where = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.name ? "[name=" + e.name + "]" : "") + " " + JSON.stringify((e.textContent ?? "").trim().slice(0, 30));
	const named = (e) => (e.getAttribute("aria-label") || e.title || e.textContent.trim() || [...(e.labels ?? [])].map((l) => l.textContent.trim()).join("") ||
		(e.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("") || e.querySelector("img[alt]:not([alt=''])")?.alt);
	for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href]")) if (seen(e) && !named(e)) bad.push("no name: " + where(e));
	for (const e of document.querySelectorAll("img:not([alt])")) bad.push("no words: " + e.src);
	const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
	for (const id of new Set(ids)) if (ids.filter((i) => i === id).length > 1) bad.push("twice: #" + id);
	if (document.querySelectorAll("main").length !== 1 || !document.documentElement.lang || !document.title) bad.push("no main part, language or title");
	let level = 0;
	for (const h of document.querySelectorAll("h1, h2, h3, h4")) {
		const n = Number(h.tagName[1]);
		if (n > level + 1) bad.push("a heading skips a level: " + where(h));
		level = n;
	}
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgb = (color, under) => {
		canvas.fillStyle = under; canvas.fillRect(0, 0, 1, 1);
		canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
	};
	const light = (c) => c.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ground = (e) => {
		const layers = [];
		for (; e; e = e.parentElement) layers.push(getComputedStyle(e).backgroundColor);
		return layers.reverse().reduce((under, layer) => "rgb(" + rgb(layer, under).join() + ")", "rgb(255,255,255)");
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = walker.nextNode());) {
		const e = n.parentElement;
		if (!n.data.trim() || !seen(e) || e.closest("script, style, noscript, [disabled], option, .skip, .sr")) continue;
		const style = getComputedStyle(e), under = ground(e);
		const a = light(rgb(style.color, under)), b = light(rgb(under, under));
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700;
		if (contrast < (large ? 3 : 4.5)) bad.push("contrast " + contrast.toFixed(2) + ": " + where(e));
	}
	if (matchMedia("(pointer: coarse)").matches) {
		for (const e of document.querySelectorAll("button, input:not([type=hidden], [type=checkbox], [type=radio]), select, summary, .menu a, .button")) {
			const r = e.getBoundingClientRect();
			if (seen(e) && !e.closest(".movelist, .solution-tree, .engine li, .palette") && (r.height < 43.5 || r.width < 43.5)) bad.push("small (" + Math.round(r.width) + "×" + Math.round(r.height) + "): " + where(e));
		}
	}
	return bad;
})()`
