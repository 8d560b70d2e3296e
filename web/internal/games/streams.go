package games

// This file holds the event streams of people and of the lobby.

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// LobbyChange says that the lobby has changed.
type LobbyChange struct{}

// streamAPI registers the event streams of a person and of the lobby.
func (g *Games) streamAPI(api huma.API) {
	op := site.Operation("account-events", http.MethodGet, "/account/events",
		"Events in your games and of your offers", "people")
	events := map[string]any{"game": site.UserEvent{}, "ping": site.Ping{}, "error": site.StreamError{}}
	sse.Register(api, site.Private(op), events, func(ctx context.Context, _ *struct{}, send sse.Sender) {
		g.stream(ctx, send, nil, func(e bus.Event) any { return site.ReadUserEvent(e) })
	})
	op = site.Operation("lobby-events", http.MethodGet, "/seeks/events", "Changes of the lobby", "play")
	events = map[string]any{
		"change": LobbyChange{}, "game": site.UserEvent{}, "ping": site.Ping{}, "error": site.StreamError{},
	}
	sse.Register(api, op, events, func(ctx context.Context, _ *struct{}, send sse.Sender) {
		g.stream(ctx, send, []bus.Subject{bus.Lobby}, func(e bus.Event) any {
			if e.Kind == bus.KindUser {
				return site.ReadUserEvent(e)
			}
			return LobbyChange{}
		})
	})
}

// stream sends the events of some subjects, and of the person who asks, until their session ends.
// write turns an event into a message.
func (g *Games) stream(ctx context.Context, send sse.Sender, subjects []bus.Subject, write func(bus.Event) any) {
	ctx, cancel := g.site.UntilClosing(ctx)
	defer cancel()
	p := site.PersonOf(ctx)
	if p != nil {
		subjects = append(subjects, bus.User(p.ID))
		defer g.present.enter(p.ID)()
	}
	if len(subjects) == 0 {
		site.EndStream(send, site.Sentence(ctx, site.ErrNotSignedIn))
		return
	}
	sub, err := g.site.Bus.Subscribe(subjects...)
	if err != nil {
		site.EndStream(send, site.CannotStream)
		return
	}
	defer sub.Close()
	site.StreamEvents(ctx, send, sub, func(e bus.Event) (news any, last bool) {
		if e.Kind == bus.KindUser && !g.site.SessionValid(ctx, p) {
			return nil, true
		}
		return write(e), false
	})
}
