package review

// This file holds the operations of the API on reviews.

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// PartsDone is how far a review is.
type PartsDone struct {
	State State `json:"state"`
	Parts int   `json:"parts"`
	Of    int   `json:"of"`
}

// API registers the operations.
func (r *Reviews) API(api huma.API) {
	op := site.Operation("get-review", http.MethodGet, "/games/{id}/review",
		"The computer's review of a finished game, as far as it is made", "play")
	site.Register(r.site, api, op, func(ctx context.Context, in *site.InPath) (Review, error) {
		g, _, err := r.site.Watched(ctx, in.ID)
		if err != nil {
			return Review{}, err
		}
		return r.Of(ctx, g)
	})
	op = site.Operation("begin-review", http.MethodPost, "/games/{id}/review",
		"Have the computer review a finished game; a review that is there already is answered", "play")
	site.RegisterPrivate(r.site, api, op,
		func(ctx context.Context, p *site.Person, in *site.InPath) (Review, error) {
			g, _, err := r.site.Watched(ctx, in.ID)
			if err != nil {
				return Review{}, err
			}
			return r.Begin(ctx, p, g)
		})
	op = site.Operation("review-events", http.MethodGet, "/games/{id}/review/events",
		"The progress of a review, until it ends", "play")
	events := map[string]any{"status": PartsDone{}, "ping": site.Ping{}, "error": site.StreamError{}}
	sse.Register(api, op, events, func(ctx context.Context, in *site.InPath, send sse.Sender) {
		ctx, cancel := r.site.UntilClosing(ctx)
		defer cancel()
		if err := r.follow(ctx, in.ID, send); err != nil {
			site.EndStream(send, site.Sentence(ctx, r.site.APIError(ctx, err)))
		}
	})
}

// follow sends the progress of the review of a game until it ends.
func (r *Reviews) follow(ctx context.Context, game string, send sse.Sender) error {
	g, _, err := r.site.Watched(ctx, game)
	if err == nil {
		err = r.check(ctx, g)
	}
	if err != nil {
		return err
	}
	j, _, found, err := r.job(ctx, game)
	if err != nil {
		return err
	}
	if !found {
		_ = send.Data(PartsDone{State: None}) // fails when the client has gone
		return nil
	}
	sub, err := r.site.Bus.Subscribe(bus.Job(j.ID))
	if err != nil {
		return err
	}
	defer sub.Close()
	site.StreamEvents(ctx, send, sub, func(bus.Event) (news any, over bool) {
		j, err := r.site.Store.Job(ctx, j.ID)
		if err != nil {
			return site.StreamError{Detail: site.Sentence(ctx, r.site.APIError(ctx, err))}, true
		}
		return PartsDone{State: stateOf(j), Parts: j.Done, Of: j.Shards}, j.State.Over()
	})
	return nil
}
