package account

// This file holds the pages of other people: profile, block and report.

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// profilePage shows a person.
func (a *Accounts) profilePage(w http.ResponseWriter, r *http.Request) {
	u, err := a.store.UserByName(r.Context(), r.PathValue("name"))
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	data, err := a.profile(r.Context(), u)
	if err == nil {
		err = a.addSocial(r, u, &data)
	}
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	a.site.Show(w, r, page.ProfilePage(a.site.Frame(r, "%s", u.Name), data))
}

// profile returns what everybody may see of a person.
func (a *Accounts) profile(ctx context.Context, u store.User) (page.Profile, error) {
	reader := site.UserID(ctx)
	data := page.Profile{
		Name: u.Name, Guest: u.Guest, Closed: !u.Closed.IsZero(), About: u.Profile,
		Since: message.Month(ctx, u.Created), Me: reader == u.ID,
	}
	ratings, err := a.store.Ratings(ctx, u.ID)
	if err != nil {
		return data, err
	}
	for _, one := range ratings {
		data.Ratings = append(data.Ratings, page.RatingLine{
			Game: site.FamilyName(one.Family), Speed: string(one.Speed), Games: one.Games,
			Rating: fmt.Sprintf("%s ± %.0f", one.Text(), 2*one.Deviation),
		})
	}
	found, err := a.store.Search(ctx, store.Query{Player: u.ID, Viewer: reader, Limit: 12})
	if err != nil {
		return data, err
	}
	for _, m := range found.Games {
		data.Games = append(data.Games, site.GameCard(ctx, m, ""))
	}
	presets, err := a.store.Presets(ctx, u.ID)
	for _, p := range presets {
		data.Presets = append(data.Presets, page.PresetLine{
			ID: p.ID, Name: p.Name, Game: site.GameName(p.Terms.Variant), Clock: site.ControlName(p.Terms.Control),
		})
	}
	return data, err
}

// addSocial adds what the reader of a person's page can do about that person.
func (a *Accounts) addSocial(r *http.Request, u store.User, data *page.Profile) error {
	p := site.PersonOf(r.Context())
	if p == nil {
		return nil
	}
	data.Social, data.Moderate = true, p.Moderates()
	blocked, err := a.store.Blocked(r.Context(), p.ID)
	if err != nil {
		return err
	}
	for _, b := range blocked {
		data.Blocked = data.Blocked || b.ID == u.ID
	}
	quote, line, err := a.quoted(r, u.ID)
	if store.IsNotFound(err) {
		return nil
	}
	data.Report = page.ReportForm{Game: r.FormValue("game"), Line: strconv.Itoa(line), Quote: quote}
	if id := r.FormValue("rules"); id != "" {
		if g, err := a.store.PublishedFor(r.Context(), p.ID, id); err == nil {
			data.Report.Text = "/rules/" + g.ID + ": "
		}
	}
	if err != nil || r.FormValue("study") == "" {
		return err
	}
	y, err := a.store.Study(r.Context(), r.FormValue("study"))
	if store.IsNotFound(err) {
		return nil
	}
	if err == nil && y.Public && y.By.ID == u.ID {
		data.Report.Text = "/study/" + y.ID + ": "
	}
	return err
}

// quoted returns the message of a person that the game and line of a form name, if the reader may
// see it. It returns "" and 0 if there is no such message of that person.
func (a *Accounts) quoted(r *http.Request, user string) (text string, seq int, err error) {
	game := r.FormValue("game")
	line, _ := strconv.Atoi(r.FormValue("line")) // 0 without a number
	if game == "" {
		return "", 0, nil
	}
	g, seat, err := a.site.Watched(r.Context(), game)
	if err != nil || line == 0 {
		return "", 0, err
	}
	events, err := a.store.Events(r.Context(), game, line-1)
	if err != nil {
		return "", 0, err
	}
	for _, e := range site.VisibleTo(seat, g.Over(), events) {
		if said, ok := e.Payload.(play.Said); ok && e.Seq == line && said.User == user {
			return said.Text, line, nil
		}
	}
	return "", 0, nil
}

// blockForm blocks or unblocks a person. Somebody who is blocked cannot challenge the reader or
// write in their games.
func (a *Accounts) blockForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	u, err := a.named(r, p)
	said := ""
	switch {
	case err != nil:
	case r.FormValue("do") == "unblock":
		said, err = u.Name+" is unblocked.", a.store.Unblock(r.Context(), p.ID, u.ID)
	default:
		said, err = u.Name+" is blocked.", a.store.Block(r.Context(), p.ID, u.ID)
	}
	a.site.Done(w, r, "/u/"+u.Name, said, err)
}

// reportForm tells the moderators about a person.
func (a *Accounts) reportForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	u, err := a.named(r, p)
	if err == nil {
		err = a.report(r, p, u)
	}
	a.site.Done(w, r, "/u/"+u.Name, "The moderators will look at it. Thank you.", err)
}

func (a *Accounts) report(r *http.Request, p *site.Person, u store.User) error {
	_, line, err := a.quoted(r, u.ID)
	if err != nil {
		return err
	}
	text := site.PlainLines(r.FormValue("text"), 2*store.MaxReport)
	return a.store.AddReport(r.Context(), store.Report{
		By: store.Person{ID: p.ID}, About: store.Person{ID: u.ID}, Game: r.FormValue("game"), Line: line, Text: text,
	})
}

// named returns the person that an address names, or ErrTooMany if the reader has acted too often.
func (a *Accounts) named(r *http.Request, p *site.Person) (store.User, error) {
	if err := a.site.MayAct(r.Context(), p.ID); err != nil {
		return store.User{}, err
	}
	return a.store.UserByName(r.Context(), r.PathValue("name"))
}
