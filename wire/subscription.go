package wire

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrClosed is returned by a Bus that has been closed.
var ErrClosed = errors.New("the wire is closed")

// Subscription receives the events of some subjects.
type Subscription struct {
	bus      *Bus
	subjects []Subject
	settle   *time.Timer

	mu     sync.Mutex // whoever holds it may send
	events chan Event
	closed bool
}

// Subscribe returns a subscription to subjects. Its first event is a Resync, so that a reader has one way to begin and to
// go on. It is to be closed. The error is ErrClosed, or says that the wire does not take it.
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
				b.leave(s)
				return nil, fmt.Errorf("%s cannot be listened to: %w", subject, err)
			}
			t = &topic{subject: subject, sub: sub, readers: map[*Subscription]bool{}}
			b.topics[name] = t
		}
		t.readers[s] = true
		s.subjects = append(s.subjects, subject)
	}
	b.subs[s] = true
	s.push(Event{Resync: true})
	if b.own == nil {
		// The other servers of a cluster hear of the subscription a little later, and what is published there in the meantime is
		// not sent here.
		s.settle = time.AfterFunc(settling, func() { s.push(Event{Resync: true}) })
	}
	return s, nil
}

// Events returns the channel of events, which ends with Close or when the Bus closes.
func (s *Subscription) Events() <-chan Event { return s.events }

// Close ends the subscription. It may be called more than once.
func (s *Subscription) Close() {
	s.bus.mu.Lock()
	s.bus.leave(s)
	s.bus.mu.Unlock()
	s.end()
}

// leave takes a subscription off its subjects; the lock of the Bus is held.
func (b *Bus) leave(s *Subscription) {
	for _, subject := range s.subjects {
		name := subject.subject()
		t := b.topics[name]
		if t == nil {
			continue
		}
		delete(t.readers, s)
		if len(t.readers) == 0 {
			_ = t.sub.Unsubscribe() // fails only when the connection is closed
			delete(b.topics, name)
		}
	}
	delete(b.subs, s)
}

// end closes the channel.
func (s *Subscription) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.events)
		if s.settle != nil {
			s.settle.Stop()
		}
	}
}

// push hands an event over, or a Resync instead of everything that waits when there is no room. It does not wait.
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
	s.events <- Event{Resync: true} // nobody else sends, so there is room
}
