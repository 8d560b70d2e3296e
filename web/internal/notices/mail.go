package notices

// This file holds the pages that the links in mails lead to. Programs that scan mail follow links,
// so following one does nothing: its page has a button. A mail program that ends mail by one click
// (RFC 8058) sends what the button sends.

import (
	"context"
	"net/http"

	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// confirmPage asks whether to confirm a mail address.
func (n *Notices) confirmPage(w http.ResponseWriter, r *http.Request) {
	unreferred(w)
	n.site.Show(w, r, page.MailPage(n.site.Frame(r, "Confirm your mail address"), page.MailQuestion{
		Text:   "Kirke can then send mail to the address that you got this link at.",
		Button: "Confirm address",
	}))
}

// confirm confirms a mail address.
func (n *Notices) confirm(w http.ResponseWriter, r *http.Request) {
	unreferred(w)
	u, err := n.store.ConfirmAddress(r.Context(), r.PathValue("secret"))
	if err != nil {
		n.site.Refuse(w, r, err)
		return
	}
	text := message.Text(r.Context(), "The mail address of %s is confirmed.", u.Name)
	if site.UserID(r.Context()) == u.ID {
		n.site.Done(w, r, Path, text, nil)
		return
	}
	n.site.Show(w, r, page.MailPage(n.site.Frame(r, "Address confirmed"), page.MailQuestion{Text: text}))
}

var errNoStop = play.Refuse(play.NotFound, "This link does not end any mail.")

// stopPage asks whether to end some mail.
func (n *Notices) stopPage(w http.ResponseWriter, r *http.Request) {
	unreferred(w)
	_, what, ok := n.sender.ReadStop(r.PathValue("link"))
	if !ok {
		n.site.Refuse(w, r, errNoStop)
		return
	}
	n.site.Show(w, r, page.MailPage(n.site.Frame(r, "Unsubscribe"), page.MailQuestion{
		Text:   message.Text(r.Context(), "End %s?", what.Text(speech{r.Context()})),
		Button: message.Text(r.Context(), "Unsubscribe"), Settings: true,
	}))
}

// stop ends some mail. It needs no session: the link is signed.
func (n *Notices) stop(w http.ResponseWriter, r *http.Request) {
	unreferred(w)
	user, what, ok := n.sender.ReadStop(r.PathValue("link"))
	if !ok {
		n.site.Refuse(w, r, errNoStop)
		return
	}
	if r.FormValue("all") != "" {
		what = notify.StopAll
	}
	if err := n.store.StopMail(r.Context(), user, func(t store.Topic, wish store.Wish) bool {
		return what.Covers(t, wish)
	}); err != nil {
		n.site.Refuse(w, r, err)
		return
	}
	n.site.Show(w, r, page.MailPage(n.site.Frame(r, "Unsubscribed"), page.MailQuestion{
		Text: message.Text(r.Context(), "You get no more %s.", what.Text(speech{r.Context()})), Settings: true,
	}))
}

// speech is the language of the reader who asks.
type speech struct{ ctx context.Context }

// Text implements notify.Speech.
func (s speech) Text(key string, values ...any) string { return message.Text(s.ctx, key, values...) }

// Count implements notify.Speech.
func (s speech) Count(n int, one, other string) string { return message.Count(s.ctx, n, one, other) }
