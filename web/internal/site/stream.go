package site

// This file sends server-sent events, and ends what lasts when its session or the site ends.

import (
	"context"
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/store"
)

// pingEvery is how long a stream may be silent.
const pingEvery = 20 * time.Second

// Ping keeps a stream open: proxies close silent ones.
type Ping struct{}

// StreamError is the last event of a stream that failed.
type StreamError struct {
	Detail string `json:"detail"`
}

// EndStream ends a stream with a sentence.
func EndStream(send sse.Sender, text string) {
	_ = send.Data(StreamError{text}) // fails when the client has gone
}

// CannotStream is the error of a stream when the event bus does not answer.
const CannotStream = "Events cannot be sent just now. Try again."

// Stream sends what write makes of each value of in, until in is closed, and a ping after a
// silence.
func Stream[T any](ctx context.Context, send sse.Sender, in <-chan T, write func(T) any) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case v, ok := <-in:
			if !ok {
				return
			}
			err = send.Data(write(v))
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

// StreamEvents sends what read makes of each event of a subscription, unless it is nil. The stream
// ends after an event that read calls the last.
func StreamEvents(
	ctx context.Context, send sse.Sender, sub *bus.Subscription, read func(bus.Event) (news any, last bool),
) {
	out := make(chan any)
	go func() {
		defer close(out)
		for e := range sub.Events() {
			news, last := read(e)
			if news != nil {
				select {
				case out <- news:
				case <-ctx.Done():
					return
				}
			}
			if last {
				return
			}
		}
	}()
	Stream(ctx, send, out, func(v any) any { return v })
}

// UntilClosing returns a context that also ends when the site closes.
func (s *Site) UntilClosing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// SessionValid reports whether the session or token of a person has not ended.
func (s *Site) SessionValid(ctx context.Context, p *Person) bool {
	if p == nil || p.Secret == "" {
		return true
	}
	_, err := s.Store.TokenBySecret(ctx, p.Secret)
	return !store.IsNotFound(err)
}

// ErrSignedOut is the cause of a context that ended with its session.
var ErrSignedOut = errors.New("signed out")

// WhileSignedIn returns a context that ends, with ErrSignedOut as its cause, when the session or
// token of a person ends, at any server. For a visitor it is ctx. The error is that of the event
// bus.
func (s *Site) WhileSignedIn(ctx context.Context, p *Person) (context.Context, context.CancelFunc, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := func() { cancel(nil) }
	if p == nil || p.Secret == "" {
		return ctx, end, nil
	}
	sub, err := s.Bus.Subscribe(bus.User(p.ID))
	if err != nil {
		end()
		return nil, nil, err
	}
	var expired <-chan time.Time
	if !p.Token.Expires.IsZero() {
		expired = time.After(p.Token.Expires.Sub(s.Now()))
	}
	go func() {
		defer sub.Close()
		if !s.SessionValid(ctx, p) { // it ended before the subscription
			cancel(ErrSignedOut)
			return
		}
		for {
			select {
			case <-sub.Events():
				if s.SessionValid(ctx, p) {
					continue
				}
			case <-expired:
			case <-ctx.Done():
				return
			}
			cancel(ErrSignedOut)
			return
		}
	}()
	return ctx, end, nil
}
