package live

// This file measures the round trip to a client.

import (
	"slices"
	"sync"
	"time"
)

// lag measures the round trip to a client.
type lag struct {
	mu   sync.Mutex
	last []time.Duration // the latest measurements, at most measurements of them
	next int             // where the next one goes
}

// measurements is the number of measurements that count.
const measurements = 9

// measured adds a measurement.
func (l *lag) measured(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.last) < measurements {
		l.last = append(l.last, d)
		return
	}
	l.last[l.next] = d
	l.next = (l.next + 1) % measurements
}

// typical returns the median, the lower of the two if their number is even. A single delayed answer
// does not change it. It is 0 without measurements.
func (l *lag) typical() time.Duration {
	l.mu.Lock()
	sorted := slices.Sorted(slices.Values(l.last))
	l.mu.Unlock()
	if len(sorted) == 0 {
		return 0
	}
	return sorted[(len(sorted)-1)/2]
}
