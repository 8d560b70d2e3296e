package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say where the wire is.
type Options struct {
	URL string // of a NATS cluster, "nats://host:4222,nats://other:4222"; "" runs a server inside the process
	Dir string // where the server inside keeps the queue of jobs; not used with a URL
	// Replicas is on how many servers of a cluster the queue is kept; 0 is 1. It is of no matter to those who only work.
	Replicas int
	Queue    int           // how many events wait for a subscriber before it is told to resync; 0 is 64
	AckWait  time.Duration // how long a worker may be silent before its task is given to another; 0 is 30 seconds
	Log      *slog.Logger  // nil is silence
}

const (
	// MaxPayload is the most bytes that a task or a result may have, compressed, on the wire inside the process. A cluster has
	// its own limit, which is 1 MiB unless it is configured.
	MaxPayload = 8 << 20

	outgoing = 4096 // events that wait to be sent
	incoming = 8192 // events that wait to be given out
	settling = 2 * time.Second
)

// Bus is a connection to the wire. Its methods may be called from several goroutines.
type Bus struct {
	o      Options
	log    *slog.Logger
	own    *server.Server // nil with a URL
	unlock func()         // lets others have the folder of the server inside
	conn   *nats.Conn
	js     jetstream.JetStream

	ctx  context.Context // ends with Close
	stop context.CancelFunc
	done sync.WaitGroup

	out  chan Event
	kick chan struct{} // looked at by the sender: there is a debt to be paid
	owes atomic.Bool   // others may have missed events of ours

	in chan *nats.Msg

	mu     sync.Mutex
	closed bool
	topics map[string]*topic // by subject of NATS
	subs   map[*Subscription]bool

	maker   sync.Mutex // held while streams and consumers are made, and the server is closed
	streams bool       // are known to be there

	running map[*running]bool // tasks that are worked on here, under mu

	published, dropped, delivered, resyncs atomic.Uint64
	tasks, results, failures               atomic.Uint64
}

// topic is a subject that somebody here has subscribed to.
type topic struct {
	subject Subject
	sub     *nats.Subscription
	readers map[*Subscription]bool
}

// Open returns a Bus. With a URL it does so whether or not the cluster can be reached, and goes on trying. The error says
// that the server inside cannot start, that the URL makes no sense, or that ctx has ended.
func Open(ctx context.Context, o Options) (*Bus, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.Queue <= 0 {
		o.Queue = 64
	}
	if o.AckWait <= 0 {
		o.AckWait = 30 * time.Second
	}
	o.Replicas = max(1, o.Replicas)
	b := &Bus{
		o: o, log: o.Log,
		out: make(chan Event, outgoing), kick: make(chan struct{}, 1), in: make(chan *nats.Msg, incoming),
		topics: map[string]*topic{}, subs: map[*Subscription]bool{}, running: map[*running]bool{},
	}
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	b.ctx, b.stop = context.WithCancel(context.Background())
	if err := b.connect(ctx); err != nil {
		b.stop()
		b.shutdown()
		return nil, err
	}
	b.done.Go(b.send)
	b.done.Go(b.receive)
	return b, nil
}

// connect starts the server inside, if there is to be one, and connects.
func (b *Bus) connect(ctx context.Context) error {
	options := []nats.Option{
		nats.Name("kirke"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.ReconnectBufSize(-1), // what cannot be sent is dropped: it would be old when it arrives
		nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.Timeout(2 * time.Second),
		nats.FlusherTimeout(2 * time.Second),
		nats.ReconnectHandler(func(*nats.Conn) { b.reconnected() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if b.ctx.Err() == nil {
				b.log.Warn("the wire is cut", "err", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			b.log.Warn("fault on the wire", "err", err)
			if errors.Is(err, nats.ErrSlowConsumer) {
				b.resyncAll()
			}
		}),
	}
	url := b.o.URL
	if url == "" {
		if err := b.serve(ctx); err != nil {
			return err
		}
		options = append(options, nats.InProcessServer(b.own))
	} else {
		options = append(options, nats.RetryOnFailedConnect(true), nats.ConnectHandler(func(*nats.Conn) { b.reconnected() }))
	}
	conn, err := nats.Connect(url, options...)
	if err != nil {
		return fmt.Errorf("the wire cannot be reached: %w", err)
	}
	b.conn = conn
	if b.js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(5*time.Second)); err != nil {
		return fmt.Errorf("the queue of jobs: %w", err)
	}
	if _, err := conn.ChanSubscribe(resyncAll, b.in); err != nil {
		return fmt.Errorf("the wire cannot be listened to: %w", err)
	}
	if _, err := conn.ChanSubscribe(cancelSubject, b.in); err != nil {
		return fmt.Errorf("the wire cannot be listened to: %w", err)
	}
	return nil
}

// serve starts the server inside.
func (b *Bus) serve(ctx context.Context) error {
	if b.o.Dir == "" {
		return errors.New("the wire needs a folder for the queue of jobs, or the URL of a cluster")
	}
	err := os.MkdirAll(b.o.Dir, 0o700)
	if err == nil {
		b.unlock, err = lock(b.o.Dir)
	}
	if err != nil {
		return fmt.Errorf("the queue of jobs: %w", err)
	}
	own, err := server.NewServer(&server.Options{
		ServerName: "kirke",
		DontListen: true,
		JetStream:  true,
		StoreDir:   b.o.Dir,
		MaxPayload: MaxPayload,
		MaxPending: 8 * MaxPayload,
		NoLog:      true,
		NoSigs:     true,
	})
	if err != nil {
		return fmt.Errorf("the wire inside cannot start: %w", err)
	}
	b.own = own
	own.Start()
	wait := 10 * time.Second
	if until, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(until))
	}
	if !own.ReadyForConnections(wait) {
		return errors.New("the wire inside does not become ready")
	}
	if !own.JetStreamEnabled() {
		return fmt.Errorf("the queue of jobs cannot be kept in %s", b.o.Dir)
	}
	return nil
}

