package web_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/wire"
)

// TestHealth: a server whose store does not answer is not well.
func TestHealth(t *testing.T) {
	bus, err := wire.Open(t.Context(), wire.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bus.Close)
	games, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.New(web.Config{Store: games, Wire: bus})
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
