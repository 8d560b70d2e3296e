package account

// This file holds passkeys (WebAuthn).

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"net"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// ceremonyLife is the time that a person has to answer their browser.
const ceremonyLife = 5 * time.Minute

// ceremonyCookie names the ceremony that a browser is in: a passkey being made or checked.
const ceremonyCookie = "ceremony"

// passkeyUser is a person as the WebAuthn library sees them.
type passkeyUser struct {
	user store.User
	keys []webauthn.Credential
}

func (u passkeyUser) WebAuthnID() []byte                         { return []byte(u.user.ID) }
func (u passkeyUser) WebAuthnName() string                       { return u.user.Name }
func (u passkeyUser) WebAuthnDisplayName() string                { return u.user.Name }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.keys }

// relyingParty returns what checks passkeys for the site at the address that the reader uses.
// Browsers use a passkey only at the address where it was made.
func (a *Accounts) relyingParty(r *http.Request) (*webauthn.WebAuthn, error) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	return webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Kirke", RPOrigins: []string{a.site.BaseURL(r)},
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
}

func (a *Accounts) passkeyUser(ctx context.Context, u store.User) (passkeyUser, error) {
	known, err := a.store.Credentials(ctx, u.ID)
	if err != nil {
		return passkeyUser{}, err
	}
	out := passkeyUser{user: u}
	for _, c := range known {
		var key webauthn.Credential
		if err := json.Unmarshal(c.Data, &key); err != nil {
			return passkeyUser{}, err
		}
		out.keys = append(out.keys, key)
	}
	return out, nil
}

// beginning returns what is asked of a browser, and what its answer is checked against.
type beginning func(*webauthn.WebAuthn) (options any, session *webauthn.SessionData, err error)

// takeCeremony returns what was asked of a browser, once.
func (a *Accounts) takeCeremony(r *http.Request) (webauthn.SessionData, error) {
	var session webauthn.SessionData
	name := a.site.ReadCookie(r, ceremonyCookie)
	if name == "" {
		return session, errPasskey
	}
	data, found, err := a.store.TakeValue(r.Context(), ceremonyCookie+":"+name)
	if err != nil {
		return session, err
	}
	if !found {
		return session, errPasskey
	}
	return session, json.Unmarshal(data, &session)
}

var errPasskey = play.Refuse(play.NotAllowed, "The passkey could not be checked. Try again.")

// beginCeremony asks something of a browser, and keeps what its answer is checked against.
func (a *Accounts) beginCeremony(w http.ResponseWriter, r *http.Request, begin beginning) {
	party, err := a.relyingParty(r)
	if err != nil {
		a.site.Refuse(w, r, errPasskey)
		return
	}
	options, session, err := begin(party)
	if err == nil {
		err = a.site.KeepForBrowser(w, r, ceremonyCookie, session, ceremonyLife)
	}
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	site.WriteJSON(w, options)
}

// ending checks what a browser has answered, and does what follows from it.
type ending func(*webauthn.WebAuthn, webauthn.SessionData) error

// endCeremony checks the answer of a browser.
func (a *Accounts) endCeremony(w http.ResponseWriter, r *http.Request, end ending) {
	session, err := a.takeCeremony(r)
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	party, err := a.relyingParty(r)
	if err != nil {
		a.site.Refuse(w, r, errPasskey)
		return
	}
	if err := end(party, session); err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	site.WriteJSON(w, struct{}{})
}

// refusePasskey logs why a passkey was refused, which is for the operator only.
func (a *Accounts) refusePasskey(err error) error {
	a.site.Log.Info("a passkey was refused", "err", err)
	return errPasskey
}

