package web

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/wire"
)

// quiet is how long a stream may be without a word.
const quiet = 20 * time.Second

// stream sends what comes until it ends, and a ping when nothing comes for a while.
func stream[T any](ctx context.Context, send sse.Sender, in <-chan T) {
	ping := time.NewTicker(quiet)
	defer ping.Stop()
	for {
		var err error
		select {
		case v, ok := <-in:
			if !ok {
				return
			}
			err = send.Data(v)
		case <-ping.C:
			err = send.Data(Ping{})
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// streamWire sends what the wire tells about a subject, and about the person who asks, as long as the session of
// the person stands.
func (s *Server) streamWire(ctx context.Context, send sse.Sender, subject wire.Subject, say func(wire.Event) any) {
	ctx, cancel := s.untilClosing(ctx)
	defer cancel()
	subjects := []wire.Subject{}
	if subject.Kind != wire.KindUser {
		subjects = append(subjects, subject)
	}
	p := personOf(ctx)
	if p != nil {
		subjects = append(subjects, wire.User(p.ID))
		defer s.present.enter(p.ID)()
	}
	if len(subjects) == 0 {
		_ = send.Data(StreamError{sentence(errNobody)}) // the client may have gone
		return
	}
	sub, err := s.wire.Subscribe(subjects...)
	if err != nil {
		_ = send.Data(StreamError{"Nothing can be told just now. Try again."}) // the client may have gone
		return
	}
	defer sub.Close()
	out := make(chan any)
	go func() {
		defer close(out)
		for e := range sub.Events() {
			if e.Kind == wire.KindUser && !s.sessionStands(ctx, p) {
				return
			}
			select {
			case out <- say(e):
			case <-ctx.Done():
				return
			}
		}
	}()
	stream(ctx, send, out)
}

// readUserEvent reads what a person is told; the zero value says to look again.
func readUserEvent(e wire.Event) UserEvent {
	var out UserEvent
	if json.Unmarshal(e.Data, &out) != nil {
		return UserEvent{}
	}
	return out
}
