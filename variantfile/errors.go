package variantfile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Error is one thing that is wrong in a file.
type Error struct {
	File    string
	Line    int    // counted from 1; 0 if it belongs to no line
	Key     string // as "promotion.to" or "pieces[Archer].betza"; "" if it belongs to no key
	Problem string // what is wrong
	Hint    string // what would be right; may be ""
}

// Error returns "FILE:LINE: KEY: what is wrong; what would be right".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": ")
	if e.Key != "" {
		b.WriteString(e.Key + ": ")
	}
	b.WriteString(e.Problem)
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// join returns the errors of a file in the order of its lines as one error, nil for none.
func join(all []*Error) error {
	slices.SortStableFunc(all, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	errs := make([]error, len(all))
	for i, e := range all {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// Errors returns the single errors that one from this package is joined of.
func Errors(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, Errors(e)...)
	}
	return all
}
