// Package counterpart holds the position of the reference kernel that is the same as one of a fast
// kernel, for questions that are rare or answered in words.
package counterpart

import (
	"fmt"
	"sync/atomic"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Position is the counterpart of a position, once it was needed. The zero value is not known yet.
type Position struct {
	known atomic.Pointer[rules.Position]
}

// Of returns the counterpart of p, whose field it is. It fails only if the reference kernel refuses
// its own setup, which cannot happen.
func (c *Position) Of(p rules.Position) (rules.Position, error) {
	if r := c.known.Load(); r != nil {
		return *r, nil
	}
	r, err := reference.Exactly(p.Variant(), p.Setup())
	if err != nil {
		return nil, fmt.Errorf("the reference kernel does not play this position: %w", err)
	}
	c.known.Store(&r)
	return r, nil
}

// Forget makes the counterpart unknown, before the memory of its position is used for another.
func (c *Position) Forget() {
	if c.known.Load() != nil {
		c.known.Store(nil)
	}
}
