package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
)

// userOf returns who reads, and what they are told on every page.
func (s *Server) userOf(r *http.Request) (page.User, []page.Notice) {
	p := personOf(r.Context())
	if p == nil {
		return page.User{}, nil
	}
	u := page.User{Name: p.Name, Guest: p.Guest}
	var err error
	if u.Turns, err = s.store.OnTurn(r.Context(), p.ID); err != nil && r.Context().Err() == nil {
		s.log.Error("whose turn it is", "err", err)
	}
	notices, err := s.noticesFor(r.Context(), p.ID, r.URL.Path)
	if err != nil && r.Context().Err() == nil {
		s.log.Error("the notices of a person", "err", err)
	}
	return u, notices
}

// gameCard returns a game as lists show it, to a person or to nobody in particular.
func gameCard(m store.Summary, user string) page.GameCard {
	c := page.GameCard{
		ID: m.ID, Variant: m.Variant, Game: gameName(m.Variant), Clock: controlName(m.Control), White: m.Players[0].Name, Black: m.Players[1].Name,
		Ply: m.Ply, Over: m.Over, Result: m.Result, Reason: m.Reason, YourTurn: user != "" && yourTurn(m, user), Rated: m.Rated,
		Flip: user != "" && m.Players[1].User == user, Date: m.Last.Format("2 Jan 2006"), Seq: m.Seq,
	}
	if !m.Deadline.IsZero() && !m.Over {
		c.Left = timeText(time.Until(m.Deadline))
	}
	return c
}

// seekLine returns an offer as lists show it.
func seekLine(k store.Seek, user string) page.SeekLine {
	l := page.SeekLine{
		ID: k.ID, By: k.By.Name, Variant: k.Terms.Variant, Game: gameName(k.Terms.Variant), Clock: controlName(k.Terms.Control), Rated: k.Terms.Rated,
		Colour: string(k.Color), Mine: k.By.ID == user && user != "", Link: k.Link, Rating: k.Rating.Text(),
		Own: k.Terms.Start != "" || k.Terms.Array != "",
	}
	if k.To != nil {
		l.To = k.To.Name
	}
	return l
}

// gamesPage shows the reader's own games.
func (s *Server) gamesPage(w http.ResponseWriter, r *http.Request) {
	data := page.Games{}
	user := userID(r.Context())
	if user != "" {
		live, err := s.store.GamesOf(r.Context(), user)
		if err != nil {
			s.broken(w, r, err)
			return
		}
		for _, m := range live {
			card := gameCard(m, user)
			if card.YourTurn {
				data.Turn = append(data.Turn, card)
			} else {
				data.Waiting = append(data.Waiting, card)
			}
		}
		past, err := s.store.Search(r.Context(), store.Query{Player: user, Over: true, Viewer: user, Limit: 24})
		if err != nil {
			s.broken(w, r, err)
			return
		}
		for _, m := range past.Games {
			data.Past = append(data.Past, gameCard(m, user))
		}
		if past.Next != "" {
			data.More = "/browse?player=" + personOf(r.Context()).Name
		}
	}
	s.show(w, r, page.GamesPage(s.frame(r, "Your games"), data))
}

// search finds games as a form or a query of the API says.
func (s *Server) search(ctx context.Context, q Search) (store.Page, error) {
	query := store.Query{
		Variant: q.Variant, Speed: play.Speed(q.Speed), Result: q.Result, Over: q.State == "over", Live: q.State == "live", Rated: q.Rated,
		Viewer: userID(ctx), Cursor: q.Cursor, Limit: q.Limit,
	}
	if q.Player == "" {
		query.Player, q.Opponent = "", ""
	}
	for _, side := range []struct {
		name string
		id   *string
	}{{q.Player, &query.Player}, {q.Opponent, &query.Opponent}} {
		if side.name == "" {
			continue
		}
		u, err := s.store.UserByName(ctx, strings.TrimSpace(side.name))
		if err != nil {
			return store.Page{}, err
		}
		*side.id = u.ID
	}
	if q.Position != "" {
		id := q.Variant
		if id == "" {
			id = "chess"
		}
		p, err := At{Variant: id, FEN: q.Position}.setting().Position()
		if err != nil {
			return store.Page{}, deny(play.Invalid, "%s", sentence(err))
		}
		query.Variant, query.Position = p.Variant().ID, play.PositionKey(p)
	}
	return s.store.Search(ctx, query)
}

