package rules

import "errors"

// Contact is what a move must do with the neighbours of the piece that moves: pieces of either side
// that are a step of the king away.
type Contact struct {
	// Rule is what the move must do.
	Rule ContactRule `decides:"whether a piece has neighbours after its move"`
	// Leap is how far away a neighbour is: a leaper's movement in Betza's notation. "" is K.
	Leap string `decides:"how far away a neighbour is"`
	// Grid counts only neighbours across a line of the grid (contact grid chess).
	Grid bool
}

// ContactRule is what a move must do with the neighbours of its piece.
type ContactRule uint8

// The rules of contact.
const (
	AnyContact   ContactRule = iota
	NeedsContact             // it has one after the move (Köko)
	NoContact                // it has none (Anti-Köko)
	KeepsContact             // it has one after the move if and only if it had one before (New Köko)
)

// contradiction says why the rule of contact does not go together with the parts of v, or nil.
func (c *Contact) contradiction(v *Variant) error {
	l := &v.Fairy.Lanes
	if c.Grid && l.Grid == "" && l.Cells == "" && l.Lines == "" {
		return errors.New("a neighbour stands across a line of the grid, and there is no grid")
	}
	return nil
}
