package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/internal/games"
)

// box is where an element is in the window.
type box struct{ Left, Top, Width, Height float64 }

// boxOf returns where the first element of a selector is.
func (p player) boxOf(selector string) box {
	p.Helper()
	return chromium.Eval[box](p.Tab, fmt.Sprintf(
		`(({left, top, width, height}) => ({Left: left, Top: top, Width: width, Height: height}))(
			document.querySelector(%q).getBoundingClientRect())`, selector))
}

// TestGameLayout: the board has nearly the height of the window, and the panel beside it the height
// of the board. Nothing is wider than the window, and the page has no barrier.
func TestGameLayout(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	chess, large := s.game(ann, bob, "chess", "5+3"), s.game(ann, bob, "cetran3", "3d")
	for _, test := range []struct {
		on    chromium.Screen
		board float64
	}{
		{chromium.Screen{Width: 1366, Height: 650}, 555},
		{chromium.Screen{Width: 1920, Height: 1000, Dark: true}, 850},
		{chromium.Screen{Width: 1000, Height: 700}, 595},
		{chromium.Screen{Width: 390, Height: 844, Touch: true, Dark: true}, 384},
	} {
		t.Run(fmt.Sprint(test.on.Width), func(t *testing.T) {
			ann := open(t, test.on, s.at("localhost", "/"))
			signIn(ann, s, "Ann")
			for _, game := range []string{chess, large} {
				ann.Go(s.at("localhost", "/g/"+game))
				ann.Wait(board("board?.view != null") + ` && document.querySelector(".resize") !== null`)
				// The board takes its size, and the panel beside it becomes as high.
				const field = `root.querySelector(".field").offsetHeight`
				ann.Wait(board(fmt.Sprintf(`Math.abs(%s - %v) <= 12`, field, test.board)))
				if !test.on.Touch {
					ann.Wait(board(`(() => {
						const box = (name) => document.querySelector(name).getBoundingClientRect()
						const panel = box(".game-panel"), more = panel.height - ` + field + `
						return more >= 0 && more <= 15 && panel.top === box(".game-board").top })()`))
				}
				wide := chromium.Eval[float64](ann.Tab, `document.documentElement.scrollWidth`)
				if wide > float64(test.on.Width) {
					t.Errorf("the page is %.0f pixels wide", wide)
				}
			}
			ann.isForAll(t, fmt.Sprintf("layout-%d", test.on.Width), "/g/"+large)
		})
	}
}

// TestSentencesCoverNoSquare: what the board says, and its question whether to play a move, cover no
// square of the board and are not cut.
func TestSentencesCoverNoSquare(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{
		{Width: 1366, Height: 650}, {Width: 1920, Height: 1000, Dark: true}, {Width: 390, Height: 844, Touch: true},
	} {
		t.Run(fmt.Sprint(on.Width), func(t *testing.T) {
			s := newSite(t)
			ann, _, _ := s.between(on, "seirawan", "3d")
			clear := func(part string) {
				t.Helper()
				ann.Wait(board(`root.querySelector("` + part + `").checkVisibility()`))
				covers := chromium.Eval[string](ann.Tab, board(`(() => {
					const box = root.querySelector("`+part+`").getBoundingClientRect()
					const ground = root.querySelector(".ground").getBoundingClientRect()
					const acts = document.querySelector(".acts").getBoundingClientRect()
					const { left, right, top, bottom } = box
					const meets = (a) => a.left < right && a.right > left && a.top < bottom && a.bottom > top
					if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return "the edge"
					return meets(ground) ? "squares" : meets(acts) ? "the actions" : "" })()`))
				if covers != "" {
					t.Errorf("%s covers %s", part, covers)
				}
			}
			ann.typeMove("e4")
			clear(".chooser")
			ann.Shoot(fmt.Sprintf("margin-chooser-%d", on.Width))
			lines := chromium.Eval[int](ann.Tab, board(`new Set([...root.querySelectorAll(".chooser button")]
				.map((b) => b.getBoundingClientRect().top)).size`))
			if lines != 1 {
				t.Errorf("the buttons of the question are in %d lines", lines)
			}
			ann.Keys(kb.Escape)
			chromium.Eval[bool](ann.Tab,
				board(`(board.say("Bob no longer asks for a takeback, for he thinks again."), true)`))
			clear(".said")
			ann.Shoot(fmt.Sprintf("margin-said-%d", on.Width))
		})
	}
}

