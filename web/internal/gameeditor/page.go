package gameeditor

// This file shows the page.

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// Routes registers the page. It needs a store.
func (e *Editor) Routes(mux humago.Mux) {
	mux.HandleFunc("GET /workshop/{id}", e.site.RequirePerson(e.page))
	mux.HandleFunc("GET /workshop/{id}/board.svg", e.site.RequirePerson(e.picture))
}

// page shows a draft of the reader's with its board, and what is wrong in it.
func (e *Editor) page(w http.ResponseWriter, r *http.Request, p *site.Person) {
	d, err := e.site.Store.Draft(r.Context(), p.ID, r.PathValue("id"))
	if err != nil {
		e.site.Refuse(w, r, err)
		return
	}
	checked, err := Change{File: d.File}.checked(r.Context())
	if err != nil {
		e.site.Refuse(w, r, err)
		return
	}
	data := page.GameDraft{
		ID: d.ID, Title: d.Title, File: d.File, Revision: d.Revision, Sections: variantfile.Reference(),
	}
	for _, one := range checked.Errors {
		text := one.Problem
		if one.Hint != "" {
			text += "; " + one.Hint
		}
		data.Wrong = append(data.Wrong, page.WrongKey{Line: one.Line, Key: one.Key, Text: text})
	}
	if g := checked.Game; g != nil && g.Setup != nil {
		data.Board = &page.Board{Variant: g.ID, View: g.Setup.View, Picture: page.Picture{
			Title: d.Title, Words: g.words, URL: fmt.Sprintf("/workshop/%s/board.svg?r=%d", d.ID, d.Revision),
		}}
	}
	w.Header().Set("Cache-Control", "no-store")
	e.site.Show(w, r, page.GameDraftPage(e.site.Frame(r, "%s", d.Title), data))
}

// picture draws the starting position of a draft, for browsers without scripts.
func (e *Editor) picture(w http.ResponseWriter, r *http.Request, p *site.Person) {
	d, err := e.site.Store.Draft(r.Context(), p.ID, r.PathValue("id"))
	if err != nil {
		e.site.Refuse(w, r, err)
		return
	}
	v, err := hosting.ReadDraft(d.File)
	var drawn *diagram.Diagram
	if err == nil {
		drawn, err = pictureOf(v)
	}
	var b bytes.Buffer
	if err == nil {
		drawn.Style = position.StyleOf(r)
		err = drawn.SVG(&b)
	}
	if err != nil {
		e.site.Fail(w, r, http.StatusUnprocessableEntity, site.Sentence(r.Context(), err))
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write(b.Bytes()) // fails when the client has gone
}

// pictureOf draws the starting position of a game, which need not be legal.
func pictureOf(v *kirke.Variant) (*diagram.Diagram, error) {
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		return nil, err
	}
	p, err := kirke.FromSetup(v, s, kirke.Forgive(rules.AnyDefect))
	if err != nil {
		return nil, err
	}
	return picture.Of(p), nil
}
