package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/store/internal/clock"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// ahead returns how far the reference is ahead of the clock.
func (s *Store) ahead(ctx context.Context, t *tx) (time.Duration, error) {
	if !s.db.Postgres() {
		wall, _ := s.clock.Machine()
		return wall.Sub(s.clock.Now()), nil
	}
	asked := s.clock.Now()
	var there time.Time
	if _, err := t.Row(ctx, `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT`, nil, &there); err != nil {
		return 0, err
	}
	answered := s.clock.Now()
	if answered.Sub(asked) > clock.MaxSilence/2 {
		return 0, nil // too slow to tell when in between it was
	}
	return there.Sub(asked.Add(answered.Sub(asked) / 2)), nil
}

// setClock sets the clock when the store is opened. It never sets it back behind the last
// heartbeat: clocks would stand still until that time has come again.
func (s *Store) setClock(ctx context.Context) error {
	if s.clock == nil {
		return nil
	}
	t := s.reading()
	ahead, err := s.ahead(ctx, t)
	if err != nil {
		return err
	}
	s.clock.Adjust(ahead)
	last, err := t.lastBeat(ctx)
	if behind := last.Sub(s.now()); err == nil && behind > 0 {
		s.clock.Adjust(behind)
		if behind > clock.MaxSilence {
			s.log.Warn("the clock was set back while no server was running; it follows slowly", "behind", behind)
		}
	}
	return err
}

// Now returns the time of events that are stored now. It runs evenly even when the machine's clock
// is set.
func (s *Store) Now() time.Time { return s.now() }

// storedNow returns the time with the precision that is stored.
func (s *Store) storedNow() time.Time { return db.Time(db.Millis(s.now())) }
