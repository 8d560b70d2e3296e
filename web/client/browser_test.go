package client_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/web/view"
)

// policy forbids everything inline, as that of the site does.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'"

// serve starts a server that answers the requests of boards.
func serve(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServer(http.Dir("../static"))))
	mux.HandleFunc("GET /api/v1/position", func(w http.ResponseWriter, r *http.Request) {
		g, err := game(r.URL.Query())
		if err != nil {
			w.WriteHeader(http.StatusUnprocessableEntity)
			_ = json.NewEncoder(w).Encode(map[string]string{"detail": err.Error()})
			return
		}
		_ = json.NewEncoder(w).Encode(view.OfGame(g, view.Premoves()))
	})
	mux.HandleFunc("GET /api/v1/explain", func(w http.ResponseWriter, r *http.Request) {
		g, err := game(r.URL.Query())
		if err == nil {
			err = g.Position().Explain(r.URL.Query().Get("text"))
		}
		answer := map[string]any{"legal": err == nil}
		if err != nil {
			answer["text"] = err.Error()
		}
		_ = json.NewEncoder(w).Encode(answer)
	})
	mux.HandleFunc("GET /api/v1/movement", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		g, err := game(query)
		var m view.Movement
		switch {
		case err != nil:
		case query.Get("hand") != "":
			m, err = view.MovementInHand(g.Position(), query.Get("hand"), query.Get("side"))
		default:
			m, err = view.MovementOf(g.Position(), query.Get("square"))
		}
		if err != nil {
			w.WriteHeader(http.StatusUnprocessableEntity)
		}
		_ = json.NewEncoder(w).Encode(m)
	})
	mux.HandleFunc("GET /api/v1/ahead", func(w http.ResponseWriter, r *http.Request) {
		g, err := game(r.URL.Query())
		if err != nil {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		var premoves [][]string
		for _, chain := range strings.Split(r.URL.Query().Get("premoves"), ";") {
			premoves = append(premoves, strings.Fields(chain))
		}
		_ = json.NewEncoder(w).Encode(view.AheadOf(g.Position(), premoves))
	})
	mux.HandleFunc("GET /page.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		fmt.Fprint(
			w,
			`:root { color-scheme: light dark }
body { margin: 8px; background: light-dark(#f6f3ec, #15181c); color: light-dark(#222, #eee) }
main { max-width: 640px } @media (max-width: 500px) { body { margin: 0 } }`,
		)
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		var attributes strings.Builder
		for name, values := range r.URL.Query() {
			fmt.Fprintf(&attributes, ` %s="%s"`, name, html.EscapeString(values[0]))
		}
		fmt.Fprintf(
			w,
			`<!DOCTYPE html><html lang="en"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"><script src="/static/board.js" defer></script>
<main><h1 hidden>Board</h1><kirke-board%s></kirke-board></main></html>`,
			attributes.String(),
		)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func game(query url.Values) (*kirke.Game, error) {
	v, err := kirke.Lookup(query.Get("variant"))
	if err != nil {
		return nil, err
	}
	p, err := kirke.Start(v)
	if fen := query.Get("fen"); fen != "" {
		p, err = kirke.FromFEN(v, fen)
	}
	if err != nil {
		return nil, err
	}
	g := kirke.NewGame(p)
	for _, text := range strings.Fields(query.Get("moves")) {
		if err := g.PlayText(text); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	chromium.Close()
	os.Exit(code)
}

// tab is a page with one board.
type tab struct{ *chromium.Tab }

// open shows a board with the given attributes, each with its value.
func open(t *testing.T, s *httptest.Server, on chromium.Screen, attributes ...string) tab {
	t.Helper()
	b := tab{chromium.Open(t, on, address(s, attributes))}
	b.until("board.view !== null")
	return b
}

// reopen shows another board in the same tab, which is much faster than a new tab.
func (b tab) reopen(s *httptest.Server, attributes ...string) {
	b.Helper()
	b.Go(address(s, attributes))
	b.until("board.view !== null")
}

func address(s *httptest.Server, attributes []string) string {
	query := url.Values{}
	for i := 0; i < len(attributes); i += 2 {
		query.Set(attributes[i], attributes[i+1])
	}
	return s.URL + "/?" + query.Encode()
}

// about wraps an expression about the board and its shadow root.
func about(expression string) string { return chromium.OnBoard(expression) }

func (b tab) until(expression string) {
	b.Helper()
	b.Wait(about(expression))
}

func (b tab) text(expression string) string {
	b.Helper()
	return chromium.Eval[string](b.Tab, about(expression))
}

// fen returns the position shown.
func (b tab) fen() string {
	b.Helper()
	return b.text("board.view.fen")
}

func find(selector string) string { return fmt.Sprintf("root.querySelector(%q)", selector) }

func square(name string) string { return find(`[data-square="` + name + `"]`) }

func (b tab) at(element string) chromium.Point {
	b.Helper()
	return b.Middle(about(element))
}

// press clicks or taps squares, one after the other.
func (b tab) press(names ...string) {
	b.Helper()
	for _, name := range names {
		chromium.Pointer.Square(b.Tab, name)
	}
}

// drag drags from one square to another, with a stop on the way.
func (b tab) drag(from, to string) {
	b.Helper()
	p, q := b.at(square(from)), b.at(square(to))
	b.Drag(p, chromium.Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}, q)
}

// choice is an expression for the button of a choice.
func choice(key string) string { return find(`button[data-key="` + key + `"]`) }

// choose presses a choice of the chooser.
func (b tab) choose(key string) {
	b.Helper()
	chromium.Pointer.Choose(b.Tab, key)
}
