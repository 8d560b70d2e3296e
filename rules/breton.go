package rules

import "errors"

// Breton takes a second piece off the board with a captured one. The zero value takes none.
type Breton struct {
	// Active turns the rule on: with a captured piece leaves a piece of the same type of the
	// capturer's side, if there is one. The mover chooses among several.
	Active bool
	// Adverse takes it from the other side.
	Adverse bool
	// Chromatic lets it change sides instead.
	Chromatic bool
	// Last takes it after the mover has been promoted, and takes neutral pieces too (Breton PY).
	Last bool
}

// contradiction says why the rule does not go together with the parts of v, or nil. Last goes with
// those that have been compared with Popeye.
func (b *Breton) contradiction(v *Variant) error {
	if !b.Active && *b != (Breton{}) {
		return errors.New("no second piece leaves the board unless that is active")
	}
	if !b.Last {
		return nil
	}
	if !v.comparedWith(Fairy{Breton: *b}) || v.Aftermath != (Aftermath{}) {
		return errors.New("it is not settled when a second piece leaves the board under another condition")
	}
	return nil
}

// Swapping says when the kings change places. The zero value is never.
type Swapping struct {
	White SwappingKings `decides:"when White's moves swap the kings"`
	Black SwappingKings `decides:"when Black's moves swap the kings"`
}

// SwappingKings says which moves of a side swap the kings.
type SwappingKings uint8

// The moves that swap the kings.
const (
	NoMoveSwaps   SwappingKings = iota
	EveryMove                   // type A
	EverySafeMove               // type B: every move, which must not leave the own king in check before
	ChecksSwap                  // type C: moves that give check
)

// Sentinels says which piece appears on a square, not on a first rank, that a piece other than a
// pawn has left: a pawn, as long as a side has fewer than eight.
type Sentinels uint8

// Whose pawn appears.
const (
	NoSentinels Sentinels = iota
	OwnPawns
	EnemyPawns
)
