package web

import (
	"compress/gzip"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// maxBody is how large a request may be, unless its operation says otherwise.
const maxBody = 1 << 20

// policy is the Content-Security-Policy: everything from here, nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard is what every request passes: the log, the limits, the headers, the
// origin, the size.
func (s *Server) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusForbidden, "This request came from another site.")
	}))
	inner := crossOrigin.Handler(compressed(s.flashed(s.known(s.readable(next)))))
	return s.recorded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if s.overTLS(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
		if r.ContentLength > maxBody {
			s.tooLarge(w, r)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if open[strings.TrimPrefix(r.URL.Path, apiPath)] && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		address := s.address(r)
		if !strings.HasPrefix(r.URL.Path, staticPath) && !s.limits.requests.allow(address) {
			s.tooMany(w, r)
			return
		}
		inner.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), addressKey{}, address)))
	}))
}

// open are the operations that boards embedded in other sites may ask for: nothing in their answers depends on who asks, but that
// analyse refuses more to those who are signed in. Other sites ask without cookies.
var open = map[string]bool{
	"/variants": true, "/position": true, "/explain": true, "/moves": true, "/analyse": true, "/setup": true,
	"/diagram.svg": true, "/diagram.png": true, "/openapi.json": true, "/openapi.yaml": true,
}

// readable refuses forms that cannot be read: their fields would look as if they were empty.
func (s *Server) readable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "application/x-www-form-urlencoded" {
			err := r.ParseForm()
			if _, beyond := errors.AsType[*http.MaxBytesError](err); beyond {
				s.tooLarge(w, r)
				return
			}
			if err != nil {
				s.fail(w, r, http.StatusBadRequest, "The form cannot be read.")
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// tooLarge answers a request beyond maxBody.
func (s *Server) tooLarge(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, http.StatusRequestEntityTooLarge, "That is more than the megabyte a request may hold.")
}

// tooMany answers a request beyond the rate, and notes it in the log once a minute for each address.
func (s *Server) tooMany(w http.ResponseWriter, r *http.Request) {
	if s.limits.noted.allow(s.address(r)) {
		s.log.Warn("a limit was hit", "limit", "requests", "address", s.markOf(s.address(r)))
	}
	w.Header().Set("Retry-After", "5")
	s.fail(w, r, http.StatusTooManyRequests, "Too many requests came from your address. Wait a few seconds and try again.")
}

type addressKey struct{}

// address returns the network a request comes from: an IPv4 address, or the /64
// that one household has of IPv6.
func (s *Server) address(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.config.Proxied {
		// The last one is what the proxy itself has seen; those before it are hearsay.
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last := strings.TrimSpace(all[len(all)-1]); last != "" {
			host = last
		}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}

// addressOf returns the network of a request under way.
func addressOf(ctx context.Context) netip.Addr {
	a, _ := ctx.Value(addressKey{}).(netip.Addr)
	return a
}

// addressMark returns what stands for the network of a request under way in the log and in the list of sessions.
func (s *Server) addressMark(ctx context.Context) string { return s.markOf(addressOf(ctx)) }

// markOf returns a keyed hash of a network, the same for the same network as long as the database is the same. Nobody
// without the database can tell the network from it.
func (s *Server) markOf(a netip.Addr) string {
	mac := hmac.New(sha256.New, s.marks())
	_, _ = mac.Write(a.AsSlice()) // never fails
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// marks returns the key of markOf. Without a store, or while it cannot be read, the key is one of this process.
func (s *Server) marks() []byte {
	s.markMu.Lock()
	defer s.markMu.Unlock()
	if s.markKey != nil {
		return s.markKey
	}
	fresh := []byte(rand.Text())
	if s.store == nil {
		s.markKey = fresh
		return fresh
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	kept, err := s.store.FirstValue(ctx, "key of addresses", fresh)
	if err != nil {
		return fresh
	}
	s.markKey = kept
	return kept
}

// recorder sees how a request is answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// SetWriteDeadline sets when the next write has failed. That of a connection which is gone already is no error: the write says so, and what
// streams events would write the error where it does not belong.
func (w *recorder) SetWriteDeadline(at time.Time) error {
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(at)
	return nil
}

// recorded logs and counts requests. Routes are logged and not paths, which may
// hold what only their reader is to know.
func (s *Server) recorded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		seen := &recorder{ResponseWriter: w}
		route := new(string)
		r = r.WithContext(context.WithValue(r.Context(), routeKey{}, route))
		next.ServeHTTP(seen, r)
		if seen.status == 0 {
			seen.status = http.StatusOK
		}
		if *route == "" {
			*route = "none"
		}
		took := time.Since(began)
		s.metrics.request(*route, seen.status, took)
		s.log.LogAttrs(r.Context(), levelOf(seen.status), "request", attrs(r.Method, *route, seen.status, seen.bytes, took)...)
	})
}

type routeKey struct{}

// routed notes the route that was chosen for a request, and answers if the request may use it.
func (s *Server) routed(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		if route, ok := r.Context().Value(routeKey{}).(*string); ok {
			*route = pattern
		}
		s.scoped(pattern, w, r, s.working(pattern, mux))
	})
}

