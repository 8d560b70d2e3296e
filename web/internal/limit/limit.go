// Package limit bounds how often something may be done, for each address, person or other key.
package limit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxKeys is the number of keys that a Limiter remembers. Beyond it, all are forgotten.
const maxKeys = 100_000

// Limiter limits the rate of each key. It forgets keys that have their whole burst again. Its
// methods may be called from several goroutines.
type Limiter[K comparable] struct {
	every rate.Limit
	burst int

	mu    sync.Mutex
	keys  map[K]*allowance
	swept time.Time
}

type allowance struct {
	*rate.Limiter
	seen time.Time
}

// New returns a limiter that allows each key perSecond events on average, and burst at once.
func New[K comparable](perSecond float64, burst int) *Limiter[K] {
	return &Limiter[K]{every: rate.Limit(perSecond), burst: burst, keys: map[K]*allowance{}, swept: time.Now()}
}

// Allow reports whether a key may have one more event now, and counts it if so.
func (l *Limiter[K]) Allow(key K) bool {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	a, ok := l.keys[key]
	if !ok {
		if len(l.keys) >= maxKeys {
			clear(l.keys)
		}
		a = &allowance{Limiter: rate.NewLimiter(l.every, l.burst)}
		l.keys[key] = a
	}
	a.seen = now
	return a.AllowN(now, 1)
}

// sweep forgets the keys that have their whole burst again, once in the time of a burst.
func (l *Limiter[K]) sweep(now time.Time) {
	full := time.Duration(float64(l.burst) / float64(l.every) * float64(time.Second))
	if now.Sub(l.swept) < full {
		return
	}
	l.swept = now
	for key, a := range l.keys {
		if now.Sub(a.seen) >= full {
			delete(l.keys, key)
		}
	}
}
