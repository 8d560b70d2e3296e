package store

import (
	"context"
	"time"
)

// OpenOn is Open with the clock of a machine: the time that it shows, and how long the machine has
// been up.
func OpenOn(
	ctx context.Context, place string, o Options, machine func() (wall time.Time, up time.Duration),
) (*Store, error) {
	o.machine = machine
	return Open(ctx, place, o)
}

// Summarise returns the summary of a game.
var Summarise = summarise
