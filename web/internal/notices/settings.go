package notices

// This file holds the page of choices and its forms.

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// topicNames are the topics as the page names them.
var topicNames = map[store.Topic]string{
	store.TurnTopic:      message.Key("Your turn"),
	store.DeadlineTopic:  message.Key("Your time runs out"),
	store.ChallengeTopic: message.Key("Challenges, rematches"),
	store.AcceptedTopic:  message.Key("Your offer is accepted"),
	store.EndTopic:       message.Key("Your game ends"),
	store.MessageTopic:   message.Key("Messages, draw offers"),
}

// settingsPage shows the choices of the reader.
func (n *Notices) settingsPage(w http.ResponseWriter, r *http.Request) {
	p := site.PersonOf(r.Context())
	if p == nil {
		http.Redirect(w, r, "/sign-in?back="+Path, http.StatusSeeOther)
		return
	}
	n.showSettings(w, r, p, "")
}

// showSettings shows the choices, with the secret of feeds that was just made.
func (n *Notices) showSettings(w http.ResponseWriter, r *http.Request, p *site.Person, secret string) {
	data, err := n.settingsOf(r.Context(), p)
	if err != nil {
		n.site.ServerError(w, r, err)
		return
	}
	if secret != "" {
		base := n.site.BaseURL(r) + "/feed/" + secret
		data.FeedURL, data.CalendarURL = base+"/games.atom", base+"/deadlines.ics"
	}
	w.Header().Set("Cache-Control", "no-store")
	n.site.Show(w, r, page.NoticesPage(n.site.Frame(r, "Notices"), data))
}

// settingsOf returns what the page of choices shows.
func (n *Notices) settingsOf(ctx context.Context, p *site.Person) (page.NoticeChoices, error) {
	data := page.NoticeChoices{Guest: p.Guest, Mails: n.sender.Mails(), Proven: n.site.Proven(p)}
	if p.Guest {
		return data, nil
	}
	c, err := n.store.Contact(ctx, p.ID)
	if err != nil {
		return data, err
	}
	data.Address, data.Confirmed, data.Hour, data.Feed = c.Address, c.Mail() != "", c.Hour, c.Feed
	for _, t := range store.Topics {
		wish := c.Wishes.Of(t)
		data.Topics = append(data.Topics, page.NoticeTopic{
			ID: string(t), Name: topicNames[t], Mail: string(wish.Mail), Push: wish.Push,
			NoDaily: t == store.DeadlineTopic,
		})
	}
	if data.Failed, err = n.store.LastFailure(ctx, p.ID); err != nil {
		return data, err
	}
	browsers, err := n.store.Subscriptions(ctx, p.ID)
	for _, b := range browsers {
		data.Browsers = append(data.Browsers, page.PushBrowser{
			ID: b.ID, Label: b.Label, Since: message.Day(ctx, b.Created), Here: b.Token == p.Token.ID,
		})
	}
	return data, err
}

// setWishes keeps how the reader wants to be told. What the form does not have stays as it is.
func (n *Notices) setWishes(r *http.Request, p *site.Person) (string, error) {
	if err := n.site.MayAct(r.Context(), p.ID); err != nil {
		return "", err
	}
	c, err := n.store.Contact(r.Context(), p.ID)
	if err != nil {
		return "", err
	}
	all := store.Wishes{}
	for _, t := range store.Topics {
		wish := c.Wishes.Of(t)
		if mail := r.FormValue("mail-" + string(t)); mail != "" {
			wish.Mail = store.MailWish(mail)
		}
		wish.Push = r.FormValue("push-"+string(t)) != ""
		all[t] = wish
	}
	hour := c.Hour
	if text := r.FormValue("hour"); text != "" {
		if hour, err = strconv.Atoi(text); err != nil {
			return "", play.Refuse(play.Invalid, "The hour of the daily mail is 0 to 23.")
		}
	}
	return message.Key("Your choices are saved."), n.store.SetWishes(r.Context(), p.ID, all, hour)
}

// setAddress changes or removes the address of mail. A link in a mail confirms it.
func (n *Notices) setAddress(r *http.Request, p *site.Person) (string, error) {
	address := strings.TrimSpace(r.FormValue("address"))
	switch remove := r.FormValue("do") == "remove"; {
	case !n.site.Proven(p):
		return "", site.ErrUnproven
	case remove:
		return message.Key("Your mail address is removed."), n.store.SetAddress(r.Context(), p.ID, "")
	case !n.sender.Mails():
		return "", errNoMail
	case address == "":
		return "", play.Refuse(play.Invalid, "Enter a mail address.")
	}
	if _, err := store.CheckAddress(address); err != nil {
		return "", err
	}
	if !n.addresses.Allow(p.ID) {
		return "", site.ErrTooMany
	}
	return "A mail with a link is on its way to " + address + ". Open the link to confirm the address.",
		n.store.SetAddress(r.Context(), p.ID, address)
}

var errNoMail = play.Refuse(play.NotAllowed, "This site sends no mail.")

// resend sends the link once more that confirms the address.
func (n *Notices) resend(r *http.Request, p *site.Person) (string, error) {
	if !n.sender.Mails() {
		return "", errNoMail
	}
	if !n.addresses.Allow(p.ID) {
		return "", site.ErrTooMany
	}
	return message.Key("The mail is on its way."), n.store.ResendConfirmation(r.Context(), p.ID)
}

// feedForm makes another secret address of feed and calendar, which is shown once, or ends it.
func (n *Notices) feedForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	err := n.site.MayAct(r.Context(), p.ID)
	if err == nil && r.FormValue("do") == "end" {
		n.site.Done(w, r, Path, "The addresses no longer work.", n.store.DropFeed(r.Context(), p.ID))
		return
	}
	var secret string
	if err == nil {
		secret, err = n.store.NewFeed(r.Context(), p.ID)
	}
	if err != nil {
		n.site.Refuse(w, r, err)
		return
	}
	n.showSettings(w, r, p, secret)
}
