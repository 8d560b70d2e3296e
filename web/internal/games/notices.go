package games

// This file tells every open page of a person what is new. news.go says what that is.

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/web/internal/live"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// gatherFor is how long changes are gathered before a page is told of them.
const gatherFor = 50 * time.Millisecond

// News is what every open page of a person is told when it opens, and when something changes.
type News struct {
	Turns   int    `json:"turns"`   // games in which it is the person's turn
	Notices string `json:"notices"` // what asks for an answer now, as HTML
	Count   int    `json:"count"`   // of what is new
	Bell    string `json:"bell"`    // its list, as HTML
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
	now, err := t.games.newsOn(ctx, t.person.ID, t.path)
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

// newsOn returns the current news of a person on a page.
func (g *Games) newsOn(ctx context.Context, user, path string) (News, error) {
	found, err := g.whatIsNew(ctx, user, path)
	if err != nil {
		return News{}, err
	}
	var notices, bell strings.Builder
	if err := page.Notices(found.Notices, path).Render(ctx, &notices); err != nil {
		return News{}, err
	}
	err = page.NewsList(found, path).Render(ctx, &bell)
	return News{Turns: found.Turns, Notices: notices.String(), Count: found.Count, Bell: bell.String()}, err
}
