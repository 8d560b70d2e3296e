package web_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestNewcomer: a new visitor plays a move against the computer on the first page, and gets a
// reply.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, on := range []struct {
		name   string
		screen chromium.Screen
	}{{"mouse", chromium.Desk}, {"touch", chromium.Phone}} {
		t.Run(on.name, func(t *testing.T) {
			began := time.Now()
			tab := open(t, on.screen, s.at("localhost", "/"))
			tab.move("g1f3h") // a Hawk is placed behind the knight
			tab.Wait(board(`board?.view?.turn === "white" && board.view.number === 2`))
			paint := chromium.Eval[float64](
				tab.Tab, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`,
			)
			loaded := chromium.Eval[float64](
				tab.Tab, `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`,
			)
			t.Logf("first paint after %.0f ms, playable board after %.0f ms", paint, loaded)
			t.Logf("from the address to the computer's answer: %v", time.Since(began).Round(10*time.Millisecond))
			if got := chromiumText(tab, `[data-place="score"]`); !strings.HasPrefix(got, "1. Nf3/H") {
				t.Errorf("the moves are %q", got)
			}
			tab.press(`[data-do="undo"]`)
			tab.Wait(board(`board?.view?.number === 1 && board.view.turn === "white"`))
		})
	}
}

// TestTheHomeBoardIsInView: on a small laptop, a tablet and a phone, the first page shows the whole
// board, the pieces in hand and whose move it is, without scrolling.
func TestTheHomeBoardIsInView(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	screens := []chromium.Screen{
		{Width: 1366, Height: 650}, {Width: 1280, Height: 600}, {Width: 800, Height: 600},
		{Width: 390, Height: 844, Touch: true},
	}
	const (
		bottom = `Math.max(document.querySelector("kirke-board").getBoundingClientRect().bottom,
			document.querySelector('[data-place="says"]').getBoundingClientRect().bottom) - innerHeight`
		height   = `root.querySelector(".ground").getBoundingClientRect().height`
		controls = `document.querySelector('[data-place="settings"] .primary').getBoundingClientRect().bottom -
			innerHeight`
	)
	for _, screen := range screens {
		for _, variant := range []string{"seirawan", "siceirawan", "sissa", "cetran3"} {
			tab := open(t, screen, s.at("localhost", "/?variant="+variant))
			tab.Wait(board(`board?.view != null`))
			tab.Shoot(fmt.Sprintf("home-%s-%d", variant, screen.Width))
			where := fmt.Sprintf("%s on %d×%d", variant, screen.Width, screen.Height)
			if low := chromium.Eval[float64](tab.Tab, bottom); low > 0 {
				t.Errorf("%s ends %.0f pixels below the window", where, low)
			}
			if small := chromium.Eval[float64](tab.Tab, board(height)); small < 220 {
				t.Errorf("%s is only %.0f pixels high", where, small)
			}
			if low := chromium.Eval[float64](tab.Tab, controls); low > 0 && screen.Width > 1000 {
				t.Errorf("%s: the controls end %.0f pixels below the window", where, low)
			}
		}
	}
}

// TestTheHomeGameSurvives: a game against the computer continues with all its moves when the page
// is reloaded or the colours are changed. A move can then be taken back, and the game goes on in
// analysis.
func TestTheHomeGameSurvives(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for variant, theme := range map[string]string{"seirawan": "dark", "cetran2": "light"} {
		tab := open(
			t,
			chromium.Screen{Width: 1000, Height: 820, Dark: theme == "light"},
			s.at("localhost", "/?level=1&variant="+variant),
		)
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
		chromium.Eval[bool](
			tab.Tab, fmt.Sprintf("(document.querySelector('.to-%s').click(), true)", theme),
		) // only one is visible
		tab.Wait(fmt.Sprintf("document.documentElement.dataset.theme === %q && ", theme) + same)
		tab.press(`[data-do="undo"]`)
		tab.Wait(board(`board?.view?.number === 2 && board.view.turn === "white" && board.movable === "white"`))
		if got := chromiumText(tab, `[data-place="score"]`); got == "" || !strings.HasPrefix(score, got+"2. ") {
			t.Errorf("%s: the moves are %q after a move of %q was taken back", variant, got, score)
		}
		fen = chromium.Eval[string](tab.Tab, board("board.view.fen"))
		tab.press(`[data-place="analyse"]`)
		tab.Wait("location.pathname === '/analysis' && " + board(fmt.Sprintf("board?.view?.fen === %q", fen)))
		const count = "new URLSearchParams(location.search).get('moves').trim().split(' ').length"
		if moves := chromium.Eval[int](tab.Tab, count); moves < 2 {
			t.Errorf("%s: analysis begins with %d moves of the game", variant, moves)
		}
		tab.Go(s.at("localhost", "/?variant="+variant+"&moves=nonsense"))
		tab.Wait(board(`board?.view?.number === 1 && board.movable === "white"`))
	}
}

// TestNewcomerInSeries: the list of moves shows the number of a series once.
func TestNewcomerInSeries(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tab := open(t, chromium.Desk, s.at("localhost", "/?variant=progressive&level=1"))
	tab.move("e2e4")
	for left := 3; left > 1; left-- {
		tab.Wait(
			board(
				fmt.Sprintf(
					`board?.view?.number === 2 && board.view.turn === "white" && board.view.series.left === %d`, left,
				),
			),
		)
		tab.move(chromium.Eval[string](tab.Tab, board(`board.view.moves.find((m) => !m.check).uci`)))
	}
	tab.Wait(board(`board?.view?.series.left === 1`))
	if got := chromiumText(tab, `[data-place="score"]`); strings.Count(got, "2. ") != 1 ||
		strings.Contains(got, "1...") {
		t.Errorf("the moves are %q", got)
	}
}

func chromiumText(p player, selector string) string {
	return chromium.Eval[string](p.Tab, fmt.Sprintf("document.querySelector(%q)?.textContent ?? ''", selector))
}

// accessible finds barriers on a page: fields and buttons without a name, images without a text,
// too little contrast and, on touch screens, targets that are too small.
//
//go:embed testdata/accessible.js
var accessible string
