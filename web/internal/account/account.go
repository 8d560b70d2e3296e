// Package account is who people are on the site: sessions, sign-in by password, passkey and second
// factor, the own page, profiles, tokens for programs, and moderation.
//
// Begin with account.go, then session.go (who makes a request) and signin.go (the forms).
// password.go, factor.go and passkey.go are the ways to sign in, reset.go is for a forgotten
// password. me.go is the reader's own page, profile.go that of others, archive.go the download of a
// person's data. moderation.go shows the moderators' page, actions.go carries out what they do.
package account

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/limit"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Accounts are the people of a site.
type Accounts struct {
	site        *site.Site
	store       *store.Store
	sessionLife time.Duration
	mails       bool // the site sends mail

	entries *limit.Limiter[netip.Addr] // passwords, new accounts and guests from one address
	guesses *limit.Limiter[guess]      // passwords for one name from one address
	names   *limit.Limiter[string]     // passwords for one name from anywhere; beyond it, all are delayed
	codes   *limit.Limiter[string]     // second factors of one person
	exports *limit.Limiter[string]     // archives of one person
	resets  *limit.Limiter[string]     // links for another password of one name or mail address
}

// guess is an address that tries passwords for a name.
type guess struct {
	from netip.Addr
	name string
}

// New returns the accounts of a site, which must have a store. A browser stays signed in for
// sessionLife after its last request. mails says that the site sends mail.
func New(s *site.Site, sessionLife time.Duration, mails bool) *Accounts {
	return &Accounts{
		site: s, store: s.Store, sessionLife: sessionLife, mails: mails,
		entries: limit.New[netip.Addr](0.2*s.RateFactor, int(20*s.RateFactor)+1),
		guesses: limit.New[guess](0.1, 10),
		names:   limit.New[string](0.2, 20),
		codes:   limit.New[string](1.0/300, 10),
		exports: limit.New[string](1.0/600, 3),
		resets:  limit.New[string](1.0/1200, 3),
	}
}

// Errors that several forms answer with.
var (
	errClosed = huma.Error403Forbidden("This account is closed.")
	errSignIn = huma.Error401Unauthorized("The name or the password is wrong.")
)

// Routes registers the pages and forms.
func (a *Accounts) Routes(mux humago.Mux) {
	mux.HandleFunc("GET /sign-in", a.signInPage)
	mux.HandleFunc("POST /sign-in", a.signInForm)
	mux.HandleFunc("POST /sign-in/code", a.codeForm)
	mux.HandleFunc("POST /sign-in/passkey", a.askPasskey)
	mux.HandleFunc("POST /sign-in/passkey/use", a.usePasskey)
	mux.HandleFunc("POST /register", a.registerForm)
	mux.HandleFunc("POST /sign-out", a.signOut)
	mux.HandleFunc("GET /reset", a.forgotPage)
	mux.HandleFunc("POST /reset", a.forgotForm)
	mux.HandleFunc("GET /reset/{secret}", a.resetPage)
	mux.HandleFunc("POST /reset/{secret}", a.resetForm)

	mux.HandleFunc("GET /me", a.mePage)
	mux.HandleFunc("POST /me/password", a.own(a.changePassword))
	mux.HandleFunc("POST /me/token", a.site.RequirePerson(a.tokenForm))
	mux.HandleFunc("POST /me/token/end", a.own(a.endToken))
	mux.HandleFunc("POST /me/preset", a.own(a.deletePreset))
	mux.HandleFunc("POST /me/vacation", a.own(a.vacationForm))
	mux.HandleFunc("POST /me/passkey", a.newPasskey)
	mux.HandleFunc("POST /me/passkey/keep", a.keepPasskey)
	mux.HandleFunc("POST /me/passkey/remove", a.own(a.dropPasskey))
	mux.HandleFunc("POST /me/factor", a.newFactor)
	mux.HandleFunc("POST /me/factor/on", a.keepFactor)
	mux.HandleFunc("POST /me/factor/off", a.own(a.dropFactor))
	mux.HandleFunc("POST /me/profile", a.own(a.setProfile))
	mux.HandleFunc("POST /me/name", a.own(a.rename))
	mux.HandleFunc("POST /me/export", a.site.RequirePerson(a.exportAccount))
	mux.HandleFunc("POST /me/delete", a.site.RequirePerson(a.deleteAccount))

	mux.HandleFunc("GET /u/{name}", a.profilePage)
	mux.HandleFunc("POST /u/{name}/block", a.site.RequirePerson(a.blockForm))
	mux.HandleFunc("POST /u/{name}/report", a.site.RequirePerson(a.reportForm))
	mux.HandleFunc("GET /moderation", a.moderationPage)
	for name, d := range actions {
		mux.HandleFunc("POST /moderation/"+name, a.moderate(d))
	}
}

// Account is a person as they see themselves.
type Account struct {
	store.User
	YourTurn int              `json:"yourTurn" doc:"In how many games it is your turn."`
	Ratings  []store.RatingOf `json:"ratings,omitempty"`
}

// publicPerson is a person as others see them.
type publicPerson struct {
	Name    string           `json:"name"`
	Guest   bool             `json:"guest,omitempty"`
	Ratings []store.RatingOf `json:"ratings,omitempty"`
}

// API registers the operations.
func (a *Accounts) API(api huma.API) {
	op := site.Operation("get-account", http.MethodGet, "/account", "Who you are", "people")
	site.RegisterPrivate(a.site, api, op, func(ctx context.Context, p *site.Person, _ *struct{}) (Account, error) {
		turns, err := a.store.OnTurn(ctx, p.ID)
		if err != nil {
			return Account{}, err
		}
		ratings, err := a.store.Ratings(ctx, p.ID)
		return Account{p.User, turns, ratings}, err
	})
	type nameIn struct {
		Name string `path:"name" maxLength:"30"`
	}
	op = site.Operation("get-person", http.MethodGet, "/people/{name}", "A person", "people")
	site.Register(a.site, api, op, func(ctx context.Context, in *nameIn) (publicPerson, error) {
		u, err := a.store.UserByName(ctx, in.Name)
		if err != nil {
			return publicPerson{}, err
		}
		ratings, err := a.store.Ratings(ctx, u.ID)
		return publicPerson{u.Name, u.Guest, ratings}, err
	})
}

// own returns a handler that changes the reader's own account, and says on their page what was
// done.
func (a *Accounts) own(do func(*http.Request, *site.Person) (string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := site.PersonOf(r.Context())
		if p == nil {
			http.Redirect(w, r, "/sign-in?back=/me", http.StatusSeeOther)
			return
		}
		said, err := do(r, p)
		a.site.Done(w, r, "/me", said, err)
	}
}
