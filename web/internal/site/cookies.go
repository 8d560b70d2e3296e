package site

// This file sets and reads cookies.

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"time"
)

// hostPrefix begins the names of cookies over TLS. Browsers then accept them from this host only,
// over TLS only: neither a neighbouring host nor somebody in the network can put a session into a
// browser (RFC 6265bis, section 4.1.3.2).
const hostPrefix = "__Host-"

// Cookie returns a cookie for the whole site that scripts cannot read. A negative life drops it.
func (s *Site) Cookie(r *http.Request, name, value string, life time.Duration) *http.Cookie {
	secure := s.OverTLS(r)
	if secure {
		name = hostPrefix + name
	}
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second), HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: secure,
	}
}

// KeepForBrowser keeps v as JSON in the store until the same browser comes back. The store has it
// under the name of a cookie, a colon and the cookie's value, which nobody can guess. Browsers do
// not send the cookie from other sites.
func (s *Site) KeepForBrowser(w http.ResponseWriter, r *http.Request, cookie string, v any, life time.Duration) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	secret := rand.Text()
	if err := s.Store.SetValue(r.Context(), cookie+":"+secret, data, s.Now().Add(life)); err != nil {
		return err
	}
	c := s.Cookie(r, cookie, secret, life)
	c.SameSite = http.SameSiteStrictMode
	http.SetCookie(w, c)
	return nil
}

// ReadCookie returns the value of a cookie made by Cookie, "" for none. Over TLS it falls back to
// the name without prefix: earlier versions set that, and so does a site before it has TLS.
func (s *Site) ReadCookie(r *http.Request, name string) string {
	if s.OverTLS(r) {
		if c, err := r.Cookie(hostPrefix + name); err == nil {
			return c.Value
		}
	}
	if c, err := r.Cookie(name); err == nil {
		return c.Value
	}
	return ""
}

// DropCookie tells the browser to forget a cookie, under its plain name too.
func (s *Site) DropCookie(w http.ResponseWriter, r *http.Request, name string) {
	c := s.Cookie(r, name, "", -time.Second)
	http.SetCookie(w, c)
	if c.Name != name {
		c.Name = name
		http.SetCookie(w, c)
	}
}
