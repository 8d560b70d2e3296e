package account

// This file shows the moderators' page.

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// moderator returns who makes a request if they moderate, which needs a second factor. To others
// the pages of moderation do not exist.
func moderator(r *http.Request) (*site.Person, error) {
	switch p := site.PersonOf(r.Context()); {
	case p == nil || !p.Moderates():
		return nil, play.Refuse(play.NotFound, "There is nothing at this address.")
	case !p.HasSecondFactor():
		return nil, play.Refuse(play.NotAllowed, "Moderators need a second factor. Set it up on your own page.")
	default:
		return p, nil
	}
}

// The most that a page of moderation shows.
const (
	mostReports = 50
	mostActs    = 50
)

// moderationPage shows reports, a person, and the log.
func (a *Accounts) moderationPage(w http.ResponseWriter, r *http.Request) {
	p, err := moderator(r)
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	name := strings.TrimSpace(r.FormValue("name"))
	data := page.Moderation{Admin: p.Role == store.Admin, Proven: a.site.Proven(p), Name: name}
	err = a.gatherReports(r.Context(), &data)
	if err == nil {
		err = a.gatherPerson(r.Context(), &data)
	}
	if err == nil {
		err = a.gatherActs(r.Context(), &data)
	}
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	a.site.Show(w, r, page.ModerationPage(a.site.Frame(r, "Moderation"), data))
}

func (a *Accounts) gatherReports(ctx context.Context, data *page.Moderation) error {
	reports, err := a.store.Reports(ctx, mostReports)
	if err != nil {
		return err
	}
	for _, one := range reports {
		line := page.ReportLine{
			ID: one.ID, By: one.By.Name, About: one.About.Name, Game: one.Game, Text: one.Text,
			Since: momentText(ctx, one.Created),
		}
		if one.Line > 0 {
			line.Line = strconv.Itoa(one.Line)
			if line.Quote, err = a.lineSaid(ctx, one.Game, one.Line); err != nil {
				return err
			}
		}
		data.Reports = append(data.Reports, line)
	}
	return nil
}

// lineSaid returns what was said in a game, "" if a moderator has removed it.
func (a *Accounts) lineSaid(ctx context.Context, game string, line int) (string, error) {
	events, err := a.store.Events(ctx, game, line-1)
	if err != nil || len(events) == 0 {
		return "", err
	}
	said, _ := events[0].Payload.(play.Said)
	return said.Text, nil
}

func (a *Accounts) gatherPerson(ctx context.Context, data *page.Moderation) error {
	if data.Name == "" {
		return nil
	}
	u, err := a.store.UserByName(ctx, data.Name)
	if err != nil {
		return err
	}
	m := page.Moderated{
		ID: u.ID, Name: u.Name, Role: string(u.Role), Guest: u.Guest,
		Since: message.Day(ctx, u.Created), Seen: momentText(ctx, u.Seen), Closed: message.Day(ctx, u.Closed),
	}
	if u.Muted.After(a.site.Now()) {
		m.Muted = momentText(ctx, u.Muted)
	}
	tokens, err := a.store.Tokens(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		place := t.From
		if place == "" {
			place = "an unknown place"
		}
		m.Sessions = append(m.Sessions, page.SessionLine{Label: t.Label, Used: message.Day(ctx, t.Used), Place: place})
	}
	seeks, err := a.store.SeeksOf(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, k := range seeks {
		if k.By.ID == u.ID {
			m.Offers = append(m.Offers, site.SeekLine(k, ""))
		}
	}
	data.About = &m
	return nil
}

func (a *Accounts) gatherActs(ctx context.Context, data *page.Moderation) error {
	acts, err := a.store.LastAuditEntries(ctx, mostActs)
	if errors.Is(err, store.ErrAuditLog) {
		data.Broken, err = site.Sentence(ctx, err), nil
	}
	for _, act := range acts {
		name := act.About
		if u, err := a.store.User(ctx, act.About); err == nil {
			name = u.Name
		}
		data.Log = append(data.Log, page.LogLine{
			At: momentText(ctx, act.At), By: act.By, Act: act.Act, About: name, Detail: act.Detail,
		})
	}
	return err
}

// momentText returns a time as the moderators' page has it, "2 January 2006, 15:04 UTC".
func momentText(ctx context.Context, t time.Time) string {
	return message.Day(ctx, t) + t.UTC().Format(", 15:04 UTC")
}
