package games

// This file knows who is online, which keeps their offers of live games open.

import (
	"context"
	"sync"
	"time"
)

// absence is how long a person's offers of live games last after their last page is closed. While a
// page is open, the offers are extended three times in that time.
const absence = 45 * time.Second

// presence knows who has a page or a stream of this server open.
type presence struct {
	extend func(user string) // called when a person comes, and three times in an absence while they are online

	mu   sync.Mutex
	here map[string]*visit
}

// visit is the pages that a person has open.
type visit struct {
	pages int
	over  chan struct{}
}

func newPresence(extend func(string)) *presence {
	return &presence{extend: extend, here: map[string]*visit{}}
}

// enter counts one more page of a person until leave is called.
func (p *presence) enter(user string) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.here[user]
	if s == nil {
		s = &visit{over: make(chan struct{})}
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

func (p *presence) keep(user string, s *visit) {
	tick := time.NewTicker(absence / 3)
	defer tick.Stop()
	for {
		p.extend(user)
		select {
		case <-tick.C:
		case <-s.over:
			return
		}
	}
}

// extendOffers extends the offers of live games of a person who is online. Offers that no server
// extends expire, so no server has to notice that a person leaves.
func (g *Games) extendOffers(user string) {
	ctx, cancel := context.WithTimeout(context.Background(), absence/3)
	defer cancel()
	if err := g.store.ExtendSeeks(ctx, user, g.site.Now().Add(absence)); err != nil && !g.site.Closing() {
		g.site.Log.Error("the offers of a person cannot be extended", "err", err)
	}
}

// ExpireSeeks removes the offers that have expired, and tells those who see them.
func (g *Games) ExpireSeeks(ctx context.Context) error {
	expired, err := g.store.ExpireSeeks(ctx)
	for _, k := range expired {
		g.site.TellSeek(k)
	}
	return err
}
