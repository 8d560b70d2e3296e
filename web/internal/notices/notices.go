// Package notices is how people choose what they are told outside the site, and the addresses that
// mails, browsers and feed readers use: the page of choices, the links in mails, the push messages
// of browsers, the feed and the calendar. Package notify sends, store keeps.
//
// Begin with notices.go, then read settings.go (the page and its forms), mail.go (the links in
// mails), push.go (browsers) and feeds.go. What pages show of news is in package games.
package notices

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/limit"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Notices are the choices and addresses of a site.
type Notices struct {
	site   *site.Site
	store  *store.Store
	sender *notify.Sender

	addresses *limit.Limiter[string] // mails to an address that is not confirmed, of one person
	feeds     *limit.Limiter[string] // readings of one person's feed and calendar
}

// New returns the notices of a site, which must have a store. sender is what sends them.
func New(s *site.Site, sender *notify.Sender) *Notices {
	return &Notices{
		site: s, store: s.Store, sender: sender,
		addresses: limit.New[string](1.0/1200, 4),
		feeds:     limit.New[string](1.0/30, 30),
	}
}

// Path is the page of choices.
const Path = "/me/notifications"

// Routes registers the pages and forms.
func (n *Notices) Routes(mux humago.Mux) {
	mux.HandleFunc("GET "+Path, n.settingsPage)
	mux.HandleFunc("POST "+Path, n.own(n.setWishes))
	mux.HandleFunc("POST "+Path+"/address", n.own(n.setAddress))
	mux.HandleFunc("POST "+Path+"/resend", n.own(n.resend))
	mux.HandleFunc("POST "+Path+"/feed", n.site.RequirePerson(n.feedForm))
	mux.HandleFunc("POST "+Path+"/push", n.site.RequirePerson(n.subscribe))
	mux.HandleFunc("POST "+Path+"/push/end", n.own(n.unsubscribe))

	mux.HandleFunc("GET /mail/confirm/{secret}", n.confirmPage)
	mux.HandleFunc("POST /mail/confirm/{secret}", n.confirm)
	mux.HandleFunc("GET /mail/stop/{link}", n.stopPage)
	mux.HandleFunc("POST /mail/stop/{link}", n.stop)
	mux.HandleFunc("GET /feed/{secret}/games.atom", n.feed)
	mux.HandleFunc("GET /feed/{secret}/deadlines.ics", n.calendar)
}

// pushKey is what a browser needs to take push messages.
type pushKey struct {
	Key string `json:"key" doc:"The public key (VAPID), in base64url: applicationServerKey of PushManager.subscribe."`
}

// API registers the operations.
func (n *Notices) API(api huma.API) {
	op := site.Operation("push-key", http.MethodGet, "/push/key", "The public key of push messages", "people")
	site.Register(n.site, api, op, func(context.Context, *struct{}) (pushKey, error) {
		return pushKey{n.sender.PushKey()}, nil
	})
}

// own returns a handler that changes the reader's own choices, and says on their page what was
// done.
func (n *Notices) own(do func(*http.Request, *site.Person) (string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := site.PersonOf(r.Context())
		if p == nil {
			http.Redirect(w, r, "/sign-in?back="+Path, http.StatusSeeOther)
			return
		}
		said, err := do(r, p)
		n.site.Done(w, r, Path, said, err)
	}
}

// unreferred keeps the address of a page, which has a secret, from other pages and from caches.
func unreferred(w http.ResponseWriter) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-store")
}
