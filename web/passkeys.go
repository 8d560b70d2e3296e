package web

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
	"github.com/kirke-chess/kirke/web/page"
)

// ceremonyLife is how long somebody may take to answer their browser.
const ceremonyLife = 5 * time.Minute

// ceremonyCookie names the ceremony that a browser is in.
const ceremonyCookie = "ceremony"

// passkeyUser is a person as the library sees them.
type passkeyUser struct {
	user store.User
	keys []webauthn.Credential
}

func (u passkeyUser) WebAuthnID() []byte                         { return []byte(u.user.ID) }
func (u passkeyUser) WebAuthnName() string                       { return u.user.Name }
func (u passkeyUser) WebAuthnDisplayName() string                { return u.user.Name }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.keys }

// relyingParty returns what checks passkeys for the site as its reader addresses it. Browsers
// let a passkey be used only at the address that it was made at.
func (s *Server) relyingParty(r *http.Request) (*webauthn.WebAuthn, error) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	scheme := "http://"
	if s.overTLS(r) {
		scheme = "https://"
	}
	return webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Kirke", RPOrigins: []string{scheme + r.Host},
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
}

func (s *Server) passkeyUser(ctx context.Context, u store.User) (passkeyUser, error) {
	known, err := s.store.Credentials(ctx, u.ID)
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

// keepCeremony keeps what is asked of a browser until it answers, once.
func (s *Server) keepCeremony(w http.ResponseWriter, r *http.Request, session *webauthn.SessionData) error {
	data, err := json.Marshal(session)
	if err != nil {
		return err
	}
	name := store.NewID() + store.NewID()
	if err := s.store.SetValue(r.Context(), "ceremony:"+name, data, s.now().Add(ceremonyLife)); err != nil {
		return err
	}
	c := s.cookie(r, ceremonyCookie, name, ceremonyLife)
	c.SameSite = http.SameSiteStrictMode
	http.SetCookie(w, c)
	return nil
}

func (s *Server) takeCeremony(r *http.Request) (webauthn.SessionData, error) {
	var session webauthn.SessionData
	name := s.readCookie(r, ceremonyCookie)
	if name == "" {
		return session, errPasskey
	}
	data, found, err := s.store.TakeValue(r.Context(), "ceremony:"+name)
	if err != nil {
		return session, err
	}
	if !found {
		return session, errPasskey
	}
	return session, json.Unmarshal(data, &session)
}

var errPasskey = deny(play.NotAllowed, "The passkey could not be checked. Try again.")

// beginCeremony answers with what begin asks of a browser, and keeps what its answer is held against.
func (s *Server) beginCeremony(w http.ResponseWriter, r *http.Request, begin func(*webauthn.WebAuthn) (options any, session *webauthn.SessionData, err error)) {
	party, err := s.relyingParty(r)
	if err != nil {
		s.refuse(w, r, errPasskey)
		return
	}
	options, session, err := begin(party)
	if err == nil {
		err = s.keepCeremony(w, r, session)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	writeJSON(w, options)
}

// endCeremony has end check what a browser has answered, and keep what follows from it.
func (s *Server) endCeremony(w http.ResponseWriter, r *http.Request, end func(*webauthn.WebAuthn, webauthn.SessionData) error) {
	session, err := s.takeCeremony(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	party, err := s.relyingParty(r)
	if err != nil {
		s.refuse(w, r, errPasskey)
		return
	}
	if err := end(party, session); err != nil {
		s.refuse(w, r, err)
		return
	}
	writeJSON(w, struct{}{})
}

// unproven logs why the answer of a browser proves nothing, which is nobody's business but the operator's.
func (s *Server) unproven(err error) error {
	s.log.Info("a passkey was refused", "err", err)
	return errPasskey
}

// newPasskey begins the making of a passkey, and keepPasskey ends it.
func (s *Server) newPasskey(w http.ResponseWriter, r *http.Request) {
	s.passkeyOwner(w, r, func(user passkeyUser) {
		s.beginCeremony(w, r, func(party *webauthn.WebAuthn) (any, *webauthn.SessionData, error) {
			options, session, err := party.BeginRegistration(user, webauthn.WithExclusions(webauthn.Credentials(user.keys).CredentialDescriptors()))
			if err != nil {
				return nil, nil, err
			}
			return options.Response, session, nil
		})
	})
}

func (s *Server) keepPasskey(w http.ResponseWriter, r *http.Request) {
	s.passkeyOwner(w, r, func(user passkeyUser) {
		s.endCeremony(w, r, func(party *webauthn.WebAuthn, session webauthn.SessionData) error {
			key, err := party.FinishRegistration(user, session, r)
			if err != nil {
				return s.unproven(err)
			}
			return s.saveKey(r.Context(), user.user.ID, key)
		})
	})
}

// passkeyOwner calls do for somebody who may make passkeys: a person with an account who has just shown who they are.
func (s *Server) passkeyOwner(w http.ResponseWriter, r *http.Request, do func(passkeyUser)) {
	p := personOf(r.Context())
	if p == nil || p.Guest {
		s.refuse(w, r, errNobody)
		return
	}
	if !s.proven(p) {
		s.refuse(w, r, errUnproven)
		return
	}
	user, err := s.passkeyUser(r.Context(), p.User)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	do(user)
}

func (s *Server) saveKey(ctx context.Context, user string, key *webauthn.Credential) error {
	data, err := json.Marshal(key)
	if err != nil {
		return err
	}
	return s.store.SaveCredential(ctx, store.Credential{ID: key.ID, User: user, Data: data})
}

// askPasskey begins a sign-in by passkey, and usePasskey ends it.
func (s *Server) askPasskey(w http.ResponseWriter, r *http.Request) {
	if !s.limits.entry.allow(addressOf(r.Context())) {
		s.refuse(w, r, errTooMany)
		return
	}
	s.beginCeremony(w, r, func(party *webauthn.WebAuthn) (any, *webauthn.SessionData, error) {
		options, session, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
		if err != nil {
			return nil, nil, err
		}
		return options.Response, session, nil
	})
}

func (s *Server) usePasskey(w http.ResponseWriter, r *http.Request) {
	s.endCeremony(w, r, func(party *webauthn.WebAuthn, session webauthn.SessionData) error {
		var found store.User
		find := func(_, handle []byte) (webauthn.User, error) {
			u, err := s.store.User(r.Context(), string(handle))
			if err != nil {
				return nil, err
			}
			found = u
			return s.passkeyUser(r.Context(), u)
		}
		key, err := party.FinishDiscoverableLogin(find, session, r)
		if err != nil {
			return s.unproven(err)
		}
		if err := s.saveKey(r.Context(), found.ID, key); err != nil { // its counter has gone on
			return err
		}
		return s.signIn(w, r, found)
	})
}

func (s *Server) dropPasskey(_ http.ResponseWriter, r *http.Request, p *person) (string, error) {
	if !s.proven(p) {
		return "", errUnproven
	}
	id, err := hex.DecodeString(r.FormValue("id"))
	if err != nil {
		return "", deny(play.NotFound, "There is no such passkey.")
	}
	return "The passkey is removed.", s.store.DeleteCredential(r.Context(), p.ID, id)
}

func passkeyLines(keys []store.Credential) []page.TokenLine {
	var lines []page.TokenLine
	for _, k := range keys {
		lines = append(lines, page.TokenLine{ID: hex.EncodeToString(k.ID), Label: "A passkey", Since: k.Created.Format("2 January 2006")})
	}
	return lines
}

// writeJSON answers a script of our own.
func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v) // a client that has gone
}
