package bus

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrClosed is returned by a Bus that has been closed.
var ErrClosed = errors.New("the bus is closed")

// Subscription receives the events of some subjects.
type Subscription struct {
	bus      *Bus
	subjects []Subject
	// lateResync pushes a second Resync when all servers of a cluster know of the subscription. nil
	// without a cluster.
	lateResync *time.Timer

	mu     sync.Mutex // held to send on events
	events chan Event
	closed bool
}

// Subscribe returns a subscription to subjects, which the caller must close. Its first event is a
// Resync, so that starting and recovering are the same for a reader. The error is ErrClosed, or
// says that the bus refuses the subscription.
func (b *Bus) Subscribe(subjects ...Subject) (*Subscription, error) {
	s := &Subscription{bus: b, events: make(chan Event, b.o.Queue)}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, ErrClosed
	}
	for _, subject := range subjects {
		name := subject.subject()
		t := b.topics[name]
		if t == nil {
			sub, err := b.conn.ChanSubscribe(name, b.in)
			if err != nil {
				b.unsubscribe(s)
				return nil, fmt.Errorf("the bus refuses a subscription to %s: %w", subject, err)
			}
			t = &topic{subject: subject, sub: sub, readers: map[*Subscription]bool{}}
			b.topics[name] = t
		}
		t.readers[s] = true
		s.subjects = append(s.subjects, subject)
	}
	b.subs[s] = true
	s.push(Event{Resync: true})
	if b.embedded == nil {
		// The other servers of a cluster learn of the subscription a little later. What is
		// published there before is not sent here.
		s.lateResync = time.AfterFunc(clusterDelay, func() { s.push(Event{Resync: true}) })
	}
	return s, nil
}

// Events returns the channel of events. It is closed by Close, or when the Bus closes.
func (s *Subscription) Events() <-chan Event { return s.events }

// Close ends the subscription. It may be called more than once.
func (s *Subscription) Close() {
	s.bus.mu.Lock()
	s.bus.unsubscribe(s)
	s.bus.mu.Unlock()
	s.closeEvents()
}

// unsubscribe removes a subscription from its subjects. b.mu is held.
func (b *Bus) unsubscribe(s *Subscription) {
	for _, subject := range s.subjects {
		name := subject.subject()
		t := b.topics[name]
		if t == nil {
			continue
		}
		delete(t.readers, s)
		if len(t.readers) == 0 {
			_ = t.sub.Unsubscribe() // it fails only when the connection is closed
			delete(b.topics, name)
		}
	}
	delete(b.subs, s)
}

// closeEvents closes the channel, once.
func (s *Subscription) closeEvents() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.events)
		if s.lateResync != nil {
			s.lateResync.Stop()
		}
	}
}

// push sends an event to the reader. It does not block: when the channel is full, a Resync replaces
// everything in it.
func (s *Subscription) push(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if e.Resync {
		s.bus.resyncs.Add(1)
	}
	select {
	case s.events <- e:
		s.bus.delivered.Add(1)
		return
	default:
	}
	for {
		select {
		case <-s.events:
			continue
		default:
		}
		break
	}
	if !e.Resync {
		s.bus.resyncs.Add(1)
	}
	s.bus.delivered.Add(1)
	s.events <- Event{Resync: true} // there is room: only the holder of mu sends
}
