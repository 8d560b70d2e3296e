package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
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
	mostHere    = 200 // sockets of one address

	// floodAfter is how many commands in a row may be refused for coming too fast before the socket is closed.
	floodAfter = 50
)

// codeTooMany is the code of commands that come too fast.
const codeTooMany = "too many"

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
	person *person      // nil for who only watches
	lag    atomic.Int64 // of the way there and back, in nanoseconds
	answer chan Answer
}

// live connects a browser with a game: what happens goes to it, and what the player does
// comes from it. The query's after is the number of the last event that the page has.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	id, p := r.PathValue("game"), personOf(r.Context())
	after, err := strconv.Atoi(r.FormValue("after"))
	if err != nil || after < 0 {
		after = 0
	}
	v, err := s.tables.join(r.Context(), id, userID(r.Context()), after)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer v.leave()
	conn, closed, err := s.openSocket(w, r)
	if err != nil {
		return // which openSocket has answered
	}
	defer closed()
	ctx, cancel := s.untilClosing(context.WithoutCancel(r.Context()))
	defer cancel()
	ctx, end, err := s.whileSignedIn(ctx, p)
	if err != nil {
		_ = conn.Close(websocket.StatusTryAgainLater, "connect again") // it is over either way
		return
	}
	defer end()
	k := &socket{server: s, conn: conn, game: id, person: p, answer: make(chan Answer, 16)}
	go k.write(ctx, cancel, v)
	go k.ping(ctx, cancel)
	k.read(ctx)
}

// openSocket makes a socket of a request, which closed ends. When there is an error the request has been
// answered.
func (s *Server) openSocket(w http.ResponseWriter, r *http.Request) (conn *websocket.Conn, closed func(), err error) {
	left, ok := s.sockets.enter(addressOf(r.Context()))
	if !ok {
		w.Header().Set("Retry-After", "30")
		s.fail(w, r, http.StatusServiceUnavailable, "There are too many connections.")
		return nil, nil, errTooMany
	}
	conn, err = websocket.Accept(unwrapped(w), r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		left()
		return nil, nil, err
	}
	conn.SetReadLimit(maxMessage)
	s.metrics.sockets.Inc()
	return conn, func() {
		_ = conn.CloseNow() // it is over either way
		s.metrics.sockets.Dec()
		left()
	}, nil
}

// sockets counts those that are open, of all and of each address.
type sockets struct {
	mu   sync.Mutex
	all  int
	here map[netip.Addr]int
}

// enter counts one more socket of an address, which left takes back; ok is false when there are too many.
func (c *sockets) enter(a netip.Addr) (left func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all >= mostSockets || c.here[a] >= mostHere {
		return nil, false
	}
	c.all++
	c.here[a]++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.all--
		if c.here[a]--; c.here[a] == 0 {
			delete(c.here, a)
		}
	}, true
}

// writeSocket sends a message as JSON.
func writeSocket(ctx context.Context, conn *websocket.Conn, message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	timed, done := context.WithTimeout(ctx, socketWrite)
	defer done()
	return conn.Write(timed, websocket.MessageText, data)
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

// read carries out what the client sends until the connection ends, which write closes when ctx is done.
func (k *socket) read(ctx context.Context) {
	for tooFast := 0; ; {
		kind, data, err := k.conn.Read(context.WithoutCancel(ctx))
		if err != nil {
			return
		}
		var c play.Command
		if kind != websocket.MessageText || json.Unmarshal(data, &c) != nil {
			_ = k.conn.Close(websocket.StatusUnsupportedData, "a command in JSON is wanted") // it is over either way
			return
		}
		done := k.do(ctx, c)
		if tooFast++; done.Code != codeTooMany {
			tooFast = 0
		}
		if tooFast >= floodAfter {
			_ = k.conn.Close(websocket.StatusPolicyViolation, "too many commands") // it is over either way
			return
		}
		select {
		case k.answer <- done:
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
	switch {
	case k.person == nil:
		return refused(play.NotYours, "Only those who are signed in may do that.")
	case !k.person.may(playScope):
		return refused(play.NotAllowed, "This token is for reading only.")
	}
	c.Lag = time.Duration(k.lag.Load())
	done, err := k.server.do(ctx, k.game, k.person.ID, c)
	if err != nil {
		code := play.CodeOf(err)
		text := sentence(err)
		if errors.Is(err, errTooMany) {
			code = codeTooMany
		}
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
			code, why := websocket.StatusGoingAway, "the server closes"
			if errors.Is(context.Cause(ctx), errSignedOut) {
				code, why = statusSignedOut, "signed out"
			}
			_ = k.conn.Close(code, why) // it is over either way
			return
		}
		if writeSocket(ctx, k.conn, message) != nil {
			return // our own types can be written; the connection is gone
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
