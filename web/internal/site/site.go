// Package site is what all parts of the web site share: who makes a request and what they may do,
// how pages and errors are written, cookies, queues for computing, streams and the event bus. It
// knows no route and no page.
//
// Begin with site.go, then read person.go (who asks), errors.go and render.go (how they are
// answered), api.go (operations of the API) and stream.go (what lasts until it is ended). The other
// files are small: address.go, cookies.go, work.go, assets.go, events.go (what the bus is told),
// catalogue.go and games.go (how variants and games are written on pages), text.go.
package site

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/limit"
	"github.com/kirke-chess/kirke/web/page"
)

// Paths of parts of the site.
const (
	APIPath     = "/api/v1"
	StaticPath  = "/static/"
	MetricsPath = "/metrics" // its token does not belong to a person
)

// MaxBody is the largest size of a request, in bytes.
const MaxBody = 1 << 20

// DefaultRate is the usual number of requests a second that one address may make.
const DefaultRate = 20

// Options is what a Site is made of.
type Options struct {
	Log     *slog.Logger
	Store   *store.Store // nil leaves out all that needs a store
	Bus     Bus          // needed with a store
	Now     func() time.Time
	Static  []fs.FS // the style sheet, the scripts and the pictures
	Rate    float64 // requests a second from one address, on average
	Work    float64 // scales the allowances for computing
	Places  int     // the number of long computations that run at once
	Proxied bool    // a proxy in front names the client in X-Forwarded-For
}

// Site is what the parts of the web site share. Its methods may be called from several goroutines.
type Site struct {
	Log     *slog.Logger
	Store   *store.Store
	Bus     Bus
	Now     func() time.Time
	Metrics *prometheus.Registry
	Work    Work
	// RateFactor scales the limits on people and addresses.
	RateFactor float64
	// Reader returns who reads a page, and what is new for them. nil knows nobody.
	Reader func(*http.Request) (page.User, page.News)

	proxied bool
	assets  *assets
	marks   marks
	closing chan struct{}
	actions *limit.Limiter[string]     // moves, messages and offers of one person
	network *limit.Limiter[netip.Addr] // the same of all people at one address
	noted   *limit.Limiter[netip.Addr] // log lines about limits
}

// Guests makes guests of visitors. Package account implements it.
type Guests interface {
	// PersonOrGuest returns who makes a request. A visitor becomes a guest.
	PersonOrGuest(http.ResponseWriter, *http.Request) (*Person, error)
}

// New returns a site. The error says which of its files cannot be read.
func New(o Options) (*Site, error) {
	static, err := readAssets(o.Static...)
	if err != nil {
		return nil, fmt.Errorf("the files of the site: %w", err)
	}
	factor := o.Rate / DefaultRate
	s := &Site{
		Log: slog.New(Labelled(o.Log.Handler())), Store: o.Store, Bus: o.Bus, Now: o.Now,
		Metrics: prometheus.NewRegistry(), RateFactor: factor,
		proxied: o.Proxied, assets: static, closing: make(chan struct{}),
		actions: limit.New[string](3*factor, int(100*factor)+1),
		network: limit.New[netip.Addr](10*factor, int(1000*factor)+1),
		noted:   limit.New[netip.Addr](1.0/60, 1),
	}
	s.Metrics.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	s.Work = newWork(o.Places, o.Work, s.Metrics)
	return s, nil
}

// Close ends all streams and sockets. It is called once.
func (s *Site) Close() { close(s.closing) }

// Closing reports whether Close was called.
func (s *Site) Closing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}
