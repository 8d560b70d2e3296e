package rules

import "errors"

// Movers says whose pieces a side moves. A piece of the other side moves as it does for its own
// side: it captures the same pieces, and pawns go the same way. Whoever moves it, it attacks the
// other side's pieces. After a move the mover's own king must not be in check.
type Movers uint8

// Whose pieces a side moves.
const (
	OwnPieces Movers = iota
	// AllPieces are those of both sides, but a move that takes the last one back is illegal, unless
	// one of the two captures (all-in chess).
	AllPieces
	// AllButLast are those of both sides, but not the one that was moved last (mainly-in chess).
	AllButLast
	// TheirPieces are those of the other side alone (half-in chess).
	TheirPieces
)

// MovesTheirs reports whether a side moves pieces of the other side.
func (m Movers) MovesTheirs() bool { return m != OwnPieces }

// MovesOwn reports whether a side moves its own pieces.
func (m Movers) MovesOwn() bool { return m != TheirPieces }

// MovesBoth reports whether a side moves its own pieces and those of the other side.
func (m Movers) MovesBoth() bool { return m.MovesTheirs() && m.MovesOwn() }

// remembers reports whether what is legal depends on the last move.
func (m Movers) remembers() bool { return m == AllPieces || m == AllButLast }

// contradiction says why moves of both sides' pieces do not go together with the parts of v, or
// nil: they go with those that have been compared with Popeye.
func (m Movers) contradiction(v *Variant) error {
	if m == OwnPieces {
		return nil
	}
	if !v.comparedWith(Fairy{Movers: m}) || v.Aftermath != (Aftermath{}) || v.Neutrals {
		return errors.New("it is not settled how a side moves the other side's pieces under another condition")
	}
	return nil
}
