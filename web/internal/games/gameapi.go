package games

// This file holds the operations of the API on one game.

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/live"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// done is the result of a command.
type done struct {
	State   live.State `json:"state"`
	Rematch string     `json:"rematch,omitempty" doc:"The game that the command has begun."`
}

// gameAPI registers games.
func (g *Games) gameAPI(api huma.API) {
	op := site.Operation("search-games", http.MethodGet, "/games", "Find games", "play")
	site.Register(g.site, api, op, func(ctx context.Context, in *Search) (store.Page, error) {
		return g.search(ctx, *in)
	})
	op = site.Operation("list-own-games", http.MethodGet, "/games/mine",
		"Your unfinished games, those in which it is your turn first", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, _ *struct{}) ([]store.Summary, error) {
			return g.store.GamesOf(ctx, p.ID)
		})
	op = site.Operation("get-game", http.MethodGet, "/games/{id}",
		"A game as it stands, with the legal moves when it is your turn", "play")
	site.Register(g.site, api, op, func(ctx context.Context, in *site.InPath) (live.State, error) {
		game, seat, err := g.site.Watched(ctx, in.ID)
		if err != nil {
			return live.State{}, err
		}
		return live.StateOf(ctx, game, seat, g.site.Now()), nil
	})
	g.exportAPI(api)
	type doIn struct {
		site.InPath
		Body play.Command
	}
	op = site.Operation("do", http.MethodPost, "/games/{id}/do",
		"Move, offer, claim, resign, say: everything a player does", "play")
	site.RegisterPrivate(g.site, api, op, func(ctx context.Context, p *site.Person, in *doIn) (done, error) {
		d, err := g.Do(ctx, in.ID, p.ID, in.Body)
		if err != nil {
			return done{}, err
		}
		out := done{State: live.StateOf(ctx, d.Game, d.Seat, g.site.Now())}
		if d.Rematch != nil {
			out.Rematch = d.Rematch.ID
		}
		return out, nil
	})
}

// exportAPI registers games as files.
func (g *Games) exportAPI(api huma.API) {
	type exportIn struct {
		site.InPath
		Format string `path:"format" enum:"pgn,courier,jsonl,moves,fen"`
	}
	type file struct {
		Kind string `header:"Content-Type"`
		Body []byte
	}
	op := site.Operation("export-game", http.MethodGet, "/games/{id}/export/{format}", "A game as a file", "play")
	op.Responses = site.Media("text/plain")
	huma.Register(api, op, func(ctx context.Context, in *exportIn) (*file, error) {
		game, _, err := g.site.Watched(ctx, in.ID)
		if err != nil {
			return nil, g.site.APIError(ctx, err)
		}
		var b bytes.Buffer
		if err := gamefile.Write(&b, site.Tagged(game), in.Format, kirke.SAN); err != nil {
			return nil, g.site.APIError(ctx, err)
		}
		return &file{position.FormatOf(in.Format).Kind, b.Bytes()}, nil
	})
}

// text is a private note.
type text struct {
	Text string `json:"text" maxLength:"20000"`
}

// noteAPI registers private notes.
func (g *Games) noteAPI(api huma.API) {
	op := site.Operation("get-note", http.MethodGet, "/games/{id}/note", "Your private note on a game", "play")
	site.RegisterPrivate(g.site, api, op, func(ctx context.Context, p *site.Person, in *site.InPath) (text, error) {
		if _, _, err := g.site.Watched(ctx, in.ID); err != nil {
			return text{}, err
		}
		note, err := g.store.Note(ctx, in.ID, p.ID)
		return text{note}, err
	})
	type noteIn struct {
		site.InPath
		Body text
	}
	op = site.Operation("set-note", http.MethodPut, "/games/{id}/note", "Save a private note on a game", "play")
	site.RegisterPrivate(g.site, api, op, func(ctx context.Context, p *site.Person, in *noteIn) (text, error) {
		return in.Body, g.setNote(ctx, in.ID, p.ID, in.Body.Text)
	})
}

// planned are conditional moves, with what is left of them as text.
type planned struct {
	play.Plan
	Text string `json:"text" doc:"What is left of the lines as text, one a row."`
}

// planAPI registers conditional moves.
func (g *Games) planAPI(api huma.API) {
	op := site.Operation("get-plan", http.MethodGet, "/games/{id}/plan", "Your conditional moves", "play")
	site.RegisterPrivate(g.site, api, op,
		func(ctx context.Context, p *site.Person, in *site.InPath) (planned, error) {
			game, _, err := g.site.Watched(ctx, in.ID)
			if err != nil {
				return planned{}, err
			}
			plan, err := g.store.Plan(ctx, in.ID, p.ID)
			return planned{plan, planText(game, plan)}, err
		})
	type planIn struct {
		site.InPath
		Body struct {
			Lines [][]string `json:"lines,omitempty" maxItems:"50" doc:"Lines of moves; the opponent moves first."`
			Text  string     `json:"text,omitempty" maxLength:"100000" doc:"The lines as text, one a row."`
		}
	}
	op = site.Operation("set-plan", http.MethodPut, "/games/{id}/plan",
		"Save conditional moves; without lines, remove them", "play")
	site.RegisterPrivate(g.site, api, op, func(ctx context.Context, p *site.Person, in *planIn) (planned, error) {
		if err := g.site.MayAct(ctx, p.ID); err != nil {
			return planned{}, err
		}
		game, _, err := g.site.Watched(ctx, in.ID)
		lines := in.Body.Lines
		if err == nil && in.Body.Text != "" {
			lines, err = planLines(game, in.Body.Text)
		}
		if err != nil {
			return planned{}, err
		}
		plan, err := g.store.SetPlan(ctx, in.ID, p.ID, lines)
		return planned{plan, planText(game, plan)}, err
	})
}
