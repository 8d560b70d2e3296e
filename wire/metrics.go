package wire

import "github.com/prometheus/client_golang/prometheus"

// figure is one of the numbers of a Bus, as Prometheus has it.
type figure struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(Stats) float64
}

var figures = []figure{
	gauge("connected", "Whether the wire can be reached.", func(s Stats) float64 {
		if s.Connected {
			return 1
		}
		return 0
	}),
	gauge("subscriptions", "Subscriptions that are open here.", func(s Stats) float64 { return float64(s.Subscriptions) }),
	counter("events_published_total", "Events sent.", func(s Stats) uint64 { return s.Published }),
	counter("events_dropped_total", "Events that could not be sent.", func(s Stats) uint64 { return s.Dropped }),
	counter("events_delivered_total", "Events handed to subscribers here.", func(s Stats) uint64 { return s.Delivered }),
	counter("resyncs_total", "Times that a subscriber here was told to read the truth again.", func(s Stats) uint64 { return s.Resyncs }),
	counter("tasks_total", "Tasks done here.", func(s Stats) uint64 { return s.Tasks }),
	counter("tasks_failed_total", "Tasks done here that gave an error.", func(s Stats) uint64 { return s.Failures }),
	counter("results_total", "Results of tasks stored here.", func(s Stats) uint64 { return s.Results }),
}

func gauge(name, help string, value func(Stats) float64) figure {
	return figure{prometheus.NewDesc("kirke_wire_"+name, help, nil, nil), prometheus.GaugeValue, value}
}

func counter(name, help string, value func(Stats) uint64) figure {
	return figure{prometheus.NewDesc("kirke_wire_"+name, help, nil, nil), prometheus.CounterValue, func(s Stats) float64 { return float64(value(s)) }}
}

// Describe implements prometheus.Collector.
func (b *Bus) Describe(c chan<- *prometheus.Desc) {
	for _, f := range figures {
		c <- f.desc
	}
}

// Collect implements prometheus.Collector: the figures of Stats.
func (b *Bus) Collect(c chan<- prometheus.Metric) {
	s := b.Stats()
	for _, f := range figures {
		c <- prometheus.MustNewConstMetric(f.desc, f.kind, f.value(s))
	}
}
