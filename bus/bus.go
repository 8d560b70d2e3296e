package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/kirke-chess/kirke/internal/filelock"
)

// Options say where the bus is and how it behaves.
type Options struct {
	URL string // of a NATS cluster, "nats://a:4222,nats://b:4222"; "" runs a server inside the process
	Dir string // where the server inside keeps the job queue; not used with a URL
	// Replicas is how many servers of a cluster keep the queue (default 1). Processes that only
	// work need not set it.
	Replicas int
	Queue    int           // events that wait for a subscriber before it gets a Resync instead (default 64)
	AckWait  time.Duration // how long a worker may be silent before it loses its task (default 30 s)
	Log      *slog.Logger  // nil discards
}

const (
	// MaxPayload is the most bytes that a task or a result may have, compressed, with the server
	// inside the process. A cluster has its own limit (1 MiB by default).
	MaxPayload = 8 << 20

	outgoingBuffer = 4096            // events that wait to be sent
	incomingBuffer = 8192            // events that wait to be dispatched
	clusterDelay   = 2 * time.Second // until all servers of a cluster know of a subscription
)

// Bus is a connection to the bus. Its methods may be called from several goroutines.
type Bus struct {
	o        Options
	log      *slog.Logger
	embedded *server.Server // nil with a URL
	locked   *os.File       // reserves the folder of the embedded server
	conn     *nats.Conn
	js       jetstream.JetStream

	ctx  context.Context // ends with Close
	stop context.CancelFunc
	done sync.WaitGroup

	out       chan Event    // to be sent by sendLoop
	wake      chan struct{} // tells sendLoop to look at resyncDue
	resyncDue atomic.Bool   // other processes may have missed our events and must be told

	in chan *nats.Msg // to be handled by receiveLoop

	mu     sync.Mutex
	closed bool
	topics map[string]*topic // by NATS subject
	subs   map[*Subscription]bool

	running map[*runningTask]bool // in this process

	setup        sync.Mutex // held while streams and consumers are created, and while the server shuts down
	streamsReady bool

	published, dropped, delivered, resyncs atomic.Uint64
	tasks, results, failures               atomic.Uint64
}

// topic is a subject with its subscriptions in this process.
type topic struct {
	subject Subject
	sub     *nats.Subscription
	readers map[*Subscription]bool
}

// Open returns a Bus. With a URL it returns even if the cluster cannot be reached, and goes on
// trying. The error says that the embedded server cannot start, that the URL is wrong, or that ctx
// has ended.
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
		out: make(chan Event, outgoingBuffer), wake: make(chan struct{}, 1), in: make(chan *nats.Msg, incomingBuffer),
		topics: map[string]*topic{}, subs: map[*Subscription]bool{}, running: map[*runningTask]bool{},
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
	b.done.Go(b.sendLoop)
	b.done.Go(b.receiveLoop)
	return b, nil
}

// connect connects to the cluster, or starts the embedded server and connects to that.
func (b *Bus) connect(ctx context.Context) error {
	options := []nats.Option{
		nats.Name("kirke"),
		nats.NoEcho(), // Publish has dispatched our events to this process already
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.ReconnectBufSize(-1), // drop what cannot be sent: it would be stale when it arrives
		nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.Timeout(2 * time.Second),
		nats.FlusherTimeout(2 * time.Second),
		nats.ReconnectHandler(func(*nats.Conn) { b.reconnected() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if b.ctx.Err() == nil {
				b.log.Warn("the bus is disconnected", "err", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			b.log.Warn("an error on the bus", "err", err)
			if errors.Is(err, nats.ErrSlowConsumer) {
				b.resyncAll()
			}
		}),
	}
	url := b.o.URL
	if url == "" {
		if err := b.startEmbedded(ctx); err != nil {
			return err
		}
		options = append(options, nats.InProcessServer(b.embedded))
	} else {
		options = append(options, nats.RetryOnFailedConnect(true),
			nats.ConnectHandler(func(*nats.Conn) { b.reconnected() }))
	}
	conn, err := nats.Connect(url, options...)
	if err != nil {
		return fmt.Errorf("the bus cannot be reached: %w", err)
	}
	b.conn = conn
	if b.js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(5*time.Second)); err != nil {
		return fmt.Errorf("the job queue: %w", err)
	}
	for _, subject := range []string{resyncSubject, cancelSubject} {
		if _, err := conn.ChanSubscribe(subject, b.in); err != nil {
			return fmt.Errorf("the bus refuses a subscription: %w", err)
		}
	}
	return nil
}

// startEmbedded starts the server inside the process.
func (b *Bus) startEmbedded(ctx context.Context) error {
	if b.o.Dir == "" {
		return errors.New("the bus needs a folder for the job queue, or the URL of a cluster")
	}
	err := os.MkdirAll(b.o.Dir, 0o700)
	if err == nil {
		b.locked, err = lock(b.o.Dir)
	}
	if err != nil {
		return fmt.Errorf("the job queue: %w", err)
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
		return fmt.Errorf("the embedded NATS server cannot start: %w", err)
	}
	b.embedded = own
	own.Start()
	wait := 10 * time.Second
	if until, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(until))
	}
	if !own.ReadyForConnections(wait) {
		return errors.New("the embedded NATS server does not become ready")
	}
	if !own.JetStreamEnabled() {
		return fmt.Errorf("the job queue cannot be kept in %s", b.o.Dir)
	}
	return nil
}

