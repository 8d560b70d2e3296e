package account

// This file lets people set another password by a link in a mail.

import (
	"net/http"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// resetTime is how long the answer to a request for a link takes, so that it does not tell whether
// there was an account to send one to.
const resetTime = 400 * time.Millisecond

// maxWho is the length of a name or mail address.
const maxWho = 254

// forgotPage asks for the name or the mail address of an account.
func (a *Accounts) forgotPage(w http.ResponseWriter, r *http.Request) {
	a.site.Show(w, r, page.ForgotPage(a.site.Frame(r, "Forgot your password?"), page.Reset{Mails: a.mails}))
}

// forgotForm sends a link to set another password. The answer is the same whether there is such an
// account or not, and when too many links were asked for it.
func (a *Accounts) forgotForm(w http.ResponseWriter, r *http.Request) {
	done := time.After(resetTime)
	who := strings.TrimSpace(r.FormValue("who"))
	data := page.Reset{Mails: a.mails, Sent: true}
	status := http.StatusOK
	switch {
	case !a.mails:
		status = http.StatusForbidden
	case !a.entries.Allow(site.AddressOf(r.Context())):
		a.site.LogLimit(r.Context(), "resets")
		a.site.Refuse(w, r, site.ErrTooMany)
		return
	case who == "" || len(who) > maxWho:
		status, data.Sent, data.Error = http.StatusUnprocessableEntity, false,
			message.Text(r.Context(), "Enter a name or a mail address.")
	case a.resets.Allow(strings.ToLower(who)):
		if err := a.store.RequestReset(r.Context(), who); err != nil {
			a.site.ServerError(w, r, err)
			return
		}
		a.site.Log.Info("a link for another password was asked for", "address", a.site.AddressMark(r.Context()))
	default:
		a.site.LogLimit(r.Context(), "resets of one account")
	}
	select {
	case <-done:
	case <-r.Context().Done():
		return
	}
	a.site.ShowStatus(w, r, status, page.ForgotPage(a.site.Frame(r, "Forgot your password?"), data))
}

// resetPage asks for the new password of the person that a link was sent to.
func (a *Accounts) resetPage(w http.ResponseWriter, r *http.Request) {
	u, err := a.store.ResetOwner(r.Context(), r.PathValue("secret"))
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	a.showReset(w, r, http.StatusOK, page.Reset{Name: u.Name})
}

// showReset shows the form for a new password. Its address has a secret.
func (a *Accounts) showReset(w http.ResponseWriter, r *http.Request, status int, data page.Reset) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-store")
	a.site.ShowStatus(w, r, status, page.ResetPage(a.site.Frame(r, "Set another password"), data))
}

// resetForm sets a new password by a link. All sessions and tokens end, a mail tells the person, and
// a second factor is still needed to sign in.
func (a *Accounts) resetForm(w http.ResponseWriter, r *http.Request) {
	secret, password := r.PathValue("secret"), r.FormValue("password")
	if !a.entries.Allow(site.AddressOf(r.Context())) {
		a.site.Refuse(w, r, site.ErrTooMany)
		return
	}
	u, err := a.store.ResetOwner(r.Context(), secret)
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	if err := checkPassword(password, u.Name); err != nil {
		data := page.Reset{Name: u.Name, Error: site.Sentence(r.Context(), err)}
		a.showReset(w, r, http.StatusUnprocessableEntity, data)
		return
	}
	if u, err = a.store.ResetPassword(r.Context(), secret, hashPassword(password)); err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	a.site.TellUser(u.ID)
	a.log(r, "set another password by a link", u.ID)
	a.site.Flash(w, r, "Your password is changed. Sign in with it.")
	http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
}
