package web

import (
	"context"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/wire"
)

// absence is how long somebody may be away from the lobby before their offers of live games are taken back.
const absence = time.Minute

// presence knows who looks at the lobby.
type presence struct {
	gone func(user string) // called when somebody has been away for long

	mu   sync.Mutex
	here map[string]int // how many pages each person has open
}

func newPresence(gone func(string)) *presence {
	return &presence{gone: gone, here: map[string]int{}}
}

// enter notes that a person is there, until leave is called.
func (p *presence) enter(user string) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.here[user]++
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.here[user]--; p.here[user] > 0 {
			return
		}
		delete(p.here, user)
		time.AfterFunc(absence, func() {
			if !p.isHere(user) {
				p.gone(user)
			}
		})
	})
}

func (p *presence) isHere(user string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.here[user] > 0
}

// gone takes back the offers of somebody who has left the lobby: nobody should begin a live game with an empty chair.
func (s *Server) gone(user string) {
	select {
	case <-s.closing:
		return
	default:
	}
	n, err := s.store.RefuseAll(context.Background(), user)
	if err != nil {
		s.log.Error("offers of somebody who has left", "err", err)
	}
	if n > 0 {
		s.wire.Publish(wire.Event{Subject: wire.Lobby})
	}
}
