package parallel

import "sync/atomic"

// Stop is a signal that ends the work of several threads.
type Stop struct {
	halted atomic.Bool
	yield  func()
}

// NewStop returns a signal that does not stop anything yet. Stopped calls yield first, which may
// wait while others need the processor. A nil yield does not wait.
func NewStop(yield func()) *Stop { return &Stop{yield: yield} }

// Stopped reports whether to end the work. It is asked at every position.
func (s *Stop) Stopped() bool {
	if s.yield != nil {
		s.yield()
	}
	return s.halted.Load()
}

// Halted is Stopped without waiting.
func (s *Stop) Halted() bool { return s.halted.Load() }

// Halt ends the work.
func (s *Stop) Halt() { s.halted.Store(true) }

// Resume lets work begin again.
func (s *Stop) Resume() { s.halted.Store(false) }