// Close ends all subscriptions, and the server inside when there is one. What has been published is sent first, for a
// second at most. Workers are to be stopped before, by their contexts; those that are not lose their tasks to others.
func (b *Bus) Close() {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	b.closed = true
	subs := b.subs
	b.subs = nil
	b.mu.Unlock()
	b.stop()
	for s := range subs {
		s.end()
	}
	b.done.Wait()
	b.shutdown()
}

// shutdown closes the connection and the server.
func (b *Bus) shutdown() {
	if b.own != nil {
		b.maker.Lock()
		defer b.maker.Unlock()
	}
	if b.conn != nil {
		if b.conn.IsConnected() {
			_ = b.conn.FlushTimeout(time.Second)
		}
		b.conn.Close()
	}
	if b.own != nil {
		b.own.Shutdown()
		b.own.WaitForShutdown()
	}
	if b.unlock != nil {
		b.unlock()
	}
}

// Connected reports whether the wire can be reached now.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// Publish tells all subscribers of an event's subject about it. It never waits: an event that cannot be sent now is
// dropped, and its readers are told to resync when the wire is there again.
func (b *Bus) Publish(e Event) {
	select {
	case b.out <- e:
	default:
		b.drop()
	}
}

func (b *Bus) drop() {
	b.dropped.Add(1)
	b.owe()
}

// owe notes that others may have missed events of ours.
func (b *Bus) owe() {
	b.owes.Store(true)
	select {
	case b.kick <- struct{}{}:
	default:
	}
}

// reconnected is called when the connection is there, at first or again. Events of ours and of others may be lost, so
// all are told to resync, which comes back to us as well.
func (b *Bus) reconnected() {
	b.log.Info("the wire is there")
	b.owe()
	if b.own == nil {
		time.AfterFunc(settling, b.resyncAll) // as in Subscribe
	}
}

// send sends events in their order until the Bus closes, and then what is left.
func (b *Bus) send() {
	for {
		select {
		case e := <-b.out:
			b.emit(e)
		case <-b.kick:
		case <-b.ctx.Done():
			for {
				select {
				case e := <-b.out:
					b.emit(e)
				default:
					return
				}
			}
		}
		b.pay()
	}
}

func (b *Bus) emit(e Event) {
	data, err := json.Marshal(e)
	if err == nil {
		err = b.conn.Publish(e.subject(), data)
	}
	if err != nil {
		b.log.Debug("an event is dropped", "subject", e.Subject.String(), "err", err)
		b.drop()
		return
	}
	b.published.Add(1)
}

// pay tells all processes to resync when they may have missed events of ours and can be told now.
func (b *Bus) pay() {
	if len(b.out) == 0 && b.conn.IsConnected() && b.owes.CompareAndSwap(true, false) {
		if err := b.conn.Publish(resyncAll, nil); err != nil {
			b.owes.Store(true)
		}
	}
}

// receive gives out what comes in.
func (b *Bus) receive() {
	for {
		select {
		case <-b.ctx.Done():
			return
		case m := <-b.in:
			switch m.Subject {
			case resyncAll:
				b.resyncAll()
			case cancelSubject:
				b.cancelled(string(m.Data))
			default:
				b.deliver(m)
			}
		}
	}
}

func (b *Bus) deliver(m *nats.Msg) {
	var e Event
	if err := json.Unmarshal(m.Data, &e); err != nil {
		b.log.Warn("an event makes no sense", "err", err)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.topics[m.Subject]; t != nil {
		e.Subject = t.subject
		for s := range t.readers {
			s.push(e)
		}
	}
}

// resyncAll tells all subscribers here to resync.
func (b *Bus) resyncAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		s.push(Event{Resync: true})
	}
}

// Stats are the figures of a Bus since it was opened.
type Stats struct {
	Connected     bool
	Subscriptions int    // that are open
	Published     uint64 // events sent
	Dropped       uint64 // events that could not be sent
	Delivered     uint64 // events handed to subscribers here
	Resyncs       uint64 // times that a subscriber here was told to resync
	Tasks         uint64 // tasks done here
	Failures      uint64 // of them, those that gave an error
	Results       uint64 // results handed to Results here
}

// Stats returns the figures.
func (b *Bus) Stats() Stats {
	b.mu.Lock()
	open := len(b.subs)
	b.mu.Unlock()
	return Stats{
		Connected: b.Connected(), Subscriptions: open,
		Published: b.published.Load(), Dropped: b.dropped.Load(), Delivered: b.delivered.Load(), Resyncs: b.resyncs.Load(),
		Tasks: b.tasks.Load(), Failures: b.failures.Load(), Results: b.results.Load(),
	}
}
