package account

// This file finds out who makes a request, and begins and ends sessions.

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
)

// cookieLife is how long browsers keep the secret of a session, which is the longest that they
// allow. A session that is not used ends sooner.
const cookieLife = 400 * 24 * time.Hour

// Known finds out who makes a request, by the cookie of a session or by a token.
func (a *Accounts) Known(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secret, program := site.Bearer(r)
		if secret == "" {
			secret = a.site.ReadCookie(r, site.SessionCookie)
		}
		if secret == "" || r.URL.Path == site.MetricsPath {
			next.ServeHTTP(w, r)
			return
		}
		p, err := a.bySecret(r.Context(), secret, program)
		switch {
		case err == nil:
		case store.IsNotFound(err) && !program:
			a.site.DropCookie(w, r, site.SessionCookie) // a session that has ended
			next.ServeHTTP(w, r)
			return
		case store.IsNotFound(err):
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			a.site.Fail(w, r, http.StatusUnauthorized, "The token is not valid.")
			return
		default:
			a.site.ServerError(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(site.WithPerson(r.Context(), p)))
	})
}

// bySecret returns the person of a secret. The secret of a session does not work for programs, nor
// that of a program for browsers.
func (a *Accounts) bySecret(ctx context.Context, secret string, program bool) (*site.Person, error) {
	token, err := a.store.TokenBySecret(ctx, secret)
	if err != nil {
		return nil, err
	}
	if (token.Scope == site.WebScope) == program {
		return nil, play.Refuse(play.NotFound, "The token is not valid.")
	}
	u, err := a.store.User(ctx, token.User)
	if err != nil {
		return nil, err
	}
	if !u.Closed.IsZero() {
		return nil, play.Refuse(play.NotFound, "The token is not valid.")
	}
	slide := time.Duration(0)
	if !program {
		slide = a.sessionLife
		if a.site.Now().Sub(token.Created) > cookieLife {
			return nil, play.Refuse(play.NotFound, "The session has ended.")
		}
	}
	if token, err = a.store.UseToken(ctx, token, a.site.AddressMark(ctx), slide); err != nil {
		return nil, err
	}
	if err := a.store.MarkSeen(ctx, u.ID); err != nil {
		return nil, err
	}
	return &site.Person{User: u, Token: token, Secret: secret}, nil
}

// PersonOrGuest implements site.Guests.
func (a *Accounts) PersonOrGuest(w http.ResponseWriter, r *http.Request) (*site.Person, error) {
	if p := site.PersonOf(r.Context()); p != nil {
		return p, nil
	}
	if !a.entries.Allow(site.AddressOf(r.Context())) {
		return nil, site.ErrTooMany
	}
	u, err := a.store.CreateGuest(r.Context(), a.site.AddressMark(r.Context()))
	if err != nil {
		return nil, err
	}
	return &site.Person{User: u}, a.signIn(w, r, u)
}

// signIn begins a session for a person. It ends the session that the browser had, since somebody
// who used the browser before may know its secret.
func (a *Accounts) signIn(w http.ResponseWriter, r *http.Request, u store.User) error {
	if !u.Closed.IsZero() {
		return errClosed
	}
	token, secret, err := a.store.CreateToken(r.Context(), u.ID, browserName(r), site.WebScope, a.sessionLife)
	if err != nil {
		return err
	}
	http.SetCookie(w, a.site.Cookie(r, site.SessionCookie, secret, cookieLife))
	if !u.Guest {
		a.log(r, "signed in", u.ID)
	}
	p := site.PersonOf(r.Context())
	switch {
	case p == nil || p.Secret == "":
		return nil
	case p.ID != u.ID:
		return a.endSession(r.Context(), p)
	}
	defer a.site.TellUser(p.ID)
	if err := a.store.MoveSubscriptions(r.Context(), p.ID, p.Token.ID, token.ID); err != nil {
		return err
	}
	if err := a.store.RevokeToken(r.Context(), p.ID, p.Token.ID); err != nil && !store.IsNotFound(err) {
		return err
	}
	return nil
}

// log logs what a person has done to an account, with the mark of the address.
func (a *Accounts) log(r *http.Request, what, user string) {
	a.site.Log.Info(what, "user", user, "address", a.site.AddressMark(r.Context()))
}

// endSession ends the session of a request with its pages and streams. It also ends the person's
// offers of live games, and all offers of a guest, who cannot come back.
func (a *Accounts) endSession(ctx context.Context, p *site.Person) error {
	if err := a.store.RevokeToken(ctx, p.ID, p.Token.ID); err != nil && !store.IsNotFound(err) {
		return err
	}
	which := store.Seek.NeedsMaker
	if p.Guest {
		which = func(store.Seek) bool { return true }
	}
	ended, err := a.store.EndSeeks(ctx, p.ID, which)
	for _, k := range ended {
		a.site.TellSeek(k)
	}
	a.site.TellUser(p.ID)
	return err
}

// browserName returns the name of a session in the list of its owner.
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
	return message.Key("a browser")
}
