// Package web is Kirke in the browser: pages, a JSON API, live sockets and the files they need, as
// one http.Handler.
//
//	server, err := web.New(web.Config{Log: slog.Default()})
//	err = server.Serve(ctx, listener)
//
// # Pages first
//
// The server writes every page from a template (package page). A page works without JavaScript as
// far as it can: in a correspondence game, a move can be typed into a form, previewed and sent.
// Where a live board is worth it, a script of web/client takes over an element of the page.
//
// # One way in
//
// The form of a page and the operation of the API call the same method, so that both forbid the
// same things. OpenAPI describes the API at /api/v1/openapi.json. It is made from the Go types.
//
// # What guards it
//
// Requests that change something must come from the site itself (http.CrossOriginProtection) or
// carry a token. Nothing inline is executed (Content-Security-Policy). Bodies and rates are
// bounded, and so is the time of engine and solver: more work waits in a queue, and a full queue
// refuses it. The log holds routes, never paths, queries or headers.
//
// # Where things are
//
// Begin with web.go, which puts the parts together, then routes.go. The parts are under internal:
//
//   - site: what all parts share (who asks, pages, errors, limits, events)
//   - guard: what every request passes
//   - account: people, sessions, sign-in, moderation
//   - games: the lobby and the games between people; live: following them; computer: the engines;
//     review: what the computer says about a finished game
//   - notices: what people are told outside the site: their choices, links in mails, feeds
//   - workshop: games that people invent
//   - gameeditor: the page on which people edit a game of their own
//   - tools: analysis, board editor, problem solver, conversion, rules
//   - position, fairplay, limit: small things that several of them use
//
// operate.go is for operators: health, metrics, profiles.
package web

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/tablebase"
	"github.com/kirke-chess/kirke/web/internal/account"
	"github.com/kirke-chess/kirke/web/internal/computer"
	"github.com/kirke-chess/kirke/web/internal/gameeditor"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/guard"
	"github.com/kirke-chess/kirke/web/internal/notices"
	"github.com/kirke-chess/kirke/web/internal/review"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/internal/tools"
	"github.com/kirke-chess/kirke/web/internal/workshop"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/wasm"
)

// Config is what a Server is made of. The zero value serves everything that needs no store.
type Config struct {
	Log *slog.Logger // nil discards

	// Store keeps people and their games. Without it the server has only the parts that need none.
	// Bus carries the events of the store to those who follow them; a store needs one, and Tell.
	Store *store.Store
	Bus   Bus
	Now   func() time.Time // nil is the store's time, or time.Now without one
	// Sender tells people of events outside the site; the caller runs it. nil leaves out the pages
	// about that.
	Sender *notify.Sender
	// Jobs solves problems and analyses games in the background. nil accepts none.
	Jobs *jobs.Scheduler
	// Tables knows endgames, for the analysis page, the computer and the solver. nil knows none.
	Tables *tablebase.Tables

	// Engines is the number of searches for games that run at once, and of other long computations.
	// 0 is one fewer than there are processors, and at least one.
	Engines int
	// Rate is the average number of requests a second from one address. 0 is DefaultRate.
	Rate float64
	// Work scales the allowances for computing. 0 is 1.
	Work float64
	// Proxied says that a proxy in front names the client in X-Forwarded-For. Without it the header
	// is ignored.
	Proxied bool
	// SessionLife is how long a browser stays signed in after its last request. 0 is
	// DefaultSessionLife.
	SessionLife time.Duration
	// MetricsFrom are the networks from which the metrics may be read, though not through a proxy.
	// nil is this machine. With MetricsToken, unless it is "", they may be read from anywhere.
	MetricsFrom  []netip.Prefix
	MetricsToken string
	// Collectors are further metrics.
	Collectors []prometheus.Collector
	// Messages has the languages of the pages. nil is those that come with the program.
	Messages *message.Catalogue
	// Slow is how long a request may take before it is logged as slow. 0 is DefaultSlow.
	Slow time.Duration
}

// Defaults of Config.
const (
	DefaultSlow        = time.Second // also for queries of the database
	DefaultSessionLife = 90 * 24 * time.Hour
	DefaultRate        = site.DefaultRate
)

// Bus carries events to everybody who follows them, in this process and others. A bus.Bus is one.
type Bus = site.Bus

// Tell publishes what has been committed to a game. It is for store.Options.Notify.
func Tell(b Bus, c store.Committed) { site.Tell(b, c) }

// How long a connection may take. Streams set their own deadlines.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	closeTimeout  = 10 * time.Second
)

// static has the style sheet, the scripts (bundled from web/client) and the pictures.
//
//go:embed static
var static embed.FS

// Server is the site. It is an http.Handler; Serve runs it.
type Server struct {
	config    Config
	site      *site.Site
	tools     *tools.Tools
	editor    *gameeditor.Editor
	accounts  *account.Accounts // nil without a store, as are games and player
	games     *games.Games
	reviews   *review.Reviews
	workshop  *workshop.Workshop
	player    *computer.Player
	notices   *notices.Notices // nil without a sender
	readiness readiness
	handler   http.Handler
}

