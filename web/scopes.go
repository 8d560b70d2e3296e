package web

import (
	"net/http"
	"strings"
)

// A scope is what the secret of a request lets it do. Each scope includes those before it.
const (
	readScope = "read" // a program that changes nothing
	playScope = "play" // a program that does everything but change the account
	webScope  = "web"  // a browser
)

// scopeRank orders the scopes. A scope that it lacks may do nothing.
var scopeRank = map[string]int{readScope: 1, playScope: 2, webScope: 3}

// may reports whether the request of a person may do what needs a scope. Nobody in particular may do what everybody may.
func (p *person) may(scope string) bool {
	return p == nil || scopeRank[p.token.Scope] >= scopeRank[scope]
}

// readingPosts are the operations of the API that change nothing though they take a body.
var readingPosts = map[string]bool{
	"POST " + apiPath + "/computer": true,
	"POST " + apiPath + "/convert":  true,
	"POST " + apiPath + "/position": true,
	"POST " + apiPath + "/setup":    true,
	"POST " + apiPath + "/solve":    true,
}

// programRoutes are the routes outside the API that programs may use, with the scope that they need. Commands sent over
// a game's socket need more than the socket.
var programRoutes = map[string]string{
	"":                              readScope, // no route: the answer says so
	"/":                             readScope, // nor here
	"GET /g/{game}/live":            readScope,
	"GET /g/{game}/export/{format}": readScope,
	"GET /g/{game}/diagram.svg":     readScope,
	"GET /g/{game}/diagram.png":     readScope,
}

// scopeOf returns the scope that a route needs, by its pattern. What nobody has thought of is for browsers.
func scopeOf(pattern string) string {
	if scope, ok := programRoutes[pattern]; ok {
		return scope
	}
	method, path, _ := strings.Cut(pattern, " ")
	switch {
	case !strings.HasPrefix(path, apiPath+"/"):
		return webScope
	case method == http.MethodGet || readingPosts[pattern]:
		return readScope
	default:
		return playScope
	}
}

// scoped answers a request for a route only if its secret has the scope that the route needs.
func (s *Server) scoped(pattern string, w http.ResponseWriter, r *http.Request, next http.Handler) {
	need := scopeOf(pattern)
	switch {
	case personOf(r.Context()).may(need):
		next.ServeHTTP(w, r)
	case need == playScope:
		s.fail(w, r, http.StatusForbidden, "This token is for reading only.")
	default:
		s.fail(w, r, http.StatusForbidden, "Tokens are for the API: this is done in a browser.")
	}
}