// lock reserves a folder for this process until the file that it returns is closed. The error says
// that another process has it.
func lock(dir string) (*os.File, error) {
	f, err := filelock.Open(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if errors.Is(err, filelock.ErrTaken) {
		return nil, fmt.Errorf("another server uses the folder %s", dir)
	}
	return f, err
}

// Close ends all subscriptions and the embedded server. It first sends what has been published, for
// a second at most. Stop workers before, by their contexts: those still running lose their tasks to
// others.
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
		s.closeEvents()
	}
	b.done.Wait()
	b.shutdown()
}

// shutdown closes the connection and the server.
func (b *Bus) shutdown() {
	if b.embedded != nil {
		b.setup.Lock()
		defer b.setup.Unlock()
	}
	if b.conn != nil {
		if b.conn.IsConnected() {
			_ = b.conn.FlushTimeout(time.Second)
		}
		b.conn.Close()
	}
	if b.embedded != nil {
		b.embedded.Shutdown()
		b.embedded.WaitForShutdown()
	}
	if b.locked != nil {
		b.locked.Close()
	}
}

// Connected reports whether the bus can be reached.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// Publish sends an event to all subscribers of its subject. Those in this process get it at once,
// even if the bus cannot be reached. It never blocks: an event that cannot be sent now is dropped,
// and its subscribers in other processes get a Resync when the bus is back.
func (b *Bus) Publish(e Event) {
	b.dispatch(e.subject(), e)
	select {
	case b.out <- e:
	default:
		b.countDropped()
	}
}

func (b *Bus) countDropped() {
	b.dropped.Add(1)
	b.scheduleResync()
}

// scheduleResync has sendLoop tell the other processes to resync as soon as it can.
func (b *Bus) scheduleResync() {
	b.resyncDue.Store(true)
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// reconnected is called when the connection is made, at first or again. Events of this process and
// of others may be lost, so all subscribers everywhere resync.
func (b *Bus) reconnected() {
	b.log.Info("the bus is connected")
	b.resyncAll()
	b.scheduleResync()
	if b.embedded == nil {
		time.AfterFunc(clusterDelay, b.resyncAll) // as in Subscribe
	}
}

// sendLoop sends events in order until the Bus closes, and then those that are left.
func (b *Bus) sendLoop() {
	for {
		select {
		case e := <-b.out:
			b.sendEvent(e)
		case <-b.wake:
		case <-b.ctx.Done():
			for {
				select {
				case e := <-b.out:
					b.sendEvent(e)
				default:
					return
				}
			}
		}
		b.broadcastResync()
	}
}

func (b *Bus) sendEvent(e Event) {
	data, err := json.Marshal(e)
	if err == nil {
		err = b.conn.Publish(e.subject(), data)
	}
	if err != nil {
		b.log.Debug("an event is dropped", "subject", e.Subject.String(), "err", err)
		b.countDropped()
		return
	}
	b.published.Add(1)
}

// broadcastResync tells all processes to resync if that is due and possible now.
func (b *Bus) broadcastResync() {
	if len(b.out) == 0 && b.conn.IsConnected() && b.resyncDue.CompareAndSwap(true, false) {
		if err := b.conn.Publish(resyncSubject, nil); err != nil {
			b.resyncDue.Store(true)
		}
	}
}

// receiveLoop handles incoming messages until the Bus closes.
func (b *Bus) receiveLoop() {
	for {
		select {
		case <-b.ctx.Done():
			return
		case m := <-b.in:
			switch m.Subject {
			case resyncSubject:
				b.resyncAll()
			case cancelSubject:
				b.stopTasks(string(m.Data))
			default:
				b.receiveEvent(m)
			}
		}
	}
}

func (b *Bus) receiveEvent(m *nats.Msg) {
	var e Event
	if err := json.Unmarshal(m.Data, &e); err != nil {
		b.log.Warn("an event cannot be read", "err", err)
		return
	}
	b.dispatch(m.Subject, e)
}

// dispatch hands an event to the subscriptions of this process to a NATS subject.
func (b *Bus) dispatch(subject string, e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.topics[subject]; t != nil {
		e.Subject = t.subject
		for s := range t.readers {
			s.push(e)
		}
	}
}

// resyncAll tells all subscriptions of this process to resync.
func (b *Bus) resyncAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		s.push(Event{Resync: true})
	}
}

// Stats are the counters of a Bus since it was opened. They count this process alone.
type Stats struct {
	Connected     bool
	Subscriptions int    // open now
	Published     uint64 // events sent
	Dropped       uint64 // events that could not be sent
	Delivered     uint64 // events handed to subscriptions
	Resyncs       uint64 // times that a subscription was told to resync
	Tasks         uint64 // tasks done
	Failures      uint64 // tasks that ended with an error
	Results       uint64 // results stored
}

// Stats returns the counters.
func (b *Bus) Stats() Stats {
	b.mu.Lock()
	open := len(b.subs)
	b.mu.Unlock()
	return Stats{
		Connected: b.Connected(), Subscriptions: open,
		Published: b.published.Load(), Dropped: b.dropped.Load(), Delivered: b.delivered.Load(),
		Resyncs: b.resyncs.Load(),
		Tasks:   b.tasks.Load(), Failures: b.failures.Load(), Results: b.results.Load(),
	}
}
