package account

// This file holds the forms to sign in, to register and to sign out.

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// guessDelay is the delay of a sign-in when many passwords have been tried for its name.
const guessDelay = 2 * time.Second

// signInPage shows the forms to sign in and to create an account.
func (a *Accounts) signInPage(w http.ResponseWriter, r *http.Request) {
	data := page.SignIn{Back: site.LocalPath(r.FormValue("back"))}
	if p := site.PersonOf(r.Context()); p != nil && !p.Guest {
		data.Name, data.Confirm = p.Name, true
	}
	a.showSignIn(w, r, http.StatusOK, data)
}

func (a *Accounts) showSignIn(w http.ResponseWriter, r *http.Request, status int, data page.SignIn) {
	data.Mails = a.mails
	a.site.ShowStatus(w, r, status, page.SignInPage(a.site.Frame(r, "Sign in"), data))
}

// signInForm signs a person in by name and password. Neither the answer nor the time it takes tells
// whether the name exists.
func (a *Accounts) signInForm(w http.ResponseWriter, r *http.Request) {
	name, password := strings.TrimSpace(r.FormValue("name")), r.FormValue("password")
	data := page.SignIn{Name: name, Back: site.LocalPath(r.FormValue("back"))}
	u, err := a.byPassword(r.Context(), name, password)
	switch {
	case err == nil && u.HasSecondFactor() && u.Closed.IsZero():
		if err := a.askCode(w, r, half{User: u.ID, Back: data.Back, Proof: proofOf(u)}); err != nil {
			a.site.ServerError(w, r, err)
		}
		return
	case err == nil:
		err = a.signIn(w, r, u)
	}
	if err != nil {
		data.Error = site.Sentence(r.Context(), err)
		a.showSignIn(w, r, site.StatusOf(err, http.StatusUnauthorized), data)
		return
	}
	http.Redirect(w, r, data.Back, http.StatusSeeOther)
}

// byPassword returns the person of a name and password. The attempts of one address are limited,
// and more so those for one name, so that a guesser locks nobody else out. When many addresses try
// one name, all sign-ins to it are delayed, but the right password is still accepted.
func (a *Accounts) byPassword(ctx context.Context, name, password string) (store.User, error) {
	address, key := site.AddressOf(ctx), strings.ToLower(site.Plain(name, store.MaxName))
	if !a.entries.Allow(address) || !a.guesses.Allow(guess{address, key}) {
		a.site.LogLimit(ctx, "passwords")
		return store.User{}, site.ErrTooMany
	}
	if !a.names.Allow(key) {
		select {
		case <-time.After(guessDelay):
		case <-ctx.Done():
			return store.User{}, ctx.Err()
		}
	}
	u, err := a.store.UserByName(ctx, name)
	if err != nil && !store.IsNotFound(err) {
		return store.User{}, err
	}
	if len(password) > maxPassword || !isPassword(u.PasswordHash(), password) {
		a.site.Log.Warn("a sign-in failed", "user", u.ID, "address", a.site.AddressMark(ctx))
		return store.User{}, errSignIn
	}
	return u, nil
}

// registerForm creates an account. A guest keeps their games.
func (a *Accounts) registerForm(w http.ResponseWriter, r *http.Request) {
	name, password := strings.TrimSpace(r.FormValue("name")), r.FormValue("password")
	data := page.SignIn{NewName: name, Back: site.LocalPath(r.FormValue("back")), Register: true}
	if err := a.register(w, r, name, password); err != nil {
		data.Error = site.Sentence(r.Context(), err)
		a.showSignIn(w, r, site.StatusOf(err, http.StatusUnprocessableEntity), data)
		return
	}
	a.site.Flash(w, r, "Welcome, %s.", name)
	http.Redirect(w, r, data.Back, http.StatusSeeOther)
}

func (a *Accounts) register(w http.ResponseWriter, r *http.Request, name, password string) error {
	if !a.entries.Allow(site.AddressOf(r.Context())) {
		return site.ErrTooMany
	}
	if err := store.CheckName(name); err != nil {
		return err
	}
	if err := checkPassword(password, name); err != nil {
		return err
	}
	hash := hashPassword(password)
	var u store.User
	var err error
	if p := site.PersonOf(r.Context()); p != nil && p.Guest {
		u, err = a.store.Register(r.Context(), p.ID, name, hash)
	} else {
		u, err = a.store.CreateUser(r.Context(), name, hash)
	}
	if err != nil {
		return err
	}
	return a.signIn(w, r, u)
}

// signOut ends the session.
func (a *Accounts) signOut(w http.ResponseWriter, r *http.Request) {
	if p := site.PersonOf(r.Context()); p != nil {
		if err := a.endSession(r.Context(), p); err != nil {
			a.site.ServerError(w, r, err)
			return
		}
	}
	a.site.DropCookie(w, r, site.SessionCookie)
	w.Header().Set("Clear-Site-Data", `"cache"`) // the next person at this browser should not see these pages
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
