package client_test

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
)

// TestNoSeams: there is no line of another colour between squares, and all squares have one size,
// at any width of the board and scale of the screen. The scale is simulated: the browser lays pages
// out in whole pixels and then scales them. So squares may differ by a pixel here, and edges mix
// two colours, unlike on a real screen.
func TestNoSeams(t *testing.T) {
	s := serve(t)
	for _, scale := range []float64{1, 1.25, 2} {
		for _, width := range []int64{360, 411, 555, 601, 650} {
			t.Run(fmt.Sprintf("%d at %v", width, scale), func(t *testing.T) {
				b := open(t, s, chromium.Screen{Width: width, Height: 800, Scale: scale}, "variant", "cetran3")
				type box struct{ X, Y, W float64 }
				const place = `root.querySelector(".ground").getBoundingClientRect()`
				ground := chromium.Eval[box](b.Tab, about(`(({x, y, width}) => ({X: x, Y: y, W: width}))(`+place+`)`))
				square := ground.W / 12 * scale
				left, top := ground.X*scale, ground.Y*scale
				picture := b.Picture()
				// Ranks 4 to 9 of 12 are empty. The test looks along the middle of a rank and of a
				// file. It leaves out the edge of the board, which is rounded and has a shadow.
				across, down := int(left+3.5*square), int(top+5.5*square)
				var lines [2][]color.RGBA
				for x := int(left + square + .5); x < int(left+11*square); x++ {
					lines[0] = append(lines[0], color.RGBAModel.Convert(picture.At(x, down)).(color.RGBA))
				}
				for y := int(top + 3*square + .5); y < int(top+9*square); y++ {
					lines[1] = append(lines[1], color.RGBAModel.Convert(picture.At(across, y)).(color.RGBA))
				}
				for i, line := range lines {
					most := 0.0 // how much squares may differ from their size
					if scale != 1 {
						most = 2 * scale
					}
					if fault := seam(line, square, most); fault != "" {
						t.Errorf("%s: %s", []string{"along a rank", "along a file"}[i], fault)
					}
				}
			})
		}
	}
}

// seam says what is wrong with a line of pixels across squares of a size, or returns "". A pixel
// must have one of two colours or a mixture of them. The size of a square may differ by most.
func seam(line []color.RGBA, size, most float64) string {
	one := line[len(line)/100+1]
	var other color.RGBA
	for _, c := range line[int(size):] {
		if distance(c, one) > distance(other, one) || other == (color.RGBA{}) {
			other = c
		}
	}
	run := 0
	for i, c := range line {
		between := distance(c, one) + distance(c, other) - distance(one, other)
		if between > 2 || most == 0 && c != one && c != other {
			return fmt.Sprintf("pixel %d is %v, between squares of %v and %v", i, c, one, other)
		}
		if run++; i+1 < len(line) && line[i+1] != c {
			if whole := i-run > int(size)/2; whole && run > 2 && math.Abs(float64(run)-size) > most+.01 {
				return fmt.Sprintf("a square of %d pixels, not %.2f", run, size)
			}
			run = 0
		}
	}
	return ""
}

func distance(a, b color.RGBA) float64 {
	d := func(x, y uint8) float64 { return float64(x) - float64(y) }
	return math.Sqrt(d(a.R, b.R)*d(a.R, b.R) + d(a.G, b.G)*d(a.G, b.G) + d(a.B, b.B)*d(a.B, b.B))
}
