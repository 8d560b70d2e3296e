// Package bitboard is the fast kernel: the rules of package rules played on sets
// of squares. Boards of 8×8 are played by package narrow, others of up to 128
// squares by package wide, which is generated from it.
package bitboard

import (
	"github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/bitboard/internal/wide"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// UnplayableError is why a variant or a position has no fast kernel.
type UnplayableError = unplayable.Error

// New returns the position of v that s describes, like rules.New. It returns an
// *UnplayableError error when this kernel does not play it.
func New(v *rules.Variant, s rules.Setup, forgive rules.Problem) (rules.Position, error) {
	if v.Size == (board.Size{Files: 8, Ranks: 8}) {
		return narrow.New(v, s, forgive)
	}
	return wide.New(v, s, forgive)
}
