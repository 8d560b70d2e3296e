package parallel

import (
	"runtime"
	"slices"
	"testing"
)

// TestRunHelps: a thread that finds no item left helps with one until it is done, and results come
// in order.
func TestRunHelps(t *testing.T) {
	const n = 3
	helped := make(chan int, 8)
	var got []int
	Run(4, n, NewStop(nil), func() Worker[int] {
		return Worker[int]{
			Do: func(i int) int {
				if i == n-1 { // is not done before another thread helps
					if with := <-helped; with != i {
						t.Errorf("helped with %d", with)
					}
				}
				return i * i
			},
			Help: func(i int, until *Stop) {
				if i == n-1 {
					helped <- i
				}
				for !until.Stopped() {
					runtime.Gosched()
				}
			},
		}
	}, func(_, found int) bool {
		got = append(got, found)
		return true
	})
	if !slices.Equal(got, []int{0, 1, 4}) {
		t.Errorf("results are %v", got)
	}
}

// TestRunEnds: when take returns false, the items that are left are not searched, and Run returns.
func TestRunEnds(t *testing.T) {
	stop := NewStop(nil)
	taken := 0
	Run(2, 1000, stop, func() Worker[int] {
		return Worker[int]{Do: func(i int) int { return i }}
	}, func(i, _ int) bool {
		taken++
		return i < 3
	})
	if taken != 4 || !stop.Stopped() {
		t.Errorf("%d results taken, stopped: %v", taken, stop.Stopped())
	}
}
