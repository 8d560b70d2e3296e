// Package bitboard is the fast kernel. It plays the rules of package rules on bitboards: sets of
// squares in one or two words.
//
// Package internal/narrow plays on boards of 8×8, internal/wide on others of up to 128 squares.
// wide is generated from narrow by internal/widen. Read narrow first; above it stand
// narrow/foresight, which looks ahead for the solver, and narrow/position, which makes positions.
// internal/sieve leaves out moves, for conditions that do no more than that.
// internal/traits says what may be assumed of a game, and which games are left to the reference
// kernel.
package bitboard

import (
	narrow "github.com/kirke-chess/kirke/bitboard/internal/narrow/position"
	"github.com/kirke-chess/kirke/bitboard/internal/sieve"
	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	wide "github.com/kirke-chess/kirke/bitboard/internal/wide/position"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// UnplayableError is why a variant or a position has no fast kernel.
type UnplayableError = unplayable.Error

// New returns the position of v that s describes, like reference.New. The error is an
// *UnplayableError when this kernel does not play it.
func New(v *rules.Variant, s rules.Setup, forgive rules.Defect) (rules.Position, error) {
	base, leavesOut := sieve.Base(v)
	if !leavesOut {
		return plainly(v, s, forgive)
	}
	switch p, err := plainly(base, s, forgive); inner := p.(type) {
	case sieve.Inner[[1]uint64]:
		return sieve.New(v, inner)
	case sieve.Inner[[2]uint64]:
		return sieve.New(v, inner)
	default:
		return nil, err
	}
}

// plainly is New for a game that leaves out no moves of another.
func plainly(v *rules.Variant, s rules.Setup, forgive rules.Defect) (rules.Position, error) {
	if v.Size == (board.Size{Files: 8, Ranks: 8}) {
		return narrow.New(v, s, forgive)
	}
	return wide.New(v, s, forgive)
}
