package workshop

// This file publishes drafts.

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/variantfile"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// problemsOf returns what is wrong with the file of a game as sentences with their places.
func problemsOf(ctx context.Context, err error) []page.WrongKey {
	var all []page.WrongKey
	for _, err := range variantfile.Errors(err) {
		one := page.WrongKey{Text: site.Sentence(ctx, err)}
		if e, ok := errors.AsType[*variantfile.Error](err); ok {
			text := e.Problem
			if e.Hint != "" {
				text += "; " + e.Hint
			}
			one = page.WrongKey{Line: e.Line, Key: e.Key, Text: site.Sentence(ctx, errors.New(text))}
		}
		all = append(all, one)
	}
	return all
}

// publishPage shows what is published, and asks who may see it.
func (w *Workshop) publishPage(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	d, err := w.store.Draft(r.Context(), p.ID, r.PathValue("id"))
	if err != nil {
		w.site.Refuse(rw, r, err)
		return
	}
	_, wrong := hosting.ReadDraft(d.File)
	w.showPublish(rw, r, http.StatusOK, d, problemsOf(r.Context(), wrong))
}

// showPublish shows the form with what is wrong with the draft.
func (w *Workshop) showPublish(
	rw http.ResponseWriter, r *http.Request, status int, d store.Draft, wrong []page.WrongKey,
) {
	data := page.Publish{
		ID: d.ID, Title: d.Title, Revision: d.Revision, Problems: wrong, Guest: site.PersonOf(r.Context()).Guest,
		Visibility: store.ByLink, News: r.FormValue("news"),
	}
	if d.Game != "" {
		g, err := w.store.Published(r.Context(), d.Game)
		if err != nil {
			w.site.Refuse(rw, r, err)
			return
		}
		data.Game, data.Name, data.Next, data.Visibility = g.ID, g.Name, g.Version+1, g.Visibility
	}
	if chosen := r.FormValue("visibility"); chosen != "" {
		data.Visibility = chosen
	}
	rw.Header().Set("Cache-Control", "no-store")
	w.site.ShowStatus(rw, r, status, page.PublishPage(w.site.Frame(r, "Publish %s", d.Title), data))
}

// publish publishes a draft, or shows why the site does not take it.
func (w *Workshop) publish(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	ctx := r.Context()
	err := w.site.MayAct(ctx, p.ID)
	var d store.Draft
	if err == nil {
		d, err = w.store.Draft(ctx, p.ID, r.PathValue("id"))
	}
	if err == nil && !w.publishing.Allow(p.ID) {
		err = site.ErrTooMany
	}
	if err != nil {
		w.site.Refuse(rw, r, err)
		return
	}
	v, err := w.measured(ctx, d)
	if err != nil {
		if ctx.Err() == nil {
			w.showPublish(rw, r, http.StatusUnprocessableEntity, d, problemsOf(ctx, err))
		}
		return
	}
	g, err := w.publishAs(r, p, d, v)
	if err != nil {
		w.site.Refuse(rw, r, err)
		return
	}
	w.site.Flash(rw, r, "%s is published.", g.Name)
	http.Redirect(rw, r, "/rules/"+g.ID, http.StatusSeeOther)
}

// measured returns the game of a draft, played for a while. The error says what is wrong with it, or
// what about it costs too much.
func (w *Workshop) measured(ctx context.Context, d store.Draft) (*kirke.Variant, error) {
	var gone error
	v, err := hosting.ReadDraft(d.File, func(v *kirke.Variant) (wrong []*rules.FieldError) {
		_, wrong, gone = hosting.Measure(ctx, v)
		return wrong
	})
	return v, errors.Join(gone, err)
}

// publishAs stores a game as the form asks for.
func (w *Workshop) publishAs(
	r *http.Request, p *site.Person, d store.Draft, v *kirke.Variant,
) (store.Published, error) {
	revision, err := strconv.Atoi(r.FormValue("revision"))
	if err != nil {
		return store.Published{}, play.Refuse(play.Invalid, "The form does not say which revision is published.")
	}
	return w.store.Publish(r.Context(), p.ID, store.Publication{
		Draft: d.ID, Revision: revision, Game: v, Visibility: r.FormValue("visibility"), Traits: traitsOf(v),
		News: site.Plain(r.FormValue("news"), store.MaxNews),
	})
}

// setVisibility changes who may see a game.
func (w *Workshop) setVisibility(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	id := r.PathValue("variant")
	err := w.store.SetVisibility(r.Context(), p.ID, id, r.FormValue("visibility"))
	w.site.Done(rw, r, "/rules/"+id, "The change is saved.", err)
}

// deletePublished deletes a game that nobody has played.
func (w *Workshop) deletePublished(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	err := w.store.DeletePublished(r.Context(), p.ID, r.PathValue("variant"))
	w.site.Done(rw, r, "/workshop", "The game is deleted.", err)
}

// addComment keeps what the reader writes about a game.
func (w *Workshop) addComment(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	ctx, id := r.Context(), r.PathValue("variant")
	err := w.site.MayAct(ctx, p.ID)
	if err == nil {
		_, err = w.store.PublishedFor(ctx, p.ID, id)
	}
	if err == nil {
		_, err = w.store.AddComment(ctx, p.ID, id, site.PlainLines(r.FormValue("text"), 2*store.MaxComment))
	}
	w.site.Done(rw, r, "/rules/"+id+"#comments", "Your comment is there.", err)
}

// deleteComment deletes a comment of the reader, or on a game of theirs.
func (w *Workshop) deleteComment(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	err := w.store.DeleteComment(r.Context(), p.ID, r.FormValue("id"))
	w.site.Done(rw, r, "/rules/"+r.PathValue("variant")+"#comments", "The comment is deleted.", err)
}

// gameFile answers with the file of any game, in the latest version or another one.
func (w *Workshop) gameFile(rw http.ResponseWriter, r *http.Request) {
	v, err := w.Named(r)
	if err != nil {
		w.site.Refuse(rw, r, err)
		return
	}
	file, err := fileOfGame(v)
	if err != nil {
		w.site.ServerError(rw, r, err)
		return
	}
	name := v.ID
	if site.IsPublished(v.ID) {
		name += fmt.Sprintf("-%d", v.Version)
	}
	writeFile(rw, name, file)
}
