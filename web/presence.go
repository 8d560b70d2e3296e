package web

import (
	"context"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/wire"
)

// absence is how long somebody may be away from the lobby before their offers of live games are taken back.
const absence = time.Minute

// presence knows who looks at the lobby at this server.
type presence struct {
	stays func(user string) // called when somebody comes, and every half absence as long as they are there
	gone  func(user string) // called when somebody has been away for long

	mu   sync.Mutex
	here map[string]*stay
}

// stay is how many pages somebody has open.
type stay struct {
	pages int
	over  chan struct{}
}

func newPresence(stays, gone func(string)) *presence {
	return &presence{stays: stays, gone: gone, here: map[string]*stay{}}
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
		if s.pages--; s.pages > 0 {
			return
		}
		delete(p.here, user)
		close(s.over)
		time.AfterFunc(absence, func() {
			if !p.isHere(user) {
				p.gone(user)
			}
		})
	})
}

func (p *presence) keep(user string, s *stay) {
	tick := time.NewTicker(absence / 2)
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

func (p *presence) isHere(user string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.here[user] != nil
}

// placeOf names where it is kept at which server somebody was last seen in the lobby.
func placeOf(user string) string { return "lobby:" + user }

// stays tells other servers that somebody is in the lobby here, and lets the offers of live games last that the person has made.
func (s *Server) stays(user string) {
	ctx, cancel := context.WithTimeout(context.Background(), absence/2)
	defer cancel()
	err := s.store.SetValue(ctx, placeOf(user), []byte(s.id), s.now().Add(absence))
	var mine []store.Seek
	if err == nil {
		mine, err = s.store.SeeksOf(ctx, user)
	}
	for _, k := range mine {
		if err == nil && k.By.ID == user && !k.Terms.Control.Correspondence() {
			if err = s.store.ProlongSeek(ctx, k.ID, user); play.CodeOf(err) == play.NotFound {
				err = nil // somebody has just taken it
			}
		}
	}
	if err != nil && !s.isClosing() {
		s.log.Error("somebody in the lobby", "err", err)
	}
}

// gone takes back the offers of somebody who has left the lobby, unless another server has seen them there since: nobody should begin a
// live game with an empty chair.
func (s *Server) gone(user string) {
	if s.isClosing() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), absence/2)
	defer cancel()
	at, found, err := s.store.Value(ctx, placeOf(user))
	if err == nil && found && string(at) != s.id {
		return
	}
	n := 0
	if err == nil {
		n, err = s.store.RefuseAll(ctx, user)
	}
	if err != nil {
		s.log.Error("offers of somebody who has left", "err", err)
	}
	if n > 0 {
		s.wire.Publish(wire.Event{Subject: wire.Lobby})
	}
}

func (s *Server) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}
