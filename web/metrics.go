package web

import (
	"crypto/subtle"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what an operator watches.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	searches *prometheus.HistogramVec
	waiting  prometheus.Gauge
	solving  prometheus.Gauge
	sockets  prometheus.Gauge
	refused  *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kirke_http_request_seconds", Help: "How long requests took, by route and status.", Buckets: prometheus.ExponentialBuckets(0.001, 3, 9),
		}, []string{"route", "status"}),
		searches: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kirke_search_seconds", Help: "How long the engine took, by what it was asked for.", Buckets: prometheus.ExponentialBuckets(0.05, 2, 9),
		}, []string{"errand"}),
		waiting: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kirke_search_waiting", Help: "Searches that wait for an engine."}),
		solving: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kirke_problems_solving", Help: "Problems that are being solved."}),
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kirke_sockets", Help: "Live connections."}),
	}
	m.refused = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "kirke_work_refused_total", Help: "Work that was refused, because its queue was full or what its client may use was used up.",
	}, []string{"queue", "why"})
	m.registry.MustRegister(m.refused, m.requests, m.searches, m.waiting, m.solving, m.sockets, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// metricsPath is where programs read the metrics, whose secret is no token of a person.
const metricsPath = "/metrics"

// serveMetrics answers programs that may read the metrics; for all others there is no such page.
func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) {
	if !s.mayMeasure(r) {
		s.notFound(w, r)
		return
	}
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(w, r)
}

// mayMeasure reports whether a request may read the metrics: by the token, or directly from one of the networks.
func (s *Server) mayMeasure(r *http.Request) bool {
	if secret, ok := bearer(r); ok {
		want := s.config.MetricsToken
		return want != "" && subtle.ConstantTimeCompare([]byte(secret), []byte(want)) == 1
	}
	if s.config.Proxied || r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" {
		return false
	}
	address := s.address(r)
	if s.config.MetricsFrom == nil {
		return address.IsLoopback()
	}
	return slices.ContainsFunc(s.config.MetricsFrom, func(p netip.Prefix) bool { return p.Contains(address) })
}

func levelOf(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelInfo
}

func attrs(method, route string, status int, bytes int64, took time.Duration) []slog.Attr {
	return []slog.Attr{
		slog.String("method", method), slog.String("route", route), slog.Int("status", status),
		slog.Int64("bytes", bytes), slog.Duration("took", took),
	}
}
