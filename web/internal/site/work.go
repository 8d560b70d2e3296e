package site

// This file holds the queues and allowances for computing.

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/web/work"
)

// The allowances before Options.Work scales them: processor seconds, and bytes of text read.
// docs/serving.md has the same figures.
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

// mostInLine is the number of clients that may wait in a queue.
const mostInLine = 60

// Work has the queues for computing. The computer's moves in games do not wait in them: they have
// engines of their own.
type Work struct {
	Long  *work.Queue // searches and solving, which last until their time is up or others want the place
	Texts *work.Queue // reading and converting files
	Short *work.Queue // anything else that looks at positions
	Bytes *work.Budget
	// Seconds are the processor seconds that the queues count. What computes elsewhere for a client
	// checks and charges them itself.
	Seconds *work.Budget
}

func newWork(places int, factor float64, metrics *prometheus.Registry) Work {
	seconds := work.NewBudget(usualSeconds.Scaled(factor))
	w := Work{
		Long:  work.NewQueue(places, mostInLine, seconds),
		Texts: work.NewQueue(places, mostInLine, seconds),
		Short: work.NewQueue(runtime.NumCPU(), 4*mostInLine, seconds),
		Bytes: work.NewBudget(usualBytes.Scaled(factor)), Seconds: seconds,
	}
	for name, q := range map[string]*work.Queue{"long": w.Long, "texts": w.Texts, "short": w.Short} {
		metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "kirke_work_waiting", Help: "Work that waits for a processor, by its queue.",
			ConstLabels: prometheus.Labels{"queue": name},
		}, func() float64 { return float64(q.Waiting()) }))
	}
	return w
}

// ClientOf returns the client whose allowance a request uses.
func ClientOf(ctx context.Context) work.Client {
	c := work.Client{Address: AddressOf(ctx)}
	if p := PersonOf(ctx); p != nil && !p.Guest {
		c.Person = p.ID
	}
	return c
}

// busyAgain is the number of seconds after which to ask again when a queue is full.
const busyAgain = "5"

// Overload returns the status of an answer that refuses to compute, and the seconds after which to
// ask again. For any other error the status is 0.
func Overload(err error) (status int, again string) {
	if empty, ok := errors.AsType[*work.EmptyError](err); ok {
		return http.StatusTooManyRequests, strconv.Itoa(work.Seconds(empty.Wait))
	}
	if errors.Is(err, work.ErrBusy) {
		return http.StatusServiceUnavailable, busyAgain
	}
	return 0, ""
}
