package main

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
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

// variant returns the game with an id, or the one of --variant when it is "".
func (c *console) variant(id string) (*kirke.Variant, error) {
	if id == "" {
		id = c.Variant
	}
	v, err := kirke.Lookup(id)
	if err != nil || !c.Problem {
		return v, err
	}
	problem := *v
	problem.Problem = true
	return &problem, nil
}

// options returns what the flags say about how positions are set up.
func (c *console) options() []kirke.Option {
	opts := []kirke.Option{kirke.Seed(c.Seed)}
	if c.Array != "" {
		opts = append(opts, kirke.Array(c.Array))
	}
	if c.Symmetry != "" {
		opts = append(opts, kirke.DrawnWith(kirke.Symmetry(c.Symmetry)))
	}
	if c.Problem {
		opts = append(opts, kirke.Forgive(rules.AnyProblem))
	}
	return opts
}

// start returns the position that --variant, --fen and the flags of the array
// ask for.
func (c *console) start(more ...kirke.Option) (kirke.Position, error) {
	v, err := c.variant("")
	if err != nil {
		return kirke.Position{}, err
	}
	opts := append(c.options(), more...)
	if c.FEN == "" {
		return kirke.Start(v, opts...)
	}
	if c.Array != "" || c.Symmetry != "" {
		return kirke.Position{}, fmt.Errorf("--fen says where the men stand: --array and --symmetry cannot be used with it")
	}
	return kirke.FromFEN(v, c.FEN, opts...)
}
