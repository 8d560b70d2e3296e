package clock

import (
	"testing"
	"time"
)

// TestClock sets a machine's clock between heartbeats.
func TestClock(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	wall, up := noon, time.Second
	c := New(func() (time.Time, time.Duration) { return wall, up })
	pass := func(byWall, byUp time.Duration) {
		wall, up = wall.Add(byWall), up+byUp
		_, now := c.Machine()
		c.Beat(now, wall.Sub(c.Now()))
	}
	if c.Silence() != 0 {
		t.Errorf("before the first heartbeat the silence is %s", c.Silence())
	}
	for _, test := range []struct {
		what            string
		wall, up, shows time.Duration // since noon
	}{
		{"an even second", time.Second, time.Second, time.Second},
		{"the clock is put forward a little", 1500 * time.Millisecond, time.Second, 2010 * time.Millisecond},
		{"the clock is put forward a lot", time.Hour, time.Second, time.Hour + 2500*time.Millisecond},
		{"the clock is put back", -time.Hour, time.Second, time.Hour + 3490*time.Millisecond},
	} {
		pass(test.wall, test.up)
		if got := c.Now().Sub(noon); got != test.shows {
			t.Errorf("%s: the clock shows %s, want %s", test.what, got, test.shows)
		}
	}
	up += time.Minute
	if c.Silence() != time.Minute {
		t.Errorf("after a minute the silence is %s", c.Silence())
	}
	c.Adjust(-time.Second)
	if got := c.Now().Sub(noon); got != time.Hour+62490*time.Millisecond {
		t.Errorf("adjusted, the clock shows %s", got)
	}
}
