package guard

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// TestCompressed: a client gets the best coding that it reads, and what it reads is the answer. Types
// that are not worth it stay as they are.
func TestCompressed(t *testing.T) {
	page := strings.Repeat("<p>A page of many pieces.</p>", 100)
	handler := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", r.URL.Query().Get("type"))
		_, _ = io.WriteString(w, page)
	}))
	decoders := map[string]func(r io.Reader) (io.Reader, error){
		"":     func(r io.Reader) (io.Reader, error) { return r, nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	}
	for _, test := range []struct{ kind, accepts, want string }{
		{"text/html", "gzip, deflate, br", "br"},
		{"text/html", "gzip, br;q=0", "gzip"},
		{"text/html", "gzip", "gzip"},
		{"text/html", "", ""},
		{"image/png", "gzip, br", ""},
	} {
		for range 2 { // the second time by a writer that was used before
			r := httptest.NewRequest(http.MethodGet, "/?type="+test.kind, nil)
			r.Header.Set("Accept-Encoding", test.accepts)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if got := w.Header().Get("Content-Encoding"); got != test.want {
				t.Fatalf("%v: the coding is %q", test, got)
			}
			if test.want != "" && w.Body.Len() > len(page)/4 {
				t.Errorf("%v: %d bytes of %d", test, w.Body.Len(), len(page))
			}
			read, err := decoders[test.want](w.Body)
			if err != nil {
				t.Fatalf("%v: %v", test, err)
			}
			if got, err := io.ReadAll(read); err != nil || string(got) != page {
				t.Errorf("%v: %d bytes, %v", test, len(got), err)
			}
		}
	}
}
