package engine

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/board"
)

// TestClockLasts uses the hard or the soft limit for each move, and is late by up to the overhead.
// If the increment makes up for that, there is always time left.
func TestClockLasts(t *testing.T) {
	const overhead = 30 * time.Millisecond
	rapid.Check(t, func(t *rapid.T) {
		milliseconds := func(least, most int, label string) time.Duration {
			return time.Duration(rapid.IntRange(least, most).Draw(t, label)) * time.Millisecond
		}
		var l Limits
		left, increment := &l.Left[board.White], &l.Increment[board.White]
		*left, *increment = milliseconds(100, 600_000, "time"), milliseconds(32, 5000, "increment")
		patient := rapid.Bool().Draw(t, "patient")
		o := Options{Overhead: overhead, SlowMover: rapid.IntRange(10, 1000).Draw(t, "slow mover")}
		for range 200 {
			c := newClock(l, board.White, 30, o)
			if c.soft <= 0 || c.soft > c.hard {
				t.Fatalf("with %v left: soft limit %v, hard limit %v", *left, c.soft, c.hard)
			}
			took := c.soft
			if patient {
				took = c.hard
			}
			if *left -= took + milliseconds(0, 30, "late"); *left <= 0 {
				t.Fatalf("%v over the time", -*left)
			}
			*left += *increment
		}
	})
}

// TestSlowMover expects the time for a move to be a percentage of the usual one.
func TestSlowMover(t *testing.T) {
	l := Limits{Left: [2]time.Duration{time.Minute, time.Minute}}
	soft := func(percent int) time.Duration {
		return newClock(l, board.White, 30, Options{Overhead: DefaultOverhead, SlowMover: percent}).soft
	}
	usual := soft(0)
	for _, percent := range []int{10, 50, 100, 200} {
		if got, want := soft(percent), usual*time.Duration(percent)/100; got != want {
			t.Errorf("%d %%: %v, want %v", percent, got, want)
		}
	}
}
