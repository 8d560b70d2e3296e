package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
)

// Scopes of tokens: those of web sessions, and those that people make for programs.
const (
	webScope  = "web"
	playScope = "play" // everything but the account itself
	readScope = "read" // no changes
)

// sessionLife is how long a browser stays signed in.
const sessionLife = 180 * 24 * time.Hour

// person is who makes a request.
type person struct {
	store.User
	token  store.Token
	secret string // of the session; "" for programs
}

type personKey struct{}

// personOf returns who makes a request, nil for nobody in particular.
func personOf(ctx context.Context) *person {
	p, _ := ctx.Value(personKey{}).(*person)
	return p
}

// userID returns the ID of who makes a request, "" for nobody.
func userID(ctx context.Context) string {
	if p := personOf(ctx); p != nil {
		return p.ID
	}
	return ""
}

// known finds out who makes a request, by the cookie of a session or by a token.
func (s *Server) known(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secret, program := bearer(r)
		if secret == "" {
			if c, err := r.Cookie(sessionCookie); err == nil {
				secret = c.Value
			}
		}
		if secret == "" || s.store == nil {
			next.ServeHTTP(w, r)
			return
		}
		p, err := s.bySecret(r.Context(), secret, program)
		switch {
		case err == nil:
		case store.IsNotFound(err) && !program:
			s.dropCookie(w, r) // a session that has ended
			next.ServeHTTP(w, r)
			return
		case store.IsNotFound(err):
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			s.fail(w, r, http.StatusUnauthorized, "The token is not valid.")
			return
		default:
			s.broken(w, r, err)
			return
		}
		changes := r.Method != http.MethodGet && r.Method != http.MethodHead
		switch {
		case !program || !changes:
		case p.token.Scope == readScope:
			s.fail(w, r, http.StatusForbidden, "This token is for reading only.")
			return
		case !strings.HasPrefix(r.URL.Path, apiPath):
			s.fail(w, r, http.StatusForbidden, "Tokens are for the API: the account itself is changed in a browser.")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), personKey{}, p)))
	})
}

// bearer returns the token of a program.
func bearer(r *http.Request) (secret string, program bool) {
	scheme, secret, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return "", false
	}
	return strings.TrimSpace(secret), true
}

// bySecret returns whose secret it is. A session's secret is none for programs, and a
// program's none for browsers.
func (s *Server) bySecret(ctx context.Context, secret string, program bool) (*person, error) {
	token, err := s.store.TokenBySecret(ctx, secret)
	if err != nil {
		return nil, err
	}
	if (token.Scope == webScope) == program {
		return nil, deny(play.NotFound, "The token is not valid.")
	}
	u, err := s.store.User(ctx, token.User)
	if err != nil {
		return nil, err
	}
	if err := s.store.Saw(ctx, u.ID); err != nil {
		return nil, err
	}
	p := &person{User: u, token: token}
	if !program {
		p.secret = secret
	}
	return p, nil
}

// signIn begins a session for a person.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request, u store.User) error {
	_, secret, err := s.store.CreateToken(r.Context(), u.ID, browserName(r), webScope, sessionLife)
	if err != nil {
		return err
	}
	http.SetCookie(w, s.cookie(r, sessionCookie, secret, sessionLife))
	return nil
}

// cookie returns a cookie that scripts cannot read and other sites cannot send.
func (s *Server) cookie(r *http.Request, name, value string, life time.Duration) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: s.overTLS(r),
	}
}

// overTLS reports whether the reader's connection is encrypted.
func (s *Server) overTLS(r *http.Request) bool {
	return r.TLS != nil || s.config.Proxied && r.Header.Get("X-Forwarded-Proto") == "https"
}

func (s *Server) dropCookie(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, s.cookie(r, sessionCookie, "", -time.Second))
}

// browserName is what a session is called in the list of its owner.
func browserName(r *http.Request) string {
	agent := r.UserAgent()
	for _, name := range []string{"Firefox", "Edg", "Chrome", "Safari"} {
		if strings.Contains(agent, name) {
			for _, system := range []string{"Android", "iPhone", "iPad", "Windows", "Mac", "Linux"} {
				if strings.Contains(agent, system) {
					return strings.Replace(name, "Edg", "Edge", 1) + " on " + system
				}
			}
			return name
		}
	}
	return "a browser"
}

// somebody returns who makes a request, and makes a guest of who has no name yet.
func (s *Server) somebody(w http.ResponseWriter, r *http.Request) (*person, error) {
	if p := personOf(r.Context()); p != nil {
		return p, nil
	}
	if !s.limits.entry.allow(addressOf(r.Context())) {
		return nil, errTooMany
	}
	u, err := s.store.CreateGuest(r.Context())
	if err != nil {
		return nil, err
	}
	return &person{User: u}, s.signIn(w, r, u)
}

var (
	errTooMany = huma.Error429TooManyRequests("That was asked too often. Wait a little and try again.")
	errNobody  = huma.Error401Unauthorized("Sign in first.")
	errSignIn  = huma.Error401Unauthorized("The name or the password is wrong.")
)

// signInPage shows the forms to sign in and to make an account.
func (s *Server) signInPage(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, page.SignInPage(s.frame(r, "Sign in"), page.SignIn{Back: localPath(r.FormValue("back"))}))
}

