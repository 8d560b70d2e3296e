package workshop

// This file holds what the page of a published game says besides its rules.

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/variantfile"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// Named returns the variant that an address names by its ID and, in its query, a version. The error may
// be shown: there is no such game, or not for the reader.
func (w *Workshop) Named(r *http.Request) (*kirke.Variant, error) {
	id := r.PathValue("variant")
	v, err := kirke.Lookup(id)
	if text := r.FormValue("version"); err == nil && text != "" {
		n, wrong := strconv.Atoi(text)
		if wrong != nil {
			return nil, store.ErrNoPublished
		}
		v, err = kirke.LookupVersion(id, n)
	}
	if err != nil {
		return nil, huma.Error404NotFound(site.Sentence(r.Context(), err))
	}
	if w.store == nil || !strings.Contains(v.ID, store.GamePrefix) {
		return v, nil
	}
	if p := site.PersonOf(r.Context()); p == nil || !p.Moderates() {
		_, err = w.store.PublishedFor(r.Context(), site.UserID(r.Context()), v.ID)
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// fileOfGame returns the file of a game as it is.
func fileOfGame(v *kirke.Variant) (string, error) {
	var b strings.Builder
	err := variantfile.Write(&b, v)
	return b.String(), err
}

// lastGames is how many games the page of a published game lists.
const lastGames = 6

// About returns what the page of a game says besides its rules. For a built-in game, or without a
// store, that is nil.
func (w *Workshop) About(ctx context.Context, v *kirke.Variant) (*page.About, error) {
	if w.store == nil || !site.IsPublished(v.ID) {
		return nil, nil
	}
	g, err := w.store.Published(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	a := &page.About{
		ID: g.ID, By: g.By.Name, Deleted: g.By.ID == "", Visibility: g.Visibility,
		Version: v.Version, Latest: g.Version,
		ForkOf: g.ForkOf, ForkName: site.GameName(g.ForkOf), ForkVersion: g.ForkVersion,
	}
	a.ForkSeen = a.ForkOf != "" && w.maySee(ctx, a.ForkOf)
	for _, add := range []func(context.Context, *page.About) error{
		w.addReader, w.addVersions, w.addForks, w.addGames, w.addComments,
	} {
		if err := add(ctx, a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// maySee reports whether the reader may see the page of a game.
func (w *Workshop) maySee(ctx context.Context, id string) bool {
	if _, err := kirke.Lookup(id); err != nil || !strings.Contains(id, store.GamePrefix) {
		return err == nil
	}
	_, err := w.store.PublishedFor(ctx, site.UserID(ctx), id)
	return err == nil
}

// addReader adds what the reader may do.
func (w *Workshop) addReader(ctx context.Context, a *page.About) error {
	p := site.PersonOf(ctx)
	if p == nil {
		return nil
	}
	a.Reader, a.Mine, a.Guest = p.Name, p.Name == a.By && !a.Deleted, p.Guest
	a.Moderate, a.Social = p.Moderates(), !a.Mine && !a.Deleted
	if !a.Mine {
		return nil
	}
	drafts, err := w.store.Drafts(ctx, p.ID)
	for _, d := range drafts {
		if d.Game == a.ID && a.Draft == "" {
			a.Draft = d.ID
		}
	}
	return err
}

func (w *Workshop) addVersions(ctx context.Context, a *page.About) error {
	versions, err := w.store.PublishedVersions(ctx, a.ID)
	for _, v := range versions {
		a.Versions = append(a.Versions, page.VersionLine{
			Number: v.Version, Date: message.Day(ctx, v.Created), News: v.News,
		})
	}
	return err
}

func (w *Workshop) addForks(ctx context.Context, a *page.About) error {
	forks, err := w.store.ForksOf(ctx, a.ID)
	for _, f := range forks {
		a.Forks = append(a.Forks, page.Game{ID: f.ID, Name: f.Name, By: f.By.Name})
	}
	return err
}

func (w *Workshop) addGames(ctx context.Context, a *page.About) error {
	user := site.UserID(ctx)
	found, err := w.store.Search(ctx, store.Query{Variant: a.ID, Viewer: user, Limit: lastGames})
	if err != nil {
		return err
	}
	for _, m := range found.Games {
		a.Games = append(a.Games, site.GameCard(ctx, m, user))
	}
	counts, err := w.playedCounts(ctx)
	a.Plays = max(counts[a.ID], len(a.Games))
	return err
}

func (w *Workshop) addComments(ctx context.Context, a *page.About) error {
	comments, err := w.store.Comments(ctx, a.ID)
	for _, c := range comments {
		a.Comments = append(a.Comments, page.CommentLine{
			ID: c.ID, By: c.By.Name, Lines: strings.Split(c.Text, "\n"), At: message.Day(ctx, c.At),
			MayDelete: a.Mine || a.Reader != "" && c.By.Name == a.Reader,
		})
	}
	return err
}
