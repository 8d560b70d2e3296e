package live

// This file opens and counts sockets.

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/web/internal/site"
)

// PingEvery is how often a socket is checked by a ping.
const PingEvery = 5 * time.Second

// StatusSignedOut closes a socket whose session has ended.
const StatusSignedOut websocket.StatusCode = 4001

// Bounds of sockets.
const (
	maxMessage  = 4 << 10 // bytes from a client
	writeWithin = 10 * time.Second
	mostSockets = 20_000
	mostHere    = 200 // sockets of one address
)

// Sockets opens the sockets of a server and counts them.
type Sockets struct {
	site  *site.Site
	gauge prometheus.Gauge

	mu   sync.Mutex
	all  int
	here map[netip.Addr]int
}

func newSockets(s *site.Site) *Sockets {
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{Name: "kirke_sockets", Help: "Live connections."})
	s.Metrics.MustRegister(gauge)
	return &Sockets{site: s, gauge: gauge, here: map[netip.Addr]int{}}
}

// Open turns a request into a socket, which closed ends. On an error it has answered the request.
func (c *Sockets) Open(w http.ResponseWriter, r *http.Request) (conn *websocket.Conn, closed func(), err error) {
	left, ok := c.enter(site.AddressOf(r.Context()))
	if !ok {
		w.Header().Set("Retry-After", "30")
		c.site.Fail(w, r, http.StatusServiceUnavailable, "There are too many connections.")
		return nil, nil, site.ErrTooMany
	}
	options := &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled}
	conn, err = websocket.Accept(unwrapped(w), r, options)
	if err != nil {
		left()
		return nil, nil, err
	}
	conn.SetReadLimit(maxMessage)
	c.gauge.Inc()
	return conn, func() {
		_ = conn.CloseNow() // the connection ends either way
		c.gauge.Dec()
		left()
	}, nil
}

// enter counts one more socket of an address until left is called. ok is false if there are too
// many.
func (c *Sockets) enter(a netip.Addr) (left func(), ok bool) {
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

// Send sends v as JSON.
func Send(ctx context.Context, conn *websocket.Conn, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return write(ctx, conn, data)
}

// write sends a message that is JSON. The end of ctx does not cut it off, which would close the
// connection without a status that says why.
func write(ctx context.Context, conn *websocket.Conn, data []byte) error {
	timed, done := context.WithTimeout(context.WithoutCancel(ctx), writeWithin)
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
