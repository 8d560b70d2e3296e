// Package workshop is where people invent games: their drafts, and the games that they publish.
//
// Begin with workshop.go, then read drafts.go, publish.go (from a draft to a game) and published.go (the
// page of a game). catalogue.go is the page of all games, traits.go what it is searched by.
package workshop

import (
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/limit"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Workshop are the pages of the package.
type Workshop struct {
	site       *site.Site
	store      *store.Store // nil leaves the catalogue of the built-in games
	guests     site.Guests
	publishing *limit.Limiter[string] // tries to publish of one person

	lock    sync.Mutex
	counts  map[string]int // games of each variant
	counted time.Time
}

// New returns the workshop of a site. guests is needed with a store.
func New(s *site.Site, guests site.Guests) *Workshop {
	return &Workshop{
		site: s, store: s.Store, guests: guests,
		publishing: limit.New[string](1.0/60*s.RateFactor, int(10*s.RateFactor)+1),
	}
}

// Routes registers the pages.
func (w *Workshop) Routes(mux humago.Mux) {
	mux.HandleFunc("GET /rules", w.catalogue)
	mux.HandleFunc("GET /rules/{variant}/file", w.gameFile)
	if w.store == nil {
		return
	}
	mux.HandleFunc("POST /rules/{variant}/visibility", w.site.RequirePerson(w.setVisibility))
	mux.HandleFunc("POST /rules/{variant}/delete", w.site.RequirePerson(w.deletePublished))
	mux.HandleFunc("POST /rules/{variant}/comments", w.site.RequirePerson(w.addComment))
	mux.HandleFunc("POST /rules/{variant}/comments/delete", w.site.RequirePerson(w.deleteComment))
	mux.HandleFunc("GET /workshop", w.index)
	mux.HandleFunc("GET /workshop/new", w.newPage)
	mux.HandleFunc("POST /workshop/new", w.newDraft)
	mux.HandleFunc("POST /workshop/{id}/save", w.site.RequirePerson(w.save))
	mux.HandleFunc("GET /workshop/{id}/file", w.site.RequirePerson(w.draftFile))
	mux.HandleFunc("GET /workshop/{id}/publish", w.site.RequirePerson(w.publishPage))
	mux.HandleFunc("POST /workshop/{id}/publish", w.site.RequirePerson(w.publish))
	mux.HandleFunc("POST /workshop/{id}/delete", w.site.RequirePerson(w.deleteDraft))
}
