package games

// This file holds the operations of the API on presets and offers.

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// API registers the operations.
func (g *Games) API(api huma.API) {
	g.presetAPI(api)
	g.seekAPI(api)
	g.gameAPI(api)
	g.noteAPI(api)
	g.planAPI(api)
	g.live.API(api)
	g.streamAPI(api)
}

// presetAPI registers presets: games set up for others to play by a link.
func (g *Games) presetAPI(api huma.API) {
	op := site.Operation("list-presets", http.MethodGet, "/presets", "Your presets", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, _ *struct{}) ([]store.Preset, error) {
			return g.store.Presets(ctx, p.ID)
		})
	type presetIn struct {
		Body struct {
			Name  string `json:"name" minLength:"1" maxLength:"60"`
			Offer Offer  `json:"offer"`
		}
	}
	op = site.Operation("save-preset", http.MethodPost, "/presets",
		"Save a game setup for others to play by a link", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, in *presetIn) (store.Preset, error) {
			if err := g.site.MayAct(ctx, p.ID); err != nil {
				return store.Preset{}, err
			}
			return g.store.SavePreset(ctx, p.ID, site.Plain(in.Body.Name, mostPresetName), in.Body.Offer.terms())
		})
	op = site.Operation("get-preset", http.MethodGet, "/presets/{id}", "A preset", "play")
	site.Register(g.site, api, op, func(ctx context.Context, in *site.InPath) (store.Preset, error) {
		return g.store.Preset(ctx, in.ID)
	})
}

// seekAPI registers offers to play.
func (g *Games) seekAPI(api huma.API) {
	op := site.Operation("list-seeks", http.MethodGet, "/seeks", "The open offers of the lobby", "play")
	site.Register(g.site, api, op, func(ctx context.Context, _ *struct{}) ([]store.Seek, error) {
		return g.store.Lobby(ctx)
	})
	op = site.Operation("list-own-seeks", http.MethodGet, "/seeks/mine", "Your offers, and challenges to you", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, _ *struct{}) ([]store.Seek, error) {
			return g.store.SeeksOf(ctx, p.ID)
		})
	op = site.Operation("make-offer", http.MethodPost, "/seeks",
		"Offer a game to anybody, a friend, a player or the computer", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, in *struct{ Body Offer }) (Offered, error) {
			return g.offer(ctx, p.User, in.Body)
		})
	op = site.Operation("take-offer", http.MethodPost, "/seeks/{id}/take", "Accept an offer, and begin a game", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, in *site.InPath) (store.Summary, error) {
			return g.take(ctx, in.ID, p.User)
		})
	op = site.Operation("take-link", http.MethodPost, "/invitations/{id}/take", "Accept the offer of a link", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, in *site.InPath) (store.Summary, error) {
			return g.takeLink(ctx, in.ID, p.User)
		})
	op = site.Operation("drop-offer", http.MethodDelete, "/seeks/{id}",
		"Withdraw an offer, or decline a challenge", "play")
	site.RegisterCommand(g.site, api, op, func(ctx context.Context, p *site.Person, in *site.InPath) error {
		return g.withdraw(ctx, in.ID, p.User)
	})
}
