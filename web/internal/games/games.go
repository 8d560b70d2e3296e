// Package games is what people play with each other and with the computer: the lobby with its
// offers, the page of a game, the lists of games, notices, and their operations of the API.
//
// Begin with games.go, then read offers.go (how a game begins), lobby.go (its page), quick.go (one press), page.go (the
// page of a game), forms.go (what players do there) and export.go (a game as files, pictures and
// addresses). search.go lists games, news.go finds what is new for a person and notices.go tells it to
// open pages, presence.go knows who is online. api.go, gameapi.go and streams.go are the API.
package games

import (
	"net/netip"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/computer"
	"github.com/kirke-chess/kirke/web/internal/limit"
	"github.com/kirke-chess/kirke/web/internal/live"
	"github.com/kirke-chess/kirke/web/internal/review"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Games are the games of a site.
type Games struct {
	site     *site.Site
	store    *store.Store
	computer *computer.Player
	guests   site.Guests
	reviews  *review.Reviews
	live     *live.Games
	present  *presence

	talk       *limit.Limiter[string]     // chat messages of one person
	talkHere   *limit.Limiter[netip.Addr] // the same of all people at one address
	offers     *limit.Limiter[string]     // offers and games of one person
	offersHere *limit.Limiter[netip.Addr] // the same of all people at one address
}

// New returns the games of a site, which must have a store. computer makes the computer's moves.
func New(s *site.Site, computer *computer.Player, guests site.Guests, reviews *review.Reviews) *Games {
	part := s.RateFactor
	g := &Games{
		site: s, store: s.Store, computer: computer, guests: guests, reviews: reviews,
		talk:       limit.New[string](part/2, int(20*part)+1),
		talkHere:   limit.New[netip.Addr](part, int(100*part)+1),
		offers:     limit.New[string](part/60, int(30*part)+1),
		offersHere: limit.New[netip.Addr](part/6, int(200*part)+1),
	}
	g.live = live.New(s, g)
	g.present = newPresence(g.extendOffers)
	return g
}

// Routes registers the pages and forms.
func (g *Games) Routes(mux humago.Mux) {
	mux.HandleFunc("GET /notices/live", g.liveNotices)
	mux.HandleFunc("POST /notices/seen", g.site.RequirePerson(g.sawNotices))
	mux.HandleFunc("POST /notices/all/drop", g.site.RequirePerson(g.dropNotices))
	mux.HandleFunc("POST /notices/{notice}/drop", g.site.RequirePerson(g.dropNotice))

	mux.HandleFunc("GET /lobby", g.lobbyPage)
	mux.HandleFunc("GET /lobby/lists", g.lobbyPart)
	mux.HandleFunc("POST /offers", g.newOffer)
	mux.HandleFunc("POST /offers/quick", g.quickGame)
	mux.HandleFunc("POST /offers/{seek}/take", g.takeOffer)
	mux.HandleFunc("POST /offers/{seek}/drop", g.site.RequirePerson(g.dropOffer))
	mux.HandleFunc("GET /i/{secret}", g.invitation)
	mux.HandleFunc("POST /i/{secret}", g.takeInvitation)
	mux.HandleFunc("GET /games", g.gamesPage)
	mux.HandleFunc("GET /browse", g.browsePage)

	mux.HandleFunc("GET /g/{game}", g.gamePage)
	mux.HandleFunc("GET /g/{game}/try", g.tryMove)
	mux.HandleFunc("GET /g/{game}/explain", g.explainMove)
	mux.HandleFunc("GET /g/{game}/positions", g.positions)
	mux.HandleFunc("POST /g/{game}/do", g.site.RequirePerson(g.doForm))
	mux.HandleFunc("POST /g/{game}/note", g.site.RequirePerson(g.noteForm))
	mux.HandleFunc("POST /g/{game}/plan", g.site.RequirePerson(g.planForm))
	mux.HandleFunc("POST /g/{game}/seen", g.site.RequirePerson(g.sawGame))
	mux.HandleFunc("GET /g/{game}/live", g.live.Connect)
	mux.HandleFunc("GET /g/{game}/export/{format}", g.exportGame)
	mux.HandleFunc("GET /g/{game}/diagram.svg", g.gameDiagram)
	mux.HandleFunc("GET /g/{game}/diagram.png", g.gameDiagram)
	mux.HandleFunc("GET /g/{game}/game.gif", g.gameAnimation)
	mux.HandleFunc("GET /g/{game}/analysis", g.gameAnalysis)
	mux.HandleFunc("GET /g/{game}/problem", g.gameProblem)
}
