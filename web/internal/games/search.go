package games

// This file lists and searches games.

import (
	"context"
	"net/http"
	"strings"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// mostOnPage is the number of games that a page lists.
const mostOnPage = 24

// speeds are the speeds that games are searched by.
var speeds = []string{"bullet", "blitz", "rapid", "classical", "correspondence"}

// Search says which games to find. Empty fields do not restrict it.
type Search struct {
	Player   string `query:"player" maxLength:"30" doc:"A person's name."`
	Opponent string `query:"opponent" maxLength:"30" doc:"The name of the other player."`
	Variant  string `query:"variant" maxLength:"200"`
	Speed    string `query:"speed" enum:"bullet,blitz,rapid,classical,correspondence"`
	Result   string `query:"result" enum:"1-0,0-1,1/2-1/2,*"`
	State    string `query:"state" enum:"live,over"`
	Rated    bool   `query:"rated"`
	Position string `query:"position" maxLength:"2000" doc:"A FEN that occurred in the game."`
	Cursor   string `query:"cursor" maxLength:"200" doc:"The field next of the previous page."`
	Limit    int    `query:"limit" minimum:"1" maximum:"100" default:"24"`
}

// search finds the games of a query.
func (g *Games) search(ctx context.Context, q Search) (store.Page, error) {
	query := store.Query{
		Variant: q.Variant, Speed: play.Speed(q.Speed), Result: q.Result, Rated: q.Rated,
		Over: q.State == "over", Live: q.State == "live",
		Viewer: site.UserID(ctx), Cursor: q.Cursor, Limit: q.Limit,
	}
	if q.Player == "" {
		q.Opponent = ""
	}
	for _, side := range []struct {
		name string
		id   *string
	}{{q.Player, &query.Player}, {q.Opponent, &query.Opponent}} {
		if side.name == "" {
			continue
		}
		u, err := g.store.UserByName(ctx, strings.TrimSpace(side.name))
		if err != nil {
			return store.Page{}, err
		}
		*side.id = u.ID
	}
	if q.Position != "" {
		at := position.At{Variant: q.Variant, FEN: q.Position}
		if at.Variant == "" {
			at.Variant = "chess"
		}
		p, err := at.Setting().Position()
		if err != nil {
			return store.Page{}, play.Refuse(play.Invalid, "%s", site.Sentence(ctx, err))
		}
		query.Variant, query.Position = p.Variant().ID, play.PositionKey(p)
	}
	return g.store.Search(ctx, query)
}

// gamesPage shows the reader's own games.
func (g *Games) gamesPage(w http.ResponseWriter, r *http.Request) {
	data, err := g.ownGames(r.Context())
	if err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	g.site.Show(w, r, page.GamesPage(g.site.Frame(r, "Your games"), data))
}

func (g *Games) ownGames(ctx context.Context) (page.Games, error) {
	data := page.Games{}
	p := site.PersonOf(ctx)
	if p == nil {
		return data, nil
	}
	going, err := g.store.GamesOf(ctx, p.ID)
	if err != nil {
		return data, err
	}
	for _, m := range going {
		card := site.GameCard(ctx, m, p.ID)
		if card.YourTurn {
			data.Turn = append(data.Turn, card)
		} else {
			data.Waiting = append(data.Waiting, card)
		}
	}
	past, err := g.store.Search(ctx, store.Query{Player: p.ID, Over: true, Viewer: p.ID, Limit: mostOnPage})
	for _, m := range past.Games {
		data.Past = append(data.Past, site.GameCard(ctx, m, p.ID))
	}
	if past.Next != "" {
		data.More = "/browse?player=" + p.Name
	}
	return data, err
}

// browsePage searches games.
func (g *Games) browsePage(w http.ResponseWriter, r *http.Request) {
	q := Search{
		Player: r.FormValue("player"), Opponent: r.FormValue("opponent"), Variant: r.FormValue("variant"),
		Speed: r.FormValue("speed"), Result: r.FormValue("result"), State: r.FormValue("state"),
		Position: r.FormValue("position"), Cursor: r.FormValue("cursor"), Limit: mostOnPage,
	}
	data := page.Browse{
		Families: site.FamiliesWith(q.Variant), Player: q.Player, Opponent: q.Opponent,
		Variant: site.Canonical(q.Variant), Result: q.Result, State: q.State, Position: q.Position,
		Speed: q.Speed, Speeds: speeds,
	}
	found, err := g.search(r.Context(), q)
	status := http.StatusOK
	if err != nil {
		if status = site.StatusOf(err, http.StatusInternalServerError); status == http.StatusInternalServerError {
			g.site.ServerError(w, r, err)
			return
		}
		data.Error = site.Sentence(r.Context(), err)
	}
	for _, m := range found.Games {
		data.Games = append(data.Games, site.GameCard(r.Context(), m, site.UserID(r.Context())))
	}
	if found.Next != "" {
		next := r.URL.Query()
		next.Set("cursor", found.Next)
		data.Next = "/browse?" + next.Encode()
	}
	g.site.ShowStatus(w, r, status, page.BrowsePage(g.site.Frame(r, "Browse games"), data))
}
