package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/wire"
)

// absence is how long the offers of live games of somebody last who has no page of the site open any more.
// While there is one, they are prolonged three times in that time.
const absence = 45 * time.Second

// presence knows who has a page of the site open at this server, or listens to one of its streams.
type presence struct {
	stays func(user string) // called when somebody comes, and three times in an absence as long as they are there

	mu   sync.Mutex
	here map[string]*stay
}

// stay is how many pages somebody has open.
type stay struct {
	pages int
	over  chan struct{}
}

func newPresence(stays func(string)) *presence {
	return &presence{stays: stays, here: map[string]*stay{}}
}

// enter notes that a person is there, until leave is called.
func (p *presence) enter(user string) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.here[user]
	if s == nil {
		s = &stay{over: make(chan struct{})}
		p.here[user] = s
		go p.keep(user, s)
	}
	s.pages++
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if s.pages--; s.pages == 0 {
			delete(p.here, user)
			close(s.over)
		}
	})
}

func (p *presence) keep(user string, s *stay) {
	tick := time.NewTicker(absence / 3)
	defer tick.Stop()
	for {
		p.stays(user)
		select {
		case <-tick.C:
		case <-s.over:
			return
		}
	}
}

// stays prolongs the offers of live games of somebody who is there. Nobody has to notice that a person
// leaves: what no server prolongs expires.
func (s *Server) stays(user string) {
	ctx, cancel := context.WithTimeout(context.Background(), absence/3)
	defer cancel()
	if err := s.store.KeepSeeks(ctx, user, s.now().Add(absence)); err != nil && !s.isClosing() {
		s.log.Error("the offers of somebody who is there", "err", err)
	}
}

// expireSeeks removes the offers that have expired, and tells those who see them.
func (s *Server) expireSeeks(ctx context.Context) error {
	expired, err := s.store.ExpireSeeks(ctx)
	for _, k := range expired {
		tellOfSeek(s.wire, k)
	}
	return err
}

// signedOut ends the offers that nobody can answer for any more when a session of a person has ended: those of
// live games, and all of a guest, who cannot come back. Pages and streams of that session end as well.
func (s *Server) signedOut(ctx context.Context, u store.User) error {
	which := store.Seek.NeedsMaker
	if u.Guest {
		which = func(store.Seek) bool { return true }
	}
	ended, err := s.store.EndSeeks(ctx, u.ID, which)
	for _, k := range ended {
		tellOfSeek(s.wire, k)
	}
	s.lookAgain(u.ID)
	return err
}

// lookAgain has the open pages and streams of a person look whether their session stands, and what they are to
// show.
func (s *Server) lookAgain(user string) {
	s.wire.Publish(wire.Event{Subject: wire.User(user), Data: mustJSON(UserEvent{})})
}

// sessionStands reports whether the session or token that a page or stream was opened with has not been ended.
func (s *Server) sessionStands(ctx context.Context, p *person) bool {
	if p == nil || p.secret == "" {
		return true
	}
	_, err := s.store.TokenBySecret(ctx, p.secret)
	return !store.IsNotFound(err)
}

// errSignedOut is the cause of a context that ended with its session.
var errSignedOut = errors.New("signed out")

// whileSignedIn returns a context that ends, with errSignedOut as its cause, when the session or token of a person
// ends, at whatever server. For nobody in particular it is ctx. The error is that of the event bus.
func (s *Server) whileSignedIn(ctx context.Context, p *person) (context.Context, context.CancelFunc, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := func() { cancel(nil) }
	if p == nil || p.secret == "" {
		return ctx, end, nil
	}
	sub, err := s.wire.Subscribe(wire.User(p.ID))
	if err != nil {
		end()
		return nil, nil, err
	}
	var expired <-chan time.Time
	if !p.token.Expires.IsZero() {
		expired = time.After(p.token.Expires.Sub(s.now()))
	}
	go func() {
		defer sub.Close()
		for {
			select {
			case <-sub.Events():
				if s.sessionStands(ctx, p) {
					continue
				}
			case <-expired:
			case <-ctx.Done():
				return
			}
			cancel(errSignedOut)
			return
		}
	}()
	return ctx, end, nil
}

func (s *Server) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}
