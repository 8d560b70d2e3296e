package workshop

// This file holds drafts: the page that lists them, and the forms that begin, save and delete one.

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/variantfile"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// index lists the reader's drafts.
func (w *Workshop) index(rw http.ResponseWriter, r *http.Request) {
	data := page.Workshop{}
	if p := site.PersonOf(r.Context()); p != nil {
		data.Known = true
		drafts, err := w.store.Drafts(r.Context(), p.ID)
		if err != nil {
			w.site.ServerError(rw, r, err)
			return
		}
		for _, d := range drafts {
			data.Drafts = append(data.Drafts, page.DraftLine{
				ID: d.ID, Title: d.Title, From: site.GameName(d.ForkOf), FromID: d.ForkOf,
				Changed: message.Day(r.Context(), d.Updated),
			})
		}
		if data.Published, err = w.publishedBy(r, p); err != nil {
			w.site.ServerError(rw, r, err)
			return
		}
	}
	rw.Header().Set("Cache-Control", "no-store")
	w.site.Show(rw, r, page.WorkshopPage(w.site.Frame(r, "Workshop"), data))
}

// publishedBy lists what a person has published.
func (w *Workshop) publishedBy(r *http.Request, p *site.Person) (all []page.PublishedLine, err error) {
	games, err := w.store.PublishedBy(r.Context(), p.ID)
	if err != nil {
		return nil, err
	}
	counts, err := w.playedCounts(r.Context())
	for _, g := range games {
		all = append(all, page.PublishedLine{
			ID: g.ID, Name: g.Name, Visibility: g.Visibility, Changed: message.Day(r.Context(), g.Changed),
			Version: g.Version, Plays: counts[g.ID],
		})
	}
	return all, err
}

// newPage asks which game a new draft begins as.
func (w *Workshop) newPage(rw http.ResponseWriter, r *http.Request) {
	data := page.NewDraft{Base: cmp.Or(r.FormValue("game"), "chess"), Title: r.FormValue("title")}
	data.Families = site.FamiliesWith(data.Base)
	w.site.Show(rw, r, page.NewDraftPage(w.site.Frame(r, "New game"), data))
}

// newDraft begins a draft as a game, under a name of its own. A visitor becomes a guest.
func (w *Workshop) newDraft(rw http.ResponseWriter, r *http.Request) {
	d, err := w.draftOf(r)
	if err != nil { // first: nobody becomes a guest by what cannot be kept
		w.site.Refuse(rw, r, err)
		return
	}
	p, err := w.guests.PersonOrGuest(rw, r)
	if err == nil {
		err = w.site.MayAct(r.Context(), p.ID)
	}
	if err == nil {
		d, err = w.store.NewDraft(r.Context(), p.ID, d)
	}
	if err != nil {
		w.site.Refuse(rw, r, err)
		return
	}
	http.Redirect(rw, r, "/workshop/"+d.ID, http.StatusSeeOther)
}

// draftOf returns the draft that a form asks for: a copy of a game with another name, or, of a published
// game of the reader's, its next version.
func (w *Workshop) draftOf(r *http.Request) (store.Draft, error) {
	ctx := r.Context()
	if r.FormValue("game") == nothing {
		name := cmp.Or(gameName(r.FormValue("title")), message.Text(ctx, "My game"))
		file, err := variantfile.Edit(emptyFile, "name", name)
		return store.Draft{Title: name, File: file}, err
	}
	from, err := kirke.Lookup(cmp.Or(r.FormValue("game"), "chess"))
	if err != nil {
		return store.Draft{}, site.Refused(ctx, err)
	}
	var g store.Published
	if strings.Contains(from.ID, store.GamePrefix) {
		if g, err = w.store.PublishedFor(ctx, site.UserID(ctx), from.ID); err != nil {
			return store.Draft{}, err
		}
	}
	name := gameName(r.FormValue("title"))
	if name == "" {
		name = gameName(message.Text(ctx, "My %s", from.Name))
	}
	d := store.Draft{ForkOf: from.ID, ForkVersion: from.Version}
	if r.FormValue("next") != "" && g.ID == from.ID && g.By.ID == site.UserID(ctx) && g.By.ID != "" {
		name = from.Name
		d = store.Draft{Game: g.ID, ForkOf: g.ForkOf, ForkVersion: g.ForkVersion}
	}
	d.Title = name
	if d.File, err = fileOf(from, name); err != nil {
		return store.Draft{}, site.Refused(ctx, err)
	}
	return d, nil
}

