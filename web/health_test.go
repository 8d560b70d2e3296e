package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
)

// TestReady: a server is ready while its store can be written. Its profiles are shown to operators
// only.
func TestReady(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client()
	if got := c.get("/readyz"); got.status != http.StatusOK || got.body != "ok\n" {
		t.Errorf("a server that can write says %d %q", got.status, got.body)
	}
	if got := c.get("/debug/pprof/"); got.status != http.StatusNotFound {
		t.Errorf("the profiles are shown to everybody: %d", got.status)
	}
	server, err := web.New(web.Config{Store: s.store, Bus: s.bus})
	if err != nil {
		t.Fatal(err)
	}
	inside := httptest.NewServer(server.Internal())
	defer inside.Close()
	for path, want := range map[string]string{
		"/readyz": "ok\n", "/healthz": "ok\n", "/metrics": "kirke_sockets 0",
		"/debug/pprof/": "goroutine", "/debug/pprof/cmdline": "web",
	} {
		response, err := http.Get(inside.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("inside %s is %d, %v, without %q", path, response.StatusCode, err, want)
		}
	}
}

// TestRequestNumbers: a failure has the number of its request on the page, in the answer and in the
// log. A number sent by the client is ignored.
func TestRequestNumbers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.at("localhost", "/u/nobody"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Request-Id", "mine")
	response, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	id := response.Header.Get("X-Request-Id")
	if len(id) != 12 {
		t.Errorf("the number of a request is %q", id)
	}
	s.logs("request=" + id)
	if err := s.store.Close(); err != nil { // now everything fails
		t.Fatal(err)
	}
	got := c.get("/lobby")
	if id := got.header.Get("X-Request-Id"); got.status != http.StatusInternalServerError ||
		!strings.Contains(got.body, "<code>"+id+"</code>") {
		t.Errorf("a page that failed: %d, without its number %s: %s", got.status, id, got.body)
	}
}

// TestSlowPages: a slow request is logged, unless it is long by its nature.
func TestSlowPages(t *testing.T) {
	t.Parallel()
	s := startSite(t, filepath.Join(t.TempDir(), "kirke.db"), web.Config{Slow: 1})
	s.client().get("/rules")
	s.logs(`msg="a slow request" route="GET /rules"`)
	response, err := http.Post(
		s.at("localhost", "/api/v1/computer"), "application/json", strings.NewReader(`{"variant":"chess","level":1}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	s.logs(`msg=request method=POST route="POST /api/v1/computer"`)
	s.client().get("/rules/chess")
	s.logs(`msg="a slow request" route="GET /rules/{variant}"`)
	if strings.Contains(s.log.String(), `slow request" route="POST`) {
		t.Errorf("a search is called slow: %s", s.log.String())
	}
}

// TestHealth: a server is unhealthy while its store does not answer.
func TestHealth(t *testing.T) {
	t.Parallel()
	events, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(events.Close)
	games, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.New(web.Config{Store: games, Bus: events})
	if err != nil {
		t.Fatal(err)
	}
	status := func() int {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		return w.Code
	}
	if got := status(); got != http.StatusOK {
		t.Errorf("%d with a store that answers", got)
	}
	if err := games.Close(); err != nil {
		t.Fatal(err)
	}
	if got := status(); got != http.StatusServiceUnavailable {
		t.Errorf("%d with a store that is closed", got)
	}
}
