package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Limit is how long an engine may think. Zero parts do not limit; several parts all apply.
type Limit struct {
	Moves     int           // that Time is for, after which it is added again; 0 for the whole game
	Time      time.Duration // on the clock
	Increment time.Duration // added after each move
	MoveTime  time.Duration // for each move, instead of a clock
	Depth     int           // half-moves
	Nodes     uint64        // for each move; UCI only
}

// ParseLimit reads a time control in seconds or minutes:seconds: "60", "1+0.1", "40/60+0.5",
// "2:30+1". The error says what cannot be read.
func ParseLimit(text string) (Limit, error) {
	var l Limit
	rest := text
	moves, after, found := strings.Cut(rest, "/")
	if found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return l, fmt.Errorf("time control %q: %q is not a number of moves from 1", text, moves)
		}
		l.Moves, rest = n, after
	}
	base, increment, found := strings.Cut(rest, "+")
	var err error
	if found {
		if l.Increment, err = ParseSeconds(increment); err != nil {
			return l, fmt.Errorf("time control %q: %w", text, err)
		}
	}
	minutes, secs, found := strings.Cut(base, ":")
	if !found {
		minutes, secs = "0", base
	}
	m, err := strconv.ParseUint(minutes, 10, 16)
	if err != nil {
		return l, fmt.Errorf("time control %q: %q is not a number of minutes", text, minutes)
	}
	if l.Time, err = ParseSeconds(secs); err != nil {
		return l, fmt.Errorf("time control %q: %w", text, err)
	}
	l.Time += time.Duration(m) * time.Minute
	if l.Time == 0 {
		return l, fmt.Errorf("time control %q: there is no time on the clock", text)
	}
	return l, nil
}

// mostSeconds is the longest time.
const mostSeconds = 30 * 24 * 3600

// ParseSeconds reads a time in seconds, such as "0.5".
func ParseSeconds(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(s) || s < 0 || s > mostSeconds {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	return time.Duration(math.Round(s*1e6)) * time.Microsecond, nil
}

// IsZero reports whether nothing is limited.
func (l Limit) IsZero() bool { return l == Limit{} }

// or returns l, with the parts that are not set taken from other.
func (l Limit) or(other Limit) Limit {
	if l.Time == 0 && l.MoveTime == 0 {
		l.Moves, l.Time, l.Increment, l.MoveTime = other.Moves, other.Time, other.Increment, other.MoveTime
	}
	if l.Depth == 0 {
		l.Depth = other.Depth
	}
	if l.Nodes == 0 {
		l.Nodes = other.Nodes
	}
	return l
}

// String returns the limit as tables and PGN files show it: "40/60+0.5",
// "0.5 s a move", "1+0.1, depth 8".
func (l Limit) String() string {
	var parts []string
	if l.Time > 0 {
		text := inSeconds(l.Time)
		if l.Moves > 0 {
			text = fmt.Sprintf("%d/%s", l.Moves, text)
		}
		if l.Increment > 0 {
			text += "+" + inSeconds(l.Increment)
		}
		parts = append(parts, text)
	}
	if l.MoveTime > 0 {
		parts = append(parts, inSeconds(l.MoveTime)+" s a move")
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", l.Depth))
	}
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes", l.Nodes))
	}
	return strings.Join(parts, ", ")
}

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// clock is the time one side has left.
type clock struct {
	limit  Limit
	left   time.Duration
	played int
}

func newClock(l Limit) *clock { return &clock{limit: l, left: l.Time} }

// allowed returns how long the next move may take, 0 for no limit.
func (c *clock) allowed() time.Duration {
	switch {
	case c.limit.MoveTime > 0 && c.limit.Time > 0:
		return min(c.limit.MoveTime, c.left)
	case c.limit.MoveTime > 0:
		return c.limit.MoveTime
	}
	return c.left
}

// timed reports whether a side can lose on time.
func (c *clock) timed() bool { return c.limit.Time > 0 || c.limit.MoveTime > 0 }

// movesToGo returns the number of moves to the next time control, 0 if there is none.
func (c *clock) movesToGo() int {
	if c.limit.Moves == 0 {
		return 0
	}
	return c.limit.Moves - c.played%c.limit.Moves
}

// press ends a move that took some time.
func (c *clock) press(took time.Duration) {
	c.played++
	if c.limit.Time == 0 {
		return
	}
	c.left = max(c.left-took, 0) + c.limit.Increment
	if c.limit.Moves > 0 && c.played%c.limit.Moves == 0 {
		c.left += c.limit.Time
	}
}
