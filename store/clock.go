package store

import (
	"context"
	"sync"
	"time"
)

// clock is the time of all that is stored. Between heartbeats it runs by the machine's monotonic
// clock, so that nobody gains or loses time when the machine's clock is set. At each heartbeat it
// is compared with a reference: the database's clock where several servers share PostgreSQL, the
// machine's otherwise.
type clock struct {
	machine func() (wall time.Time, up time.Duration) // the machine's clock, and how long it has been up

	mu       sync.Mutex
	wall     time.Time     // when the clock was made or last adjusted
	up       time.Duration // the same time
	lastBeat time.Duration // this program's last heartbeat, by up; 0 for none
}

// maxSilence is how long the store may be silent, and how far clocks may differ, before time is
// given back.
const maxSilence = 1500 * time.Millisecond

// slewRate is how slowly a small difference to the reference is corrected: by one part in slewRate
// of the time that passes.
const slewRate = 100

// machineClock returns the machine's clock, for newClock.
func machineClock() func() (time.Time, time.Duration) {
	began := time.Now().Add(-time.Second) // so that up is never 0
	return func() (time.Time, time.Duration) {
		now := time.Now()
		return now.Round(0), now.Sub(began)
	}
}

func newClock(machine func() (time.Time, time.Duration)) *clock {
	c := &clock{machine: machine}
	c.wall, c.up = machine()
	return c
}

// now returns the time.
func (c *clock) now() time.Time {
	_, up := c.machine()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall.Add(up - c.up)
}

// adjust puts the clock forward, or back if d is negative.
func (c *clock) adjust(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = c.wall.Add(d)
}

// silence returns the time since this program's last heartbeat, 0 before the first.
func (c *clock) silence() time.Duration {
	_, up := c.machine()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lastBeat == 0 {
		return 0
	}
	return up - c.lastBeat
}

// beat notes a heartbeat at a time by up, with the reference ahead of the clock. A difference of
// maxSilence or more has been given back, and so the clock jumps; a smaller one is corrected
// slowly.
func (c *clock) beat(up, ahead time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ahead < maxSilence {
		limit := time.Duration(0)
		if c.lastBeat > 0 {
			limit = min(max(0, up-c.lastBeat), maxSilence) / slewRate
		}
		ahead = min(max(ahead, -limit), limit)
	}
	c.wall = c.wall.Add(ahead)
	c.lastBeat = up
}

// ahead returns how far the reference is ahead of the clock.
func (s *Store) ahead(ctx context.Context, t *tx) (time.Duration, error) {
	if !s.postgres {
		wall, _ := s.clock.machine()
		return wall.Sub(s.clock.now()), nil
	}
	asked := s.clock.now()
	var ms int64
	if _, err := t.row(ctx, `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT`, nil, &ms); err != nil {
		return 0, err
	}
	answered := s.clock.now()
	if answered.Sub(asked) > maxSilence/2 {
		return 0, nil // too slow to tell when in between it was
	}
	return fromMillis(ms).Sub(asked.Add(answered.Sub(asked) / 2)), nil
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
	s.clock.adjust(ahead)
	last, err := t.lastBeat(ctx)
	if behind := last.Sub(s.now()); err == nil && behind > 0 {
		s.clock.adjust(behind)
		if behind > maxSilence {
			s.log.Warn("the clock was set back while no server was running; it follows slowly", "behind", behind)
		}
	}
	return err
}

// Now returns the time of events that are stored now. It runs evenly even when the machine's clock
// is set.
func (s *Store) Now() time.Time { return s.now() }

// storedNow returns the time with the precision that is stored.
func (s *Store) storedNow() time.Time { return fromMillis(toMillis(s.now())) }
