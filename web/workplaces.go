package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"runtime"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/web/work"
)

// What people may have computed, before Config.Work: processor seconds, and bytes of text that is read. docs/serving.md
// has the same figures.
var (
	usualSeconds = work.Limits{
		Account: work.Allowance{Rate: 0.5, Burst: 300},
		Guest:   work.Allowance{Rate: 0.2, Burst: 120},
		Address: work.Allowance{Rate: 1, Burst: 600},
	}
	usualBytes = work.Limits{
		Account: work.Allowance{Rate: 128 << 10, Burst: 64 << 20},
		Guest:   work.Allowance{Rate: 32 << 10, Burst: 16 << 20},
		Address: work.Allowance{Rate: 256 << 10, Burst: 128 << 20},
	}
)

// workplaces are the queues of what people have computed. The computer's moves in games are not among it: they have
// engines of their own.
type workplaces struct {
	long  *work.Queue // searches and solving, which go on until their time is over or others want the place
	texts *work.Queue // reading and converting files
	short *work.Queue // anything else that looks at positions
	bytes *work.Budget
}

// mostLine is how many wait for the places of a queue.
const mostLine = 60

func newWorkplaces(places int, factor float64, m *metrics) workplaces {
	seconds := work.NewBudget(usualSeconds.Scaled(factor))
	w := workplaces{
		long:  work.NewQueue(places, mostLine, seconds),
		texts: work.NewQueue(places, mostLine, seconds),
		short: work.NewQueue(2*runtime.GOMAXPROCS(0), 4*mostLine, seconds),
		bytes: work.NewBudget(usualBytes.Scaled(factor)),
	}
	for name, q := range map[string]*work.Queue{"long": w.long, "texts": w.texts, "short": w.short} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "kirke_work_waiting", Help: "Work that waits for a processor, by its queue.", ConstLabels: prometheus.Labels{"queue": name},
		}, func() float64 { return float64(q.Waiting()) }))
	}
	return w
}

// clientOf returns on whose behalf a request has something computed.
func clientOf(ctx context.Context) work.Client {
	c := work.Client{Address: addressOf(ctx)}
	if p := personOf(ctx); p != nil && !p.Guest {
		c.Person = p.ID
	}
	return c
}

// overload returns the status of the answer to work that was refused, and after how many seconds to ask again; 0 for any
// other error.
func overload(err error) (status int, again string) {
	var empty *work.EmptyError
	switch {
	case errors.As(err, &empty):
		return http.StatusTooManyRequests, strconv.Itoa(work.Seconds(empty.Wait))
	case errors.Is(err, errBusy), errors.Is(err, work.ErrBusy):
		return http.StatusServiceUnavailable, "5"
	}
	return 0, ""
}

// textRoutes read and write files of games.
var textRoutes = map[string]bool{
	"POST /convert":                true,
	"POST /import":                 true,
	"POST " + apiPath + "/convert": true,
}

// shortRoutes look at positions, at most for a fraction of a second.
var shortRoutes = map[string]bool{
	"GET /analysis":                                  true,
	"GET /editor":                                    true,
	"GET /problems":                                  true,
	"GET /browse":                                    true,
	"GET /rules/{variant}":                           true,
	"GET /rules/{variant}/diagrams/{name}":           true,
	"GET /g/{game}/try":                              true,
	"GET /g/{game}/explain":                          true,
	"GET /g/{game}/export/{format}":                  true,
	"GET /g/{game}/diagram.svg":                      true,
	"GET /g/{game}/diagram.png":                      true,
	"GET " + apiPath + "/diagram.svg":                true,
	"GET " + apiPath + "/diagram.png":                true,
	"GET " + apiPath + "/explain":                    true,
	"GET " + apiPath + "/games":                      true,
	"GET " + apiPath + "/games/{id}/export/{format}": true,
	"GET " + apiPath + "/moves":                      true,
	"GET " + apiPath + "/position":                   true,
	"POST " + apiPath + "/position":                  true,
	"GET " + apiPath + "/setup":                      true,
	"POST " + apiPath + "/setup":                     true,
	"GET " + apiPath + "/variants/{id}":              true,
	"POST " + apiPath + "/jobs":                      true,
	"POST /problems/jobs":                            true,
}

// working returns what answers a route, in a place of the queue that its work belongs to. The answer is kept until the
// place is free again, so that a client who reads slowly holds none.
func (s *Server) working(pattern string, next http.Handler) http.Handler {
	queue, name := s.places.short, "short"
	switch {
	case textRoutes[pattern]:
		queue, name = s.places.texts, "texts"
	case !shortRoutes[pattern]:
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := clientOf(r.Context())
		err := s.places.bytes.Check(who)
		var place *work.Place
		if err == nil {
			place, err = queue.Enter(r.Context(), who)
		}
		if err != nil {
			s.overloaded(w, r, name, err)
			return
		}
		kept := &keptAnswer{header: w.Header()}
		func() {
			defer place.Leave()
			next.ServeHTTP(kept, r)
		}()
		if queue == s.places.texts {
			s.places.bytes.Charge(who, float64(max(0, r.ContentLength))+float64(kept.body.Len()))
		}
		kept.writeTo(w)
	})
}

// overloaded answers work that was refused.
func (s *Server) overloaded(w http.ResponseWriter, r *http.Request, queue string, err error) {
	status, again := overload(err)
	if status == 0 {
		return // the client has gone
	}
	why := "busy"
	if status == http.StatusTooManyRequests {
		why = "used up"
		if s.limits.noted.allow(s.address(r)) {
			s.log.Warn("a limit was hit", "limit", "work", "user", userID(r.Context()), "address", s.addressMark(r.Context()))
		}
	}
	s.metrics.refused.WithLabelValues(queue, why).Inc()
	w.Header().Set("Retry-After", again)
	s.fail(w, r, status, sentence(err))
}

// keptAnswer keeps an answer.
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
	_, _ = k.body.WriteTo(w) // a client that has gone
}
