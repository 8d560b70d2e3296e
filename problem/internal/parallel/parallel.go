// Package parallel shares the pieces of a long search among threads.
//
// Run gives each thread a Worker of its own. A thread that finds no piece left to begin helps one
// that is at work, the one with the fewest helpers. Results are taken in the order of the pieces,
// so the outcome does not depend on the number of threads. Choices shares out the choices of one
// piece among those who work on it.
//
// parallel.go has Run, queue.go the pieces that are left, choices.go Choices, and stop.go the
// signal that ends a search.
package parallel

import "sync"

// Worker is what one thread does.
type Worker[R any] struct {
	// Do searches a piece.
	Do func(i int) R
	// Help searches a piece that another thread is at, until told to stop. It has no result: it
	// leaves what it finds in memory that both share. It is nil where workers cannot help.
	Help func(i int, until *Stop)
}

// Run searches n pieces on so many threads and gives take the results in order. It halts stop and
// ends when take returns false. What is not searched has a zero result.
func Run[R any](threads, n int, stop *Stop, worker func() Worker[R], take func(i int, found R) bool) {
	if threads == 1 { // which need not be woken for each piece
		runAlone(n, stop, worker, take)
		return
	}
	results, q := make([]R, n), newQueue(n)
	var group sync.WaitGroup
	for range threads {
		group.Go(func() { work(q, stop, worker, results) })
	}
	for i := range results {
		<-q.done[i]
		if !take(i, results[i]) {
			stop.Halt()
			break
		}
	}
	group.Wait()
}

// work is what one thread does until no piece is left.
func work[R any](q *queue, stop *Stop, worker func() Worker[R], results []R) {
	i, helping := q.claim(stop)
	if i < 0 {
		return
	}
	w := worker()
	for ; i >= 0; i, helping = q.claim(stop) {
		switch {
		case helping == nil:
			if !stop.Stopped() {
				results[i] = w.Do(i)
			}
			q.finish(i) // also when it was not searched, so that nobody waits for it
		case w.Help == nil:
			return
		default:
			w.Help(i, helping)
			<-q.done[i]
		}
	}
}

// runAlone is Run on the calling thread.
func runAlone[R any](n int, stop *Stop, worker func() Worker[R], take func(int, R) bool) {
	if n == 0 {
		return
	}
	w := worker()
	for i := range n {
		var found R
		if !stop.Stopped() {
			found = w.Do(i)
		}
		if !take(i, found) {
			stop.Halt()
			return
		}
	}
}
