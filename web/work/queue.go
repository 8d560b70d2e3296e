package work

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// ErrBusy is the error of Enter when too many wait.
var ErrBusy = errors.New("the computer is busy with other work; try again in a few seconds")

// Slice is how long work may keep its place while others wait.
const Slice = time.Second

// Queue gives out places for work. Its methods may be called from several goroutines.
type Queue struct {
	budget  *Budget // of processor seconds; nil for no bound
	waiters atomic.Int64

	mu      sync.Mutex
	free    int
	most    int // how many may wait
	waiting []*waiter
	turns   int64         // places given so far
	last    map[any]int64 // the last turn of an address or a person
}

// waiter is a client that waits. given is closed when the place is its own.
type waiter struct {
	client Client
	given  chan struct{}
}

// NewQueue returns a queue with a number of places. Up to most clients may wait, at most a quarter
// of them from one address.
func NewQueue(places, most int, budget *Budget) *Queue {
	return &Queue{budget: budget, free: places, most: most, last: map[any]int64{}}
}

// Waiting returns how many wait.
func (q *Queue) Waiting() int { return int(q.waiters.Load()) }

// Enter waits for a place, which Leave gives back. The error is an *EmptyError, ErrBusy or that of
// ctx.
func (q *Queue) Enter(ctx context.Context, c Client) (*Place, error) {
	if q.budget != nil {
		if err := q.budget.Check(c); err != nil {
			return nil, err
		}
	}
	w, err := q.line(c, false)
	if err != nil {
		return nil, err
	}
	p := &Place{queue: q, client: c}
	if err := p.take(ctx, w); err != nil {
		return nil, err
	}
	return p, nil
}

// line takes a free place for a client or lets it wait for one. With must the client is not
// refused: it had a place before.
func (q *Queue) line(c Client, must bool) (*waiter, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := &waiter{c, make(chan struct{})}
	if q.free > 0 {
		q.free--
		q.give(w)
		return w, nil
	}
	here := 0
	for _, other := range q.waiting {
		if other.client.Address == c.Address {
			here++
		}
	}
	if !must && (len(q.waiting) >= q.most || here >= max(1, q.most/4)) {
		return nil, ErrBusy
	}
	q.waiting = append(q.waiting, w)
	q.waiters.Store(int64(len(q.waiting)))
	return w, nil
}

// give gives a place to a client. q.mu is locked.
func (q *Queue) give(w *waiter) {
	const remembered = 10_000
	if len(q.last) > remembered {
		clear(q.last)
	}
	q.turns++
	q.last[w.client.Address], q.last[personKey(w.client)] = q.turns, q.turns
	close(w.given)
}

// personKey tells people at one address apart.
func personKey(c Client) any {
	return struct {
		netip.Addr
		string
	}{c.Address, c.Person}
}

// leave gives a place to the next client: of the address whose last turn is longest ago, the person
// whose last turn is. Of several waits of one person the longest comes first.
func (q *Queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.free++
		return
	}
	best := 0
	for i, w := range q.waiting {
		if q.before(w.client, q.waiting[best].client) {
			best = i
		}
	}
	next := q.waiting[best]
	q.waiting = slices.Delete(q.waiting, best, best+1)
	q.waiters.Store(int64(len(q.waiting)))
	q.give(next)
}

func (q *Queue) before(a, b Client) bool {
	if x, y := q.last[a.Address], q.last[b.Address]; x != y {
		return x < y
	}
	return q.last[personKey(a)] < q.last[personKey(b)]
}

// forget ends a wait, and reports whether no place had been given.
func (q *Queue) forget(w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, w)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.waiters.Store(int64(len(q.waiting)))
	return true
}

// Place is a place in a queue that one piece of work occupies. Its methods may be called from
// several goroutines.
type Place struct {
	queue  *Queue
	client Client

	mu    sync.Mutex
	taken bool
	since time.Time
}

// take waits until a waiter has its place.
func (p *Place) take(ctx context.Context, w *waiter) error {
	select {
	case <-w.given:
	case <-ctx.Done():
		if !p.queue.forget(w) {
			p.queue.leave() // it was given at the same time
		}
		return ctx.Err()
	}
	p.taken, p.since = true, time.Now()
	return nil
}

// Wanted reports whether others wait and the work has had its Slice.
func (p *Place) Wanted() bool {
	if p.queue.waiters.Load() == 0 {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken && time.Since(p.since) >= Slice
}

// Yield lets others have the place if it is Wanted. It returns when the work has a place again, or
// when ctx is done. It costs little while nobody waits.
func (p *Place) Yield(ctx context.Context) {
	if !p.Wanted() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.taken || time.Since(p.since) < Slice {
		return // another goroutine of the work has yielded
	}
	p.release()
	if w, err := p.queue.line(p.client, true); err == nil {
		_ = p.take(ctx, w) // the error is that of ctx, which the work sees for itself
	}
}

// Leave gives the place back.
func (p *Place) Leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken {
		p.release()
	}
}

func (p *Place) release() {
	p.taken = false
	if p.queue.budget != nil {
		p.queue.budget.Charge(p.client, time.Since(p.since).Seconds())
	}
	p.queue.leave()
}