// New returns a server. The error says which of its files cannot be read.
func New(c Config) (*Server, error) {
	if c.Store != nil && c.Bus == nil {
		return nil, errors.New("a store needs a bus")
	}
	c = c.withDefaults()
	if c.Messages == nil {
		shipped, err := message.Shipped()
		if err != nil {
			return nil, err
		}
		c.Messages = shipped
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, fmt.Errorf("the files of the site: %w", err)
	}
	programs, err := wasm.Files()
	if err != nil {
		return nil, fmt.Errorf("the engine for browsers: %w", err)
	}
	shared, err := site.New(site.Options{
		Log: c.Log, Store: c.Store, Bus: c.Bus, Now: c.Now, Static: []fs.FS{files, programs},
		Rate: c.Rate, Work: c.Work, Places: c.Engines, Proxied: c.Proxied,
	})
	if err != nil {
		return nil, err
	}
	shared.Metrics.MustRegister(c.Collectors...)
	if figures, ok := c.Bus.(prometheus.Collector); ok {
		shared.Metrics.MustRegister(figures)
	}
	s := &Server{config: c, site: shared}
	engines := computer.NewMetrics(shared.Metrics)
	known := func(next http.Handler) http.Handler { return next }
	analysts := computer.NewPool(c.Engines, c.Tables, engines, shared.Work.Long.Waiting)
	options := tools.Options{Site: shared, Jobs: c.Jobs, Tables: c.Tables, Analysts: analysts}
	s.editor = gameeditor.New(shared, analysts)
	if c.Store != nil {
		s.accounts = account.New(shared, c.SessionLife, c.Sender != nil && c.Sender.Mails())
		if c.Sender != nil {
			s.notices = notices.New(shared, c.Sender)
		}
		s.player = computer.NewPlayer(c.Store, computer.NewPool(c.Engines, c.Tables, engines, nil), shared.Log, c.Now)
		s.reviews = review.New(shared, c.Jobs)
		s.games = games.New(shared, s.player, s.accounts, s.reviews)
		shared.Reader, options.Guests, known = s.games.Reader, s.accounts, s.accounts.Known
	}
	s.workshop = workshop.New(shared, options.Guests)
	options.Library = s.workshop
	s.tools = tools.New(options)
	mux := http.NewServeMux()
	s.addRoutes(mux)
	s.handler = c.Messages.Serve(guard.New(shared, c.Slow).Handler(mux, known))
	return s, nil
}

// withDefaults returns the configuration with its zero values filled in.
func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Engines <= 0 {
		c.Engines = max(1, runtime.NumCPU()-1)
	}
	if c.Rate <= 0 {
		c.Rate = DefaultRate
	}
	if c.SessionLife <= 0 {
		c.SessionLife = DefaultSessionLife
	}
	c.Work = cmp.Or(c.Work, 1)
	c.Slow = cmp.Or(c.Slow, DefaultSlow)
	if c.Now == nil {
		c.Now = time.Now
		if c.Store != nil {
			c.Now = c.Store.Now
		}
	}
	return c
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on l until ctx is done. Then it lets requests under way end, for ten
// seconds at most. The error is that of the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.site.Log.Handler(), slog.LevelDebug),
	}
	var working sync.WaitGroup
	if s.config.Store != nil {
		stop, err := s.work(ctx, &working)
		switch {
		case ctx.Err() != nil && errors.Is(err, context.Canceled): // ended while it was starting
			return l.Close()
		case err != nil:
			return errors.Join(err, l.Close())
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
	s.site.Close()
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

// work adds the time in which the server was down to the clocks. Then it starts the background
// work, which stop ends.
func (s *Server) work(ctx context.Context, working *sync.WaitGroup) (stop func(), err error) {
	down, games, err := s.config.Store.Recover(ctx)
	if err != nil {
		return nil, fmt.Errorf("adding the downtime to the clocks: %w", err)
	}
	if games > 0 {
		s.site.Log.Info("time given back", "down", down, "games", games)
	}
	ctx, cancel := context.WithCancel(ctx)
	working.Go(func() { s.keep(ctx) })
	working.Go(func() { s.player.Run(ctx) })
	return func() { cancel(); working.Wait() }, nil
}

// How often the store is looked after.
const (
	sweepEvery  = time.Second            // games whose time is up are ended
	beatEvery   = 500 * time.Millisecond // the store notes that the server is alive
	expireEvery = 2 * time.Second        // expired offers are removed
	tidyEvery   = 10 * time.Minute       // anything else that has expired is removed
)

// keep looks after the store until ctx is done. Each chore has a goroutine of its own: if a beat
// waited for a long sweep, the clocks would get too much time back after a crash.
func (s *Server) keep(ctx context.Context) {
	games := s.config.Store
	var group sync.WaitGroup
	for _, chore := range []struct {
		every time.Duration
		do    func() error
	}{
		{sweepEvery, func() error { _, err := games.Sweep(ctx); return err }},
		{beatEvery, func() error { return games.Beat(ctx) }},
		{expireEvery, func() error { return s.games.ExpireSeeks(ctx) }},
		{tidyEvery, func() error { _, err := games.DeleteExpired(ctx); return err }},
	} {
		group.Go(func() {
			tick := time.NewTicker(chore.every)
			defer tick.Stop()
			for {
				select {
				case <-tick.C:
				case <-ctx.Done():
					return
				}
				if err := chore.do(); err != nil && ctx.Err() == nil {
					s.site.Log.Error("keeping the store", "err", err)
				}
			}
		})
	}
	group.Wait()
}
