package message_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/kirke-chess/kirke/web/message"
)

// german and polish are catalogues as a translator writes them.
var files = fstest.MapFS{
	"de.json": {Data: []byte(`{"Your move": "Sie sind am Zug", "%s left": "noch %s", "100 %% sure": "zu 100 %% sicher",
		"March": "März", "%s %s %s": "%s. %s %s", "%s %s, %s UTC": "%s. %s, %s UTC",
		"%d moves by %s": {"one": "%[2]s machte %[1]d Zug", "other": "%[2]s machte %[1]d Züge"}, "Sign in": ""}`)},
	"pl.json": {Data: []byte(`{"%d moves": {"one": "%d ruch", "few": "%d ruchy", "many": "%d ruchów",
		"other": "%d ruchu"}}`)},
	"README.md": {Data: []byte("not a catalogue")},
}

// reader returns the context of a request with a header Accept-Language.
func reader(t *testing.T, accept string) (ctx context.Context) {
	t.Helper()
	c, err := message.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Language", accept)
	c.Serve(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		ctx = r.Context()
	})).ServeHTTP(httptest.NewRecorder(), r)
	return ctx
}

func TestText(t *testing.T) {
	for _, c := range []struct{ accept, key, want string }{
		{"", "Your move", "Your move"},
		{"fr", "Your move", "Your move"},
		{"de", "Your move", "Sie sind am Zug"},
		{"de-AT, en;q=0.5", "Your move", "Sie sind am Zug"},
		{"en, de;q=0.5", "Your move", "Your move"},
		{"de", "Sign in", "Sign in"},      // not translated yet
		{"de", "Resign", "Resign"},        // not in the catalogue
		{"pl", "Your move", "Your move"},  // in that of another language
		{"%%%", "Your move", "Your move"}, // no header at all
		{"en", "100 %% sure", "100 % sure"},
		{"de", "100 %% sure", "zu 100 % sicher"},
		{"de;q=junk", "Resign", "Resign"},   // not a number
		{"*", "Your move", "Your move"},     // anything: English
		{"zh-Hant", "Sign in", "Sign in"},   // not spoken
		{"en-GB", "Your move", "Your move"}, // English of elsewhere
	} {
		if got := message.Text(reader(t, c.accept), c.key, []any{}...); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.key, c.accept, got, c.want)
		}
	}
	if got := message.Text(reader(t, "de"), "%s left", "3 Tage"); got != "noch 3 Tage" {
		t.Errorf("with a value: %q", got)
	}
	if got := message.Text(context.Background(), "%s left", "3 days"); got != "3 days left" {
		t.Errorf("outside a request: %q", got)
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		accept string
		n      int
		want   string
	}{
		{"en", 1, "1 move"}, {"en", 0, "0 moves"}, {"en", 12, "12 moves"},
		{"pl", 1, "1 ruch"}, {"pl", 3, "3 ruchy"}, {"pl", 5, "5 ruchów"}, {"pl", 22, "22 ruchy"},
		{"de", 1, "1 move"}, {"de", 2, "2 moves"}, // not translated
	} {
		if got := message.Count(reader(t, c.accept), c.n, "%d move", "%d moves"); got != c.want {
			t.Errorf("%d in %q: %q, want %q", c.n, c.accept, got, c.want)
		}
	}
	got := message.Count(reader(t, "de"), 2, "%d move by %s", "%d moves by %s", "Ann")
	if want := "Ann machte 2 Züge"; got != want {
		t.Errorf("with a value: %q, want %q", got, want)
	}
}

func TestBadCatalogues(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"no language": {"x y.json", `{}`, "x y.json"},
		"no object":   {"de.json", `["a"]`, "de.json"},
		"a number":    {"de.json", `{"a": 3}`, "de.json"},
		"a form":      {"de.json", `{"%d a": {"several": "x"}}`, `"%d a"`},
	} {
		_, err := message.Read(fstest.MapFS{c.file: {Data: []byte(c.text)}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error that names %s", name, err, c.want)
		}
	}
	if _, err := message.Shipped(); err != nil {
		t.Error(err)
	}
}

func TestDates(t *testing.T) {
	at := time.Date(2026, time.March, 5, 9, 7, 0, 0, time.FixedZone("", 3600))
	for accept, want := range map[string][3]string{
		"en": {"5 March 2026", "March 2026", "5 March, 08:07 UTC"},
		"de": {"5. März 2026", "März 2026", "5. März, 08:07 UTC"},
	} {
		ctx := reader(t, accept)
		if got := [3]string{message.Day(ctx, at), message.Month(ctx, at), message.Moment(ctx, at)}; got != want {
			t.Errorf("%s: %q, want %q", accept, got, want)
		}
		if got := message.Day(ctx, time.Time{}); got != "" {
			t.Errorf("%s: no day is %q", accept, got)
		}
	}
}
