package diagram

// The set of symbols: bold shapes that are told apart by their outline. The royal pieces and those
// of orthodox chess are plain. A piece that adds a move to another has its shape and a sign in it:
// an L for the knight's move, a cross for a step along the lines, an X for a step along the
// diagonals.

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Shapes of which several symbols are made, and the signs in them.
const (
	tower   = "M18 86V20H34V34H42V20H58V34H66V20H82V86Z"
	diamond = "M50 8L88 50L50 92L12 50Z"
	crown   = "M10 22L31 44L50 12L69 44L90 22L80 86H20Z"

	signL     = "M40 44H50V66H66V76H40Z"
	signCross = "M46 40H54V52H66V60H54V72H46V60H34V52H46Z"
	signX     = "M37 43L50 56L63 43L69 49L56 62L69 75L63 81L50 68L37 81L31 75L44 62L31 49Z"
)

// symbols has the shape of each type, and the sign in it if there is one.
var symbols = map[string]struct{ shape, sign string }{
	"Pawn":         {"M50 30L80 84H20Z", ""},
	"Rook":         {tower, ""},
	"Bishop":       {diamond, ""},
	"Knight":       {"M26 12H54V58H84V86H26Z", ""},
	"Queen":        {crown, ""},
	"King":         {"M38 10H62V38H90V62H62V90H38V62H10V38H38Z", ""},
	"Hawk":         {"M6 26L50 50L94 26L80 62L50 88L20 62Z", ""},
	"Elephant":     {"M12 86V40Q12 16 36 16H64Q88 16 88 40V86H64V56H36V86Z", ""},
	"Sissa":        {"M16 12H84L60 50L84 88H16L40 50Z", ""},
	"Chancellor":   {tower, signL},
	"Archbishop":   {diamond, "M42 32H51V56H65V65H42Z"},
	"Amazon":       {crown, signL},
	"Cardinal":     {"M24 62Q20 16 50 16Q80 16 76 62H94V84H6V62Z", "M42 32H51V56H65V65H42Z"},
	"Dragon Horse": {diamond, "M46 34H54V46H66V54H54V66H46V54H34V46H46Z"},
	"Dragon King":  {tower, "M37 40L50 53L63 40L69 46L56 59L69 72L63 78L50 65L37 78L31 72L44 59L31 46Z"},
	"Gryphon":      {"M28 10L50 32L72 10L90 28L68 50L90 72L72 90L50 68L28 90L10 72L32 50L10 28Z", ""},
	"Aanca":        {"M50 8L62 38L92 50L62 62L50 92L38 62L8 50L38 38Z", ""},
	"Free Bishop":  {diamond, "M42 50a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z"},
	"Must Bishop":  {diamond, "M36 42H64V58H36Z"},
}

// symbol returns the strokes of a symbol: its outline below, its body, the hatching that Black's
// have, and its sign.
func symbol(name string) []stroke {
	s, ok := symbols[name]
	if !ok {
		return nil
	}
	all := shaped(s.shape)
	if s.sign != "" {
		all = append(all, stroke{spot, s.sign})
	}
	return all
}

// shaped returns the strokes of a shape: its outline below, its body, and the hatching.
func shaped(path string) []stroke {
	return []stroke{{edge, path}, {body, path}, {hatch, hatching(path)}}
}

// hatching returns lines across a shape, as a path.
func hatching(shape string) string {
	const apart, margin = 12, 4.5
	var b strings.Builder
	for y := apart / 2; y < 100; y += apart {
		xs := crossings(shape, float64(y)+.01)
		for i := 0; i+1 < len(xs); i += 2 {
			if from, to := xs[i]+margin, xs[i+1]-margin; to > from {
				fmt.Fprintf(&b, "M%.0f %dH%.0f", from, y, to)
			}
		}
	}
	return b.String()
}

// crossings returns where the outline of a shape crosses a height, from left to right.
func crossings(shape string, y float64) []float64 {
	var xs []float64
	for _, l := range flatten(shape) {
		for i, a := range l[:len(l)-1] {
			b := l[i+1]
			if (a.y > y) != (b.y > y) {
				xs = append(xs, a.x+(y-a.y)/(b.y-a.y)*(b.x-a.x))
			}
		}
	}
	slices.SortFunc(xs, func(a, b float64) int { return int(math.Copysign(1, a-b)) })
	return xs
}
