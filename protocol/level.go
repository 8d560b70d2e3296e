package protocol

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// level is a time control of CECP.
type level struct {
	moves     int // to make in the base time, 0 for the whole game
	base, inc time.Duration
}

// parseLevel reads "MPS BASE INC": BASE in minutes or minutes:seconds, INC in seconds. It ignores
// what follows BASE in its word. The error names the part that cannot be read.
func parseLevel(text string) (l level, err error) {
	f := strings.Fields(text)
	if len(f) != 3 {
		return l, fmt.Errorf("level needs three parts, as in level 40 5 0")
	}
	if l.moves, err = strconv.Atoi(f[0]); err != nil || l.moves < 0 {
		return l, fmt.Errorf("%q is not a number of moves", f[0])
	}
	base := f[1]
	if i := strings.IndexFunc(base, func(r rune) bool { return !strings.ContainsRune("0123456789:.", r) }); i > 0 {
		base = base[:i]
	}
	minutes, rest, _ := strings.Cut(base, ":")
	m, err := seconds(minutes)
	if err != nil {
		return l, fmt.Errorf("%q is not minutes or minutes:seconds", f[1])
	}
	l.base = min(60*m, math.MaxInt64/2)
	if rest != "" {
		s, err := seconds(rest)
		if err != nil {
			return l, fmt.Errorf("%q is not minutes or minutes:seconds", f[1])
		}
		l.base += s
	}
	if l.inc, err = seconds(f[2]); err != nil {
		return l, fmt.Errorf("%q is not a number of seconds", f[2])
	}
	return l, nil
}

// seconds reads a number of seconds, whole or not, of at most a year.
func seconds(text string) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= 365*24*3600) {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	return time.Duration(n * float64(time.Second)), nil
}

// left returns how many moves are left to the next time control after some.
func (l level) left(made int) int {
	if l.moves == 0 {
		return 0
	}
	return l.moves - made%l.moves
}
