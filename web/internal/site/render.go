package site

// This file writes pages, refusals and redirects.

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// Cookies that keep the reader's choices, and a sentence for the next page.
const (
	themeCookie = "theme"
	lookCookie  = "look"
	flashCookie = "flash"
)

// yearSeconds is the number of seconds for which a browser keeps a choice.
const yearSeconds = 365 * 24 * 3600

// Frame returns what every page shows around its content. The title is a message with values.
func (s *Site) Frame(r *http.Request, title string, values ...any) page.Frame {
	look, theme := lookOf(r)
	f := page.Frame{
		Title: message.Text(r.Context(), title, values...),
		Path:  r.URL.Path, Back: r.URL.Path, Theme: theme, Look: look,
		Asset: s.assets.url, Request: RequestID(r.Context()),
	}
	if r.Method == http.MethodGet {
		f.Back = r.URL.RequestURI()
	}
	f.Flash, _ = r.Context().Value(flashKey{}).(string)
	if s.Reader != nil {
		f.User, f.News = s.Reader(r)
	}
	return f
}

// lookOf returns what a reader has chosen. theme is that of page.Frame.
func lookOf(r *http.Request) (look page.Look, theme string) {
	text := ""
	if c, err := r.Cookie(lookCookie); err == nil {
		text = c.Value
	}
	if c, err := r.Cookie(themeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		theme = c.Value
	}
	return page.ParseLook(text), theme
}

// Show writes a page.
func (s *Site) Show(w http.ResponseWriter, r *http.Request, c templ.Component) {
	s.ShowStatus(w, r, http.StatusOK, c)
}

// ShowStatus writes a page with a status.
func (s *Site) ShowStatus(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-cache")
	}
	w.WriteHeader(status)
	look, theme := lookOf(r)
	if err := c.Render(page.WithStyle(r.Context(), look, theme), w); err != nil && r.Context().Err() == nil {
		s.Log.Error("a page failed", "err", err)
	}
}

// Fail answers with an error: a page for people, JSON for programs. The text is a message.
func (s *Site) Fail(w http.ResponseWriter, r *http.Request, status int, text string) {
	text = message.Known(r.Context(), text)
	if strings.HasPrefix(r.URL.Path, APIPath) || strings.Contains(r.Header.Get("Accept"), "application/json") {
		writeProblem(w, status, text)
		return
	}
	title := message.Known(r.Context(), http.StatusText(status))
	s.ShowStatus(w, r, status, page.Failed(s.Frame(r, "%s", title), status, text))
}

// Titles of the pages of errors, as package http writes them.
var _ = []string{
	message.Key("Bad Request"), message.Key("Unauthorized"), //nolint:misspell // as package http has it
	message.Key("Forbidden"), message.Key("Not Found"), message.Key("Conflict"),
	message.Key("Request Entity Too Large"), message.Key("Unprocessable Entity"),
	message.Key("Too Many Requests"), message.Key("Internal Server Error"), message.Key("Service Unavailable"),
}

// NotFound answers with 404.
func (s *Site) NotFound(w http.ResponseWriter, r *http.Request) {
	s.Fail(w, r, http.StatusNotFound, "There is nothing at this address.")
}

// Refuse answers with the sentence of an error. An error without a status is logged and hidden.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	status := StatusOf(err, http.StatusInternalServerError)
	if status == http.StatusInternalServerError {
		s.ServerError(w, r, err)
		return
	}
	if status == http.StatusTooManyRequests {
		s.LogLimit(r.Context(), "actions")
	}
	s.Fail(w, r, status, Sentence(r.Context(), err))
}

// ServerError logs an error that only the operator can fix, and says that something went wrong.
func (s *Site) ServerError(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		s.Log.Error("a request failed", "err", err)
	}
	s.Fail(w, r, http.StatusInternalServerError, "Something went wrong on the server. Try again in a moment.")
}

// Done redirects to a page that says what was done, a message. With an error it refuses instead.
func (s *Site) Done(w http.ResponseWriter, r *http.Request, place, said string, err error) {
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.Flash(w, r, "%s", message.Known(r.Context(), said))
	http.Redirect(w, r, place, http.StatusSeeOther)
}

// WriteJSON answers a script of the site.
func WriteJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v) // fails when the client has gone
}

// ContextFor returns the context of a request, which ends after d.
func ContextFor(r *http.Request, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.Context(), d)
}

type flashKey struct{}

// Flash keeps a sentence for the next page, a message with values.
func (s *Site) Flash(w http.ResponseWriter, r *http.Request, text string, values ...any) {
	text = message.Text(r.Context(), text, values...)
	http.SetCookie(w, s.Cookie(r, flashCookie, encodeFlash(text), time.Minute))
}

// Flashed shows a sentence of Flash on the next page, once.
func (s *Site) Flashed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := s.ReadCookie(r, flashCookie)
		if text != "" && r.Method == http.MethodGet && strings.HasPrefix(r.Header.Get("Accept"), "text/html") {
			s.DropCookie(w, r, flashCookie)
			r = r.WithContext(context.WithValue(r.Context(), flashKey{}, decodeFlash(text)))
		}
		next.ServeHTTP(w, r)
	})
}

// SetTheme keeps the choice of light or dark and returns to the page.
func (s *Site) SetTheme(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, themeChoice(r.FormValue("theme")))
	http.Redirect(w, r, LocalPath(r.FormValue("back")), http.StatusSeeOther)
}

// SetSettings keeps what was chosen on the page of settings and returns to it.
func (s *Site) SetSettings(w http.ResponseWriter, r *http.Request) {
	look := page.ParseLook(strings.Join([]string{
		r.FormValue("board"), r.FormValue("pieces"), r.FormValue("gating"), r.FormValue("confirm"),
		r.FormValue("coordinates"),
	}, ":"))
	http.SetCookie(w, choice(lookCookie, look.String()))
	http.SetCookie(w, themeChoice(r.FormValue("theme")))
	if r.FormValue("quiet") == "true" { // the page shows it already
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.Done(w, r, "/settings", "Settings saved.", nil)
}

// themeChoice returns the cookie of light or dark. Without it, the reader's system decides.
func themeChoice(theme string) *http.Cookie {
	c := choice(themeCookie, theme)
	if theme != "light" && theme != "dark" {
		c.Value, c.MaxAge = "", -1
	}
	return c
}

// choice returns a cookie that keeps what a reader has chosen.
func choice(name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: yearSeconds, SameSite: http.SameSiteLaxMode, HttpOnly: true,
	}
}

// LocalPath returns an address of this site, "/" for anything else. It is strict: browsers skip
// tabs and line ends, and read a backslash as a slash.
func LocalPath(to string) string {
	strange := func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '\\' }
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsFunc(to, strange) {
		return "/"
	}
	return to
}
