// Package unplayable holds the error that names what the fast kernel does not play.
package unplayable

import "github.com/kirke-chess/kirke/rules"

// Error is why the fast kernel does not play a variant or a position.
type Error struct {
	Variant, Reason string
	Field           string // of the variant, if one with a value that is on no list is the reason
}

func (e *Error) Error() string { return e.Variant + " is not played on bitboards: " + e.Reason }

// Because returns the error that v is not played for a reason.
func Because(v *rules.Variant, reason string) error { return &Error{Variant: v.ID, Reason: reason} }
