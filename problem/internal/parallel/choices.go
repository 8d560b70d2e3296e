package parallel

import (
	"sync"
	"sync/atomic"
)

// Choices divides one item among threads. All of them walk the same tree in the same order, and
// each choice in it is taken by only one of them. R is what a thread finds.
type Choices[R any] struct {
	taken   atomic.Int64
	mu      sync.Mutex
	closed  bool
	helpers sync.WaitGroup
	found   []R // by helpers
}

// Help calls find, unless the item is about to be finished, and keeps what it finds.
func (c *Choices[R]) Help(find func() R) {
	if !c.enter() {
		return
	}
	found := find()
	c.mu.Lock()
	c.found = append(c.found, found)
	c.mu.Unlock()
	c.helpers.Done()
}

// enter reports whether a helper may still begin.
func (c *Choices[R]) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.helpers.Add(1)
	}
	return !c.closed
}

// Finish waits for the helpers and returns what they and the owner of the item have found.
func (c *Choices[R]) Finish(own R) []R {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.helpers.Wait()
	return append(c.found, own)
}

// Share is one thread's way through choices.
type Share struct {
	taken *atomic.Int64
	n     int64 // choices that it has met
}

// Share returns a thread's share, at the first choice.
func (c *Choices[R]) Share() Share { return Share{taken: &c.taken} }

// Takes reports whether this thread takes the next choice: no other has taken it.
func (s *Share) Takes() bool {
	s.n++
	return s.taken.CompareAndSwap(s.n-1, s.n)
}
