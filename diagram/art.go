package diagram

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kirke-chess/kirke/piece"
)

// Piece art: one drawing for each piece type on a field of 100×100, made for Kirke and drawn from
// back to front.

// ink says how a stroke of a drawing is coloured.
type ink uint8

const (
	body  ink = iota // filled with the side's colour
	line             // a line within the body
	spot             // a filled spot within the body
	edge             // an outline around the whole, below the body
	hatch            // lines across Black's body
)

// String returns the name of the ink, as Art gives it.
func (i ink) String() string { return [...]string{"body", "line", "spot", "edge", "hatch"}[i] }

// stroke is one path of a drawing.
type stroke struct {
	ink  ink
	path string
}

// Plinths, and the knight's head in front of pieces that also move as a knight.
var (
	plinth       = stroke{body, "M25 91V86Q25 80 32 80H68Q75 80 75 86V91Z"}
	wide         = stroke{body, "M19 91V86Q19 80 26 80H74Q81 80 81 86V91Z"}
	broad        = stroke{body, "M14 91V86Q14 80 21 80H83Q90 80 90 86V91Z"}
	knightBefore = []stroke{
		{body, "M21.6 80.2Q19.2 66.8 30.4 58.4Q33.6 55 32 52.5Q26.4 57.5 21.6 58.4Q20 62.6 16 62.6Q10.4 60.9 10.4 55Q14.4 43.2 21.6 36.5Q23.2 29.8 20.8 22.2Q27.2 23.9 31.2 29Q44 27.3 52 43.2Q59.2 59.2 54.4 80.2Z"},
		{spot, "M24.3 40.7a2.1 2.2 0 1 0 4.2 0a2.1 2.2 0 1 0 -4.2 0Z"},
		{spot, "M13.8 55a1.4 1.5 0 1 0 2.9 0a1.4 1.5 0 1 0 -2.9 0Z"},
		{line, "M34.4 34.8Q47.2 41.6 48 65.1"},
		broad,
	}
)

