// Package hosting says which games that others have invented a site takes, so that none of them can
// hurt it: what they may cost in memory and time, and what they may say.
//
// Check looks at the game alone, costs next to nothing and comes first. Measure then plays the game.
// Both return what is wrong at the field that causes it, as rules.Variant.Validate does.
package hosting

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// What a game has at most. The largest of Kirke's own have 100 pieces, 1200 paths and 900 drops.
const (
	MaxPieces = 128  // on the board and in hand at the start, both sides together
	MaxPaths  = 3000 // of all piece types together: their tables are made for every square
	MaxDrops  = 2500 // types that may be dropped, times squares
)

// Characters that texts have at most.
const (
	maxName    = 60   // of the game
	maxLabel   = 40   // the name of a piece
	maxSummary = 300  // of the game, and what is said of a piece
	maxNote    = 1000 // one note
	maxNotes   = 20   // notes
	maxPicture = 4000 // the drawing of a piece
)

// ReadDraft returns the game of a draft's file. A file that names no ID calls its game "draft". The
// error has all that is wrong with it, or what about it Check and further checks do not take.
func ReadDraft(file string, further ...variantfile.Check) (*rules.Variant, error) {
	return variantfile.Read("draft", []byte(file), append([]variantfile.Check{Check}, further...)...)
}

// Check returns what about a valid game a site does not take, nil for nothing.
func Check(v *rules.Variant) []*rules.FieldError {
	c := checker{v: v}
	c.texts()
	c.pieces()
	c.paths()
	c.drops()
	return c.wrong
}

// checker looks for what a site does not take.
type checker struct {
	v     *rules.Variant
	wrong []*rules.FieldError
}

func (c *checker) add(field, format string, args ...any) {
	c.wrong = append(c.wrong, &rules.FieldError{Field: field, Err: fmt.Errorf(format, args...)})
}

// texts checks what the game says.
func (c *checker) texts() {
	v := c.v
	c.text("Name", "the name of the game", v.Name, maxName)
	if other := lookalike(v.Name); other != "" {
		c.add("Name", "%s is a game of Kirke; yours needs another name", other)
	}
	c.text("Summary", "the summary", v.Summary, maxSummary)
	if len(v.Notes) > maxNotes {
		c.add("Notes", "a game has at most %d notes, and this one has %d", maxNotes, len(v.Notes))
		return
	}
	for _, note := range v.Notes {
		c.text("Notes", "a note", note, maxNote)
	}
	for i := range v.Army {
		t, field := &v.Army[i], fmt.Sprintf("Army[%d].", i)
		c.text(field+"Name", "the name of a piece", t.Name, maxLabel)
		c.text(field+"Alias", "the longer name of a piece", t.Alias, maxLabel)
		c.text(field+"Doc", "what is said of a piece", t.Doc, maxSummary)
		if n := len(t.Picture); n > maxPicture {
			c.add(field+"Picture", "the drawing of a piece has at most %d characters, and this one has %d",
				maxPicture, n)
		}
	}
}

// text checks the length and the characters of a text.
func (c *checker) text(field, what, text string, most int) {
	if n := utf8.RuneCountInString(text); n > most {
		c.add(field, "%s has at most %d characters, and this one has %d", what, most, n)
	}
	for _, r := range text {
		if !unicode.IsPrint(r) {
			c.add(field, "%s has the character %U, which cannot be seen", what, r)
			return
		}
	}
}

// pieces checks how many pieces there are at the start.
func (c *checker) pieces() {
	v := c.v
	board, err := v.ParsePlacement(v.Start.Placement)
	if err != nil {
		return // Validate says so
	}
	n := 0
	for _, p := range board {
		if p.Type() != 0 {
			n++
		}
	}
	field := "Start.Placement"
	if hand := len(v.Start.Hand); hand > n {
		field = "Start.Hand"
	}
	if n += len(v.Start.Hand) + 2*len(v.Gating.Hand); n > MaxPieces {
		c.add(field, "a game begins with at most %d pieces on the board and in hand, and this one with %d",
			MaxPieces, n)
	}
}

// paths checks the paths of all pieces together.
func (c *checker) paths() {
	total, most, worst := 0, 0, 0
	for i := range c.v.Army {
		m, err := c.v.Army[i].Movement()
		if err != nil {
			return // Validate says so
		}
		if total += len(m); len(m) > most {
			most, worst = len(m), i
		}
	}
	if total > MaxPaths {
		c.add(fmt.Sprintf("Army[%d].Betza", worst), "the pieces have %d paths together, %d of them the %s; "+
			"a game has at most %d", total, most, c.v.Army[worst].Name, MaxPaths)
	}
}

// drops checks how many drops a position may have.
func (c *checker) drops() {
	v := c.v
	if !v.Drops.Active {
		return
	}
	types := bits.OnesCount32(v.HandTypes())
	if n := types * v.Size.Area(); n > MaxDrops {
		c.add("Drops", "%d types in hand on %d squares are %d possible drops; a game has at most %d",
			types, v.Size.Area(), n, MaxDrops)
	}
}

// lookalike returns the name of the built-in game or modifier that a name would pass for, "" if there is
// none.
func lookalike(name string) string {
	plain := letters(name)
	if plain == "" {
		return ""
	}
	for _, v := range rules.Games() {
		if letters(v.Name) == plain || letters(v.ID) == plain {
			return v.Name
		}
	}
	for _, m := range rules.Modifiers() {
		if letters(m.Name) == plain {
			return m.Name
		}
	}
	return ""
}

// letters reduces a name to its letters and digits.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
