package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/play"
)

// Bounds of a live connection.
const (
	maxMessage  = 4 << 10 // bytes, of what a client sends
	pingEvery   = 20 * time.Second
	socketWrite = 10 * time.Second
	mostSockets = 20_000
)

// Answer is what a client is told about a command that it has sent over its socket.
type Answer struct {
	ID      string `json:"ack,omitempty" doc:"The command's ID: it is on disk."`
	Refused string `json:"refused,omitempty" doc:"The command's ID: it has changed nothing."`
	Code    string `json:"code,omitempty"`
	Text    string `json:"text,omitempty" doc:"Why, in a sentence."`
	Seq     int    `json:"seq,omitempty" doc:"The number of the last event of the game after it."`
}

// socket is a live connection to a game.
type socket struct {
	server *Server
	conn   *websocket.Conn
	game   string
	user   string
	lag    atomic.Int64 // of the way there and back, in nanoseconds
	answer chan Answer
}

// live connects a browser with a game: what happens goes to it, and what the player does
// comes from it. The query's after is the number of the last event that the page has.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	id, user := r.PathValue("game"), userID(r.Context())
	after, err := strconv.Atoi(r.FormValue("after"))
	if err != nil || after < 0 {
		after = 0
	}
	if s.sockets.Add(1) > mostSockets {
		s.sockets.Add(-1)
		s.fail(w, r, http.StatusServiceUnavailable, "There are too many connections.")
		return
	}
	defer s.sockets.Add(-1)
	v, err := s.tables.join(r.Context(), id, user, after)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer v.leave()
	conn, err := websocket.Accept(unwrapped(w), r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	s.metrics.sockets.Inc()
	defer s.metrics.sockets.Dec()
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(maxMessage)
	ctx, cancel := s.untilClosing(context.WithoutCancel(r.Context()))
	defer cancel()
	k := &socket{server: s, conn: conn, game: id, user: user, answer: make(chan Answer, 16)}
	go k.write(ctx, cancel, v)
	go k.ping(ctx, cancel)
	k.read(ctx)
}

// unwrapped returns the connection's own writer, which can be taken over.
func unwrapped(w http.ResponseWriter) http.ResponseWriter {
	for {
		u, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = u.Unwrap()
	}
}

// read carries out what the client sends until the connection ends.
func (k *socket) read(ctx context.Context) {
	for {
		kind, data, err := k.conn.Read(ctx)
		if err != nil {
			return
		}
		var c play.Command
		if kind != websocket.MessageText || json.Unmarshal(data, &c) != nil {
			_ = k.conn.Close(websocket.StatusUnsupportedData, "a command in JSON is wanted") // it is over either way
			return
		}
		select {
		case k.answer <- k.do(ctx, c):
		case <-ctx.Done():
			return
		}
	}
}

// do carries out a command and says what has come of it.
func (k *socket) do(ctx context.Context, c play.Command) Answer {
	refused := func(code play.Code, text string) Answer {
		return Answer{Refused: c.ID, Code: string(code), Text: text}
	}
	if c.ID == "" {
		return refused(play.Invalid, "A command needs an ID.")
	}
	if k.user == "" {
		return refused(play.NotYours, "Only those who are signed in may do that.")
	}
	c.Lag = time.Duration(k.lag.Load())
	done, err := k.server.do(ctx, k.game, k.user, c)
	if err != nil {
		code := play.CodeOf(err)
		text := sentence(err)
		if code == "" && statusOf(err, 0) == 0 {
			k.server.log.Error("a command", "err", err)
			code, text = "fault", "That went wrong on the server. Try again."
		}
		return refused(code, text)
	}
	return Answer{ID: c.ID, Seq: done.Summary.Seq}
}

// write sends what happens, and the answers, until the connection ends or the client
// does not keep up.
func (k *socket) write(ctx context.Context, cancel context.CancelFunc, v *visitor) {
	defer cancel()
	for {
		var message any
		select {
		case live, ok := <-v.out:
			if !ok {
				_ = k.conn.Close(websocket.StatusTryAgainLater, "connect again") // it is over either way
				return
			}
			message = live
		case message = <-k.answer:
		case <-ctx.Done():
			_ = k.conn.Close(websocket.StatusGoingAway, "the server closes") // it is over either way
			return
		}
		data, err := json.Marshal(message)
		if err != nil {
			k.server.log.Error("a message", "err", err)
			return
		}
		timed, done := context.WithTimeout(ctx, socketWrite)
		err = k.conn.Write(timed, websocket.MessageText, data)
		done()
		if err != nil {
			return
		}
	}
}

// ping measures the way there and back, and ends connections that do not answer.
func (k *socket) ping(ctx context.Context, cancel context.CancelFunc) {
	for {
		began := time.Now()
		timed, done := context.WithTimeout(ctx, pingEvery)
		err := k.conn.Ping(timed)
		done()
		if err != nil {
			cancel()
			return
		}
		k.lag.Store(int64(time.Since(began)))
		select {
		case <-time.After(pingEvery):
		case <-ctx.Done():
			return
		}
	}
}
