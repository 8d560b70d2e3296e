package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
	"github.com/kirke-chess/kirke/wire"
)

// Opponent says whom an offer to play is for.
type Opponent string

// The opponents.
const (
	Anybody  Opponent = "anybody"  // who sees it in the lobby
	Friend   Opponent = "friend"   // who has the link
	Named    Opponent = "named"    // one person
	Computer Opponent = "computer" // at a level
)

// Offer is what somebody wants to play.
type Offer struct {
	Variant  string       `json:"variant" maxLength:"200" doc:"The game." example:"seirawan"`
	Array    string       `json:"array,omitempty" maxLength:"64" doc:"The first rank, where the game draws it."`
	Symmetry string       `json:"symmetry,omitempty" enum:"asymmetric,mirror,central"`
	Start    string       `json:"start,omitempty" maxLength:"2000" doc:"A FEN to start from."`
	Clock    play.Control `json:"clock" doc:"5+3, 3d, 10d+1d/20d, unlimited, or parts by name: spare=7d grace=1d extra=1d bonus=1d within=1d." example:"5+3"`
	Rated    bool         `json:"rated,omitempty"`
	Private  bool         `json:"private,omitempty" doc:"Only the players may see the game."`
	Colour   play.Seat    `json:"colour,omitempty" enum:"white,black" doc:"What the one who offers plays; without it, drawn by lot."`
	Opponent Opponent     `json:"opponent" enum:"anybody,friend,named,computer"`
	Name     string       `json:"name,omitempty" maxLength:"24" doc:"Of the person, when named."`
	Level    int          `json:"level,omitempty" minimum:"1" maximum:"10" doc:"Of the computer."`
}

func (o Offer) terms() play.Terms {
	return play.Terms{
		Variant: strings.TrimSpace(o.Variant), Array: strings.TrimSpace(o.Array), Symmetry: kirke.Symmetry(o.Symmetry), Start: strings.TrimSpace(o.Start),
		Control: o.Clock, Rated: o.Rated, Private: o.Private,
	}
}

// Offered is what has come of an offer.
type Offered struct {
	Game string      `json:"game,omitempty" doc:"The game that has begun."`
	Seek *store.Seek `json:"seek,omitempty" doc:"The offer that waits to be taken."`
	Link string      `json:"link,omitempty" doc:"The address for a friend; it cannot be had again."`
}

// offer makes an offer for a person, or begins a game with the computer.
func (s *Server) offer(ctx context.Context, by store.User, o Offer) (Offered, error) {
	if err := s.mayAct(by.ID); err != nil {
		return Offered{}, err
	}
	if by.Guest && o.Rated {
		return Offered{}, deny(play.NotAllowed, "Rated games are for people with an account.")
	}
	if o.Opponent == Computer {
		return s.offerComputer(ctx, by, o)
	}
	request := store.SeekRequest{By: by.ID, Terms: o.terms(), Color: o.Colour, Link: o.Opponent == Friend}
	if o.Opponent == Named {
		to, err := s.store.UserByName(ctx, strings.TrimSpace(o.Name))
		if err != nil {
			return Offered{}, err
		}
		request.To = to.ID
	}
	seek, secret, err := s.store.PostSeek(ctx, request)
	if err != nil {
		return Offered{}, err
	}
	tellOfSeek(s.wire, seek)
	out := Offered{Seek: &seek}
	if secret != "" {
		out.Link = "/i/" + secret
	}
	return out, nil
}

func (s *Server) offerComputer(ctx context.Context, by store.User, o Offer) (Offered, error) {
	if o.Level < 1 || o.Level > engine.MaxLevel {
		return Offered{}, deny(play.Invalid, "The computer's levels are 1 to 10.")
	}
	b := play.Beginning{Terms: o.terms()}
	// Terms that make no game are refused by the store.
	if g, err := (At{Variant: b.Terms.Variant, FEN: b.Terms.Start}).game(); err == nil && b.Terms.Start != "" {
		if err := s.mayJudge(ctx, g); err != nil {
			return Offered{}, err
		}
	}
	b.White, b.Black = play.Player{User: by.ID, Name: by.Name}, play.Player{Name: computerName(o.Level), Level: o.Level}
	if o.Colour == play.Black || o.Colour == "" && time.Now().UnixNano()&1 == 1 {
		b.White, b.Black = b.Black, b.White
	}
	m, err := s.store.CreateGame(ctx, b)
	if err != nil {
		return Offered{}, err
	}
	s.opponents.wake()
	return Offered{Game: m.ID}, nil
}