// Search says which games to find; what is empty does not matter.
type Search struct {
	Player   string `query:"player" maxLength:"30" doc:"A person's name."`
	Opponent string `query:"opponent" maxLength:"30" doc:"That of the other side."`
	Variant  string `query:"variant" maxLength:"200"`
	Speed    string `query:"speed" enum:"bullet,blitz,rapid,classical,correspondence"`
	Result   string `query:"result" enum:"1-0,0-1,1/2-1/2,*"`
	State    string `query:"state" enum:"live,over"`
	Rated    bool   `query:"rated"`
	Position string `query:"position" maxLength:"2000" doc:"A FEN that the game went through."`
	Cursor   string `query:"cursor" maxLength:"200" doc:"The next of the page before."`
	Limit    int    `query:"limit" minimum:"1" maximum:"100" default:"24"`
}

// browsePage searches games.
func (s *Server) browsePage(w http.ResponseWriter, r *http.Request) {
	q := Search{
		Player: r.FormValue("player"), Opponent: r.FormValue("opponent"), Variant: r.FormValue("variant"), Speed: r.FormValue("speed"),
		Result: r.FormValue("result"), State: r.FormValue("state"), Position: r.FormValue("position"), Cursor: r.FormValue("cursor"), Limit: 24,
	}
	data := page.Browse{
		Families: familiesWith(q.Variant), Player: q.Player, Opponent: q.Opponent, Variant: canonical(q.Variant), Result: q.Result, State: q.State, Position: q.Position,
		Speed: q.Speed, Speeds: []string{"bullet", "blitz", "rapid", "classical", "correspondence"},
	}
	found, err := s.search(r.Context(), q)
	status := http.StatusOK
	if err != nil {
		if status = statusOf(err, http.StatusInternalServerError); status == http.StatusInternalServerError {
			s.broken(w, r, err)
			return
		}
		data.Error = sentence(err)
	}
	for _, m := range found.Games {
		data.Games = append(data.Games, gameCard(m, userID(r.Context())))
	}
	if found.Next != "" {
		next := r.URL.Query()
		next.Set("cursor", found.Next)
		data.Next = "/browse?" + next.Encode()
	}
	s.showStatus(w, r, status, page.BrowsePage(s.frame(r, "Browse games"), data))
}