// TestNothingJumps: what is beside the board stays where it is, whatever happens in the game.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	for _, on := range []chromium.Screen{{Width: 1366, Height: 650}, {Width: 390, Height: 844, Touch: true}} {
		t.Run(fmt.Sprint(on.Width), func(t *testing.T) {
			s := newSite(t)
			ann, bob, game := s.between(on, "chess", "5+3")
			places := []string{
				".game-board", ".moves-list", ".walk", ".game-foot", ".acts", ".slot:last-child",
				`[data-side="white"]`, `[data-side="black"]`, ".game-about", ".chat",
			}
			first := map[string]box{}
			for _, place := range places {
				first[place] = ann.boxOf(place)
			}
			same := func(when string) {
				t.Helper()
				for _, place := range places {
					if now := ann.boxOf(place); now != first[place] {
						t.Errorf("%s: %s is at %+v, not %+v", when, place, now, first[place])
					}
				}
			}
			ann.move("e2e4")
			ann.says("Black to move.")
			same("after a move")
			bob.moves(game, 2, "e5")
			ann.says("Your move.")
			ann.move("d2d4")
			bob.moves(game, 4, "exd4")
			ann.says("Your move.")
			ann.Wait(`document.querySelector('[data-place="taken-black"]').textContent.includes("1 Pawn")`)
			same("after a capture")
			bob.does(game, play.Command{Do: play.OfferDraw})
			bob.does(game, play.Command{Do: play.OfferTakeback})
			ann.says("Bob asks to take back")
			same("when two things are asked")
			ann.Shoot(fmt.Sprintf("layout-offers-%d", on.Width))
			chromium.Eval[bool](ann.Tab, `(document.querySelector(".walk .previous").click(), true)`)
			ann.Wait(pastLine + `.includes("You are looking at")`)
			same("in a past position")
			ann.Shoot(fmt.Sprintf("layout-past-%d", on.Width))
			bob.does(game, play.Command{Do: play.Say, Text: strings.Repeat("What a long game this is! ", 15)})
			ann.Wait(`document.querySelector('[data-place="chat"]').textContent.includes("What a long")`)
			same("after a message")
			bob.does(game, play.Command{Do: play.Resign})
			ann.says("White wins")
			ann.Wait(`document.querySelector('[data-verb="offerRematch"]') !== null`)
			same("when the game is over")
			ann.Shoot(fmt.Sprintf("layout-over-%d", on.Width))
		})
	}
}

// TestBoardSize: the size that a reader gives the board is remembered.
func TestBoardSize(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, _, game := s.between(chromium.Screen{Width: 1366, Height: 650}, "chess", "5+3")
	before := ann.boxOf(".game-board")
	handle := ann.Middle(`document.querySelector(".resize")`)
	to := func(by float64) chromium.Point { return chromium.Point{X: handle.X - by, Y: handle.Y - by} }
	ann.Drag(handle, to(60), to(120))
	ann.Wait(fmt.Sprintf(`document.querySelector(".game-board").offsetHeight < %f`, before.Height-70))
	smaller := ann.boxOf(".game-board")
	if smaller.Height > before.Height-80 || smaller.Height < before.Height-160 {
		t.Errorf("the board is %.0f pixels high after %.0f", smaller.Height, before.Height)
	}
	chromium.Eval[bool](ann.Tab, `(document.querySelector(".resize").focus(), true)`)
	ann.Keys(kb.ArrowUp)
	ann.Wait(fmt.Sprintf(`document.querySelector(".game-board").offsetHeight > %f`, smaller.Height+10))
	larger := ann.boxOf(".game-board")
	ann.Go(s.at("localhost", "/g/"+game))
	ann.Wait(`document.querySelector(".resize") !== null` + " && " + board("board.view != null"))
	// The page is laid out after it has the view.
	ann.Wait(fmt.Sprintf(`Math.abs(document.querySelector(".game-board").getBoundingClientRect().height - %f) < 1`,
		larger.Height))
}

