package bus

import "github.com/prometheus/client_golang/prometheus"

// metric is one of Stats as Prometheus has it.
type metric struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(Stats) float64
}

var metrics = []metric{
	gauge("connected", "Whether the bus can be reached.", func(s Stats) float64 {
		if s.Connected {
			return 1
		}
		return 0
	}),
	gauge("subscriptions", "Open subscriptions.", func(s Stats) float64 { return float64(s.Subscriptions) }),
	counter("events_published_total", "Events sent.", func(s Stats) uint64 { return s.Published }),
	counter("events_dropped_total", "Events that could not be sent.", func(s Stats) uint64 { return s.Dropped }),
	counter("events_delivered_total", "Events handed to subscriptions.", func(s Stats) uint64 { return s.Delivered }),
	counter("resyncs_total", "Times that a subscription was told to read SQL again.",
		func(s Stats) uint64 { return s.Resyncs }),
	counter("tasks_total", "Tasks done.", func(s Stats) uint64 { return s.Tasks }),
	counter("tasks_failed_total", "Tasks that ended with an error.", func(s Stats) uint64 { return s.Failures }),
	counter("results_total", "Results of tasks stored.", func(s Stats) uint64 { return s.Results }),
}

func gauge(name, help string, value func(Stats) float64) metric {
	return metric{prometheus.NewDesc("kirke_bus_"+name, help, nil, nil), prometheus.GaugeValue, value}
}

func counter(name, help string, value func(Stats) uint64) metric {
	desc := prometheus.NewDesc("kirke_bus_"+name, help, nil, nil)
	return metric{desc, prometheus.CounterValue, func(s Stats) float64 { return float64(value(s)) }}
}

// Describe implements prometheus.Collector.
func (b *Bus) Describe(c chan<- *prometheus.Desc) {
	for _, f := range metrics {
		c <- f.desc
	}
}

// Collect implements prometheus.Collector: the figures of Stats.
func (b *Bus) Collect(c chan<- prometheus.Metric) {
	s := b.Stats()
	for _, f := range metrics {
		c <- prometheus.MustNewConstMetric(f.desc, f.kind, f.value(s))
	}
}
