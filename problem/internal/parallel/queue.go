package parallel

import "sync"

// queue is the pieces of work that are left.
type queue struct {
	mu      sync.Mutex
	next    int             // the first piece that nobody has begun
	done    []chan struct{} // by piece, closed when it is done
	over    []bool          // by piece
	helpers [][]*Stop       // by piece, the signals that end its helpers
}

func newQueue(n int) *queue {
	q := &queue{over: make([]bool, n), helpers: make([][]*Stop, n)}
	for range n {
		q.done = append(q.done, make(chan struct{}))
	}
	return q
}

// claim returns the next piece to begin. When all have been begun, it returns the unfinished piece
// with the fewest helpers, and a signal that halts one more helper when the piece is done. It
// returns -1 when all are done.
func (q *queue) claim(stop *Stop) (piece int, helping *Stop) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next < len(q.done) {
		q.next++
		return q.next - 1, nil
	}
	piece = -1
	for i, over := range q.over {
		if !over && (piece < 0 || len(q.helpers[i]) < len(q.helpers[piece])) {
			piece = i
		}
	}
	if piece >= 0 {
		helping = NewStop(stop.yield)
		q.helpers[piece] = append(q.helpers[piece], helping)
	}
	return piece, helping
}

// finish marks a piece as done and halts its helpers.
func (q *queue) finish(i int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.over[i] = true
	for _, h := range q.helpers[i] {
		h.Halt()
	}
	close(q.done[i])
}
