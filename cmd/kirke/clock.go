package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
)

// control is a time control: what a side has for the whole game, and what each turn adds.
type control struct {
	base, increment time.Duration
}

// parseControl reads minutes and seconds, "5+3", "0.5+0", "1:30+1" or "15".
func parseControl(text string) (control, error) {
	base, increment, _ := strings.Cut(text, "+")
	minutes, seconds, colon := strings.Cut(base, ":")
	m, err := amount(minutes)
	s := 0.0
	if err == nil && colon {
		s, err = amount(seconds)
	}
	i := 0.0
	if err == nil && increment != "" {
		i, err = amount(increment)
	}
	c := control{time.Duration((60*m + s) * float64(time.Second)), time.Duration(i * float64(time.Second))}
	if err != nil || c.base <= 0 {
		return control{}, fmt.Errorf("%q is no time control: it is minutes and seconds for each turn, as 5+3", text)
	}
	return c, nil
}

// amount reads a number of minutes or seconds.
func amount(text string) (float64, error) {
	const most = 10000
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && (math.IsNaN(n) || n < 0 || n > most) {
		err = fmt.Errorf("%q is not a time", text)
	}
	return n, err
}

// clock is the two clocks of a game, of which at most one runs.
type clock struct {
	control
	left    [2]time.Duration // when it last stood still
	side    kirke.Color      // whose clock runs
	since   time.Time        // when it was started
	running bool
	before  map[*kirke.Node][2]time.Duration // what was left at positions of the game, so that moves can be taken back
}

// newClock returns clocks that stand still.
func newClock(c control) *clock {
	k := &clock{control: c}
	k.reset()
	return k
}

func (k *clock) reset() {
	k.left = [2]time.Duration{k.base, k.base}
	k.before = map[*kirke.Node][2]time.Duration{}
	k.running = false
}

// remaining returns what a side has left.
func (k *clock) remaining(c kirke.Color) time.Duration {
	left := k.left[c]
	if k.running && k.side == c {
		left -= time.Since(k.since)
	}
	return max(left, 0)
}

// stop lets both clocks stand still.
func (k *clock) stop() {
	k.left[k.side] = k.remaining(k.side)
	k.running = false
}

// start lets the clock of a side run, the other's stand still.
func (k *clock) start(c kirke.Color) {
	if k.running && k.side == c {
		return
	}
	k.stop()
	k.side, k.since, k.running = c, time.Now(), true
}

// moved presses the clock after a move that led to n.
func (k *clock) moved(n *kirke.Node) {
	mover, turn := n.Parent().Position().Turn(), n.Position().Turn()
	k.stop()
	if mover != turn {
		k.left[mover] += k.increment
	}
	k.before[n] = k.left
}

// back puts the clocks to what they showed when n was reached.
func (k *clock) back(n *kirke.Node) {
	k.stop()
	if left, ok := k.before[n]; ok {
		k.left = left
	} else if n.Parent() == nil {
		k.left = [2]time.Duration{k.base, k.base}
	}
}

// clockText writes a time as a clock shows it, with tenths when it runs short.
func clockText(left time.Duration) string {
	if left < 10*time.Second {
		return fmt.Sprintf("0:%04.1f", left.Truncate(100*time.Millisecond).Seconds())
	}
	s := int((left + time.Second - 1) / time.Second) // 5:00 until a second is gone
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
