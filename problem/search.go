package problem

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
)

// search is what all threads that solve one phase share.
type search struct {
	*parallel.Stop
	ctx      context.Context
	options  *Options
	table    *table.Set // nil remembers nothing
	salt     uint64     // tells apart what does not follow from position and length
	deadline time.Time
}

// helper returns a search that shares the table and ends by a signal of its own.
func (s *search) helper(until *parallel.Stop) *search {
	h := *s
	h.Stop = until
	return &h
}

// resume clears a halt caused by MaxSolutions, not one by deadline or cancellation.
func (s *search) resume() {
	s.Resume()
	if s.ctx.Err() != nil || !s.deadline.IsZero() && time.Now().After(s.deadline) {
		s.Halt()
	}
}

// enough reports whether n solutions are as many as are asked for.
func (s *search) enough(n int) bool { return s.options.MaxSolutions > 0 && n >= s.options.MaxSolutions }

// watch halts the search at its deadline or when its context is cancelled. The function that it
// returns ends the watch.
func (s *search) watch() (end func()) {
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if !s.deadline.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, s.deadline)
	}
	stop := context.AfterFunc(ctx, s.Halt)
	return func() { stop(); cancel() }
}

// dead reports whether a position is known to hold no solution.
func (s *search) dead(key uint64) bool { return s.table != nil && s.table.Has(key) }

// bury remembers that a position holds no solution. It must have been searched to the end.
func (s *search) bury(key uint64) {
	if s.table != nil && !s.Halted() {
		s.table.Put(key)
	}
}
