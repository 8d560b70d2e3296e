package diagram

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// luminance returns the relative luminance of a colour as WCAG 2.2 defines it.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= .03928 {
			return x / 12.92
		}
		return math.Pow((x+.055)/1.055, 2.4)
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}

// contrast returns the contrast of two colours.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// over returns a colour as it looks over another.
func over(hex string, under color.RGBA) color.RGBA {
	hex, a := solid(hex)
	c := color.RGBAModel.Convert(shade(hex, 1)).(color.RGBA)
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*a + float64(y)*(1-a))) }
	return color.RGBA{mix(c.R, under.R), mix(c.G, under.G), mix(c.B, under.B), 255}
}

// TestContrast: on every board, light and dark, coordinates have a contrast of 4.5 to their square,
// and of 3 to it when it is marked. Outlines of marks and of pieces have 3 to each square, marked or
// not.
func TestContrast(t *testing.T) {
	for _, b := range boards {
		for _, theme := range []string{"light", "dark"} {
			style := Style{Theme: theme}
			plain := func(tone Tone) color.RGBA { return over(style.of(tone), color.RGBA{}) }
			accent, outline := plain(b.Accent), over("#111111", color.RGBA{})
			for _, g := range []struct {
				name         string
				square, text Tone
			}{
				{"light", b.LightSquare, b.OnLight},
				{"dark", b.DarkSquare, b.OnDark},
				{"imaginary", b.Outer, b.OnOuter},
			} {
				square, text := plain(g.square), plain(g.text)
				least := func(what string, got, want float64) {
					if got < want {
						t.Errorf("%s, %s: the contrast of %s is %.2f, not %.1f", b.Name, theme, what, got, want)
					}
				}
				last, from := over(style.of(lastTone), square), over(style.of(b.From), square)
				on := fmt.Sprintf(" on %s squares", g.name)
				least("coordinates"+on, contrast(text, square), 4.5)
				least("coordinates"+on+" of the last move", contrast(text, last), 3)
				least("coordinates"+on+" that are chosen", contrast(text, from), 3)
				least("marks"+on, contrast(accent, square), 3)
				least("marks"+on+" of the last move", contrast(accent, last), 3)
				least("marks"+on+" that are chosen", contrast(accent, from), 3)
				least("outlines of pieces"+on, contrast(outline, square), 3)
			}
		}
	}
}

// TestBoardsAreNotAlike: no two boards have squares of the same colour.
func TestBoardsAreNotAlike(t *testing.T) {
	seen := map[string]string{}
	for _, b := range Boards() {
		dark, light := b.DarkSquare, b.LightSquare
		for _, square := range []string{dark.Light, dark.Dark, light.Light, light.Dark} {
			if other, ok := seen[square]; ok && other != b.Name {
				t.Errorf("%s and %s have squares of %s", b.Name, other, square)
			}
			seen[square] = b.Name
		}
	}
	if len(boards) < 8 {
		t.Errorf("there are %d boards", len(boards))
	}
}
