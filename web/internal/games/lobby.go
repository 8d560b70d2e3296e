package games

// This file holds the lobby, its forms, and invitations by a link.

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// Defaults of the form of an offer.
const (
	defaultVariant = "seirawan"
	defaultClock   = "10+5"
)

// lobbyPage shows who wants to play, and the form of an offer.
func (g *Games) lobbyPage(w http.ResponseWriter, r *http.Request) {
	data, err := g.lobby(r)
	if err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	g.site.Show(w, r, page.LobbyPage(g.site.Frame(r, "Play"), data))
}

// lobbyPart shows only what changes.
func (g *Games) lobbyPart(w http.ResponseWriter, r *http.Request) {
	data, err := g.lobby(r)
	if err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	g.site.Show(w, r, page.LobbyParts(data))
}

// lobby returns what the lobby shows.
func (g *Games) lobby(r *http.Request) (page.Lobby, error) {
	ctx, user := r.Context(), site.UserID(r.Context())
	data := page.Lobby{Clocks: site.Clocks, Quick: site.QuickClocks, Form: g.offerForm(r), Levels: site.Levels()}
	data.User, _ = g.Reader(r)
	if id := r.FormValue("preset"); id != "" {
		p, err := g.store.Preset(ctx, id)
		if err != nil && !store.IsNotFound(err) {
			return data, err
		}
		if err == nil {
			data.Form, data.Preset = presetForm(p), p.Name
		}
	}
	data.Form.Variant = site.Canonical(data.Form.Variant)
	data.Picker = site.PickerOf(ctx, data.Form.Variant)
	open, err := g.store.Lobby(ctx)
	if err != nil {
		return data, err
	}
	for _, k := range open {
		line := site.SeekLine(k, user)
		if line.Mine {
			data.Waiting = append(data.Waiting, line)
			continue
		}
		data.Open = append(data.Open, line)
	}
	if user != "" {
		own, err := g.store.SeeksOf(ctx, user)
		if err != nil {
			return data, err
		}
		for _, k := range own {
			if k.To != nil || k.Link {
				data.Own = append(data.Own, site.SeekLine(k, user))
			}
		}
		if data.Fresh, err = g.freshGames(ctx, user); err != nil {
			return data, err
		}
	}
	now, err := g.store.LiveGames(ctx, 12)
	for _, m := range now {
		data.Live = append(data.Live, site.GameCard(ctx, m, user))
	}
	return data, err
}

// freshGames returns a person's games by correspondence in which nobody has moved yet.
func (g *Games) freshGames(ctx context.Context, user string) ([]string, error) {
	if user == "" {
		return nil, nil
	}
	games, err := g.store.GamesOf(ctx, user)
	var fresh []string
	for _, m := range games {
		if m.Ply == 0 && m.Control.Correspondence() {
			fresh = append(fresh, m.ID)
		}
	}
	return fresh, err
}

// offerForm returns the form of an offer as the reader sent it. A new form has the address's choices,
// and for the rest the last ones.
func (g *Games) offerForm(r *http.Request) page.OfferForm {
	if r.Method == http.MethodPost {
		return postedForm(r)
	}
	last := g.lastForm(r)
	if r.FormValue("clock") != "" {
		last.Del("own") // which would replace it
	}
	return readOfferForm(func(name string) string {
		if name == "variant" {
			return cmp.Or(position.VariantOf(r), last.Get(name))
		}
		return cmp.Or(r.FormValue(name), last.Get(name))
	})
}

// postedForm returns the form of an offer that was sent.
func postedForm(r *http.Request) page.OfferForm {
	f := readOfferForm(r.FormValue)
	f.Variant = cmp.Or(position.VariantOf(r), f.Variant)
	return f
}

// readOfferForm reads the form of an offer. value returns a field of it.
func readOfferForm(value func(string) string) page.OfferForm {
	f := page.OfferForm{
		Variant: value("variant"), Clock: value("clock"), Own: strings.TrimSpace(value("own")),
		Colour: value("colour"), Opponent: value("opponent"), Name: value("name"),
		Start: value("start"), Array: value("array"), Symmetry: value("symmetry"),
		Rated: value("rated") != "", Private: value("private") != "",
	}
	if f.Variant == "" {
		f.Variant = defaultVariant
	}
	if f.Clock == "" {
		f.Clock = defaultClock
	}
	if f.Opponent == "" {
		f.Opponent = string(Anybody)
	}
	var err error
	if f.Level, err = strconv.Atoi(value("level")); err != nil {
		f.Level = site.DefaultLevel
	}
	return f
}

// presetForm returns the form of an offer with a preset filled in.
func presetForm(p store.Preset) page.OfferForm {
	return page.OfferForm{
		Variant: p.Terms.Variant, Own: p.Terms.Control.String(), Start: p.Terms.Start, Array: p.Terms.Array,
		Symmetry: string(p.Terms.Symmetry), Rated: p.Terms.Rated, Private: p.Terms.Private,
		Opponent: string(Anybody), Level: site.DefaultLevel,
	}
}

// offerOf returns the offer of a form.
func offerOf(f page.OfferForm) (Offer, error) {
	o := Offer{
		Variant: f.Variant, Array: f.Array, Symmetry: f.Symmetry, Start: f.Start,
		Rated: f.Rated, Private: f.Private, Opponent: Opponent(f.Opponent), Name: f.Name, Level: f.Level,
	}
	switch play.Seat(f.Colour) {
	case play.White, play.Black:
		o.Colour = play.Seat(f.Colour)
	}
	text := f.Clock
	if f.Own != "" {
		text = f.Own
	}
	var err error
	o.Clock, err = play.ParseControl(text)
	return o, err
}

