package web

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits are the rates at which one address, or one person, may ask for things.
type limits struct {
	requests *limiter[netip.Addr] // anything but files
	entry    *limiter[netip.Addr] // passwords, new accounts and guests
	guesses  *limiter[guess]      // passwords for one name from one address
	names    *limiter[string]     // passwords for one name from anywhere, before all wait
	noted    *limiter[netip.Addr] // entries in the log about limits
	actions  *limiter[string]     // moves and messages of one person
}

func newLimits(perSecond float64) *limits {
	part := perSecond / DefaultRate
	return &limits{
		requests: newLimiter[netip.Addr](perSecond, int(5*perSecond)+1),
		entry:    newLimiter[netip.Addr](0.2*part, int(20*part)+1),
		guesses:  newLimiter[guess](0.1, 10),
		names:    newLimiter[string](0.2, 20),
		noted:    newLimiter[netip.Addr](1.0/60, 1),
		actions:  newLimiter[string](10*part, int(40*part)+1),
	}
}

// guess is who tries passwords of whom.
type guess struct {
	from netip.Addr
	name string
}

// guessDelay is how long a password waits when many have been tried for its name.
const guessDelay = 2 * time.Second

// limiter holds a rate for each key. It forgets keys that have been quiet for so
// long that they have their whole burst again.
type limiter[K comparable] struct {
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

// maxKeys is how many keys are held between two sweeps; then all are swept.
const maxKeys = 100_000

func newLimiter[K comparable](perSecond float64, burst int) *limiter[K] {
	return &limiter[K]{every: rate.Limit(perSecond), burst: burst, keys: map[K]*allowance{}, swept: time.Now()}
}

// allow reports whether a key may do one more thing now.
func (l *limiter[K]) allow(key K) bool {
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

// sweep forgets the keys that have their whole burst again, once in that time.
func (l *limiter[K]) sweep(now time.Time) {
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
