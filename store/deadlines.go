package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// sweepBatch is how many games Sweep reads at a time.
const sweepBatch = 100

// Sweep ends the games whose time is up, and returns how many it has ended. Call it every second or
// so: without such games it costs one look at an index. A game that cannot be ended does not hold
// up others; the error names all of these.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	expire := func(g *play.Game, now time.Time) ([]play.Event, error) { return g.Expire(now) }
	ended := 0
	var failed error
	for {
		due, err := s.reading().IDs(ctx,
			`SELECT id FROM games WHERE deadline IS NOT NULL AND deadline < ? ORDER BY deadline LIMIT ?`,
			s.now(), sweepBatch)
		if err != nil {
			return ended, errors.Join(failed, err)
		}
		before := ended
		failed = nil
		for _, id := range due {
			done, err := s.change(ctx, id, expire)
			switch {
			case err != nil:
				failed = errors.Join(failed, fmt.Errorf("game %s: %w", id, err))
			case len(done.Events) > 0:
				ended++
			}
		}
		if len(due) < sweepBatch || ended == before {
			return ended, failed
		}
	}
}
