package guard

// This file says which routes wait for a processor.

import (
	"bytes"
	"net/http"

	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/work"
)

// textRoutes read and write files of games.
var textRoutes = map[string]bool{
	"GET /g/{game}/game.gif":            true,
	"POST /convert":                     true,
	"POST /import":                      true,
	"POST /workshop/{id}/publish":       true,
	"POST /studies":                     true,
	"POST /me/export":                   true,
	"POST " + site.APIPath + "/convert": true,
	"POST " + site.APIPath + "/studies": true,

	"PUT " + site.APIPath + "/studies/{id}": true,
}

// shortRoutes compute something about positions, for a fraction of a second.
var shortRoutes = map[string]bool{
	"GET /analysis":                        true,
	"GET /study/{id}":                      true,
	"GET /editor":                          true,
	"GET /problems":                        true,
	"GET /browse":                          true,
	"GET /rules":                           true,
	"GET /rules/{variant}":                 true,
	"GET /rules/{variant}/file":            true,
	"GET /workshop/{id}/publish":           true,
	"GET /rules/{variant}/diagrams/{name}": true,
	"GET /g/{game}/try":                    true,
	"GET /g/{game}/explain":                true,
	"GET /g/{game}/export/{format}":        true,
	"GET /g/{game}/diagram.svg":            true,
	"GET /g/{game}/diagram.png":            true,
	"GET /g/{game}/review":                 true,
	"GET /g/{game}/review/line":            true,
	"POST /g/{game}/review":                true,
	"POST /problems/jobs":                  true,
	"GET /workshop/{id}":                   true,
	"GET /workshop/{id}/board.svg":         true,
	"POST /workshop/new":                   true,
	"POST /workshop/{id}/save":             true,

	"GET " + site.APIPath + "/ahead":                      true,
	"GET " + site.APIPath + "/diagram.svg":                true,
	"GET " + site.APIPath + "/diagram.png":                true,
	"GET " + site.APIPath + "/analyse/permission":         true,
	"GET " + site.APIPath + "/explain":                    true,
	"GET " + site.APIPath + "/games":                      true,
	"GET " + site.APIPath + "/games/{id}/export/{format}": true,
	"GET " + site.APIPath + "/movement":                   true,
	"GET " + site.APIPath + "/games/{id}/review":          true,
	"POST " + site.APIPath + "/games/{id}/review":         true,
	"GET " + site.APIPath + "/moves":                      true,
	"GET " + site.APIPath + "/position":                   true,
	"POST " + site.APIPath + "/position":                  true,
	"POST " + site.APIPath + "/problem":                   true,
	"GET " + site.APIPath + "/setup":                      true,
	"GET " + site.APIPath + "/tables":                     true,
	"POST " + site.APIPath + "/setup":                     true,
	"GET " + site.APIPath + "/variants/{id}":              true,
	"POST " + site.APIPath + "/jobs":                      true,
	"POST " + site.APIPath + "/workshop/check":            true,
	"POST " + site.APIPath + "/workshop/position":         true,
	"POST " + site.APIPath + "/workshop/movement":         true,
	"POST " + site.APIPath + "/workshop/explain":          true,
}

// queued returns the handler of a route, which waits for a place in the queue of its kind of work.
// The answer is sent after the place is free again, so that a slow client does not occupy it.
func (g *Guard) queued(pattern string, next http.Handler) http.Handler {
	queue, name := g.site.Work.Short, "short"
	switch {
	case textRoutes[pattern]:
		queue, name = g.site.Work.Texts, "texts"
	case !shortRoutes[pattern]:
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := site.ClientOf(r.Context())
		err := g.site.Work.Bytes.Check(client)
		var place *work.Place
		if err == nil {
			place, err = queue.Enter(r.Context(), client)
		}
		if err != nil {
			g.overloaded(w, r, name, err)
			return
		}
		kept := &keptAnswer{header: w.Header()}
		func() {
			defer place.Leave()
			next.ServeHTTP(kept, r)
		}()
		if queue == g.site.Work.Texts {
			g.site.Work.Bytes.Charge(client, float64(max(0, r.ContentLength))+float64(kept.body.Len()))
		}
		kept.writeTo(w)
	})
}

// overloaded answers a request whose work was refused.
func (g *Guard) overloaded(w http.ResponseWriter, r *http.Request, queue string, err error) {
	status, again := site.Overload(err)
	if status == 0 {
		return // the client has gone
	}
	why := "busy"
	if status == http.StatusTooManyRequests {
		why = "used up"
		g.site.LogLimit(r.Context(), "work")
	}
	g.refused.WithLabelValues(queue, why).Inc()
	w.Header().Set("Retry-After", again)
	g.site.Fail(w, r, status, site.Sentence(r.Context(), err))
}

// keptAnswer is an answer that is sent later.
type keptAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (k *keptAnswer) Header() http.Header { return k.header }

func (k *keptAnswer) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
}

func (k *keptAnswer) Write(b []byte) (int, error) {
	k.WriteHeader(http.StatusOK)
	return k.body.Write(b)
}

func (k *keptAnswer) writeTo(w http.ResponseWriter) {
	if k.status != 0 {
		w.WriteHeader(k.status)
	}
	_, _ = k.body.WriteTo(w) // fails when the client has gone
}