// signInForm lets somebody in by name and password. Whether there is such a name cannot be
// told from the answer, nor from how long it takes.
func (s *Server) signInForm(w http.ResponseWriter, r *http.Request) {
	name, password := strings.TrimSpace(r.FormValue("name")), r.FormValue("password")
	data := page.SignIn{Name: name, Back: localPath(r.FormValue("back"))}
	u, err := s.byPassword(r.Context(), name, password)
	if err == nil {
		err = s.signIn(w, r, u)
	}
	if err != nil {
		data.Error = sentence(err)
		s.showStatus(w, r, statusOf(err, http.StatusUnauthorized), page.SignInPage(s.frame(r, "Sign in"), data))
		return
	}
	http.Redirect(w, r, data.Back, http.StatusSeeOther)
}

// byPassword returns the person of a name and password.
func (s *Server) byPassword(ctx context.Context, name, password string) (store.User, error) {
	if !s.limits.entry.allow(addressOf(ctx)) || !s.limits.names.allow(strings.ToLower(plain(name, store.MaxName))) {
		return store.User{}, errTooMany
	}
	u, err := s.store.UserByName(ctx, name)
	if err != nil && !store.IsNotFound(err) {
		return store.User{}, err
	}
	if len(password) > maxPassword || !isPassword(u.PasswordHash(), password) {
		return store.User{}, errSignIn
	}
	return u, nil
}

// registerForm makes an account. A guest keeps the games.
func (s *Server) registerForm(w http.ResponseWriter, r *http.Request) {
	name, password := strings.TrimSpace(r.FormValue("name")), r.FormValue("password")
	data := page.SignIn{NewName: name, Back: localPath(r.FormValue("back")), Register: true}
	err := s.register(w, r, name, password)
	if err != nil {
		data.Error = sentence(err)
		s.showStatus(w, r, statusOf(err, http.StatusUnprocessableEntity), page.SignInPage(s.frame(r, "Sign in"), data))
		return
	}
	s.flash(w, r, "Welcome, "+name+".")
	http.Redirect(w, r, data.Back, http.StatusSeeOther)
}

func (s *Server) register(w http.ResponseWriter, r *http.Request, name, password string) error {
	if !s.limits.entry.allow(addressOf(r.Context())) {
		return errTooMany
	}
	if err := store.CheckName(name); err != nil {
		return err
	}
	if err := checkPassword(password, name); err != nil {
		return err
	}
	hash := hashPassword(password)
	if p := personOf(r.Context()); p != nil && p.Guest {
		_, err := s.store.Register(r.Context(), p.ID, name, hash)
		return err
	}
	u, err := s.store.CreateUser(r.Context(), name, hash)
	if err != nil {
		return err
	}
	return s.signIn(w, r, u)
}

// signOut ends the session.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	if p := personOf(r.Context()); p != nil {
		if err := s.store.RevokeToken(r.Context(), p.ID, p.token.ID); err != nil && !store.IsNotFound(err) {
			s.broken(w, r, err)
			return
		}
	}
	s.dropCookie(w, r)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// account says what has been done on the own page, or refused.
func (s *Server) account(do func(w http.ResponseWriter, r *http.Request, p *person) (string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := personOf(r.Context())
		if p == nil {
			http.Redirect(w, r, "/sign-in?back=/me", http.StatusSeeOther)
			return
		}
		text, err := do(w, r, p)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		s.flash(w, r, text)
		http.Redirect(w, r, "/me", http.StatusSeeOther)
	}
}

func (s *Server) changePassword(_ http.ResponseWriter, r *http.Request, p *person) (string, error) {
	if !s.limits.entry.allow(addressOf(r.Context())) {
		return "", errTooMany
	}
	if p.HasPassword() && !isPassword(p.PasswordHash(), r.FormValue("old")) {
		return "", deny(play.Invalid, "The old password is wrong.")
	}
	password := r.FormValue("password")
	if err := checkPassword(password, p.Name); err != nil {
		return "", err
	}
	if err := s.store.SetPassword(r.Context(), p.ID, hashPassword(password), p.secret); err != nil {
		return "", err
	}
	return "The password is changed, and all other sessions and tokens have ended.", nil
}

// mostTokens is how many tokens a person may have for programs.
const mostTokens = 20

func (s *Server) makeToken(ctx context.Context, p *person, label, scope string) (store.Token, string, error) {
	if scope != readScope {
		scope = playScope
	}
	if label = plain(label, 60); label == "" {
		label = "a program"
	}
	all, err := s.store.Tokens(ctx, p.ID)
	if err != nil {
		return store.Token{}, "", err
	}
	n := 0
	for _, t := range all {
		if t.Scope != webScope {
			n++
		}
	}
	if n >= mostTokens {
		return store.Token{}, "", deny(play.NotAllowed, "There are tokens enough; end one first.")
	}
	return s.store.CreateToken(ctx, p.ID, label, scope, 0)
}

// flash keeps a sentence for the next page.
func (s *Server) flash(w http.ResponseWriter, r *http.Request, text string) {
	c := s.cookie(r, flashCookie, encodeFlash(text), time.Minute)
	http.SetCookie(w, c)
}
