package client_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestLooks takes pictures of the board in every look. KIRKE_SHOTS names their folder.
func TestLooks(t *testing.T) {
	onlyForPictures(t)
	s := serve(t)
	dark := chromium.Desk
	dark.Dark = true
	for _, look := range []struct {
		name       string
		on         chromium.Screen
		attributes []string
		pick       string
	}{
		{"wood", chromium.Desk, []string{"variant", "seirawan", "moves", "g1f3h e7e5"}, "h3"},
		{"slate", chromium.Desk, []string{
			"variant", "circe", "fen", "r3k2r/pp3ppp/2n5/3pp3/3PP3/2N5/PP3PPP/R2QK2R w KQkq - 0 1", "theme", "slate",
		}, "d4"},
		{"meadow-dark", dark, []string{
			"variant", "sissa", "moves", "c2c3 a8a7 c1c2", "theme", "meadow", "orientation", "black",
		}, "b9"},
		{"wood-dark", dark, []string{
			"variant", "siceirawan", "fen", "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1",
		}, "z0"},
		{"phone-12", chromium.Phone, []string{"variant", "cetran3"}, ""},
		{"phone-siceirawan", chromium.Phone, []string{"variant", "siceirawan", "pieces", "letters"}, "b1"},
		{"phone-sissa", chromium.Phone, []string{"variant", "sissa", "theme", "slate"}, "d2"},
		{"gates", chromium.Desk, []string{
			"variant", "seirawan", "fen", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQAHkqah - 0 1",
		}, "e1 g1"},
		{"phone-gates", chromium.Phone, []string{
			"variant", "seirawan", "fen", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQAHkqah - 0 1",
			"theme", "meadow",
		}, "e1 g1"},
		{"exchange", dark, []string{
			"variant", "siceirawan", "fen", "4k3/4p3/8/8/3H4/8/4P3/R3K3[E---] w Q - 0 1", "theme", "slate",
		}, "z0 d4"},
		{"phone-confirm", chromium.Phone, []string{"variant", "cetran3", "theme", "wood"}, "e2 e4"},
		{"check", chromium.Desk, []string{"variant", "anticirce", "moves", "e2e4 f7f6 d1h5"}, "g7"},
		{"pending", chromium.Desk, []string{
			"variant", "circe-parrain", "moves", "e2e4 d7d5 e4d5", "theme", "slate",
		}, "d8"},
		{"below", dark, []string{
			"variant", "circe-volcanic", "fen", "1n2k3/8/8/8/3n4/8/8/3RK3 w - - 0 1", "moves", "d1d4",
		}, "b8"},
		{"first", dark, []string{
			"variant", "circe-couscous", "fen", "2P1k3/8/8/8/8/8/8/4K3 w - - 0 1 =c8", "theme", "slate",
		}, "c8 c6"},
		{"illegal", chromium.Desk, []string{"variant", "seirawan"}, "e2 e6"},
	} {
		t.Run(look.name, func(t *testing.T) {
			b := open(t, s, look.on, look.attributes...)
			b.press(strings.Fields(look.pick)...)
			time.Sleep(200 * time.Millisecond)
			b.Shoot(look.name)
		})
	}
}

// TestPagesLook takes pictures of the pages with islands on a phone and in dark colours.
func TestPagesLook(t *testing.T) {
	onlyForPictures(t)
	dark := chromium.Desk
	dark.Dark = true
	for _, path := range []string{"/", "/analysis", "/editor", "/problems"} {
		for name, on := range map[string]chromium.Screen{"phone": chromium.Phone, "dark": dark} {
			b := onPage(t, on, path, "variant", "sissa")
			time.Sleep(300 * time.Millisecond)
			b.Shoot("page" + path[1:] + "-" + name)
		}
	}
}

func onlyForPictures(t *testing.T) {
	t.Helper()
	if os.Getenv("KIRKE_SHOTS") == "" {
		t.Skip("takes pictures only if KIRKE_SHOTS names a folder")
	}
}
