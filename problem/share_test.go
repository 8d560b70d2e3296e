package problem

import (
	"context"
	"runtime"
	"slices"
	"testing"
)

// TestShareHelps: a thread that finds no piece of work left helps with one that is not done, until it is, and results come in order.
func TestShareHelps(t *testing.T) {
	const n = 3
	helped := make(chan int, 8)
	var got []int
	share(4, &search{ctx: context.Background(), options: &Options{}}, n, func() hand[int] {
		return hand[int]{
			work: func(i int) int {
				if i == n-1 { // is not done before somebody helps
					if with := <-helped; with != i {
						t.Errorf("helped with %d", with)
					}
				}
				return i * i
			},
			help: func(i int, s *search) {
				if i == n-1 {
					helped <- i
				}
				for !s.stopped() {
					runtime.Gosched()
				}
			},
		}
	}, func(i, result int) bool {
		got = append(got, result)
		return true
	})
	if !slices.Equal(got, []int{0, 1, 4}) {
		t.Errorf("results are %v", got)
	}
}

// TestShareEnds: when there is enough, what is left is not done, and nobody waits for it.
func TestShareEnds(t *testing.T) {
	const n = 1000
	s := &search{ctx: context.Background(), options: &Options{}}
	told := 0
	share(2, s, n, func() hand[int] {
		return hand[int]{work: func(i int) int { return i }}
	}, func(i, result int) bool {
		told++
		return i < 3
	})
	if told != 4 || !s.stopped() {
		t.Errorf("%d results handed over, stopped: %v", told, s.stopped())
	}
}
