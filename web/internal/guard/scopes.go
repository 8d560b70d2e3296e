package guard

// This file says which scope a route needs.

import (
	"net/http"
	"strings"

	"github.com/kirke-chess/kirke/web/internal/site"
)

// readingPosts are the operations of the API that change nothing although they take a body.
var readingPosts = map[string]bool{
	"POST " + site.APIPath + "/computer": true,
	"POST " + site.APIPath + "/convert":  true,
	"POST " + site.APIPath + "/position": true,
	"POST " + site.APIPath + "/problem":  true,
	"POST " + site.APIPath + "/setup":    true,
	"POST " + site.APIPath + "/solve":    true,
}

// programRoutes are the routes outside the API that programs may use, with the scope that they
// need. Commands sent over a game's socket need more than the socket.
var programRoutes = map[string]string{
	"":                              site.ReadScope, // no route, which is answered with 404
	"/":                             site.ReadScope, // the same
	"GET /g/{game}/live":            site.ReadScope,
	"GET /g/{game}/export/{format}": site.ReadScope,
	"GET /g/{game}/diagram.svg":     site.ReadScope,
	"GET /g/{game}/diagram.png":     site.ReadScope,
	"GET /g/{game}/game.gif":        site.ReadScope,
}

// scopeOf returns the scope that a route needs, by its pattern. A route that no table names is for
// browsers.
func scopeOf(pattern string) string {
	if scope, ok := programRoutes[pattern]; ok {
		return scope
	}
	method, path, _ := strings.Cut(pattern, " ")
	switch {
	case !strings.HasPrefix(path, site.APIPath+"/"):
		return site.WebScope
	case method == http.MethodGet || readingPosts[pattern]:
		return site.ReadScope
	default:
		return site.PlayScope
	}
}

// scoped answers a request only if its secret has the scope that the route needs.
func (g *Guard) scoped(pattern string, w http.ResponseWriter, r *http.Request, next http.Handler) {
	need := scopeOf(pattern)
	switch {
	case site.PersonOf(r.Context()).May(need):
		next.ServeHTTP(w, r)
	case need == site.PlayScope:
		g.site.Fail(w, r, http.StatusForbidden, site.ReadOnlyToken)
	default:
		g.site.Fail(w, r, http.StatusForbidden, "Tokens are for the API. Do this in a browser.")
	}
}