func computerName(level int) string { return "Computer " + strconv.Itoa(level) }

// take accepts an offer, and returns the game that begins.
func (s *Server) take(ctx context.Context, id string, by store.User) (store.Summary, error) {
	if err := s.mayAct(by.ID); err != nil {
		return store.Summary{}, err
	}
	seek, err := s.store.SeekByID(ctx, id)
	if err != nil {
		return store.Summary{}, err
	}
	if seek.Terms.Rated && by.Guest {
		return store.Summary{}, deny(play.NotAllowed, "Rated games are for people with an account.")
	}
	m, err := s.store.TakeSeek(ctx, id, by.ID)
	if err == nil {
		tellOfSeek(s.wire, seek)
	}
	return m, err
}

// tellOfSeek tells those who see an offer that there is something new about it: the lobby, or whom a challenge
// is for.
func tellOfSeek(w Wire, k store.Seek) {
	switch {
	case k.To != nil:
		w.Publish(wire.Event{Subject: wire.User(k.To.ID), Data: mustJSON(UserEvent{})})
	case !k.Link:
		w.Publish(wire.Event{Subject: wire.Lobby})
	}
}

// withdraw takes back one's own offer, or refuses a challenge.
func (s *Server) withdraw(ctx context.Context, id string, by store.User) error {
	k, err := s.store.SeekByID(ctx, id)
	if err != nil {
		return err
	}
	if err := s.store.RefuseSeek(ctx, id, by.ID); err != nil {
		return err
	}
	tellOfSeek(s.wire, k)
	s.lookAgain(k.By.ID)
	return nil
}

// mayAct asks whether a person may do one more thing now.
func (s *Server) mayAct(user string) error {
	if !s.limits.actions.allow(user) {
		return errTooMany
	}
	return nil
}

// The clocks that the lobby offers; any other can be typed.
var clocks = []page.Choice{
	{Value: "1+1", Name: "1 minute + 1 second"}, {Value: "3+2", Name: "3 minutes + 2 seconds"}, {Value: "5+3", Name: "5 minutes + 3 seconds"},
	{Value: "10+5", Name: "10 minutes + 5 seconds"}, {Value: "15+10", Name: "15 minutes + 10 seconds"}, {Value: "30+20", Name: "30 minutes + 20 seconds"},
	{Value: "1d", Name: "1 day a move"}, {Value: "3d", Name: "3 days a move"}, {Value: "7d", Name: "7 days a move"},
	{Value: "10d+1d/20d", Name: "10 days + 1 day a move, 20 at most"}, {Value: "unlimited", Name: "no clock"},
}

