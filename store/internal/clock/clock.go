// Package clock has a clock that runs evenly while the machine's clock is set, and follows a
// reference slowly.
package clock

import (
	"sync"
	"time"
)

// Machine returns the time that a machine's clock shows, and how long the machine has been up.
type Machine func() (wall time.Time, up time.Duration)

// Clock is the time of all that is stored. Between heartbeats it runs by the machine's monotonic
// clock, so that nobody gains or loses time when the machine's clock is set. At each heartbeat it
// is compared with a reference: the database's clock where several servers share PostgreSQL, the
// machine's otherwise.
type Clock struct {
	machine Machine

	mu       sync.Mutex
	wall     time.Time     // when the clock was made or last adjusted
	up       time.Duration // the same time
	lastBeat time.Duration // this program's last heartbeat, by up; 0 for none
}

// MaxSilence is how long the store may be silent, and how far clocks may differ, before time is
// given back.
const MaxSilence = 1500 * time.Millisecond

// slewRate is how slowly a small difference to the reference is corrected: by one part in slewRate
// of the time that passes.
const slewRate = 100

// ThisMachine returns the machine that the program runs on.
func ThisMachine() Machine {
	began := time.Now().Add(-time.Second) // so that up is never 0
	return func() (time.Time, time.Duration) {
		now := time.Now()
		return now.Round(0), now.Sub(began)
	}
}

// New returns a clock that shows what the machine's clock shows.
func New(machine Machine) *Clock {
	c := &Clock{machine: machine}
	c.wall, c.up = machine()
	return c
}

// Machine returns what the machine shows.
func (c *Clock) Machine() (wall time.Time, up time.Duration) { return c.machine() }

// Now returns the time.
func (c *Clock) Now() time.Time {
	_, up := c.machine()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall.Add(up - c.up)
}

// Adjust puts the clock forward, or back if d is negative.
func (c *Clock) Adjust(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = c.wall.Add(d)
}

// Silence returns the time since this program's last heartbeat, 0 before the first.
func (c *Clock) Silence() time.Duration {
	_, up := c.machine()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lastBeat == 0 {
		return 0
	}
	return up - c.lastBeat
}

// Beat notes a heartbeat at a time by up, with the reference ahead of the clock. A difference of
// MaxSilence or more has been given back, and so the clock jumps; a smaller one is corrected
// slowly.
func (c *Clock) Beat(up, ahead time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ahead < MaxSilence {
		limit := time.Duration(0)
		if c.lastBeat > 0 {
			limit = min(max(0, up-c.lastBeat), MaxSilence) / slewRate
		}
		ahead = min(max(ahead, -limit), limit)
	}
	c.wall = c.wall.Add(ahead)
	c.lastBeat = up
}
