package variantfile

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file reads the values of keys in a variants file: switches, numbers, regions, letters.

// value returns the value of a key, "" if it is not set.
func (g *iniGame) value(key string) string {
	g.used[key] = true
	return g.values[key]
}

// fail notes that a value cannot be read.
func (g *iniGame) fail(key, want string) { g.refuse(key, "%q is not %s", g.values[key], want) }

// refuse notes what is wrong with a key. Only the first fault of a key counts.
func (g *iniGame) refuse(key, format string, args ...any) {
	if !g.refused[key] {
		g.refused[key] = true
		g.faults = append(g.faults, g.fault(key, key+": "+format, args...))
	}
}

// flag returns whether a key is true.
func (g *iniGame) flag(key string) bool {
	switch g.value(key) {
	case "true":
		return true
	case "", "false":
		return false
	}
	g.fail(key, "true or false")
	return false
}

// sides returns whether a key is true for each side: the key alone says it for both, or with White
// and Black in it.
func (g *iniGame) sides(key string) (sides [2]bool) {
	both := g.flag(key)
	for c := range board.Color(2) {
		if sides[c] = both; g.value(key+c.String()) != "" {
			sides[c] = g.flag(key + c.String())
		}
	}
	return sides
}

// unless returns whether a key is not false.
func (g *iniGame) unless(key string) bool { return g.value(key) == "" || g.flag(key) }

// number returns the number of a key, or otherwise if it is not set.
func (g *iniGame) number(key string, otherwise int) int {
	text := g.value(key)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxNumber {
		g.fail(key, "a number")
	}
	return n
}

// file returns the file of a key, counted from 0, written as a letter or a number.
func (g *iniGame) file(key string, otherwise int) int {
	text := g.value(key)
	if len(text) == 1 && text[0] >= 'a' && text[0] <= 'p' {
		return int(text[0] - 'a')
	}
	return g.number(key, otherwise+1) - 1
}

// region returns the region of a key. Squares off the board are left out of a region of a built-in
// game, which may have a larger board.
func (g *iniGame) region(key string, otherwise board.Region) board.Region {
	text := g.value(key)
	if text == "" {
		return otherwise
	}
	var words []string
	for _, word := range strings.Fields(text) {
		if word == "-" {
			continue
		}
		_, err := board.Region(word).Squares(g.size)
		if err != nil && !g.builtIn(key) {
			g.refuse(key, "%v", err)
		}
		if err == nil {
			words = append(words, word)
		}
	}
	if words == nil {
		return "-"
	}
	return board.Region(strings.Join(words, " "))
}

// regions returns the region of each side: of the key alone for both, or with White and Black in it.
func (g *iniGame) regions(key string, otherwise board.Regions, suffix ...string) board.Regions {
	end := strings.Join(suffix, "")
	if suffix == nil {
		otherwise.White = g.region(key, otherwise.White)
		otherwise.Black = g.region(key, otherwise.Black)
	}
	white, black := g.region(key+"White"+end, otherwise.White), g.region(key+"Black"+end, otherwise.Black)
	switch {
	case white == "" && black == "":
		return board.Regions{}
	case white == "":
		white = "*"
	case black == "":
		black = "*"
	}
	return board.Regions{White: white, Black: black}
}

// rankRegion returns a rank as a region, "-" if the board does not have it.
func (g *iniGame) rankRegion(rank int) board.Region {
	if rank < 1 || rank > g.size.Ranks {
		return "-"
	}
	return board.Region(fmt.Sprintf("*%d", rank))
}

// ranksFrom returns the ranks from that of a key on, as each side counts them.
func (g *iniGame) ranksFrom(key string) board.Regions {
	from := g.number(key, 1)
	if from < 1 || from > g.size.Ranks {
		g.fail(key, "a rank of the board")
		return board.Regions{}
	}
	var words []string
	for rank := from; rank <= g.size.Ranks; rank++ {
		words = append(words, string(g.rankRegion(rank)))
	}
	return board.Regions{White: board.Region(strings.Join(words, " "))}
}

// letters returns the letters of pieces in a key, in upper case, "" for "-". Letters that a built-in
// game names and this one lacks are left out.
func (g *iniGame) letters(key string) string {
	text := strings.ToUpper(strings.Join(strings.Fields(g.value(key)), ""))
	if text == "-" {
		return ""
	}
	var b strings.Builder
	for _, letter := range text {
		switch {
		case g.has(byte(letter)) && letter < 128:
			b.WriteRune(letter)
		case !g.builtIn(key) && !g.partial:
			g.refuse(key, "there is no piece %q", letter)
		}
	}
	return b.String()
}

// letter returns the one letter of a piece in a key, "" for none.
func (g *iniGame) letter(key string) string {
	text := g.letters(key)
	if len(text) > 1 {
		g.refuse(key, "%q names more than one piece", g.values[key])
	}
	return text
}

// has reports whether a piece has a letter.
func (g *iniGame) has(letter byte) bool {
	return slices.ContainsFunc(g.types, func(m iniPiece) bool { return m.letter == letter })
}

// named returns the letter of the piece with a name, "" if the game lacks it.
func (g *iniGame) named(name string) string {
	for _, m := range g.types {
		if m.name == name {
			return string(rune(m.letter))
		}
	}
	return ""
}

// labels returns the labels of the types that letters name: "*" for all, and with each letter those
// that have become it.
func (g *iniGame) labels(v *rules.Variant, key string) string {
	if g.value(key) == "*" {
		return "*"
	}
	var b strings.Builder
	for _, letter := range []byte(g.letters(key)) {
		for i := range v.Army {
			t := &v.Army[i]
			if t.Letter == letter && t.Mark != '+' || t.Mark == '+' && g.intoOf(t.Letter) == letter {
				b.WriteString(t.Label())
			}
		}
	}
	return b.String()
}

// intoOf returns the letter of what the piece with a letter is promoted to, or 0.
func (g *iniGame) intoOf(letter byte) byte {
	for _, m := range g.types {
		if m.letter == letter {
			return m.into
		}
	}
	return 0
}

// pawnLetters returns the letters of the types that are pawns.
func (g *iniGame) pawnLetters() string {
	if g.value("pawnTypes") != "" {
		return g.letters("pawnTypes")
	}
	return g.named("pawn")
}

// promotions returns the letters of what pawns become.
func (g *iniGame) promotions() string {
	text := g.letters("promotionPieceTypes")
	if g.values["promotionPieceTypes"] == "" {
		for _, name := range []string{"queen", "rook", "bishop", "knight"} {
			text += g.named(name)
		}
	}
	if g.value("promotionPawnTypes") == "-" {
		return ""
	}
	return text
}

// pairs are the pairs of a letter and what is said of it in a key: "q:1 r:2". Pairs of pieces that the
// game lacks are left out where a built-in game has them.
func (g *iniGame) pairs(key string) iter.Seq2[byte, string] {
	return func(yield func(byte, string) bool) {
		for pair := range strings.FieldsSeq(strings.ToUpper(g.value(key))) {
			from, to, ok := strings.Cut(pair, ":")
			switch {
			case ok && len(from) == 1 && g.has(from[0]):
				if !yield(from[0], to) {
					return
				}
			case !g.builtIn(key) && !g.partial:
				g.refuse(key, "%q does not begin with the letter of a piece and a colon", pair)
			}
		}
	}
}