// lobbyPage shows who wants to play, and the form of an offer.
func (s *Server) lobbyPage(w http.ResponseWriter, r *http.Request) {
	data, err := s.lobby(r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	s.show(w, r, page.LobbyPage(s.frame(r, "Play"), data))
}

// lobbyPart shows only what changes.
func (s *Server) lobbyPart(w http.ResponseWriter, r *http.Request) {
	data, err := s.lobby(r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	s.show(w, r, page.LobbyLists(data))
}

func (s *Server) lobby(r *http.Request) (page.Lobby, error) {
	data := page.Lobby{Clocks: clocks, Form: offerForm(r)}
	data.User, _ = s.userOf(r)
	for l := range engine.MaxLevel {
		data.Levels = append(data.Levels, l+1)
	}
	if s.store == nil {
		return data, nil
	}
	ctx, user := r.Context(), userID(r.Context())
	if id := r.FormValue("preset"); id != "" {
		p, err := s.store.Preset(ctx, id)
		if err != nil && !store.IsNotFound(err) {
			return data, err
		}
		if err == nil {
			data.Form = presetForm(p)
			data.Preset = p.Name
		}
	}
	data.Form.Variant = canonical(data.Form.Variant)
	data.Families = familiesWith(data.Form.Variant)
	open, err := s.store.Lobby(ctx)
	if err != nil {
		return data, err
	}
	for _, k := range open {
		data.Open = append(data.Open, seekLine(k, user))
	}
	if user != "" {
		own, err := s.store.SeeksOf(ctx, user)
		if err != nil {
			return data, err
		}
		for _, k := range own {
			if k.To != nil || k.Link {
				data.Own = append(data.Own, seekLine(k, user))
			}
		}
		if data.Fresh, err = s.freshGames(ctx, user); err != nil {
			return data, err
		}
	}
	live, err := s.store.LiveGames(ctx, 12)
	if err != nil {
		return data, err
	}
	for _, m := range live {
		data.Live = append(data.Live, gameCard(m, user))
	}
	return data, nil
}

// freshGames returns a person's games in which nobody has moved yet.
func (s *Server) freshGames(ctx context.Context, user string) ([]string, error) {
	if user == "" {
		return nil, nil
	}
	games, err := s.store.GamesOf(ctx, user)
	var fresh []string
	for _, m := range games {
		if m.Ply == 0 {
			fresh = append(fresh, m.ID)
		}
	}
	return fresh, err
}

// offerForm reads the form of an offer.
func offerForm(r *http.Request) page.OfferForm {
	f := page.OfferForm{
		Variant: r.FormValue("variant"), Clock: r.FormValue("clock"), Own: strings.TrimSpace(r.FormValue("own")), Colour: r.FormValue("colour"),
		Opponent: r.FormValue("opponent"), Name: r.FormValue("name"), Start: r.FormValue("start"), Array: r.FormValue("array"), Symmetry: r.FormValue("symmetry"),
		Rated: r.FormValue("rated") != "", Private: r.FormValue("private") != "",
	}
	if f.Variant == "" {
		f.Variant = "seirawan"
	}
	if f.Clock == "" {
		f.Clock = "10+5"
	}
	if f.Opponent == "" {
		f.Opponent = string(Anybody)
	}
	var err error
	if f.Level, err = strconv.Atoi(r.FormValue("level")); err != nil {
		f.Level = defaultLevel
	}
	return f
}

func presetForm(p store.Preset) page.OfferForm {
	return page.OfferForm{
		Variant: p.Terms.Variant, Own: p.Terms.Control.String(), Start: p.Terms.Start, Array: p.Terms.Array, Symmetry: string(p.Terms.Symmetry),
		Rated: p.Terms.Rated, Private: p.Terms.Private, Opponent: string(Anybody), Level: defaultLevel,
	}
}

func offerOf(f page.OfferForm) (Offer, error) {
	o := Offer{
		Variant: f.Variant, Array: f.Array, Symmetry: f.Symmetry, Start: f.Start, Rated: f.Rated, Private: f.Private,
		Opponent: Opponent(f.Opponent), Name: f.Name, Level: f.Level,
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

// newOffer is the form of an offer.
func (s *Server) newOffer(w http.ResponseWriter, r *http.Request) {
	f := offerForm(r)
	o, err := offerOf(f)
	if err == nil && r.FormValue("do") == "preset" {
		s.newPreset(w, r, o)
		return
	}
	var out Offered
	if err == nil {
		var p *person
		if p, err = s.somebody(w, r); err == nil {
			out, err = s.offer(r.Context(), p.User, o)
		}
	}
	if err != nil {
		s.lobbyRefused(w, r, err)
		return
	}
	switch {
	case out.Game != "":
		http.Redirect(w, r, "/g/"+out.Game, http.StatusSeeOther)
	case out.Link != "":
		http.Redirect(w, r, out.Link, http.StatusSeeOther)
	case out.Seek.To != nil:
		s.flash(w, r, out.Seek.To.Name+" has your challenge now.")
		http.Redirect(w, r, "/lobby", http.StatusSeeOther)
	default:
		http.Redirect(w, r, "/lobby", http.StatusSeeOther)
	}
}

// lobbyRefused shows the form again, with why.
func (s *Server) lobbyRefused(w http.ResponseWriter, r *http.Request, err error) {
	status := statusOf(err, http.StatusInternalServerError)
	if status == http.StatusInternalServerError {
		s.broken(w, r, err)
		return
	}
	data, wrong := s.lobby(r)
	if wrong != nil {
		s.broken(w, r, wrong)
		return
	}
	data.Error = sentence(err)
	s.showStatus(w, r, status, page.LobbyPage(s.frame(r, "Play"), data))
}

func (s *Server) newPreset(w http.ResponseWriter, r *http.Request, o Offer) {
	p := personOf(r.Context())
	if p == nil || p.Guest {
		s.lobbyRefused(w, r, deny(play.NotAllowed, "Presets are kept for people with an account."))
		return
	}
	name := plain(r.FormValue("preset-name"), 60)
	if name == "" {
		s.lobbyRefused(w, r, deny(play.Invalid, "A preset needs a name."))
		return
	}
	preset, err := s.store.SavePreset(r.Context(), p.ID, name, o.terms())
	if err != nil {
		s.lobbyRefused(w, r, err)
		return
	}
	s.flash(w, r, "The preset is kept. Share the address of this page.")
	http.Redirect(w, r, "/lobby?preset="+preset.ID, http.StatusSeeOther)
}

// takeOffer and dropOffer are the buttons beside an offer.
func (s *Server) takeOffer(w http.ResponseWriter, r *http.Request) {
	p, err := s.somebody(w, r)
	var m store.Summary
	if err == nil {
		m, err = s.take(r.Context(), r.PathValue("seek"), p.User)
	}
	if store.IsNotFound(err) {
		err = deny(play.NotFound, "Somebody else was faster, or the offer was taken back.")
	}
	if err != nil {
		s.lobbyRefused(w, r, err)
		return
	}
	http.Redirect(w, r, "/g/"+m.ID, http.StatusSeeOther)
}

func (s *Server) dropOffer(w http.ResponseWriter, r *http.Request) {
	p := personOf(r.Context())
	if p == nil {
		s.refuse(w, r, errNobody)
		return
	}
	if err := s.withdraw(r.Context(), r.PathValue("seek"), p.User); err != nil {
		s.lobbyRefused(w, r, err)
		return
	}
	http.Redirect(w, r, "/lobby", http.StatusSeeOther)
}

// invitation shows the offer of a link, to its maker with the address to send, to others with
// a button.
func (s *Server) invitation(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	k, err := s.store.SeekBySecret(r.Context(), r.PathValue("secret"))
	if err != nil {
		if store.IsNotFound(err) {
			err = deny(play.NotFound, "The invitation was taken already, or it has expired.")
		}
		s.refuse(w, r, err)
		return
	}
	fresh, err := s.freshGames(r.Context(), userID(r.Context()))
	if err != nil {
		s.broken(w, r, err)
		return
	}
	address := "http://"
	if s.overTLS(r) {
		address = "https://"
	}
	s.show(w, r, page.InvitationPage(s.frame(r, "Invitation"), page.Invitation{
		Seek: seekLine(k, userID(r.Context())), Address: address + r.Host + r.URL.Path, Path: r.URL.Path, Fresh: fresh,
	}))
}

func (s *Server) takeInvitation(w http.ResponseWriter, r *http.Request) {
	p, err := s.somebody(w, r)
	var m store.Summary
	if err == nil {
		m, err = s.takeLink(r.Context(), r.PathValue("secret"), p.User)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/g/"+m.ID, http.StatusSeeOther)
}

// takeLink accepts the offer of a link, and returns the game that begins.
func (s *Server) takeLink(ctx context.Context, secret string, by store.User) (store.Summary, error) {
	if err := s.mayAct(by.ID); err != nil {
		return store.Summary{}, err
	}
	k, err := s.store.SeekBySecret(ctx, secret)
	if err != nil {
		return store.Summary{}, err
	}
	if k.Terms.Rated && by.Guest {
		return store.Summary{}, deny(play.NotAllowed, "Rated games are for people with an account.")
	}
	return s.store.TakeLink(ctx, secret, by.ID)
}

// refuse answers what was refused with its sentence; what went wrong here is logged instead.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status := statusOf(err, http.StatusInternalServerError)
	if status == http.StatusInternalServerError {
		s.broken(w, r, err)
		return
	}
	s.fail(w, r, status, sentence(err))
}

// broken answers when something went wrong that is nobody's business but the operator's.
func (s *Server) broken(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		s.log.Error("a request", "err", err)
	}
	s.fail(w, r, http.StatusInternalServerError, "Something went wrong on the server. Try again in a moment.")
}
