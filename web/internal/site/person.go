package site

// This file holds who makes a request, and what a request may do.

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/store"
)

// A scope is what the secret of a request lets it do. Each includes those before it.
const (
	ReadScope = "read" // a program that changes nothing
	PlayScope = "play" // a program that does everything but change the account
	WebScope  = "web"  // a browser
)

// scopeRank orders the scopes. A scope that is not in it may do nothing.
var scopeRank = map[string]int{ReadScope: 1, PlayScope: 2, WebScope: 3}

// ReadOnlyToken is the refusal of a command by a token that may only read.
const ReadOnlyToken = "This token is for reading only."

// SessionCookie is the name of the cookie with the secret of a browser's session.
const SessionCookie = "kirke"

// Person is who makes a request.
type Person struct {
	store.User
	Token  store.Token
	Secret string // of the token; "" for a guest made by this request
}

type personKey struct{}

// WithPerson returns the context of a request by a person.
func WithPerson(ctx context.Context, p *Person) context.Context {
	return context.WithValue(ctx, personKey{}, p)
}

// PersonOf returns who makes a request, nil for a visitor.
func PersonOf(ctx context.Context) *Person {
	p, _ := ctx.Value(personKey{}).(*Person)
	return p
}

// UserID returns the ID of who makes a request, "" for a visitor.
func UserID(ctx context.Context) string {
	if p := PersonOf(ctx); p != nil {
		return p.ID
	}
	return ""
}

// May reports whether a request of p has a scope. Visitors may do whatever is open to all.
func (p *Person) May(scope string) bool {
	return p == nil || scopeRank[p.Token.Scope] >= scopeRank[scope]
}

// proofLife is how long after signing in a person may change how they sign in.
const proofLife = 10 * time.Minute

// Proven reports whether a person has signed in so recently that they may change how they sign in,
// and where mail about the account goes. Guests always may: they have no password.
func (s *Site) Proven(p *Person) bool {
	return p.Guest || s.Now().Sub(p.Token.Proved) < proofLife
}

// Bearer returns the token that a program sends. program is false if there is none.
func Bearer(r *http.Request) (secret string, program bool) {
	scheme, secret, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return "", false
	}
	return strings.TrimSpace(secret), true
}

// RequirePerson returns a handler that refuses readers who are not signed in.
func (s *Site) RequirePerson(do func(http.ResponseWriter, *http.Request, *Person)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := PersonOf(r.Context())
		if p == nil {
			s.Refuse(w, r, ErrNotSignedIn)
			return
		}
		do(w, r, p)
	}
}
