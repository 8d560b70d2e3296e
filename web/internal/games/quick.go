package games

// This file pairs people by one press, and remembers how the lobby's form was filled in.

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/page"
)

// quickGame pairs the reader with an offer that waits for somebody like them, or makes one.
func (g *Games) quickGame(w http.ResponseWriter, r *http.Request) {
	f := postedForm(r)
	o, err := offerOf(page.OfferForm{
		Variant: f.Variant, Clock: cmp.Or(r.PostFormValue("quick"), f.Clock), Rated: f.Rated, Opponent: string(Anybody),
	})
	var out Offered
	if err == nil {
		out, err = g.quickFrom(w, r, o)
	}
	if err != nil {
		g.lobbyRefused(w, r, err)
		return
	}
	g.rememberQuick(w, r)
	place := "/lobby"
	if out.Game != "" {
		place = "/g/" + out.Game
	}
	http.Redirect(w, r, place, http.StatusSeeOther)
}

func (g *Games) quickFrom(w http.ResponseWriter, r *http.Request, o Offer) (Offered, error) {
	terms, err := o.terms().Canonical()
	if err != nil {
		return Offered{}, err
	}
	p, err := g.guests.PersonOrGuest(w, r)
	if err != nil {
		return Offered{}, err
	}
	return g.quick(r.Context(), p.User, o, terms)
}

// quick takes the oldest open offer with the same terms, or makes an offer. If the person's own
// already waits, it goes on waiting.
func (g *Games) quick(ctx context.Context, by store.User, o Offer, terms play.Terms) (Offered, error) {
	open, err := g.store.Lobby(ctx)
	if err != nil {
		return Offered{}, err
	}
	open = slices.DeleteFunc(open, func(k store.Seek) bool { return k.Terms != terms })
	for _, k := range slices.Backward(open) { // the oldest comes last
		if k.By.ID == by.ID {
			return Offered{Seek: &k}, nil
		}
	}
	for _, k := range slices.Backward(open) {
		m, err := g.take(ctx, k.ID, by)
		switch play.CodeOf(err) {
		case play.NotFound, play.Taken, play.NotAllowed: // gone meanwhile, or between people who block each other
			continue
		}
		return Offered{Game: m.ID}, err
	}
	return g.offer(ctx, by, o)
}

// formCookie has the last choices in the lobby's form, as a query.
const formCookie = "offer"

// formLife is how long a browser keeps them.
const formLife = 365 * 24 * time.Hour

// mostForm is how many characters of a form are remembered.
const mostForm = 600

// remembered are the fields of the form that are the same the next time.
var remembered = []string{"variant", "clock", "own", "colour", "opponent", "level", "rated", "private"}

// remember keeps the choices of a form that was sent for the next visit.
func (g *Games) remember(w http.ResponseWriter, r *http.Request) {
	q := url.Values{}
	for _, name := range remembered {
		if value := r.PostFormValue(name); value != "" {
			q.Set(name, value)
		}
	}
	g.keepForm(w, r, q)
}

// rememberQuick keeps the choices of a quick game, and the others as they are.
func (g *Games) rememberQuick(w http.ResponseWriter, r *http.Request) {
	q := g.lastForm(r)
	q.Del("own")
	q.Del("rated")
	if clock := cmp.Or(r.PostFormValue("quick"), r.PostFormValue("clock")); clock != "" {
		q.Set("clock", clock)
	}
	if rated := r.PostFormValue("rated"); rated != "" {
		q.Set("rated", rated)
	}
	g.keepForm(w, r, q)
}

// keepForm keeps choices, with the variant of the form that was sent.
func (g *Games) keepForm(w http.ResponseWriter, r *http.Request, q url.Values) {
	if id := position.VariantOf(r); id != "" {
		q.Set("variant", id)
	}
	if text := q.Encode(); len(text) <= mostForm {
		http.SetCookie(w, g.site.Cookie(r, formCookie, text, formLife))
	}
}

// lastForm returns the last choices in the lobby's form.
func (g *Games) lastForm(r *http.Request) url.Values {
	q, err := url.ParseQuery(g.site.ReadCookie(r, formCookie))
	if err != nil {
		return url.Values{}
	}
	return q
}
