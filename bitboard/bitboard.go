// Package bitboard is the fast kernel: the rules of package rules played on sets
// of squares. Boards of 8×8 are played by package narrow, others of up to 128
// squares by package wide, which is generated from it.
package bitboard

import (
	"errors"

	"github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/rules"
)

// UnplayableError is why a variant or a position has no fast kernel.
type UnplayableError struct {
	Variant, Reason string
}

func (e *UnplayableError) Error() string {
	return e.Variant + " is not played on sets: " + e.Reason
}

// New returns the position of v that s describes, like rules.New. It returns an
// *UnplayableError error when this kernel does not play it.
func New(v *rules.Variant, s rules.Setup, forgive rules.Problem) (rules.Position, error) {
	p, err := narrow.New(v, s, forgive)
	var no *narrow.UnplayableError
	if errors.As(err, &no) {
		return nil, &UnplayableError{no.Variant, no.Reason}
	}
	return p, err
}
