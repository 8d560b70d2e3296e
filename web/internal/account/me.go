package account

// This file holds the reader's own page and its forms.

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// mePage shows the reader's own account.
func (a *Accounts) mePage(w http.ResponseWriter, r *http.Request) {
	p := site.PersonOf(r.Context())
	if p == nil {
		http.Redirect(w, r, "/sign-in?back=/me", http.StatusSeeOther)
		return
	}
	a.showMe(w, r, p, "")
}

// showMe shows the own page, with the secret of a token that was just made.
func (a *Accounts) showMe(w http.ResponseWriter, r *http.Request, p *site.Person, secret string) {
	data, err := a.meOf(r.Context(), p)
	if err != nil {
		a.site.ServerError(w, r, err)
		return
	}
	data.Secret = secret
	w.Header().Set("Cache-Control", "no-store")
	a.site.Show(w, r, page.MePage(a.site.Frame(r, "%s", p.Name), data))
}

// meOf returns what the own page shows.
func (a *Accounts) meOf(ctx context.Context, p *site.Person) (page.Me, error) {
	data := page.Me{
		HasPassword: p.HasPassword(), Factor: p.HasSecondFactor(), Proven: a.site.Proven(p), TokenLives: tokenLives,
	}
	var err error
	if data.Profile, err = a.profile(ctx, p.User); err != nil {
		return data, err
	}
	tokens, err := a.store.Tokens(ctx, p.ID)
	if err != nil {
		return data, err
	}
	for _, t := range tokens {
		line := page.TokenLine{
			ID: t.ID, Label: t.Label,
			Since: message.Day(ctx, t.Created), Used: message.Day(ctx, t.Used), Until: message.Day(ctx, t.Expires),
			Here: t.ID == p.Token.ID, ReadOnly: t.Scope == site.ReadScope,
			Nearby: t.From != "" && t.From == a.site.AddressMark(ctx),
		}
		if t.Scope == site.WebScope {
			data.Sessions = append(data.Sessions, line)
		} else {
			data.Tokens = append(data.Tokens, line)
		}
	}
	vacations, err := a.store.Vacations(ctx, p.ID)
	if err != nil {
		return data, err
	}
	now := a.site.Now()
	data.VacationLeft = int(play.VacationLeft(vacations, now.Year()) / play.Day)
	for _, v := range vacations {
		if v.Until.After(now) {
			data.VacationUntil = message.Day(ctx, v.Until)
		}
	}
	keys, err := a.store.Credentials(ctx, p.ID)
	if err != nil {
		return data, err
	}
	data.Passkeys = passkeyLines(ctx, keys)
	blocked, err := a.store.Blocked(ctx, p.ID)
	for _, b := range blocked {
		data.Blocked = append(data.Blocked, b.Name)
	}
	return data, err
}

func (a *Accounts) changePassword(r *http.Request, p *site.Person) (string, error) {
	if !a.entries.Allow(site.AddressOf(r.Context())) {
		return "", site.ErrTooMany
	}
	switch {
	case p.HasPassword() && !isPassword(p.PasswordHash(), r.FormValue("old")):
		a.site.Log.Warn("a change of password failed", "user", p.ID, "address", a.site.AddressMark(r.Context()))
		return "", play.Refuse(play.Invalid, "The old password is wrong.")
	case (!p.HasPassword() || p.HasSecondFactor()) && !a.site.Proven(p):
		return "", site.ErrUnproven
	}
	password := r.FormValue("password")
	if err := checkPassword(password, p.Name); err != nil {
		return "", err
	}
	if err := a.store.SetPassword(r.Context(), p.ID, hashPassword(password), p.Secret); err != nil {
		return "", err
	}
	a.site.TellUser(p.ID)
	return message.Key("The password is changed, and all other sessions and tokens have ended."), nil
}

// mostTokens is the number of tokens that a person may have.
const mostTokens = 20

// tokenLives are the numbers of days for which a token may be valid, the default first.
var tokenLives = []int{365, 90, 30}

// tokenForm makes a token. Its secret is shown once.
func (a *Accounts) tokenForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	secret, err := a.makeToken(r, p)
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	a.showMe(w, r, p, secret)
}

