package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/page"
)

// cookieLife is how long browsers keep the secret of a session, the most that they allow. The session itself ends
// when it has not been used for Config.SessionLife.
const cookieLife = 400 * 24 * time.Hour

// proofLife is how long somebody who has shown a password or a passkey may change how they come in.
const proofLife = 10 * time.Minute

// person is who makes a request.
type person struct {
	store.User
	token  store.Token
	secret string // of the token; "" for a guest whom this request has made
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
			secret = s.readCookie(r, sessionCookie)
		}
		if secret == "" || s.store == nil || r.URL.Path == metricsPath {
			next.ServeHTTP(w, r)
			return
		}
		p, err := s.bySecret(r.Context(), secret, program)
		switch {
		case err == nil:
		case store.IsNotFound(err) && !program:
			s.dropCookie(w, r, sessionCookie) // a session that has ended
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
	slide := time.Duration(0)
	if !program {
		slide = s.config.SessionLife
	}
	if token, err = s.store.UseToken(ctx, token, s.addressMark(ctx), slide); err != nil {
		return nil, err
	}
	if err := s.store.Saw(ctx, u.ID); err != nil {
		return nil, err
	}
	return &person{User: u, token: token, secret: secret}, nil
}

// signIn begins a session for a person, and ends the one that the browser had: its secret may be known to somebody who
// was there before. A guest who was here under another name is gone.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request, u store.User) error {
	_, secret, err := s.store.CreateToken(r.Context(), u.ID, browserName(r), webScope, s.config.SessionLife)
	if err != nil {
		return err
	}
	http.SetCookie(w, s.cookie(r, sessionCookie, secret, cookieLife))
	if !u.Guest {
		s.log.Info("signed in", "user", u.ID, "address", s.addressMark(r.Context()))
	}
	p := personOf(r.Context())
	switch {
	case p == nil || p.secret == "":
		return nil
	case p.ID != u.ID:
		return s.endSession(r.Context(), p)
	}
	defer s.lookAgain(p.ID)
	if err := s.store.RevokeToken(r.Context(), p.ID, p.token.ID); err != nil && !store.IsNotFound(err) {
		return err
	}
	return nil
}

// proven reports whether a person has shown who they are so recently that they may change how they come in. Guests have
// nothing to show.
func (s *Server) proven(p *person) bool {
	return p.Guest || s.now().Sub(p.token.Proved) < proofLife
}

// errUnproven asks for a proof.
var errUnproven = deny(play.NotAllowed, "Confirm first that it is you: sign in once more.")

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
	data := page.SignIn{Back: localPath(r.FormValue("back"))}
	if p := personOf(r.Context()); p != nil && !p.Guest {
		data.Name, data.Confirm = p.Name, true
	}
	s.show(w, r, page.SignInPage(s.frame(r, "Sign in"), data))
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

// byPassword returns the person of a name and password. An address may try so many passwords, and fewer of one name, so
// that whoever guesses keeps nobody else out; guesses from many addresses make all wait, but for the right password too.
func (s *Server) byPassword(ctx context.Context, name, password string) (store.User, error) {
	address, key := addressOf(ctx), strings.ToLower(plain(name, store.MaxName))
	if !s.limits.entry.allow(address) || !s.limits.guesses.allow(guess{address, key}) {
		return store.User{}, errTooMany
	}
	if !s.limits.names.allow(key) {
		select {
		case <-time.After(guessDelay):
		case <-ctx.Done():
			return store.User{}, ctx.Err()
		}
	}
	u, err := s.store.UserByName(ctx, name)
	if err != nil && !store.IsNotFound(err) {
		return store.User{}, err
	}
	if len(password) > maxPassword || !isPassword(u.PasswordHash(), password) {
		s.log.Warn("a sign-in failed", "user", u.ID, "address", s.addressMark(ctx))
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
		u, err := s.store.Register(r.Context(), p.ID, name, hash)
		if err != nil {
			return err
		}
		return s.signIn(w, r, u)
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
		if err := s.endSession(r.Context(), p); err != nil {
			s.broken(w, r, err)
			return
		}
	}
	s.dropCookie(w, r, sessionCookie)
	w.Header().Set("Clear-Site-Data", `"cache"`) // pages that the next person at this browser should not see
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// endSession ends the session of a request, and what its person has offered and cannot answer for any more.
func (s *Server) endSession(ctx context.Context, p *person) error {
	if err := s.store.RevokeToken(ctx, p.ID, p.token.ID); err != nil && !store.IsNotFound(err) {
		return err
	}
	return s.signedOut(ctx, p.User)
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
	switch {
	case p.HasPassword() && !isPassword(p.PasswordHash(), r.FormValue("old")):
		s.log.Warn("a change of password failed", "user", p.ID, "address", s.addressMark(r.Context()))
		return "", deny(play.Invalid, "The old password is wrong.")
	case !p.HasPassword() && !s.proven(p):
		return "", errUnproven
	}
	password := r.FormValue("password")
	if err := checkPassword(password, p.Name); err != nil {
		return "", err
	}
	if err := s.store.SetPassword(r.Context(), p.ID, hashPassword(password), p.secret); err != nil {
		return "", err
	}
	s.lookAgain(p.ID)
	return "The password is changed, and all other sessions and tokens have ended.", nil
}

// mostTokens is how many tokens a person may have for programs.
const mostTokens = 20

// tokenLives are how long a token for a program may be good, in days, as the form offers them; the first is usual.
var tokenLives = []int{365, 90, 30}

// makeToken makes a token that is good for some of tokenLives.
func (s *Server) makeToken(ctx context.Context, p *person, label, scope string, days int) (store.Token, string, error) {
	if !s.proven(p) {
		return store.Token{}, "", errUnproven
	}
	if scope != readScope {
		scope = playScope
	}
	if !slices.Contains(tokenLives, days) {
		days = tokenLives[0]
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
	return s.store.CreateToken(ctx, p.ID, label, scope, time.Duration(days)*play.Day)
}

// flash keeps a sentence for the next page.
func (s *Server) flash(w http.ResponseWriter, r *http.Request, text string) {
	c := s.cookie(r, flashCookie, encodeFlash(text), time.Minute)
	http.SetCookie(w, c)
}
