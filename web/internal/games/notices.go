package games

// This file tells people on every page what others have done.

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/live"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// gatherFor is how long changes are gathered before a page is told of them.
const gatherFor = 50 * time.Millisecond

// mostNotices is the number of notices that a page shows at once. The others follow when these are
// dismissed.
const mostNotices = 3

// News is what every open page of a person is told when it opens, and when something changes.
type News struct {
	Turns   int    `json:"turns"`   // games in which it is the person's turn
	Notices string `json:"notices"` // HTML
}

// Reader returns who reads a page, and their notices.
func (g *Games) Reader(r *http.Request) (page.User, []page.Notice) {
	p := site.PersonOf(r.Context())
	if p == nil {
		return page.User{}, nil
	}
	u := page.User{Name: p.Name, Guest: p.Guest, Moderates: p.Moderates()}
	var err error
	if u.Turns, err = g.store.OnTurn(r.Context(), p.ID); err != nil && r.Context().Err() == nil {
		g.site.Log.Error("the turns of a person cannot be counted", "err", err)
	}
	notices, err := g.noticesFor(r.Context(), p.ID, r.URL.Path)
	if err != nil && r.Context().Err() == nil {
		g.site.Log.Error("the notices of a person cannot be read", "err", err)
	}
	return u, notices
}

// noticesFor returns what a person is told on a page: what has happened to their offers, and
// challenges to them, the newest first, at most mostNotices. The lobby lists challenges itself.
func (g *Games) noticesFor(ctx context.Context, user, path string) ([]page.Notice, error) {
	told, err := g.store.Notices(ctx, user)
	if err != nil {
		return nil, err
	}
	var all []page.Notice
	for _, n := range told {
		if out := noticeOf(n); out.Text != "" {
			all = append(all, out)
		}
	}
	offers, err := g.store.SeeksOf(ctx, user)
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
	name := site.GameName(n.Variant)
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
	l := site.SeekLine(k, user)
	words := []string{l.Game, l.Clock}
	if l.Rated {
		words = append(words, "rated")
	}
	text := k.By.Name + " challenges you: " + strings.Join(words, ", ") + "."
	return page.Notice{Seek: k.ID, At: k.Created, Text: text}
}

// dropNotice dismisses a notice that its reader has seen.
func (g *Games) dropNotice(w http.ResponseWriter, r *http.Request, p *site.Person) {
	if err := g.store.DropNotice(r.Context(), p.ID, r.PathValue("notice")); err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	g.site.TellUser(p.ID)
	http.Redirect(w, r, site.LocalPath(r.FormValue("back")), http.StatusSeeOther)
}

// dropGameNotices drops the notices about a game when its player opens it.
func (g *Games) dropGameNotices(ctx context.Context, user, game string) {
	found, err := g.store.DropGameNotices(ctx, user, game)
	if err != nil && ctx.Err() == nil {
		g.site.Log.Error("the notices of a game cannot be dropped", "err", err)
	}
	if found {
		g.site.TellUser(user)
	}
}

// liveNotices sends the News of an open page over a socket. The person is present while it lasts.
func (g *Games) liveNotices(w http.ResponseWriter, r *http.Request) {
	conn, closed, err := g.live.Sockets.Open(w, r)
	if err != nil {
		return // Open has answered
	}
	defer closed()
	p := site.PersonOf(r.Context())
	if p == nil {
		_ = conn.Close(live.StatusSignedOut, "signed out") // the connection ends either way
		return
	}
	sub, err := g.site.Bus.Subscribe(bus.User(p.ID))
	if err != nil {
		_ = conn.Close(websocket.StatusTryAgainLater, "connect again") // the connection ends either way
		return
	}
	defer sub.Close()
	defer g.present.enter(p.ID)()
	ctx, cancel := g.site.UntilClosing(context.WithoutCancel(r.Context()))
	defer cancel()
	t := teller{games: g, conn: conn, person: p, path: site.LocalPath(r.FormValue("at"))}
	code, why := t.run(conn.CloseRead(ctx), sub.Events())
	_ = conn.Close(code, why) // the connection ends either way
}

// teller sends news to one page.
type teller struct {
	games  *Games
	conn   *websocket.Conn
	person *site.Person
	path   string // of the page
	last   News   // what was sent last
	sent   bool   // last is set
}

// run sends what has changed until the connection or the session ends. It returns how to close the
// socket.
func (t *teller) run(ctx context.Context, events <-chan bus.Event) (websocket.StatusCode, string) {
	ping := time.NewTicker(live.PingEvery)
	defer ping.Stop()
	var gathered <-chan time.Time
	for {
		select {
		case _, ok := <-events:
			if !ok {
				return websocket.StatusTryAgainLater, "connect again"
			}
			if gathered == nil {
				gathered = time.After(gatherFor)
			}
		case <-gathered:
			gathered = nil
			if !t.games.site.SessionValid(ctx, t.person) {
				return live.StatusSignedOut, "signed out"
			}
			if err := t.tell(ctx); err != nil {
				return websocket.StatusTryAgainLater, "connect again"
			}
		case <-ping.C:
			timed, done := context.WithTimeout(ctx, live.PingEvery)
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

// tell sends the news unless the page has it.
func (t *teller) tell(ctx context.Context) error {
	now, err := t.games.news(ctx, t.person.ID, t.path)
	if err != nil {
		if ctx.Err() == nil {
			t.games.site.Log.Error("the news of a person cannot be read", "err", err)
		}
		return err
	}
	if t.sent && now == t.last {
		return nil
	}
	t.last, t.sent = now, true
	return live.Send(ctx, t.conn, now)
}

// news returns the current news of a person on a page.
func (g *Games) news(ctx context.Context, user, path string) (News, error) {
	turns, err := g.store.OnTurn(ctx, user)
	if err != nil {
		return News{}, err
	}
	notices, err := g.noticesFor(ctx, user, path)
	if err != nil {
		return News{}, err
	}
	var html strings.Builder
	err = page.Notices(notices, path).Render(ctx, &html)
	return News{Turns: turns, Notices: html.String()}, err
}