// makeToken makes the token that a form asks for, and returns its secret.
func (a *Accounts) makeToken(r *http.Request, p *site.Person) (string, error) {
	if err := a.site.MayAct(r.Context(), p.ID); err != nil {
		return "", err
	}
	if !a.site.Proven(p) {
		return "", site.ErrUnproven
	}
	scope, label := r.FormValue("scope"), site.Plain(r.FormValue("label"), 60)
	if scope != site.ReadScope {
		scope = site.PlayScope
	}
	days, err := strconv.Atoi(r.FormValue("days"))
	if err != nil || !slices.Contains(tokenLives, days) {
		days = tokenLives[0]
	}
	if label == "" {
		label = "a program"
	}
	all, err := a.store.Tokens(r.Context(), p.ID)
	if err != nil {
		return "", err
	}
	n := 0
	for _, t := range all {
		if t.Scope != site.WebScope {
			n++
		}
	}
	if n >= mostTokens {
		return "", play.Refuse(play.NotAllowed, "You have too many tokens. End one first.")
	}
	life := time.Duration(days) * play.Day
	_, secret, err := a.store.CreateToken(r.Context(), p.ID, label, scope, life)
	return secret, err
}

func (a *Accounts) endToken(r *http.Request, p *site.Person) (string, error) {
	defer a.site.TellUser(p.ID)
	return message.Key("The session or token has ended."), a.store.RevokeToken(r.Context(), p.ID, r.FormValue("id"))
}

func (a *Accounts) deletePreset(r *http.Request, p *site.Person) (string, error) {
	return message.Key("The preset is removed."), a.store.DeletePreset(r.Context(), p.ID, r.FormValue("id"))
}

// vacationForm begins a vacation of some days, or ends it.
func (a *Accounts) vacationForm(r *http.Request, p *site.Person) (string, error) {
	if r.FormValue("do") == "end" {
		return message.Key("Welcome back."), a.store.EndVacation(r.Context(), p.ID)
	}
	days, err := strconv.Atoi(r.FormValue("days"))
	if err != nil || days < 1 {
		return "", play.Refuse(play.Invalid, "A vacation lasts at least one day.")
	}
	until := a.site.Now().Add(time.Duration(min(days, 366)) * play.Day)
	_, err = a.store.TakeVacation(r.Context(), p.ID, until)
	return message.Key("You are on vacation: your clocks in correspondence games are stopped."), err
}

// setProfile keeps what people write about themselves.
func (a *Accounts) setProfile(r *http.Request, p *site.Person) (string, error) {
	if err := a.site.MayAct(r.Context(), p.ID); err != nil {
		return "", err
	}
	text := site.PlainLines(r.FormValue("text"), 2*store.MaxProfile)
	return message.Key("Your profile is saved."), a.store.SetProfile(r.Context(), p.ID, text)
}

// rename gives an account another name.
func (a *Accounts) rename(r *http.Request, p *site.Person) (string, error) {
	if !a.site.Proven(p) {
		return "", site.ErrUnproven
	}
	if err := a.site.MayAct(r.Context(), p.ID); err != nil {
		return "", err
	}
	name := strings.TrimSpace(r.FormValue("name"))
	if err := a.store.Rename(r.Context(), p.ID, name); err != nil {
		return "", err
	}
	a.log(r, "renamed", p.ID)
	return "Your name is " + name + " now.", nil
}

// deleteAccount deletes the account of a person who types their name.
func (a *Accounts) deleteAccount(w http.ResponseWriter, r *http.Request, p *site.Person) {
	var err error
	switch {
	case !a.site.Proven(p):
		err = site.ErrUnproven
	case !strings.EqualFold(strings.TrimSpace(r.FormValue("name")), p.Name):
		err = play.Refuse(play.Invalid, "That is not your name, %s. Nothing is deleted.", p.Name)
	case p.Role != store.NoRole:
		err = play.Refuse(play.NotAllowed, "You are %s. Ask an admin to take that role away first.", p.Role)
	default:
		err = a.withdraw(r.Context(), p.ID, func() error { return a.store.DeleteUser(r.Context(), p.ID) })
	}
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	a.log(r, "deleted", p.ID)
	a.site.DropCookie(w, r, site.SessionCookie)
	w.Header().Set("Clear-Site-Data", `"cache", "storage"`)
	a.site.Done(w, r, "/", "Your account is deleted.", nil)
}

// withdraw calls do, which closes or deletes an account. Then it tells those who see the person's
// offers, and the person's own open pages.
func (a *Accounts) withdraw(ctx context.Context, user string, do func() error) error {
	seeks, err := a.store.SeeksOf(ctx, user)
	if err == nil {
		err = do()
	}
	if err != nil {
		return err
	}
	for _, k := range seeks {
		a.site.TellSeek(k)
	}
	a.site.TellUser(user)
	return nil
}
