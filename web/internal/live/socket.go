package live

// This file speaks with one client over a socket.

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/internal/site"
)

const (
	pongWithin = 20 * time.Second
	// floodAfter is how many commands in a row may be refused for coming too fast before the socket
	// is closed.
	floodAfter = 50
	// codeTooMany is the code of commands that come too fast.
	codeTooMany = "too many"
)

// Answer is the answer to a command that came over a socket.
type Answer struct {
	ID      string `json:"ack,omitempty" doc:"The ID of a command that is stored."`
	Refused string `json:"refused,omitempty" doc:"The ID of a command that was refused."`
	Code    string `json:"code,omitempty"`
	Text    string `json:"text,omitempty" doc:"Why, in a sentence."`
	Seq     int    `json:"seq,omitempty" doc:"The number of the last event of the game after it."`
}

// socket is a live connection to a game.
type socket struct {
	games  *Games
	conn   *websocket.Conn
	game   string
	person *site.Person // nil for a visitor without a name
	lag    lag
	answer chan Answer
}

// serve carries events to the client, and commands from it, until the connection, the session or
// the server ends.
func (g *Games) serve(r *http.Request, conn *websocket.Conn, v *visitor) {
	p := site.PersonOf(r.Context())
	ctx, cancel := g.site.UntilClosing(context.WithoutCancel(r.Context()))
	defer cancel()
	ctx, end, err := g.site.WhileSignedIn(ctx, p)
	if err != nil {
		_ = conn.Close(websocket.StatusTryAgainLater, "connect again") // the connection ends either way
		return
	}
	defer end()
	k := &socket{games: g, conn: conn, game: v.table.id, person: p, answer: make(chan Answer, 16)}
	go k.write(ctx, cancel, v)
	go k.ping(ctx, cancel)
	k.read(ctx)
}

// read carries out what the client sends until the connection ends. write ends it when ctx is done.
func (k *socket) read(ctx context.Context) {
	for tooFast := 0; ; {
		kind, data, err := k.conn.Read(context.WithoutCancel(ctx))
		if err != nil {
			return
		}
		var c play.Command
		if kind != websocket.MessageText || json.Unmarshal(data, &c) != nil {
			_ = k.conn.Close(websocket.StatusUnsupportedData, "send commands in JSON") // the connection ends either way
			return
		}
		done := k.do(ctx, c)
		if tooFast++; done.Code != codeTooMany {
			tooFast = 0
		}
		if tooFast >= floodAfter {
			_ = k.conn.Close(websocket.StatusPolicyViolation, "too many commands") // the connection ends either way
			return
		}
		select {
		case k.answer <- done:
		case <-ctx.Done():
			return
		}
	}
}

// do carries out a command and returns the answer.
func (k *socket) do(ctx context.Context, c play.Command) Answer {
	refused := func(code play.Code, text string) Answer {
		return Answer{Refused: c.ID, Code: string(code), Text: text}
	}
	switch {
	case c.ID == "":
		return refused(play.Invalid, "A command needs an ID.")
	case k.person == nil:
		return refused(play.NotYours, "Sign in to do that.")
	case !k.person.May(site.PlayScope):
		return refused(play.NotAllowed, site.ReadOnlyToken)
	}
	c.Lag = k.lag.typical()
	done, err := k.games.doer.Do(ctx, k.game, k.person.ID, c)
	if err == nil {
		return Answer{ID: c.ID, Seq: done.Summary.Seq}
	}
	code, text, s := play.CodeOf(err), site.Sentence(ctx, err), k.games.site
	if errors.Is(err, site.ErrTooMany) {
		code = codeTooMany
		s.LogLimit(ctx, "actions")
	}
	if code == "" && site.StatusOf(err, 0) == 0 {
		if ctx.Err() == nil { // otherwise the client is gone
			s.Log.Error("a command failed", "err", err)
		}
		code, text = "fault", "That went wrong on the server. Try again."
	}
	return refused(code, text)
}

// write sends news and answers until the connection ends or the client does not keep up.
func (k *socket) write(ctx context.Context, cancel context.CancelFunc, v *visitor) {
	defer cancel()
	for {
		var err error
		select {
		case n, ok := <-v.out:
			if !ok {
				_ = k.conn.Close(websocket.StatusTryAgainLater, "connect again") // the connection ends either way
				return
			}
			err = k.tell(ctx, n)
		case a := <-k.answer:
			err = Send(ctx, k.conn, a)
		case <-ctx.Done():
			code, why := websocket.StatusGoingAway, "the server closes"
			if errors.Is(context.Cause(ctx), site.ErrSignedOut) {
				code, why = StatusSignedOut, "signed out"
			}
			_ = k.conn.Close(code, why) // the connection ends either way
			return
		}
		if err != nil {
			return // the connection is gone
		}
	}
}

func (k *socket) tell(ctx context.Context, n *news) error {
	data, err := n.data()
	if err != nil {
		k.games.site.Log.Error("the news of a game cannot be written", "game", k.game, "err", err)
		return err
	}
	return write(ctx, k.conn, data)
}

// ping measures the lag, and ends a connection that does not answer.
func (k *socket) ping(ctx context.Context, cancel context.CancelFunc) {
	for {
		began := time.Now()
		timed, done := context.WithTimeout(context.WithoutCancel(ctx), pongWithin) // as in write
		err := k.conn.Ping(timed)
		done()
		if err != nil {
			cancel()
			return
		}
		k.lag.measured(time.Since(began))
		select {
		case <-time.After(PingEvery):
		case <-ctx.Done():
			return
		}
	}
}
