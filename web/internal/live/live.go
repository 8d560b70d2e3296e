// Package live connects readers with games as they are played: by WebSockets, which carry commands
// too, and by server-sent events.
//
// Begin with live.go. tables.go keeps the games that somebody looks at up to date, state.go writes
// how a game stands, past.go how it stood before, and army.go its pieces. presence.go knows which
// players are there. socket.go speaks with one client, sockets.go opens and counts sockets, and
// lag.go measures the round trip to a client.
package live

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Doer carries out what people want to do in games.
type Doer interface {
	Do(ctx context.Context, game, user string, c play.Command) (store.Done, error)
}

// Games are the games that readers follow at this server.
type Games struct {
	Sockets *Sockets

	site   *site.Site
	doer   Doer
	tables *tables
}

// New returns the games of a site, none followed yet. Commands from sockets go to doer.
func New(s *site.Site, doer Doer) *Games {
	return &Games{Sockets: newSockets(s), site: s, doer: doer, tables: newTables(s)}
}

// Connect makes a socket between a browser and a game. The query's after is the number of the last
// event that the page has.
func (g *Games) Connect(w http.ResponseWriter, r *http.Request) {
	after, err := strconv.Atoi(r.FormValue("after"))
	if err != nil || after < 0 {
		after = 0
	}
	v, err := g.tables.join(r.Context(), r.PathValue("game"), site.UserID(r.Context()), after, true)
	if err != nil {
		g.site.Refuse(w, r, err)
		return
	}
	defer v.leave()
	conn, closed, err := g.Sockets.Open(w, r)
	if err != nil {
		return // Open has answered
	}
	defer closed()
	g.serve(r, conn, v)
}

// API registers the stream of a game's events.
func (g *Games) API(api huma.API) {
	type eventsIn struct {
		site.InPath
		After int `query:"after" minimum:"0" doc:"The number of the last event that you know."`
	}
	op := site.Operation("game-events", http.MethodGet, "/games/{id}/events",
		"The events of a game, as they happen", "play")
	events := map[string]any{"live": Live{}, "ping": site.Ping{}, "error": site.StreamError{}}
	sse.Register(api, op, events, func(ctx context.Context, in *eventsIn, send sse.Sender) {
		g.stream(ctx, in.ID, in.After, send)
	})
}

// stream sends the events of a game until the session or the server ends.
func (g *Games) stream(ctx context.Context, id string, after int, send sse.Sender) {
	ctx, cancel := g.site.UntilClosing(ctx)
	defer cancel()
	ctx, end, err := g.site.WhileSignedIn(ctx, site.PersonOf(ctx))
	if err != nil {
		site.EndStream(send, site.CannotStream)
		return
	}
	defer end()
	v, err := g.tables.join(ctx, id, site.UserID(ctx), after, false)
	if err != nil {
		site.EndStream(send, site.Sentence(ctx, g.site.APIError(ctx, err)))
		return
	}
	defer v.leave()
	site.Stream(ctx, send, v.out, func(n *news) any { return n.Live })
}
