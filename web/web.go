package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
)

// Config is what a Server is made of. The zero value serves everything that needs
// no store.
type Config struct {
	Log *slog.Logger // nil discards

	// Store keeps people and their games, and Wire tells what happens to them. Without a store there are only the parts that
	// need none; a store needs a wire, and tells it by Tell.
	Store *store.Store
	Wire  Wire
	Now   func() time.Time // nil is time.Now
	// Jobs takes problems and games that are worked on for long; nil takes none.
	Jobs *jobs.Desk

	// Engines is how many searches for games run at once, and how many pieces of other work; 0 is one fewer than there are
	// processors, and at least one.
	Engines int
	// Rate is how many requests a second one address may make on the average; 0 is DefaultRate.
	Rate float64
	// Work is how much people may have computed, as a multiple of the usual allowances; 0 is 1.
	Work float64
	// Proxied says that a proxy in front names the client in X-Forwarded-For. Without it the header is not believed.
	Proxied bool
	// SessionLife is how long a browser stays signed in after its last request; 0 is DefaultSessionLife.
	SessionLife time.Duration
	// MetricsFrom are the networks whose programs may read the metrics, none of them through a proxy; nil is this
	// machine. MetricsToken, if it is not "", lets programs read them from anywhere.
	MetricsFrom  []netip.Prefix
	MetricsToken string
}

// DefaultSessionLife is how long a browser stays signed in after its last request.
const DefaultSessionLife = 90 * 24 * time.Hour

// DefaultRate is how many requests a second one address may make.
const DefaultRate = 20

// How long a connection may take. Streams set their own deadlines.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	closeTimeout  = 10 * time.Second
)

// Server is the site. It is an http.Handler; Serve runs it.
type Server struct {
	config    Config
	log       *slog.Logger
	assets    *assets
	computers *computers // for the games that are played
	analysts  *computers // for everything else; whoever asks has a place of places.long
	places    workplaces
	limits    *limits
	metrics   *metrics
	store     *store.Store
	wire      Wire
	jobs      *jobs.Desk
	now       func() time.Time
	tables    *tables
	opponents *opponents
	present   *presence
	sockets   sockets
	handler   http.Handler
	markMu    sync.Mutex
	markKey   []byte        // of markOf
	closing   chan struct{} // closed when streams are to end
}

// New returns a server. The error says which of its files cannot be read.
func New(c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Engines <= 0 {
		c.Engines = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if c.Rate <= 0 {
		c.Rate = DefaultRate
	}
	if c.SessionLife <= 0 {
		c.SessionLife = DefaultSessionLife
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Store != nil && c.Wire == nil {
		return nil, errors.New("a store needs a wire")
	}
	static, err := readAssets()
	if err != nil {
		return nil, fmt.Errorf("the files of the site: %w", err)
	}
	s := &Server{
		config: c, log: c.Log, assets: static,
		limits:  newLimits(c.Rate),
		closing: make(chan struct{}),
		sockets: sockets{here: map[netip.Addr]int{}},
		store:   c.Store, wire: c.Wire, jobs: c.Jobs, now: c.Now,
	}
	s.tables = &tables{store: c.Store, wire: c.Wire, now: c.Now, open: map[string]*table{}}
	s.opponents = newOpponents(s)
	s.present = newPresence(s.stays)
	s.metrics = newMetrics()
	if c, ok := c.Wire.(prometheus.Collector); ok {
		s.metrics.registry.MustRegister(c)
	}
	s.places = newWorkplaces(c.Engines, cmp.Or(c.Work, 1), s.metrics)
	s.computers = newComputers(c.Engines, s.metrics, nil)
	s.analysts = newComputers(c.Engines, s.metrics, s.places.long.Waiting)
	s.handler = s.guard(s.routes())
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on l until ctx is done, then lets those that are under
// way end, ten seconds at most. The error is that of the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	var working sync.WaitGroup
	if s.store != nil {
		stop, err := s.work(ctx, &working)
		if err != nil {
			return err
		}
		defer stop()
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	close(s.closing)
	timeout, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	if err := server.Shutdown(timeout); err != nil {
		return errors.Join(fmt.Errorf("closing: %w", err), server.Close())
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// work gives back the time in which the server was down, and begins what goes on in the background; stop ends it.
func (s *Server) work(ctx context.Context, working *sync.WaitGroup) (stop func(), err error) {
	down, games, err := s.store.Recover(ctx)
	if err != nil {
		return nil, fmt.Errorf("giving back the time that was lost: %w", err)
	}
	if games > 0 {
		s.log.Info("time given back", "down", down, "games", games)
	}
	ctx, cancel := context.WithCancel(ctx)
	working.Go(func() { s.keep(ctx) })
	working.Go(func() { s.opponents.run(ctx) })
	return func() { cancel(); working.Wait() }, nil
}

// frame returns what every page shows around its content.
func (s *Server) frame(r *http.Request, title string) page.Frame {
	theme := ""
	if c, err := r.Cookie(themeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		theme = c.Value
	}
	f := page.Frame{Title: title, Path: r.URL.Path, Back: r.URL.Path, Theme: theme, Asset: s.assets.url}
	if r.Method == http.MethodGet {
		f.Back = r.URL.RequestURI()
	}
	f.Flash, _ = r.Context().Value(flashKey{}).(string)
	look := ""
	if c, err := r.Cookie(lookCookie); err == nil {
		look = c.Value
	}
	f.Board, f.Men = page.Look(look)
	if s.store != nil {
		f.User, f.Notices = s.userOf(r)
	}
	return f
}