// newOffer makes the offer of a form, or saves it as a preset.
func (g *Games) newOffer(w http.ResponseWriter, r *http.Request) {
	o, err := offerOf(postedForm(r))
	if err == nil && r.FormValue("do") == "preset" {
		g.newPreset(w, r, o)
		return
	}
	var out Offered
	if err == nil {
		out, err = g.offerFrom(w, r, o)
	}
	if err != nil {
		g.lobbyRefused(w, r, err)
		return
	}
	g.remember(w, r)
	place := "/lobby"
	switch {
	case out.Game != "":
		place = "/g/" + out.Game
	case out.Link != "":
		place = out.Link
	case out.Seek.To != nil:
		g.site.Flash(w, r, "Your challenge was sent to %s.", out.Seek.To.Name)
	}
	http.Redirect(w, r, place, http.StatusSeeOther)
}

// offerFrom makes an offer of the reader, a guest if need be.
func (g *Games) offerFrom(w http.ResponseWriter, r *http.Request, o Offer) (Offered, error) {
	p, err := g.guests.PersonOrGuest(w, r)
	if err != nil {
		return Offered{}, err
	}
	return g.offer(r.Context(), p.User, o)
}

// lobbyRefused shows the form again, with the reason.
func (g *Games) lobbyRefused(w http.ResponseWriter, r *http.Request, err error) {
	status := site.StatusOf(err, http.StatusInternalServerError)
	if status == http.StatusInternalServerError {
		g.site.ServerError(w, r, err)
		return
	}
	data, wrong := g.lobby(r)
	if wrong != nil {
		g.site.ServerError(w, r, wrong)
		return
	}
	data.Error = site.Sentence(r.Context(), err)
	g.site.ShowStatus(w, r, status, page.LobbyPage(g.site.Frame(r, "Play"), data))
}

// newPreset saves the form of an offer for others to play by a link.
func (g *Games) newPreset(w http.ResponseWriter, r *http.Request, o Offer) {
	preset, err := g.savePreset(r, o)
	if err != nil {
		g.lobbyRefused(w, r, err)
		return
	}
	g.site.Done(w, r, "/lobby?preset="+preset.ID, "The preset is saved. Share the address of this page.", nil)
}

func (g *Games) savePreset(r *http.Request, o Offer) (store.Preset, error) {
	p := site.PersonOf(r.Context())
	if p == nil || p.Guest {
		return store.Preset{}, play.Refuse(play.NotAllowed, "Presets need an account.")
	}
	name := site.Plain(r.FormValue("preset-name"), mostPresetName)
	if name == "" {
		return store.Preset{}, play.Refuse(play.Invalid, "A preset needs a name.")
	}
	return g.store.SavePreset(r.Context(), p.ID, name, o.terms())
}

// mostPresetName is the number of characters that the name of a preset has at most.
const mostPresetName = 60

// takeOffer accepts an offer. dropOffer withdraws or declines one.
func (g *Games) takeOffer(w http.ResponseWriter, r *http.Request) {
	m, err := g.takeFrom(w, r, r.PathValue("seek"), g.take)
	if store.IsNotFound(err) {
		err = play.Refuse(play.NotFound, "The offer was already accepted or withdrawn.")
	}
	if err != nil {
		g.lobbyRefused(w, r, err)
		return
	}
	http.Redirect(w, r, "/g/"+m.ID, http.StatusSeeOther)
}

// takeFrom accepts an offer for the reader, a guest if need be.
func (g *Games) takeFrom(
	w http.ResponseWriter, r *http.Request, offer string,
	take func(context.Context, string, store.User) (store.Summary, error),
) (store.Summary, error) {
	p, err := g.guests.PersonOrGuest(w, r)
	if err != nil {
		return store.Summary{}, err
	}
	return take(r.Context(), offer, p.User)
}

func (g *Games) dropOffer(w http.ResponseWriter, r *http.Request, p *site.Person) {
	if err := g.withdraw(r.Context(), r.PathValue("seek"), p.User); err != nil {
		g.lobbyRefused(w, r, err)
		return
	}
	http.Redirect(w, r, "/lobby", http.StatusSeeOther)
}

// invitation shows the offer of a link: to its maker with the address to send, to others with a
// button.
func (g *Games) invitation(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	user := site.UserID(r.Context())
	k, err := g.store.SeekBySecret(r.Context(), r.PathValue("secret"))
	if store.IsNotFound(err) {
		err = play.Refuse(play.NotFound, "The invitation was already accepted, or it has expired.")
	}
	if err != nil {
		g.site.Refuse(w, r, err)
		return
	}
	fresh, err := g.freshGames(r.Context(), user)
	if err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	scheme := "http://"
	if g.site.OverTLS(r) {
		scheme = "https://"
	}
	g.site.Show(w, r, page.InvitationPage(g.site.Frame(r, "Invitation"), page.Invitation{
		Seek: site.SeekLine(k, user), Address: scheme + r.Host + r.URL.Path, Path: r.URL.Path, Fresh: fresh,
	}))
}

func (g *Games) takeInvitation(w http.ResponseWriter, r *http.Request) {
	m, err := g.takeFrom(w, r, r.PathValue("secret"), g.takeLink)
	if err != nil {
		g.site.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/g/"+m.ID, http.StatusSeeOther)
}
