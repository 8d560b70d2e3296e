package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
	"github.com/kirke-chess/kirke/wire"
)

// statusSignedOut is how a socket ends whose session has ended.
const statusSignedOut websocket.StatusCode = 4001

// gathering is how long a change waits for others that come with it, before a page is told.
const gathering = 50 * time.Millisecond

// mostNotices is how many notices a page shows at once; the others come when those are done with.
const mostNotices = 3

// News is what every open page of a person is told: at first, and whenever it changes.
type News struct {
	Turns   int    `json:"turns"`   // games in which it is the person's turn
	Notices string `json:"notices"` // HTML
}

// noticesFor returns what a person is to be told on a page, the newest first and no more than mostNotices: what has come of their offers, and
// challenges to them, which the lobby itself lists.
func (s *Server) noticesFor(ctx context.Context, user, path string) ([]page.Notice, error) {
	told, err := s.store.Notices(ctx, user)
	if err != nil {
		return nil, err
	}
	var all []page.Notice
	for _, n := range told {
		all = append(all, noticeOf(n))
	}
	offers, err := s.store.SeeksOf(ctx, user)
	for _, k := range offers {
		if k.To != nil && k.To.ID == user && path != "/lobby" {
			all = append(all, challengeOf(k, user))
		}
	}
	slices.SortStableFunc(all, func(a, b page.Notice) int { return b.At.Compare(a.At) })
	return all[:min(len(all), mostNotices)], err
}

// noticeOf returns a notice as pages show it.
func noticeOf(n store.Notice) page.Notice {
	out := page.Notice{ID: n.ID, Game: n.Game, At: n.Created}
	name := gameName(n.Variant)
	switch n.Kind {
	case store.OfferAccepted:
		out.Text = n.By + " accepted your offer: " + name + "."
	case store.RematchAccepted:
		out.Text = n.By + " accepted the rematch: " + name + "."
	case store.ChallengeDeclined:
		out.Text = n.By + " declined your challenge: " + name + "."
	}
	return out
}

// challengeOf returns a challenge to the reader as pages show it.
func challengeOf(k store.Seek, user string) page.Notice {
	l := seekLine(k, user)
	words := []string{l.Game, l.Clock}
	if l.Rated {
		words = append(words, "rated")
	}
	return page.Notice{Seek: k.ID, At: k.Created, Text: k.By.Name + " challenges you: " + strings.Join(words, ", ") + "."}
}

// dropNotice is the button of a notice that its reader has seen.
func (s *Server) dropNotice(w http.ResponseWriter, r *http.Request) {
	p := personOf(r.Context())
	if p == nil {
		s.refuse(w, r, errNobody)
		return
	}
	if err := s.store.DropNotice(r.Context(), p.ID, r.PathValue("notice")); err != nil {
		s.broken(w, r, err)
		return
	}
	s.lookAgain(p.ID)
	http.Redirect(w, r, localPath(r.FormValue("back")), http.StatusSeeOther)
}

// sawGame forgets the notices of a game that its player looks at.
func (s *Server) sawGame(ctx context.Context, user, game string) {
	found, err := s.store.SawGame(ctx, user, game)
	if err != nil && ctx.Err() == nil {
		s.log.Error("the notices of a game", "err", err)
	}
	if found {
		s.lookAgain(user)
	}
}

// liveNotices tells an open page its News over a socket. The person is there as long as it lasts.
func (s *Server) liveNotices(w http.ResponseWriter, r *http.Request) {
	conn, closed, err := s.openSocket(w, r)
	if err != nil {
		return // which openSocket has answered
	}
	defer closed()
	p := personOf(r.Context())
	if p == nil {
		_ = conn.Close(statusSignedOut, "signed out") // it is over either way
		return
	}
	sub, err := s.wire.Subscribe(wire.User(p.ID))
	if err != nil {
		_ = conn.Close(websocket.StatusTryAgainLater, "connect again")
		return
	}
	defer sub.Close()
	defer s.present.enter(p.ID)()
	ctx, cancel := s.untilClosing(context.WithoutCancel(r.Context()))
	defer cancel()
	t := teller{server: s, conn: conn, person: p, path: localPath(r.FormValue("at"))}
	code, why := t.run(conn.CloseRead(ctx), sub.Events())
	_ = conn.Close(code, why)
}

// teller tells one page its news.
type teller struct {
	server *Server
	conn   *websocket.Conn
	person *person
	path   string // of the page
	last   News
	told   bool // last has been sent
}

// run tells the page what has changed until the connection or the session ends, and returns how the socket is to
// be closed.
func (t *teller) run(ctx context.Context, events <-chan wire.Event) (websocket.StatusCode, string) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	var gathered <-chan time.Time
	for {
		select {
		case _, ok := <-events:
			if !ok {
				return websocket.StatusTryAgainLater, "connect again"
			}
			if gathered == nil {
				gathered = time.After(gathering)
			}
		case <-gathered:
			gathered = nil
			if !t.server.sessionStands(ctx, t.person) {
				return statusSignedOut, "signed out"
			}
			if err := t.tell(ctx); err != nil {
				return websocket.StatusTryAgainLater, "connect again"
			}
		case <-ping.C:
			timed, done := context.WithTimeout(ctx, pingEvery)
			err := t.conn.Ping(timed)
			done()
			if err != nil {
				return websocket.StatusGoingAway, "no answer"
			}
		case <-ctx.Done():
			return websocket.StatusGoingAway, "the server closes"
		}
	}
}

// tell sends the news unless the page has them.
func (t *teller) tell(ctx context.Context) error {
	now, err := t.server.news(ctx, t.person.ID, t.path)
	if err != nil {
		if ctx.Err() == nil {
			t.server.log.Error("the news of a person", "err", err)
		}
		return err
	}
	if t.told && now == t.last {
		return nil
	}
	t.last, t.told = now, true
	return writeSocket(ctx, t.conn, now)
}

// news returns what a person is told on a page now.
func (s *Server) news(ctx context.Context, user, path string) (News, error) {
	turns, err := s.store.OnTurn(ctx, user)
	if err != nil {
		return News{}, err
	}
	notices, err := s.noticesFor(ctx, user, path)
	if err != nil {
		return News{}, err
	}
	var html strings.Builder
	err = page.Notices(notices, path).Render(ctx, &html)
	return News{Turns: turns, Notices: html.String()}, err
}
