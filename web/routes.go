package web

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke/web/page"
)

// Cookies.
const (
	themeCookie   = "theme"
	lookCookie    = "look"
	sessionCookie = "kirke"
	flashCookie   = "flash"
)

// routes returns what answers each address.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	s.addRoutes(mux)
	return s.routed(mux)
}

// addRoutes names what answers each address.
func (s *Server) addRoutes(mux humago.Mux) {
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /rules", s.rulesIndex)
	mux.HandleFunc("GET /rules/{variant}", s.rulesPage)
	mux.HandleFunc("GET /rules/{variant}/diagrams/{name}", s.rulesDiagram)
	mux.HandleFunc("GET /analysis", s.analysisPage)
	mux.HandleFunc("GET /editor", s.editorPage)
	mux.HandleFunc("GET /problems", s.problemsPage)
	mux.HandleFunc("POST /problems", s.problemsPage)
	mux.HandleFunc("GET /convert", s.convertPage)
	mux.HandleFunc("POST /convert", s.convertPage)
	mux.HandleFunc("GET /api", s.apiPage)
	if s.store != nil {
		s.playRoutes(mux)
	}
	mux.HandleFunc("POST /theme", s.setTheme)
	mux.HandleFunc("POST /look", s.setLook)
	mux.HandleFunc("GET "+staticPath+"{name...}", s.serveStatic)
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET "+metricsPath, s.serveMetrics)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /api/\nDisallow: /analysis?\nDisallow: /editor?\n"))
	})
	mux.HandleFunc("/", s.notFound)
	s.api(mux)
}

// playRoutes are the addresses of games between people.
func (s *Server) playRoutes(mux humago.Mux) {
	mux.HandleFunc("GET /sign-in", s.signInPage)
	mux.HandleFunc("POST /sign-in", s.signInForm)
	mux.HandleFunc("POST /register", s.registerForm)
	mux.HandleFunc("POST /sign-out", s.signOut)
	mux.HandleFunc("GET /me", s.mePage)
	mux.HandleFunc("POST /me/password", s.account(s.changePassword))
	mux.HandleFunc("POST /me/token", s.tokenForm)
	mux.HandleFunc("POST /me/token/end", s.account(s.endToken))
	mux.HandleFunc("POST /me/preset", s.account(s.deletePreset))
	mux.HandleFunc("POST /me/vacation", s.account(s.vacationForm))
	mux.HandleFunc("POST /me/passkey", s.newPasskey)
	mux.HandleFunc("POST /me/passkey/keep", s.keepPasskey)
	mux.HandleFunc("POST /me/passkey/remove", s.account(s.dropPasskey))
	mux.HandleFunc("POST /sign-in/passkey", s.askPasskey)
	mux.HandleFunc("POST /sign-in/passkey/use", s.usePasskey)
	mux.HandleFunc("GET /u/{name}", s.profilePage)

	mux.HandleFunc("GET /notices/live", s.liveNotices)
	mux.HandleFunc("POST /notices/{notice}/drop", s.dropNotice)
	mux.HandleFunc("GET /lobby", s.lobbyPage)
	mux.HandleFunc("GET /lobby/lists", s.lobbyPart)
	mux.HandleFunc("POST /offers", s.newOffer)
	mux.HandleFunc("POST /offers/{seek}/take", s.takeOffer)
	mux.HandleFunc("POST /offers/{seek}/drop", s.dropOffer)
	mux.HandleFunc("GET /i/{secret}", s.invitation)
	mux.HandleFunc("POST /i/{secret}", s.takeInvitation)
	mux.HandleFunc("GET /games", s.gamesPage)
	mux.HandleFunc("GET /browse", s.browsePage)
	mux.HandleFunc("GET /import", s.importPage)
	mux.HandleFunc("POST /import", s.importForm)

	if s.jobs != nil {
		mux.HandleFunc("POST /problems/jobs", s.newProblemJob)
		mux.HandleFunc("GET /problems/{job}", s.problemJobPage)
		mux.HandleFunc("POST /problems/{job}/cancel", s.cancelProblemJob)
	}

	mux.HandleFunc("GET /g/{game}", s.gamePage)
	mux.HandleFunc("GET /g/{game}/try", s.tryMove)
	mux.HandleFunc("GET /g/{game}/explain", s.explainMove)
	mux.HandleFunc("POST /g/{game}/do", s.doForm)
	mux.HandleFunc("POST /g/{game}/note", s.noteForm)
	mux.HandleFunc("POST /g/{game}/plan", s.planForm)
	mux.HandleFunc("GET /g/{game}/live", s.live)
	mux.HandleFunc("GET /g/{game}/export/{format}", s.exportGame)
	mux.HandleFunc("GET /g/{game}/diagram.svg", s.gameDiagram)
	mux.HandleFunc("GET /g/{game}/diagram.png", s.gameDiagram)
	mux.HandleFunc("GET /g/{game}/analysis", s.gameAnalysis)
	mux.HandleFunc("GET /g/{game}/problem", s.gameProblem)
}

// show writes a page.
func (s *Server) show(w http.ResponseWriter, r *http.Request, c templ.Component) {
	s.showStatus(w, r, http.StatusOK, c)
}

func (s *Server) showStatus(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-cache")
	}
	w.WriteHeader(status)
	if err := c.Render(r.Context(), w); err != nil && r.Context().Err() == nil {
		s.log.Error("a page", "err", err)
	}
}

// fail answers with an error: a page for people, JSON for programs.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, status int, text string) {
	if strings.HasPrefix(r.URL.Path, apiPath) || strings.Contains(r.Header.Get("Accept"), "application/json") {
		writeProblem(w, status, text)
		return
	}
	s.showStatus(w, r, status, page.Failed(s.frame(r, http.StatusText(status)), status, text))
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, http.StatusNotFound, "There is nothing at this address.")
}

// health says whether the server can do its work: what it keeps must answer within a second.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := contextFor(r, time.Second)
	defer cancel()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	said := "ok\n"
	if s.store != nil {
		if err := s.store.Ping(ctx); err != nil {
			s.log.LogAttrs(ctx, slog.LevelError, "the store does not answer", slog.String("error", err.Error()))
			w.WriteHeader(http.StatusServiceUnavailable)
			said = "the store does not answer\n"
		}
	}
	_, _ = w.Write([]byte(said)) // a client that has gone
}

// setTheme keeps the choice of light or dark and goes back to the page.
func (s *Server) setTheme(w http.ResponseWriter, r *http.Request) {
	theme := r.FormValue("theme")
	c := &http.Cookie{Name: themeCookie, Value: theme, Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteLaxMode, HttpOnly: true}
	if theme != "light" && theme != "dark" {
		c.Value, c.MaxAge = "", -1
	}
	http.SetCookie(w, c)
	http.Redirect(w, r, localPath(r.FormValue("back")), http.StatusSeeOther)
}

// setLook keeps how boards look.
func (s *Server) setLook(w http.ResponseWriter, r *http.Request) {
	board, men := page.Look(r.FormValue("board") + ":" + r.FormValue("men"))
	http.SetCookie(w, &http.Cookie{Name: lookCookie, Value: board + ":" + men, Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteLaxMode, HttpOnly: true})
	http.Redirect(w, r, localPath(r.FormValue("back")), http.StatusSeeOther)
}

// localPath returns an address of this site, "/" for anything else. It is strict: browsers pass over tabs and line ends,
// and read a backslash as a slash.
func localPath(to string) string {
	strange := func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '\\' }
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsFunc(to, strange) {
		return "/"
	}
	return to
}