// art maps the name of a type to its drawing.
var art = map[string][]stroke{
	"Pawn": {
		{body, "M34 80Q43 68 44 51H56Q57 68 66 80Z"},
		{body, "M36 32a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z"},
		{body, "M37 47H63L60 53H40Z"},
		plinth,
	},
	"Rook": {
		{body, "M32 80L35 51H65L68 80Z"},
		{body, "M27 45V21H38V29H45V21H55V29H62V21H73V45L66 51H34Z"},
		{line, "M36 45H64"},
		wide,
	},
	"Bishop": {
		{body, "M45 15a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z"},
		{body, "M50 20Q74 38 69 56Q67 62 62 66H38Q33 62 31 56Q26 38 50 20Z"},
		{line, "M50 35V53M42 43H58"},
		{body, "M38 66H62L68 80H32Z"},
		{line, "M36 72H64"},
		wide,
	},
	"Knight": {
		{body, "M32 80Q29 64 43 54Q47 50 45 47Q38 53 32 54Q30 59 25 59Q18 57 18 50Q23 36 32 28Q34 20 31 11Q39 13 44 19Q60 17 70 36Q79 55 73 80Z"},
		{spot, "M35.4 33a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0Z"},
		{spot, "M22.2 50a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z"},
		{line, "M48 26Q64 34 65 62"},
		wide,
	},
	"Queen": {
		{body, "M28 68L16 34L32 50L33 24L44 46L50 20L56 46L67 24L68 50L84 34L72 68Z"},
		{body, "M11.5 32a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M28.5 21a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M45.5 16a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M62.5 21a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M79.5 32a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M28 68H72L69 80H31Z"},
		{line, "M36 74H64"},
		wide,
	},
	"King": {
		{body, "M46.5 7H53.5V13H60V20H53.5V32H46.5V20H40V13H46.5Z"},
		{body, "M31 70Q12 54 20 41Q32 28 50 48Q68 28 80 41Q88 54 69 70Z"},
		{body, "M50 28Q60 38 50 56Q40 38 50 28Z"},
		{line, "M30 64Q50 56 70 64"},
		{body, "M31 70H69V80H31Z"},
		wide,
	},
	"Hawk": {
		{body, "M32 80Q30 70 37 59Q41 51 36 46Q27 45 20 55Q9 39 22 30Q31 14 50 14Q69 15 76 36L85 46L77 49L85 61L76 63L81 75L72 80Z"},
		{line, "M22 30Q32 35 36 46M31 24L47 29M52 44L60 52L52 56L61 66L54 72"},
		{spot, "M38 34a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z"},
		wide,
	},
	"Elephant": {
		{body, "M34 80Q38 70 36 60Q30 62 29 70Q28 81 18 82Q9 82 8 73Q14 76 17 72Q20 64 20 50Q20 20 46 14Q70 12 78 34Q82 60 74 80Z"},
		{body, "M50 26Q72 14 84 34Q90 54 74 68Q60 64 54 50Q48 40 50 26Z"},
		{line, "M50 26Q48 40 54 50Q60 64 74 68"},
		{spot, "M33.2 36a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0Z"},
		{body, "M38 56Q36 68 24 68Q33 62 32 52Z"},
		wide,
	},
	"Wall": {
		{body, "M6 6H94V94H6Z"},
		{line, "M6 28H94M6 50H94M6 72H94M36 6V28M70 6V28M20 28V50M52 28V50M84 28V50M36 50V72M70 50V72M20 72V94M52 72V94M84 72V94"},
	},
	"Sissa": {
		{body, "M28 80Q29 66 42 62H58Q71 66 72 80Z"},
		{body, "M36 42Q36 66 50 74Q64 66 64 42Z"},
		{body, "M50 18Q44 10 50 4Q56 10 50 18Z"},
		{body, "M30 46Q20 38 28 26Q36 15 50 15Q64 15 72 26Q80 38 70 46Q60 40 50 40Q40 40 30 46Z"},
		{line, "M29 36Q50 24 68 20M34 43Q56 32 73 32"},
		{spot, "M41.8 49a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0Z"},
		{spot, "M53.8 49a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0Z"},
		{line, "M44 58H56"},
		wide,
	},
	"Chancellor": append([]stroke{
		{body, "M52 80L56 50H82L86 80Z"},
		{body, "M47 44V22H56V29H63V22H73V29H80V22H89V44L83 50H54Z"},
	}, knightBefore...),
	"Archbishop": append([]stroke{
		{body, "M61.5 12a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M66 17.2Q86.6 32.7 82.3 48.2Q80.6 53.3 76.3 56.8H55.7Q51.4 53.3 49.7 48.2Q45.4 32.7 66 17.2Z"},
		{line, "M68 28V46M61 33H75M63 40H73"},
		{body, "M54 57H82L87 80H50Z"},
	}, knightBefore...),
	"Cardinal": append([]stroke{
		{body, "M48 80Q50 64 62 62H76Q86 64 88 80Z"},
		{body, "M56 44Q56 66 68 68Q80 66 80 44Z"},
		{body, "M52 40Q52 16 68 16Q84 16 84 40Z"},
		{body, "M40 40Q68 31 95 40Q98 48 89 49Q68 42 47 49Q38 48 40 40Z"},
		{body, "M64 13a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z"},
		{line, "M91 49V62"},
		{body, "M88 65a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z"},
		{spot, "M73 50a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z"},
	}, knightBefore...),
	"Amazon": append([]stroke{
		{body, "M46 66L41 29L54 46L59 21L67 44L76 21L80 46L92 29L86 80H50Z"},
		{body, "M54.5 18a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M71.5 18a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M87.5 27a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
		{body, "M36.5 27a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0Z"},
	}, knightBefore...),
	"Dragon Horse": {
		{body, "M33 80Q30 66 42 57Q46 53 45 49Q40 55 31 57Q28 62 23 60Q17 57 18 50Q24 38 33 31L22 6Q38 12 46 20L54 12L59 23L69 20L70 33L81 34L77 46L86 52L79 60L84 70L75 80Z"},
		{spot, "M35.4 35a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0Z"},
		{spot, "M22.2 52a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z"},
		{line, "M48 30Q64 38 65 66"},
		wide,
	},
	"Dragon King": {
		{body, "M36 80Q32 66 46 58L38 60L35 66L31 60L24 66L20 58Q32 54 40 46L32 48L29 54L25 49L19 54L13 46Q16 36 34 30Q40 22 52 22L60 23L69 20L70 33L81 34L77 46L86 52L79 60L84 70L75 80Z"},
		{body, "M40 24L36 6L46 13L52 4L58 13L68 6L64 24Q52 18 40 24Z"},
		{spot, "M40.2 35a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0Z"},
		{line, "M58 34Q68 44 65 68"},
		wide,
	},
	"Gryphon": {
		{body, "M52 60Q56 30 84 10Q80 22 90 24Q80 30 89 40Q80 42 85 54Q78 54 78 66Q72 80 62 80H48Z"},
		{line, "M64 62Q66 44 78 32M70 68Q73 58 80 52"},
		{body, "M30 80Q28 68 35 58Q39 52 37 47Q30 46 22 54Q12 42 24 34Q26 24 36 21L46 7L50 23Q60 32 58 50Q56 66 64 80Z"},
		{line, "M24 34Q34 36 37 47"},
		{spot, "M35.2 31a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0Z"},
		wide,
	},
	"Aanca": {
		{body, "M50 34Q34 20 10 18Q10 30 17 34Q13 38 19 44Q16 49 23 53Q22 58 30 60Q32 68 42 70L40 80H60L58 70Q68 68 70 60Q78 58 77 53Q84 49 81 44Q87 38 83 34Q90 30 90 18Q66 20 50 34Z"},
		{body, "M50 8L54 14L60 10L59 20Q61 30 58 44Q60 58 50 66Q40 58 42 44Q40 36 41 30L31 31Q33 20 42 17L44 10L48 13Z"},
		{line, "M22 30Q32 38 36 52M78 30Q68 38 64 52M44 70V78M50 72V80M56 70V78"},
		{spot, "M44.4 23a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0Z"},
		wide,
	},
}

// The badges of bishops that may or must still convert.
var badges = map[string][]stroke{
	"Free Bishop": {
		{body, "M66 34a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z"},
		{line, "M81 25V43M72 34H90"},
	},
	"Must Bishop": {
		{body, "M66 34a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z"},
		{spot, "M77.5 23H84.5V30.5H92V37.5H84.5V45H77.5V37.5H70V30.5H77.5Z"},
	},
}

// drawing returns the art of a type in a set, nil if there is none: then a disc with the piece's
// letter is drawn.
func drawing(t *piece.Type, set string) []stroke {
	name, _, _ := t.Drawing()
	path := t.Path()
	switch {
	case name == "Wall": // the same in all sets
		return art[name]
	case set == LetterDiscs:
		return nil
	case set == Symbols && path != "":
		return shaped(path)
	case set == Symbols:
		return symbol(name)
	}
	strokes := art[name]
	if badge, ok := badges[name]; ok {
		strokes = slices.Concat(art["Bishop"], badge)
	}
	if path != "" {
		strokes = []stroke{{body, path}}
	}
	if set == Flat {
		strokes = flat(strokes)
	}
	return strokes
}

// flat returns a classic drawing with one outline around all of it.
func flat(strokes []stroke) []stroke {
	var below []stroke
	for _, s := range strokes {
		if s.ink == body {
			below = append(below, stroke{edge, s.path})
		}
	}
	return append(below, strokes...)
}

// disc is the ground of a letter. letter returns what is written on it.
const disc = "M10 50a40 40 0 1 0 80 0a40 40 0 1 0 -80 0Z"

func letter(t *piece.Type) string {
	text := string(rune(t.Letter))
	if t.Abbreviation != "" {
		text = t.Abbreviation
	}
	switch t.Name {
	case "Free Bishop":
		text += "+"
	case "Must Bishop":
		text += "!"
	}
	return text
}

// turnedScale returns the scale of a drawing that is turned by some degrees, with which it stays
// within its square.
func turnedScale(turn int) float64 {
	if turn%90 != 0 {
		return .86
	}
	return 1
}

// letterSize returns the size of the letters on a disc.
func letterSize(text string) float64 {
	if len(text) > 1 {
		return 42
	}
	return 54
}

// The letters beside a drawing are at its lower right.
const (
	markSize   = 30
	markBase   = 95 // where the letters stand
	markRight  = 98
	markLetter = 22 // the width of a letter
)

// markGround returns the path of the plate that the letters of a mark are on.
func markGround(mark string) string {
	return fmt.Sprintf("M%d %dH%dV%dH%dZ", markRight-6-markLetter*len(mark), markBase-26, markRight, markBase+4,
		markRight-6-markLetter*len(mark))
}

// markMiddle returns the middle of the letters of a mark.
func markMiddle(mark string) float64 { return markRight - 3 - float64(markLetter*len(mark))/2 }

// Stroke is one path of a piece's drawing on a field of 100×100.
type Stroke struct {
	Ink  string // names its colours in Paints
	Path string // the data of an SVG path
}

// Art returns the drawings of the sets Classic and Symbols by the name of the type, each from back
// to front, for boards that are drawn elsewhere. Flat is Classic with every body once more below
// all, as "edge". A type without a drawing is shown as a disc with its letter.
func Art() map[string]map[string][]Stroke {
	all := map[string]map[string][]Stroke{}
	names := slices.Concat(slices.Collect(maps.Keys(art)), slices.Collect(maps.Keys(badges)))
	for _, set := range []string{Classic, Symbols} {
		all[set] = map[string][]Stroke{}
		for _, name := range names {
			all[set][name] = strokesOf(drawing(&piece.Type{Name: name}, set))
		}
	}
	return all
}

func strokesOf(strokes []stroke) []Stroke {
	shown := make([]Stroke, len(strokes))
	for i, s := range strokes {
		shown[i] = Stroke{s.ink.String(), s.path}
	}
	return shown
}
