package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kirke-chess/kirke/store"
)

// Options are what a Sender is made of. Only Store is needed.
type Options struct {
	Store *store.Store
	Log   *slog.Logger  // nil discards
	URL   string        // of the site, as "https://chess.example.org"; links in mails begin with it
	Mail  *Mailer       // nil sends no mail
	Every time.Duration // how often to look for what is due (default 2 s)
	// Push asks the push services. The default reaches public addresses only, by HTTPS.
	Push *http.Client
	// Speech is the language of mails and push messages (default English).
	Speech Speech
}

// How sending is paced.
const (
	defaultEvery = 2 * time.Second
	lease        = time.Minute      // for which a row is taken
	sendWithin   = 30 * time.Second // well below the lease
	endWithin    = 5 * time.Second  // for what is being sent when the server ends
	atOnce       = 8                // rows of a channel
	maxTries     = 12
	firstWait    = time.Minute // before the second try; each further wait is twice as long
	longestWait  = 4 * time.Hour
)

// Sender sends what is in the outbox of a store. It is a prometheus.Collector.
type Sender struct {
	store  *store.Store
	log    *slog.Logger
	mail   *Mailer
	every  time.Duration
	links  links
	push   pusher
	speech Speech
	sent   *prometheus.CounterVec
	open   *prometheus.Desc
}

// New returns a sender. It makes the keys of push messages and of links on first use of the store,
// and reads them later.
func New(ctx context.Context, o Options) (*Sender, error) {
	base, err := url.Parse(o.URL)
	if err != nil || o.URL != "" && (base.Scheme != "https" && base.Scheme != "http" || base.Host == "") {
		return nil, fmt.Errorf("%q is not the address of a site, as https://chess.example.org", o.URL)
	}
	if o.Mail != nil && o.URL == "" {
		return nil, errors.New("mail needs the address of the site, for its links")
	}
	n := &Sender{store: o.Store, log: o.Log, mail: o.Mail, every: o.Every, speech: o.Speech}
	if n.speech == nil {
		n.speech = english{}
	}
	if n.log == nil {
		n.log = slog.New(slog.DiscardHandler)
	}
	if n.every <= 0 {
		n.every = defaultEvery
	}
	n.sent = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "kirke_notifications_total", Help: "Mails and push messages, by what became of them.",
	}, []string{"channel", "outcome"})
	n.open = prometheus.NewDesc("kirke_outbox_open", "Mails and push messages that wait or are being sent.",
		[]string{"channel"}, nil)
	if n.links, err = newLinks(ctx, o.Store, strings.TrimSuffix(o.URL, "/"), base.Hostname()); err != nil {
		return nil, err
	}
	n.push, err = newPusher(ctx, o)
	return n, err
}

// Describe implements prometheus.Collector.
func (n *Sender) Describe(c chan<- *prometheus.Desc) {
	n.sent.Describe(c)
	c <- n.open
}

// Collect implements prometheus.Collector.
func (n *Sender) Collect(c chan<- prometheus.Metric) {
	n.sent.Collect(c)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for _, channel := range []store.Channel{store.ByMail, store.ByPush} {
		if count, err := n.store.OutboxCount(ctx, channel); err == nil {
			c <- prometheus.MustNewConstMetric(n.open, prometheus.GaugeValue, float64(count.Open), string(channel))
		}
	}
}

// Mails reports whether mail can be sent.
func (n *Sender) Mails() bool { return n.mail != nil }

// Run sends what is due until ctx is done. What is being sent then has a few seconds to end.
func (n *Sender) Run(ctx context.Context) {
	var channels sync.WaitGroup
	channels.Go(func() { n.run(ctx, store.ByPush) })
	if n.mail != nil {
		channels.Go(func() { n.run(ctx, store.ByMail) })
	}
	channels.Wait()
}

func (n *Sender) run(ctx context.Context, c store.Channel) {
	for {
		more, err := n.round(ctx, c)
		if err != nil && ctx.Err() == nil {
			n.log.Error("looking for what is to be sent", "channel", c, "err", err)
		}
		if more {
			continue
		}
		select {
		case <-time.After(n.every):
		case <-ctx.Done():
			return
		}
	}
}

// round sends what is due of a channel, and reports whether there may be more.
func (n *Sender) round(ctx context.Context, c store.Channel) (more bool, err error) {
	parcels, err := n.store.TakeOutgoing(ctx, c, atOnce, lease)
	if err != nil || len(parcels) == 0 {
		return false, err
	}
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendWithin)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(endWithin, cancel) })()
	var sending sync.WaitGroup
	for _, rows := range parcels {
		sending.Go(func() { n.send(within, c, rows) })
	}
	sending.Wait()
	return ctx.Err() == nil, nil
}

// item is a row with what it needs to be sent.
type item struct {
	store.Outgoing
	store.Delivery
}

// send sends a parcel: one row, or those of a daily mail.
func (n *Sender) send(ctx context.Context, c store.Channel, rows []store.Outgoing) {
	var items []item
	for _, o := range rows {
		d, err := n.store.Prepare(ctx, o)
		switch {
		case err != nil:
			n.settle(ctx, c, []store.Outgoing{o}, err)
		case d.Drop != "":
			n.note(n.store.MarkDropped(ctx, d.Drop, o))
			n.sent.WithLabelValues(string(c), "dropped").Inc()
		case !d.Later.IsZero():
			n.note(n.store.Postpone(ctx, d.Later, "", true, o))
		default:
			items = append(items, item{o, d})
		}
	}
	if len(items) == 0 {
		return
	}
	left := make([]store.Outgoing, len(items))
	for i, one := range items {
		left[i] = one.Outgoing
	}
	var err error
	if c == store.ByPush {
		err = n.sendPush(ctx, items[0])
	} else {
		err = n.sendMail(ctx, items)
	}
	n.settle(ctx, c, left, err)
}

// refusedError is the answer of a mail server or push service that will not change.
type refusedError struct{ why string }

func (e refusedError) Error() string { return e.why }

// settle notes what became of rows: they were sent, or are tried again later, or are given up.
func (n *Sender) settle(ctx context.Context, c store.Channel, rows []store.Outgoing, err error) {
	ctx = context.WithoutCancel(ctx) // what was sent must be noted
	count := func(outcome string) { n.sent.WithLabelValues(string(c), outcome).Add(float64(len(rows))) }
	if err == nil {
		n.note(n.store.MarkSent(ctx, rows...))
		count("sent")
		return
	}
	first, why := rows[0], err.Error()
	about := []any{"channel", c, "id", first.ID, "topic", first.Topic, "tries", first.Tries, "why", why}
	_, final := errors.AsType[refusedError](err)
	if final || first.Tries >= maxTries {
		n.note(n.store.MarkFailed(ctx, why, rows...))
		n.log.Warn("not sent: given up", about...)
		count("failed")
		return
	}
	n.note(n.store.Postpone(ctx, n.store.Now().Add(waitAfter(first.Tries)), why, false, rows...))
	n.log.Warn("not sent: tried again later", about...)
	count("delayed")
}

// waitAfter returns how long to wait after a number of tries.
func waitAfter(tries int) time.Duration {
	return min(longestWait, firstWait<<min(max(0, tries-1), 20))
}

// note logs an error of the store. The row is then taken again when its lease ends.
func (n *Sender) note(err error) {
	if err != nil {
		n.log.Error("noting what was sent", "err", err)
	}
}
