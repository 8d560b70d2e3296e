package terminal

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
)

// timeControl is the time of a side for the whole game, and what each turn adds.
type timeControl struct {
	base, increment time.Duration
}

// parseTimeControl reads minutes and seconds: "5+3", "0.5+0", "1:30+1" or "15".
func parseTimeControl(text string) (timeControl, error) {
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
	duration := func(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
	c := timeControl{duration(60*m + s), duration(i)}
	if err != nil || c.base <= 0 {
		return timeControl{}, fmt.Errorf(
			"%q is not a time control: it is minutes, and seconds for each turn, as 5+3", text)
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

// clock is the two clocks of a game. At most one of them runs.
type clock struct {
	timeControl
	left    [2]time.Duration // when the clock was last stopped
	side    kirke.Color      // whose clock runs
	since   time.Time        // when it was started
	running bool
	history map[*kirke.Node][2]time.Duration // the time left at positions of the game, for taking moves back
}

// newClock returns clocks that do not run.
func newClock(c timeControl) *clock {
	k := &clock{timeControl: c}
	k.reset()
	return k
}

func (k *clock) reset() {
	k.left = [2]time.Duration{k.base, k.base}
	k.history = map[*kirke.Node][2]time.Duration{}
	k.running = false
}

// remaining returns the time that a side has left.
func (k *clock) remaining(c kirke.Color) time.Duration {
	left := k.left[c]
	if k.running && k.side == c {
		left -= time.Since(k.since)
	}
	return max(left, 0)
}

// stop stops both clocks.
func (k *clock) stop() {
	k.left[k.side] = k.remaining(k.side)
	k.running = false
}

// start starts the clock of a side and stops the other.
func (k *clock) start(c kirke.Color) {
	if k.running && k.side == c {
		return
	}
	k.stop()
	k.side, k.since, k.running = c, time.Now(), true
}

// moved presses the clock after the move that led to n.
func (k *clock) moved(n *kirke.Node) {
	mover, turn := n.Parent().Position().Turn(), n.Position().Turn()
	k.stop()
	if mover != turn {
		k.left[mover] += k.increment
	}
	k.history[n] = k.left
}

// restore sets the clocks to what they showed when n was reached.
func (k *clock) restore(n *kirke.Node) {
	k.stop()
	if left, ok := k.history[n]; ok {
		k.left = left
	} else if n.Parent() == nil {
		k.left = [2]time.Duration{k.base, k.base}
	}
}

// clockText writes a time as a clock shows it, with tenths below ten seconds.
func clockText(left time.Duration) string {
	if left < 10*time.Second {
		return fmt.Sprintf("0:%04.1f", left.Truncate(100*time.Millisecond).Seconds())
	}
	s := int((left + time.Second - 1) / time.Second) // 5:00 until a whole second has passed
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
