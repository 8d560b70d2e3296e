package main

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/rules"
)

// The symmetries of drawn arrays, as flags name them.
const (
	asymmetric = rules.Asymmetric
	mirror     = rules.Mirror
	central    = rules.Central
)

// styles are the ways of writing moves, as --notation names them.
var styles = []kirke.Style{kirke.SAN, kirke.Book, kirke.LAN, kirke.UCI, kirke.Courier, kirke.Popeye}

func parseStyle(name string) (kirke.Style, error) {
	for _, s := range styles {
		if fmt.Sprint(s) == name {
			return s, nil
		}
	}
	return styles[0], fmt.Errorf("--notation: there is no style %q; there are %s", name, listed(styles))
}

// listed writes words as "a, b and c".
func listed[T any](words []T) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, w)
	}
	return b.String()
}

// style returns the style the user asked for, or else a command's own.
func (c *console) style(otherwise kirke.Style) kirke.Style {
	if c.Notation == "" {
		return otherwise
	}
	s, err := parseStyle(c.Notation)
	if err != nil {
		return otherwise
	}
	return s
}

// setting returns how games begin as the flags say, with another game instead of --variant when id is not "".
func (c *console) setting(id string) gamefile.Setting {
	if id == "" {
		id = c.Variant
	}
	return gamefile.Setting{
		Variant: id, FEN: c.FEN, Seed: c.seedOrZero(), Array: c.Array, Symmetry: kirke.Symmetry(c.Symmetry), Problem: c.Problem,
	}
}

// variant returns the game with an id, or the one of --variant when it is "".
func (c *console) variant(id string) (*kirke.Variant, error) { return c.setting(id).Game() }

// options returns what the flags say about how positions are set up.
func (c *console) options() []kirke.Option { return c.setting("").Options() }

// start returns the position that --variant, --fen and the flags of the array
// ask for. What is drawn is drawn by c.seed.
func (c *console) start(more ...kirke.Option) (kirke.Position, error) {
	if c.setting("").Drawn() {
		c.seed()
	}
	return c.setting("").Position(more...)
}

// seedOfArray returns the number that the array was drawn by, nil where it was not drawn. It is for JSON.
func (c *console) seedOfArray() *uint64 {
	if !c.setting("").Drawn() {
		return nil
	}
	return c.Seed
}
