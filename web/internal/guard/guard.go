// Package guard is what every request passes before a page or an operation answers it: the log and
// the figures, limits on size and rate, security headers, the origin, the scope of its secret, and
// the queues for what takes processor time.
//
// guard.go puts these in order. record.go logs and counts, compress.go compresses answers, scopes.go
// says what a secret may do, queue.go says which routes wait for a processor.
package guard

import (
	"errors"
	"mime"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/web/internal/limit"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// policy is the Content-Security-Policy: everything from here, nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// Guard checks the requests of a site.
type Guard struct {
	site     *site.Site
	slow     time.Duration
	rate     *limit.Limiter[netip.Addr] // requests, without those for files
	requests *prometheus.HistogramVec
	refused  *prometheus.CounterVec
}

// New returns the guard of a site. A request that takes longer than slow is logged as slow.
func New(s *site.Site, slow time.Duration) *Guard {
	perSecond := s.RateFactor * site.DefaultRate
	g := &Guard{
		site: s, slow: slow,
		rate: limit.New[netip.Addr](perSecond, int(5*perSecond)+1),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kirke_http_request_seconds", Help: "How long requests took, by route and status.",
			Buckets: prometheus.ExponentialBuckets(0.001, 3, 9),
		}, []string{"route", "status"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kirke_work_refused_total",
			Help: "Work that was refused, because its queue was full or the client had used up its allowance.",
		}, []string{"queue", "why"}),
	}
	s.Metrics.MustRegister(g.requests, g.refused)
	return g
}

// Handler returns the handler of the routes of mux. known finds out who makes a request.
func (g *Guard) Handler(mux *http.ServeMux, known func(http.Handler) http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.site.Fail(w, r, http.StatusForbidden, "This request came from another site.")
	}))
	// Mail programs end mail by one click from wherever they are. The link is signed.
	crossOrigin.AddInsecureBypassPattern("POST /mail/stop/{link}")
	inner := g.routed(mux)
	inner = crossOrigin.Handler(compressed(g.site.Flashed(known(g.readable(inner)))))
	return g.recorded(g.bounded(inner))
}

// bounded sets the headers of all answers, and refuses requests that are too large or too many.
func (g *Guard) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if g.site.OverTLS(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
		if r.ContentLength > site.MaxBody {
			g.tooLarge(w, r)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, site.MaxBody)
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		if reads && open[strings.TrimPrefix(r.URL.Path, site.APIPath)] {
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		address := g.site.Address(r)
		r = r.WithContext(site.WithAddress(r.Context(), address))
		if !strings.HasPrefix(r.URL.Path, site.StaticPath) && !g.rate.Allow(address) {
			g.tooMany(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// open are the operations that boards on other sites may use. Other sites ask without cookies. The
// answers do not depend on who asks, except that analyse refuses more to people who are signed in.
var open = map[string]bool{
	"/variants": true, "/position": true, "/explain": true, "/moves": true, "/analyse": true, "/setup": true,
	"/movement": true, "/ahead": true,
	"/diagram.svg": true, "/diagram.png": true, "/openapi.json": true, "/openapi.yaml": true,
}

// readable refuses forms that cannot be read, whose fields would seem empty.
func (g *Guard) readable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if kind == "application/x-www-form-urlencoded" {
			err := r.ParseForm()
			if _, beyond := errors.AsType[*http.MaxBytesError](err); beyond {
				g.tooLarge(w, r)
				return
			}
			if err != nil {
				g.site.Fail(w, r, http.StatusBadRequest, "The form cannot be read.")
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// tooLarge answers a request beyond site.MaxBody.
func (g *Guard) tooLarge(w http.ResponseWriter, r *http.Request) {
	g.site.Fail(w, r, http.StatusRequestEntityTooLarge, "A request has at most one megabyte.")
}

// tooMany answers a request beyond the rate.
func (g *Guard) tooMany(w http.ResponseWriter, r *http.Request) {
	g.site.LogLimit(r.Context(), "requests")
	w.Header().Set("Retry-After", "5")
	g.site.Fail(w, r, http.StatusTooManyRequests,
		"Too many requests came from your address. Wait a few seconds and try again.")
}

// routed notes the route of a request, and answers it within its scope and queue.
func (g *Guard) routed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		noteRoute(r.Context(), pattern)
		g.scoped(pattern, w, r, g.queued(pattern, mux))
	})
}