// profilePage shows a person.
func (s *Server) profilePage(w http.ResponseWriter, r *http.Request) {
	u, err := s.store.UserByName(r.Context(), r.PathValue("name"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	data, err := s.profile(r.Context(), u)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	s.show(w, r, page.ProfilePage(s.frame(r, u.Name), data))
}

func (s *Server) profile(ctx context.Context, u store.User) (page.Profile, error) {
	data := page.Profile{Name: u.Name, Guest: u.Guest, Since: u.Created.Format("January 2006"), Me: userID(ctx) == u.ID}
	ratings, err := s.store.Ratings(ctx, u.ID)
	if err != nil {
		return data, err
	}
	for _, one := range ratings {
		data.Ratings = append(data.Ratings, page.RatingLine{
			Game: familyName(one.Family), Speed: string(one.Speed), Rating: fmt.Sprintf("%s ± %.0f", one.Text(), 2*one.Deviation), Games: one.Games,
		})
	}
	found, err := s.store.Search(ctx, store.Query{Player: u.ID, Viewer: userID(ctx), Limit: 12})
	if err != nil {
		return data, err
	}
	for _, m := range found.Games {
		data.Games = append(data.Games, gameCard(m, ""))
	}
	presets, err := s.store.Presets(ctx, u.ID)
	if err != nil {
		return data, err
	}
	for _, p := range presets {
		data.Presets = append(data.Presets, page.PresetLine{ID: p.ID, Name: p.Name, Game: gameName(p.Terms.Variant), Clock: controlName(p.Terms.Control)})
	}
	return data, nil
}

// mePage shows the reader's own account.
func (s *Server) mePage(w http.ResponseWriter, r *http.Request) {
	s.showMe(w, r, "")
}

func (s *Server) showMe(w http.ResponseWriter, r *http.Request, secret string) {
	p := personOf(r.Context())
	if p == nil {
		http.Redirect(w, r, "/sign-in?back=/me", http.StatusSeeOther)
		return
	}
	profile, err := s.profile(r.Context(), p.User)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	data := page.Me{Profile: profile, HasPassword: p.HasPassword(), Secret: secret, Proven: s.proven(p), TokenLives: tokenLives}
	tokens, err := s.store.Tokens(r.Context(), p.ID)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	for _, t := range tokens {
		line := page.TokenLine{
			ID: t.ID, Label: t.Label, Since: dayText(t.Created), Used: dayText(t.Used), Until: dayText(t.Expires),
			Here: t.ID == p.token.ID, ReadOnly: t.Scope == readScope, Nearby: t.From != "" && t.From == s.addressMark(r.Context()),
		}
		if t.Scope == webScope {
			data.Sessions = append(data.Sessions, line)
		} else {
			data.Tokens = append(data.Tokens, line)
		}
	}
	vacations, err := s.store.Vacations(r.Context(), p.ID)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	now := s.now()
	data.VacationLeft = int(play.VacationLeft(vacations, now.Year()) / play.Day)
	for _, v := range vacations {
		if v.Until.After(now) {
			data.VacationUntil = v.Until.Format("2 January 2006")
		}
	}
	keys, err := s.store.Credentials(r.Context(), p.ID)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	data.Passkeys = passkeyLines(keys)
	s.show(w, r, page.MePage(s.frame(r, p.Name), data))
}

// dayText returns a day as people write it, "" for none.
func dayText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2 January 2006")
}

// tokenForm makes a token, which is shown once.
func (s *Server) tokenForm(w http.ResponseWriter, r *http.Request) {
	p := personOf(r.Context())
	if p == nil {
		s.refuse(w, r, errNobody)
		return
	}
	if err := s.mayAct(p.ID); err != nil {
		s.refuse(w, r, err)
		return
	}
	days, _ := strconv.Atoi(r.FormValue("days")) // what is none of them is the usual
	_, secret, err := s.makeToken(r.Context(), p, r.FormValue("label"), r.FormValue("scope"), days)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.showMe(w, r, secret)
}

func (s *Server) endToken(_ http.ResponseWriter, r *http.Request, p *person) (string, error) {
	defer s.lookAgain(p.ID)
	return "It has ended.", s.store.RevokeToken(r.Context(), p.ID, r.FormValue("id"))
}

func (s *Server) deletePreset(_ http.ResponseWriter, r *http.Request, p *person) (string, error) {
	return "The preset is gone.", s.store.DeletePreset(r.Context(), p.ID, r.FormValue("id"))
}

// vacationForm begins a vacation of some days, or ends it.
func (s *Server) vacationForm(_ http.ResponseWriter, r *http.Request, p *person) (string, error) {
	if r.FormValue("do") == "end" {
		return "Welcome back.", s.store.EndVacation(r.Context(), p.ID)
	}
	days, err := strconv.Atoi(r.FormValue("days"))
	if err != nil || days < 1 {
		return "", deny(play.Invalid, "A vacation lasts a number of days.")
	}
	_, err = s.store.TakeVacation(r.Context(), p.ID, s.now().Add(time.Duration(min(days, 366))*play.Day))
	return "You are on vacation: your clocks by correspondence stand.", err
}
