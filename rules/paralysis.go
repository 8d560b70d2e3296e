package rules

// Paralysis makes pieces stand still that an enemy piece attacks (Madrasi): they cannot move,
// capture or check. Whether the attacker is paralysed itself does not matter.
type Paralysis struct {
	// Active turns the rule on.
	Active bool
	// Kings paralyse each other too (rex inclusive).
	Kings bool
	// By is which piece paralyses.
	By Paralyser `decides:"which piece paralyses"`
	// Avoided forbids the moves after which a piece would be paralysed, instead of paralysing it
	// (Isardam). The capture of a king is such a move too, so that it may be no check.
	Avoided bool
	// Taken lets the king be captured by a move that is otherwise forbidden by Avoided (Isardam
	// type B).
	Taken bool
}

// Paralyser is which piece paralyses another.
type Paralyser uint8

// The pieces that paralyse.
const (
	ByTwin   Paralyser = iota // one of the same type
	ByEiffel                  // pawns paralyse knights, knights bishops, bishops rooks, rooks queens, queens pawns
	ByPart                    // any: the paralysed piece does not go where it could go as its attacker
)
