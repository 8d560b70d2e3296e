// Package workshop is where people invent games: their drafts, and the games that they publish.
//
// Begin with workshop.go, then read drafts.go.
package workshop

import (
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Workshop are the pages of the package.
type Workshop struct {
	site   *site.Site
	store  *store.Store
	guests site.Guests
}

// New returns the workshop of a site that has a store.
func New(s *site.Site, guests site.Guests) *Workshop {
	return &Workshop{site: s, store: s.Store, guests: guests}
}

// Routes registers the pages.
func (w *Workshop) Routes(mux humago.Mux) {
	mux.HandleFunc("GET /workshop", w.index)
	mux.HandleFunc("GET /workshop/new", w.newPage)
	mux.HandleFunc("POST /workshop/new", w.newDraft)
	mux.HandleFunc("POST /workshop/{id}/save", w.site.RequirePerson(w.save))
	mux.HandleFunc("GET /workshop/{id}/file", w.site.RequirePerson(w.draftFile))
	mux.HandleFunc("POST /workshop/{id}/delete", w.site.RequirePerson(w.deleteDraft))
}
