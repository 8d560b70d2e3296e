package web

import (
	"net/http"
	"time"
)

// hostPrefix begins the names of cookies over TLS. Browsers then accept them from this host only, over TLS only: neither a
// neighbouring host nor somebody in the network can put a session into a browser (RFC 6265bis, section 4.1.3.2).
const hostPrefix = "__Host-"

// cookie returns a cookie for the whole site that scripts cannot read. A negative life drops it.
func (s *Server) cookie(r *http.Request, name, value string, life time.Duration) *http.Cookie {
	secure := s.overTLS(r)
	if secure {
		name = hostPrefix + name
	}
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: secure,
	}
}

// readCookie returns the value of a cookie made by cookie, "" for none. Over TLS the plain name counts where the prefixed one
// is missing: earlier versions set it, and so does a site before it gets TLS.
func (s *Server) readCookie(r *http.Request, name string) string {
	if s.overTLS(r) {
		if c, err := r.Cookie(hostPrefix + name); err == nil {
			return c.Value
		}
	}
	if c, err := r.Cookie(name); err == nil {
		return c.Value
	}
	return ""
}

// dropCookie tells the browser to forget a cookie, under its plain name too.
func (s *Server) dropCookie(w http.ResponseWriter, r *http.Request, name string) {
	c := s.cookie(r, name, "", -time.Second)
	http.SetCookie(w, c)
	if c.Name != name {
		c.Name = name
		http.SetCookie(w, c)
	}
}

// overTLS reports whether the reader's connection is encrypted.
func (s *Server) overTLS(r *http.Request) bool {
	return r.TLS != nil || s.config.Proxied && r.Header.Get("X-Forwarded-Proto") == "https"
}
