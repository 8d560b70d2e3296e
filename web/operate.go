package web

// This file is for operators: health, readiness, metrics and profiles.

import (
	"context"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// How long the store may take to answer.
const (
	aliveWithin = time.Second
	readyWithin = 3 * time.Second
)

// health says whether the server is alive: its store must answer.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	s.checked(w, r, aliveWithin, func(ctx context.Context, games *store.Store) error { return games.Ping(ctx) })
}

// ready says whether the server can do its work: its store must be writable.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	s.checked(w, r, readyWithin, s.readiness.check)
}

// readiness checks at most once a second whether a store is writable, since the check writes.
type readiness struct {
	mu   sync.Mutex
	last time.Time // when it was checked
	err  error     // what that found
}

func (a *readiness) check(ctx context.Context, s *store.Store) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := time.Now(); now.Sub(a.last) > time.Second {
		a.err, a.last = s.Ready(ctx), now
	}
	return a.err
}

// checked answers with ok, or with what is wrong with the store.
func (s *Server) checked(
	w http.ResponseWriter, r *http.Request, within time.Duration, check func(context.Context, *store.Store) error,
) {
	ctx, cancel := site.ContextFor(r, within)
	defer cancel()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	text := "ok\n"
	if games := s.config.Store; games != nil {
		if err := check(ctx, games); err != nil {
			s.site.Log.ErrorContext(ctx, "the store failed its check", "err", err)
			w.WriteHeader(http.StatusServiceUnavailable)
			text = healthText(err) + "\n"
		}
	}
	_, _ = w.Write([]byte(text)) // fails when the client has gone
}

// healthText says what is wrong with a store, without saying where the store is.
func healthText(err error) string {
	switch {
	case errors.Is(err, store.ErrFull):
		return "the disk of the store is full"
	case errors.Is(err, store.ErrLocked):
		return "the store is locked by another program"
	default:
		return "the store does not answer"
	}
}

// metrics returns the handler of the metrics, without a check of who reads them.
func (s *Server) metrics() http.Handler {
	return promhttp.HandlerFor(s.site.Metrics, promhttp.HandlerOpts{})
}

// serveMetrics answers programs that may read the metrics. To all others it answers 404.
func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) {
	if !s.mayReadMetrics(r) {
		s.site.NotFound(w, r)
		return
	}
	s.metrics().ServeHTTP(w, r)
}

// mayReadMetrics reports whether a request may read the metrics: by the token, or directly from one
// of the networks.
func (s *Server) mayReadMetrics(r *http.Request) bool {
	if secret, ok := site.Bearer(r); ok {
		want := s.config.MetricsToken
		return want != "" && subtle.ConstantTimeCompare([]byte(secret), []byte(want)) == 1
	}
	if s.site.Proxied(r) {
		return false
	}
	address := s.site.Address(r)
	if s.config.MetricsFrom == nil {
		return address.IsLoopback()
	}
	return slices.ContainsFunc(s.config.MetricsFrom, func(p netip.Prefix) bool { return p.Contains(address) })
}

// Internal returns what operators need and nobody else may see: the metrics, the profiles of the
// program, and its health. It has no guard: serve it on an address that only operators can reach.
func (s *Server) Internal() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET "+site.MetricsPath, s.metrics())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
