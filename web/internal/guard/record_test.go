package guard

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/web/internal/site"
)

// TestPanics: a request that panics is logged with where it did, and answered as an error of the
// server, or broken off once a part of the answer is out.
func TestPanics(t *testing.T) {
	var log bytes.Buffer
	g := New(&site.Site{
		Log: slog.New(slog.NewTextHandler(&log, nil)), Metrics: prometheus.NewRegistry(),
		RateFactor: 1,
	}, time.Hour)
	ask := func(next http.HandlerFunc) (status int, thrown any) {
		defer func() { thrown = recover() }()
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, site.APIPath+"/rules", nil)
		g.recorded(next).ServeHTTP(w, r)
		return w.Code, nil
	}
	if status, thrown := ask(func(http.ResponseWriter, *http.Request) { panic("no king") }); thrown != nil ||
		status != http.StatusInternalServerError {
		t.Errorf("answered with %d, thrown %v", status, thrown)
	}
	for _, want := range []string{"a panic: no king", "TestPanics", "status=500"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log.String())
		}
	}
	if _, thrown := ask(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		panic("no king")
	}); thrown != http.ErrAbortHandler || strings.Count(log.String(), "msg=request") != 2 {
		t.Errorf("thrown %v once the answer has begun; the log: %s", thrown, log.String())
	}
}