// gzips are writers to be used again; each holds 800 kB.
var gzips = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(io.Discard, gzip.DefaultCompression)
	if err != nil {
		panic(err) // the level is one that there is
	}
	return z
}}

// compressed packs text for clients that can unpack it. Streams and what is packed
// already stay as they are.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !accepts(r, "gzip") || r.Header.Get("Upgrade") != "" || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		z := &packer{ResponseWriter: w}
		defer z.close()
		next.ServeHTTP(z, r)
	})
}

// accepts reports whether a client reads an encoding.
func accepts(r *http.Request, encoding string) bool {
	for _, part := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			return strings.ReplaceAll(quality, " ", "") != "q=0"
		}
	}
	return false
}

// packer packs a response if its type is worth it.
type packer struct {
	http.ResponseWriter
	zip     *gzip.Writer
	decided bool
}

func (z *packer) WriteHeader(status int) {
	z.decide(status)
	z.ResponseWriter.WriteHeader(status)
}

func (z *packer) decide(status int) {
	if z.decided || status < 200 {
		return
	}
	z.decided = true
	h := z.Header()
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	switch kind {
	case "text/html", "text/css", "text/plain", "text/javascript", "application/json", "application/problem+json", "image/svg+xml", "application/x-chess-pgn":
	default:
		return
	}
	h.Add("Vary", "Accept-Encoding")
	if h.Get("Content-Encoding") != "" || status == http.StatusNoContent || status == http.StatusNotModified {
		return
	}
	h.Set("Content-Encoding", "gzip")
	h.Del("Content-Length")
	z.zip = gzips.Get().(*gzip.Writer)
	z.zip.Reset(z.ResponseWriter)
}

func (z *packer) Write(b []byte) (int, error) {
	if !z.decided {
		if z.Header().Get("Content-Type") == "" {
			z.Header().Set("Content-Type", http.DetectContentType(b))
		}
		z.decide(http.StatusOK)
	}
	if z.zip != nil {
		return z.zip.Write(b)
	}
	return z.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (z *packer) Unwrap() http.ResponseWriter { return z.ResponseWriter }

// Flush implements http.Flusher.
func (z *packer) Flush() {
	if z.zip != nil {
		_ = z.zip.Flush() // its error comes again with the next write
	}
	_ = http.NewResponseController(z.ResponseWriter).Flush() // a writer that cannot be flushed needs none
}

func (z *packer) close() {
	if z.zip == nil {
		return
	}
	_ = z.zip.Close() // the client has gone
	z.zip.Reset(io.Discard)
	gzips.Put(z.zip)
	z.zip = nil
}

// contextFor returns the context of a request that lasts d at most.
func contextFor(r *http.Request, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.Context(), d)
}

type flashKey struct{}

// flashed shows the sentence that was kept for this page, once.
func (s *Server) flashed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := s.readCookie(r, flashCookie)
		if text != "" && r.Method == http.MethodGet && strings.HasPrefix(r.Header.Get("Accept"), "text/html") {
			s.dropCookie(w, r, flashCookie)
			r = r.WithContext(context.WithValue(r.Context(), flashKey{}, decodeFlash(text)))
		}
		next.ServeHTTP(w, r)
	})
}
