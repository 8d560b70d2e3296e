package web

import (
	"log/slog"
	"net/http"
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
	m.registry.MustRegister(m.requests, m.searches, m.waiting, m.solving, m.sockets, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// serveMetrics answers programs on this machine; for all others, and through a
// proxy, there is no such page.
func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) {
	if s.config.Proxied || r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" || !s.address(r).IsLoopback() {
		s.notFound(w, r)
		return
	}
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(w, r)
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
