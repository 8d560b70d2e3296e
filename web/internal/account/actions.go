package account

// This file carries out what moderators do.

import (
	"net/http"
	"strconv"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
)

// action is something that moderators do.
type action struct {
	admin  bool // only admins do it
	proven bool // only somebody who has just signed in
	named  bool // it is about the person whose name the form sends
	// do carries the action out, and returns a sentence that says what was done.
	do func(a *Accounts, r *http.Request, by *site.Person, u store.User) (string, error)
}

// actions are the actions of moderators, by the end of their address.
var actions = map[string]action{
	"mute":   {named: true, do: (*Accounts).mute},
	"close":  {named: true, proven: true, do: (*Accounts).closeAccount},
	"reopen": {named: true, proven: true, do: (*Accounts).reopen},
	"end":    {named: true, do: (*Accounts).endSessions},
	"role":   {named: true, proven: true, admin: true, do: (*Accounts).giveRole},
	"line":   {do: (*Accounts).removeLine},
	"offer":  {do: (*Accounts).removeOffer},
	"study":  {do: (*Accounts).removeStudy},
	"report": {do: (*Accounts).closeReport},

	"comment": {do: (*Accounts).removeComment},
	"game":    {do: (*Accounts).removeGame},
}

// moderate returns the handler of an action.
func (a *Accounts) moderate(d action) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		by, u, err := a.mayModerate(r, d)
		said, place := "", "/moderation"
		if err == nil {
			said, err = d.do(a, r, by, u)
		}
		if d.named {
			place += "?name=" + u.Name
		}
		a.site.Done(w, r, place, said, err)
	}
}

// mayModerate returns the moderator of an action, and the person that it is about.
func (a *Accounts) mayModerate(r *http.Request, d action) (by *site.Person, u store.User, err error) {
	by, err = moderator(r)
	switch {
	case err != nil:
	case d.admin && by.Role != store.Admin:
		err = play.Refuse(play.NotAllowed, "Only admins may do this.")
	case d.proven && !a.site.Proven(by):
		err = site.ErrUnproven
	case d.named:
		u, err = a.store.UserByName(r.Context(), r.FormValue("name"))
		if err == nil && by.Role != store.Admin && (u.ID == by.ID || u.Role != store.NoRole) {
			err = play.Refuse(play.NotAllowed, "Only admins may moderate moderators.")
		}
	}
	return by, u, err
}

// why returns the reason that a moderator gives.
func why(r *http.Request) string { return site.Plain(r.FormValue("why"), 200) }

func (a *Accounts) mute(r *http.Request, by *site.Person, u store.User) (string, error) {
	hours, err := strconv.Atoi(r.FormValue("hours"))
	if err != nil || hours < 0 || hours > 24*366 {
		return "", play.Refuse(play.Invalid, "A person is muted for a number of hours, at most a year.")
	}
	if hours == 0 {
		return u.Name + " may write again.", a.store.Mute(r.Context(), by.ID, u.ID, time.Time{}, why(r))
	}
	until := a.site.Now().Add(time.Duration(hours) * time.Hour)
	return u.Name + " is muted.", a.store.Mute(r.Context(), by.ID, u.ID, until, why(r))
}

func (a *Accounts) closeAccount(r *http.Request, by *site.Person, u store.User) (string, error) {
	err := a.withdraw(r.Context(), u.ID, func() error {
		return a.store.CloseAccount(r.Context(), by.ID, u.ID, why(r), r.FormValue("cheating") != "")
	})
	return "The account of " + u.Name + " is closed.", err
}

func (a *Accounts) endSessions(r *http.Request, by *site.Person, u store.User) (string, error) {
	defer a.site.TellUser(u.ID)
	return "All sessions and tokens of " + u.Name + " have ended.", a.store.EndSessions(r.Context(), by.ID, u.ID)
}

func (a *Accounts) reopen(r *http.Request, by *site.Person, u store.User) (string, error) {
	return u.Name + " can sign in again.", a.store.Reopen(r.Context(), by.ID, u.ID, why(r))
}

func (a *Accounts) giveRole(r *http.Request, by *site.Person, u store.User) (string, error) {
	role := store.Role(r.FormValue("role"))
	return "The role of " + u.Name + " is changed.", a.store.SetRole(r.Context(), by.ID, u.ID, role)
}

func (a *Accounts) removeLine(r *http.Request, by *site.Person, _ store.User) (string, error) {
	line, err := strconv.Atoi(r.FormValue("line"))
	if err != nil {
		return "", play.Refuse(play.NotFound, "There is no such message.")
	}
	return message.Key("The message is removed."), a.store.RemoveLine(r.Context(), by.ID, r.FormValue("game"), line)
}

func (a *Accounts) removeOffer(r *http.Request, by *site.Person, _ store.User) (string, error) {
	k, err := a.store.RemoveSeek(r.Context(), by.ID, r.FormValue("id"))
	if err == nil {
		a.site.TellSeek(k)
	}
	return message.Key("The offer is removed."), err
}

func (a *Accounts) removeStudy(r *http.Request, by *site.Person, _ store.User) (string, error) {
	return message.Key("The study is removed."), a.store.RemoveStudy(r.Context(), by.ID, r.FormValue("id"))
}

func (a *Accounts) removeComment(r *http.Request, by *site.Person, _ store.User) (string, error) {
	return message.Key("The comment is removed."), a.store.RemoveComment(r.Context(), by.ID, r.FormValue("id"))
}

func (a *Accounts) removeGame(r *http.Request, by *site.Person, _ store.User) (string, error) {
	return message.Key("The game is removed."), a.store.RemovePublished(r.Context(), by.ID, r.FormValue("id"))
}

func (a *Accounts) closeReport(r *http.Request, by *site.Person, _ store.User) (string, error) {
	verdict := site.Plain(r.FormValue("verdict"), 200)
	return message.Key("The report is closed."), a.store.CloseReport(r.Context(), by.ID, r.FormValue("id"), verdict)
}