// nothing is what a draft begins as that begins as no game.
const nothing = "nothing"

// emptyFile is an empty board and a king: a game has a piece at least.
const emptyFile = `name = ""
size = "8x8"

[start]
placement = "8/8/8/8/8/8/8/8"

[[pieces]]
name = "King"
`

// fileOf returns the file of a game as another person's own begins: under another name, and without
// what only the game that it was may say of itself.
func fileOf(from *kirke.Variant, name string) (string, error) {
	v := from.Clone()
	v.ID, v.Name, v.Version = "", name, 1
	v.Aliases, v.Family = nil, ""
	file, err := fileOfGame(v)
	if err != nil {
		return "", fmt.Errorf("%s cannot be written as a file: %w", from.Name, err)
	}
	return file, nil
}

// gameName returns a name as games in the workshop have it, "" if nothing of it is left.
func gameName(name string) string {
	name = site.Plain(name, store.MaxGameName)
	if utf8.RuneCountInString(name) > store.MaxGameName { // with the dots that say that it was cut
		name = site.Plain(name, store.MaxGameName-1)
	}
	return name
}

// Saved is the answer to a script that has saved a draft.
type Saved struct {
	Title    string `json:"title"`
	Revision int    `json:"revision"`
}

// save keeps what a form has of a draft: file, title (by default the name in the file) and revision,
// that which was changed. A script gets JSON.
func (w *Workshop) save(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	d, err := w.saved(r, p)
	if err == nil && strings.Contains(r.Header.Get("Accept"), "application/json") {
		site.WriteJSON(rw, Saved{d.Title, d.Revision})
		return
	}
	w.site.Done(rw, r, "/workshop/"+d.ID, "The draft is saved.", err)
}

func (w *Workshop) saved(r *http.Request, p *site.Person) (store.Draft, error) {
	if err := w.site.MayAct(r.Context(), p.ID); err != nil {
		return store.Draft{}, err
	}
	d, err := w.store.Draft(r.Context(), p.ID, r.PathValue("id"))
	if err != nil {
		return store.Draft{}, err
	}
	d.Revision, err = strconv.Atoi(r.FormValue("revision"))
	if err != nil {
		return store.Draft{}, play.Refuse(play.Invalid, "The form does not say which revision it has changed.")
	}
	d.File = strings.ReplaceAll(r.FormValue("file"), "\r\n", "\n")
	d.Title = cmp.Or(gameName(r.FormValue("title")), gameName(nameIn(d.File)), d.Title)
	return w.store.SaveDraft(r.Context(), p.ID, d)
}

// nameIn returns the name that a file gives its game, "" if it cannot be read or gives none.
func nameIn(file string) string {
	v, err := variantfile.Read("draft", []byte(file))
	if err != nil {
		return ""
	}
	return v.Name
}

// draftFile answers with the file of a draft.
func (w *Workshop) draftFile(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	d, err := w.store.Draft(r.Context(), p.ID, r.PathValue("id"))
	if err != nil {
		w.site.Refuse(rw, r, err)
		return
	}
	writeFile(rw, "draft-"+d.ID, d.File)
}

// writeFile answers with the file of a game as a download.
func writeFile(rw http.ResponseWriter, name, file string) {
	rw.Header().Set("Content-Type", "application/toml; charset=utf-8")
	rw.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s%s"`, name, variantfile.Ext))
	_, _ = rw.Write([]byte(file)) // fails when the client has gone
}

// deleteDraft deletes a draft.
func (w *Workshop) deleteDraft(rw http.ResponseWriter, r *http.Request, p *site.Person) {
	err := w.store.DeleteDraft(r.Context(), p.ID, r.PathValue("id"))
	w.site.Done(rw, r, "/workshop", "The draft is deleted.", err)
}
