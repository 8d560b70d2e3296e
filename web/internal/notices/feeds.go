package notices

// This file answers with the feed and the calendar of a person, at addresses with a secret.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// feedAgain is the number of seconds after which to read a feed again that was read too often.
const feedAgain = "60"

// feed answers with what others did in a person's games, as Atom.
func (n *Notices) feed(w http.ResponseWriter, r *http.Request) {
	n.serveFeed(w, r, "application/atom+xml; charset=utf-8", func(b *bytes.Buffer, u store.User) error {
		since := n.site.Now().Add(-notify.FeedDays * play.Day)
		events, err := n.store.EventsOf(r.Context(), u.ID, since, notify.FeedEntries)
		if err != nil {
			return err
		}
		base := n.site.BaseURL(r)
		return notify.WriteAtom(b, u, events, base, base+r.URL.Path)
	})
}

// calendar answers with the deadlines of a person's moves, as iCalendar.
func (n *Notices) calendar(w http.ResponseWriter, r *http.Request) {
	n.serveFeed(w, r, "text/calendar; charset=utf-8", func(b *bytes.Buffer, u store.User) error {
		games, err := n.store.GamesOf(r.Context(), u.ID)
		if err != nil {
			return err
		}
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		return notify.WriteCalendar(b, u, games, n.site.BaseURL(r), host, lastOf(u, games))
	})
}

// lastOf returns when a person's games last changed. The calendar is as of then, so that it stays
// the same while nothing happens.
func lastOf(u store.User, games []store.Summary) time.Time {
	last := u.Created
	for _, m := range games {
		if m.Last.After(last) {
			last = m.Last
		}
	}
	return last
}

// writer writes a feed of a person.
type writer func(*bytes.Buffer, store.User) error

// serveFeed answers with what write writes about the owner of a secret.
func (n *Notices) serveFeed(w http.ResponseWriter, r *http.Request, kind string, write writer) {
	unreferred(w)
	var b bytes.Buffer
	u, err := n.feedOwner(r.Context(), r.PathValue("secret"))
	if err == nil {
		err = write(&b, u)
	}
	if err != nil {
		if site.StatusOf(err, 0) == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", feedAgain)
		}
		n.site.Refuse(w, r, err)
		return
	}
	sum := sha256.Sum256(b.Bytes())
	tag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("ETag", tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(b.Bytes()) // fails when the client has gone
}

func (n *Notices) feedOwner(ctx context.Context, secret string) (store.User, error) {
	u, err := n.store.FeedOwner(ctx, secret)
	if err == nil && !n.feeds.Allow(u.ID) {
		err = site.ErrTooMany
	}
	return u, err
}

// matches reports whether a header If-None-Match has a tag.
func matches(header, tag string) bool {
	for _, one := range strings.Split(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || "W/"+strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
