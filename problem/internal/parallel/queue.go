package parallel

import "sync"

// queue is the items that are left.
type queue struct {
	mu      sync.Mutex
	next    int             // the first item that no thread has begun
	done    []chan struct{} // by item, closed when it is done
	over    []bool          // by item
	helpers [][]*Stop       // by item, the signals that end its helpers
}

func newQueue(n int) *queue {
	q := &queue{over: make([]bool, n), helpers: make([][]*Stop, n)}
	for range n {
		q.done = append(q.done, make(chan struct{}))
	}
	return q
}

// claim returns the next item to begin. When all have been begun, it returns the unfinished item
// with the fewest helpers, and a signal that halts one more helper when the item is done. It
// returns -1 when all are done.
func (q *queue) claim(stop *Stop) (item int, helping *Stop) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next < len(q.done) {
		q.next++
		return q.next - 1, nil
	}
	item = -1
	for i, over := range q.over {
		if !over && (item < 0 || len(q.helpers[i]) < len(q.helpers[item])) {
			item = i
		}
	}
	if item >= 0 {
		helping = NewStop(stop.yield)
		q.helpers[item] = append(q.helpers[item], helping)
	}
	return item, helping
}

// finish marks an item as done and halts its helpers.
func (q *queue) finish(i int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.over[i] = true
	for _, h := range q.helpers[i] {
		h.Halt()
	}
	close(q.done[i])
}