// newPasskey begins to make a passkey, and keepPasskey completes it.
func (a *Accounts) newPasskey(w http.ResponseWriter, r *http.Request) {
	a.passkeyOwner(w, r, func(user passkeyUser) {
		a.beginCeremony(w, r, func(party *webauthn.WebAuthn) (any, *webauthn.SessionData, error) {
			known := webauthn.Credentials(user.keys).CredentialDescriptors()
			options, session, err := party.BeginRegistration(user, webauthn.WithExclusions(known))
			if err != nil {
				return nil, nil, err
			}
			return options.Response, session, nil
		})
	})
}

func (a *Accounts) keepPasskey(w http.ResponseWriter, r *http.Request) {
	a.passkeyOwner(w, r, func(user passkeyUser) {
		a.endCeremony(w, r, func(party *webauthn.WebAuthn, session webauthn.SessionData) error {
			key, err := party.FinishRegistration(user, session, r)
			if err != nil {
				return a.refusePasskey(err)
			}
			return a.saveKey(r.Context(), user.user.ID, key)
		})
	})
}

// passkeyOwner calls do for somebody who may make passkeys: a person with an account who has just
// signed in.
func (a *Accounts) passkeyOwner(w http.ResponseWriter, r *http.Request, do func(passkeyUser)) {
	p := site.PersonOf(r.Context())
	var user passkeyUser
	var err error
	switch {
	case p == nil || p.Guest:
		err = site.ErrNotSignedIn
	case !a.site.Proven(p):
		err = site.ErrUnproven
	default:
		user, err = a.passkeyUser(r.Context(), p.User)
	}
	if err != nil {
		a.site.Refuse(w, r, err)
		return
	}
	do(user)
}

func (a *Accounts) saveKey(ctx context.Context, user string, key *webauthn.Credential) error {
	data, err := json.Marshal(key)
	if err != nil {
		return err
	}
	return a.store.SaveCredential(ctx, store.Credential{ID: key.ID, User: user, Data: data})
}

// askPasskey begins a sign-in by passkey, and usePasskey completes it.
func (a *Accounts) askPasskey(w http.ResponseWriter, r *http.Request) {
	if !a.entries.Allow(site.AddressOf(r.Context())) {
		a.site.Refuse(w, r, site.ErrTooMany)
		return
	}
	a.beginCeremony(w, r, func(party *webauthn.WebAuthn) (any, *webauthn.SessionData, error) {
		verified := webauthn.WithUserVerification(protocol.VerificationRequired)
		options, session, err := party.BeginDiscoverableLogin(verified)
		if err != nil {
			return nil, nil, err
		}
		return options.Response, session, nil
	})
}

func (a *Accounts) usePasskey(w http.ResponseWriter, r *http.Request) {
	a.endCeremony(w, r, func(party *webauthn.WebAuthn, session webauthn.SessionData) error {
		var found store.User
		find := func(_, handle []byte) (webauthn.User, error) {
			u, err := a.store.User(r.Context(), string(handle))
			if err != nil {
				return nil, err
			}
			found = u
			return a.passkeyUser(r.Context(), u)
		}
		key, err := party.FinishDiscoverableLogin(find, session, r)
		if err != nil {
			return a.refusePasskey(err)
		}
		if err := a.saveKey(r.Context(), found.ID, key); err != nil { // its counter has changed
			return err
		}
		return a.signIn(w, r, found)
	})
}

func (a *Accounts) dropPasskey(r *http.Request, p *site.Person) (string, error) {
	if !a.site.Proven(p) {
		return "", site.ErrUnproven
	}
	id, err := hex.DecodeString(r.FormValue("id"))
	if err != nil {
		return "", play.Refuse(play.NotFound, "There is no such passkey.")
	}
	return message.Key("The passkey is removed."), a.store.DeleteCredential(r.Context(), p.ID, id)
}

func passkeyLines(ctx context.Context, keys []store.Credential) []page.TokenLine {
	var lines []page.TokenLine
	for _, k := range keys {
		lines = append(lines, page.TokenLine{
			ID: hex.EncodeToString(k.ID), Label: message.Key("A passkey"), Since: message.Day(ctx, k.Created),
		})
	}
	return lines
}
