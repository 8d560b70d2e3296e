package guard

// This file logs and counts requests.

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/web/internal/site"
)

// endTimeout is how long the end of a stream may take.
const endTimeout = 5 * time.Second

// recorder sees how a request is answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
	timed  bool // a write had a deadline of its own
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

// SetWriteDeadline sets the deadline of the next write. It hides the error of a connection that is
// gone: the write fails too, and an event stream would write the error where it does not belong.
func (w *recorder) SetWriteDeadline(at time.Time) error {
	w.timed = true
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(at)
	return nil
}

// endWhole lets the server write the end of an answer whose last deadline may be over, as that of a
// silent stream is: without it the client would see a broken answer.
func (w *recorder) endWhole() {
	if w.timed {
		_ = w.SetWriteDeadline(time.Now().Add(endTimeout))
	}
}

type routeKey struct{}

// noteRoute notes the route of a request under way.
func noteRoute(ctx context.Context, pattern string) {
	if route, ok := ctx.Value(routeKey{}).(*string); ok {
		*route = pattern
	}
}

// recorded logs and counts requests. It logs routes instead of paths, which may have secrets.
func (g *Guard) recorded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		seen := &recorder{ResponseWriter: w}
		route := new(string)
		ctx := site.WithRequestID(context.WithValue(r.Context(), routeKey{}, route))
		r = r.WithContext(ctx)
		w.Header().Set("X-Request-Id", site.RequestID(ctx))
		broken := g.serve(next, seen, r)
		seen.endWhole()
		if seen.status == 0 {
			seen.status = http.StatusOK
		}
		if *route == "" {
			*route = "none"
		}
		took := time.Since(began)
		g.requests.WithLabelValues(*route, strconv.Itoa(seen.status)).Observe(took.Seconds())
		g.site.Log.LogAttrs(ctx, levelOf(seen.status), "request",
			slog.String("method", r.Method), slog.String("route", *route), slog.Int("status", seen.status),
			slog.Int64("bytes", seen.bytes), slog.Duration("took", took))
		if took >= g.slow && !seen.lasts(r, *route) {
			g.site.Log.WarnContext(ctx, "a slow request", "route", *route, "took", took)
		}
		if broken {
			panic(http.ErrAbortHandler)
		}
	})
}

// serve lets next answer. If that panics the stack is logged, and the answer is an error of the
// server. broken means that a part of an answer is out already, which must be broken off.
func (g *Guard) serve(next http.Handler, w *recorder, r *http.Request) (broken bool) {
	defer func() {
		thrown := recover()
		if thrown == nil {
			return
		}
		if thrown == http.ErrAbortHandler {
			broken = true
			return
		}
		err := fmt.Errorf("a panic: %v\n%s", thrown, debug.Stack())
		if broken = w.status != 0 || r.Header.Get("Upgrade") != ""; broken {
			g.site.Log.ErrorContext(r.Context(), "a request failed", "err", err)
			return
		}
		for _, name := range []string{"Cache-Control", "Content-Encoding", "Content-Length", "Etag"} {
			w.Header().Del(name)
		}
		g.site.ServerError(w, r, err)
	}()
	next.ServeHTTP(w, r)
	return false
}

func levelOf(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelInfo
}

// longRoutes may take long by their nature.
var longRoutes = map[string]bool{
	"GET " + site.APIPath + "/analyse":   true,
	"POST " + site.APIPath + "/computer": true,
	"POST " + site.APIPath + "/solve":    true,
	"POST /problems":                     true,
}

// lasts reports whether a request may take long by its nature: a socket, a stream, a file, a
// search.
func (w *recorder) lasts(r *http.Request, route string) bool {
	stream := strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream")
	return stream || r.Header.Get("Upgrade") != "" || longRoutes[route] || textRoutes[route]
}
