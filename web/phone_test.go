package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/internal/games"
)

// TestPhoneHeader: on a phone the header has at most two rows, whatever a reader has there, and all of
// the menu can be reached.
func TestPhoneHeader(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const long = "Annabella-of-Long"
	ann, bob := s.account(long), s.account("Bob")
	game := s.game(ann, bob, "chess", "5+3")
	for _, on := range []chromium.Screen{
		{Width: 390, Height: 844, Touch: true}, {Width: 360, Height: 740, Touch: true, Dark: true},
	} {
		tab := open(t, on, s.at("localhost", "/"))
		signIn(tab, s, long)
		for _, path := range []string{"/g/" + game, "/", "/rules"} {
			tab.Go(s.at("localhost", path))
			tab.Wait(`document.readyState === "complete"`)
			tab.Shoot("phone-header-" + strings.Trim(path, "/")[:min(1, len(path)-1)])
			if header := tab.boxOf(".top"); header.Height > 96 {
				t.Errorf("%d: the header of %s is %.0f pixels high", on.Width, path, header.Height)
			}
			wide := chromium.Eval[float64](tab.Tab, `document.documentElement.scrollWidth`)
			if wide > float64(on.Width) {
				t.Errorf("%d: %s is %.0f pixels wide", on.Width, path, wide)
			}
		}
		// On the page of a game the menu is behind a button.
		tab.Go(s.at("localhost", "/g/"+game))
		link := `document.querySelector('.menu a[href="/rules"]')`
		tab.Wait(`document.readyState === "complete" && !` + link + `.checkVisibility()`)
		chromium.Eval[bool](tab.Tab, `(document.querySelector(".fold").focus(), true)`)
		tab.Keys(kb.Enter)
		tab.Wait(link + `.checkVisibility()`)
		tab.Shoot("phone-menu")
		tab.press(`.menu a[href="/rules"]`)
		tab.Wait(`location.pathname === "/rules" && ` + link + `.checkVisibility()`)
	}
}

// TestPhoneMoveBox: on a phone the box to type a move is above the actions at the thumb, and not
// under them, and so is the line that says whose turn it is.
func TestPhoneMoveBox(t *testing.T) {
	t.Parallel()
	usual, small := chromium.Screen{Width: 390, Height: 844, Touch: true},
		chromium.Screen{Width: 360, Height: 740, Touch: true, Dark: true}
	for _, test := range []struct {
		variant string
		on      chromium.Screen
	}{
		{"chess", usual}, {"siceirawan", usual}, {"cetran3", usual}, {"progressive", usual}, {"seirawan", usual},
		{"chess", small}, {"cetran3", small},
	} {
		s := newSite(t)
		ann, _, _ := s.between(test.on, test.variant, "5+3")
		ann.Shoot("phone-box-" + test.variant)
		acts := ann.boxOf(".acts")
		for _, part := range []string{`.move-form input[name="text"]`, ".says"} {
			if at := ann.boxOf(part); at.Top+at.Height > acts.Top {
				t.Errorf("%s %d: %s ends at %.0f, the actions begin at %.0f", test.variant, test.on.Width, part,
					at.Top+at.Height, acts.Top)
			}
		}
	}
}

// TestPhoneChallenge: on a phone a challenge covers nothing of a game, while it is played and after it.
func TestPhoneChallenge(t *testing.T) {
	t.Parallel()
	for name, on := range map[string]chromium.Screen{
		"usual": {Width: 390, Height: 844, Touch: true}, "small": {Width: 360, Height: 740, Touch: true, Dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			ann, bob, game := s.between(on, "chess", "5+3")
			for _, clock := range []int{1, 3} {
				bob.offers(games.Offer{Variant: "circe", Clock: play.Days(clock), Opponent: games.Named, Name: "Ann"})
			}
			ann.Wait(`document.querySelector(".notice") !== null`)
			clear := func(parts ...string) {
				t.Helper()
				notice := ann.boxOf(".notice")
				for _, part := range parts {
					at := ann.boxOf(part)
					if notice.Top < at.Top+at.Height && at.Top < notice.Top+notice.Height {
						t.Errorf("a challenge at %v covers %s at %v", notice, part, at)
					}
				}
			}
			ann.Shoot("phone-challenge-" + name)
			clear(".player", "kirke-board", ".says", ".move-form", ".acts")
			bob.form("/g/"+game+"/do", "do=resign")
			ann.Wait(`document.querySelector('[data-place="to-review"]')?.checkVisibility()`)
			ann.Shoot("phone-challenge-over-" + name)
			clear(".player", "kirke-board", ".verdict-line", ".says", `[data-place="to-review"]`, ".acts")
		})
	}
}