// TestMaterial: the page shows the pieces that are gone for good, and the difference in material.
func TestMaterial(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	tab := open(t, chromium.Desk, s.at("localhost", "/"))
	signIn(tab, s, "Ann")
	for _, test := range []struct {
		variant, start, moves, white, black string
	}{
		{"chess", "", "e4 d5 exd5 Qxd5 Nc3 Qxd2+ Qxd2", "Captured: 1 Queen, 1 Pawn. 8 ahead.", "Captured: 2 Pawns."},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", "9 ahead.", ""},
		{"circe", "", "e4 d5 exd5", "", ""},
		{"circe", "", "e4 e5 Qg4 d6 Qxc8 Qxc8", "Captured: 1 Bishop. 3 ahead.", ""}, // the queen is reborn
		{"seirawan", "", "Nf3/H Nf6/E Nc3/E", "", ""},
		{"anticirce", "4k3/8/8/3p4/8/8/3N4/4K3 w - - 0 1", "Nf3 d4 Nxd4", "Captured: 1 Pawn. 3 ahead.", ""},
	} {
		made, a := api[games.Offered](ann, http.MethodPost, "/seeks", games.Offer{
			Variant: test.variant, Start: test.start, Clock: play.Unlimited, Colour: play.White, Opponent: games.Friend,
		})
		if a.status != http.StatusOK {
			t.Fatalf("%d: %s", a.status, a.body)
		}
		bob := s.client()
		id := strings.TrimPrefix(bob.form(made.Link).at, "/g/")
		for i, text := range strings.Fields(test.moves) {
			mover := []*client{ann, bob}[i%2]
			a := mover.form("/g/"+id+"/do", "do=move", fmt.Sprintf("ply=%d", i+1), "text="+text)
			if a.status != http.StatusOK {
				t.Fatalf("%s: %d", text, a.status)
			}
		}
		tab.Go(s.at("localhost", "/g/"+id))
		tab.Wait(board("board?.view != null") + ` && document.querySelector(".resize") !== null`)
		for side, want := range map[string]string{"white": test.white, "black": test.black} {
			got := chromiumText(tab, `[data-place="taken-`+side+`"] .sr`)
			if got != want {
				t.Errorf("%s %s: %s has %q, not %q", test.variant, test.moves, side, got, want)
			}
		}
	}
}

// TestCoordinates: no piece hides a coordinate.
func TestCoordinates(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.account("Ann"), s.account("Bob")
	tab := open(t, chromium.Screen{Width: 390, Height: 844, Touch: true}, s.at("localhost", "/"))
	signIn(tab, s, "Ann")
	for _, variant := range []string{"siceirawan", "sissa", "cetran3"} {
		tab.Go(s.at("localhost", "/g/"+s.game(ann, bob, variant, "3d")))
		tab.Wait(board(`root?.querySelector(".coordinate") != null`))
		hidden := chromium.Eval[[]string](tab.Tab, board(`[...root.querySelectorAll(".coordinate")]
			.filter((label) => [...root.querySelectorAll(".piece")].some((piece) =>
				label.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING))
			.map((label) => label.textContent)`))
		if len(hidden) > 0 {
			t.Errorf("%s: pieces are over %v", variant, hidden)
		}
		tab.Shoot("coordinates-" + variant)
	}
}
