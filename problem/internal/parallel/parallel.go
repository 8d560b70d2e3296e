// Package parallel shares a long search among threads.
//
// The search is divided into items, mostly the first moves. Run gives each thread a Worker of its
// own. A thread that finds no item left to begin helps with the unfinished item that has the fewest
// helpers. Results are taken in the order of the items, so the outcome does not depend on the
// number of threads. Choices divides one item among the threads that work on it.
//
// parallel.go has Run, queue.go the items that are left, choices.go Choices, and stop.go the signal
// that ends a search.
package parallel

import "sync"

// Worker is what one thread does.
type Worker[R any] struct {
	// Do searches an item.
	Do func(i int) R
	// Help searches an item that another thread also searches, until told to stop. It has no
	// result: it leaves what it finds in memory that both share. It is nil if workers cannot help.
	Help func(i int, until *Stop)
}

// Run searches n items on that many threads and passes the results to take, in order. When take
// returns false, it halts stop and ends. An item that was not searched has a zero result.
func Run[R any](threads, n int, stop *Stop, worker func() Worker[R], take func(i int, found R) bool) {
	if threads == 1 { // saves waking a thread for each item
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

// work is what one thread does until no item is left.
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
			q.finish(i) // also if it was not searched: Run waits for it
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
