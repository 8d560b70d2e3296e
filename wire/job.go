package wire

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Task is a shard of a job: what a worker does at once.
type Task struct {
	Job     string // letters, digits, '-' and '_', at most 64
	Shard   int    // from 0, unique in the job
	Kind    string // of the work, written as Job is; a worker takes tasks of the kinds that it knows
	Payload []byte // what is to be done, as the worker of this kind reads it
}

// Result is what a task has given.
type Result struct {
	Job   string
	Shard int
	Kind  string
	Data  []byte
	Error string // why there is no Data; "" where there is
}

// Handler does a task and returns what it gives. It stops soon after ctx ends, and then its answer is not looked at. It may
// say how far it has come as often as it likes: now and then what it says is published, as the JSON of a Progress, to
// the subscribers of the job. An error is the task's result: the same task would fail again.
type Handler func(ctx context.Context, t Task, progress func(any)) ([]byte, error)

// Progress is the Data of an event about a job, from the worker on one of its shards.
type Progress struct {
	Shard int             `json:"shard"`
	Data  json.RawMessage `json:"data"`
}

const (
	taskStream    = "KIRKE_TASKS"
	resultStream  = "KIRKE_RESULTS"
	taskPrefix    = "kirke.task."
	resultPrefix  = "kirke.result."
	cancelSubject = "kirke.cancel"
	failedHeader  = "Kirke-Failed"

	maxTries      = 10 // of a task that is begun and never finished
	progressEvery = 500 * time.Millisecond
	patience      = 5 * time.Second // for one answer of the queue
)

var plain = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (t Task) subject(prefix string) (string, error) {
	for _, name := range []string{t.Job, t.Kind} {
		if !plain.MatchString(name) {
			return "", fmt.Errorf("%q is no name of a job or a kind of work: letters, digits, '-' and '_' are", name)
		}
	}
	if t.Shard < 0 {
		return "", fmt.Errorf("%d is no number of a shard", t.Shard)
	}
	return fmt.Sprintf("%s%s.%s.%d", prefix, t.Kind, t.Job, t.Shard), nil
}

// packed returns a message whose data are compressed.
func packed(subject string, data []byte) (*nats.Msg, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return &nats.Msg{Subject: subject, Data: out.Bytes(), Header: nats.Header{}}, nil
}

// mostUnpacked is how long what a message holds may be.
const mostUnpacked = 256 << 20

// unpacked returns what a message holds.
func unpacked(m jetstream.Msg) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(m.Data()))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, mostUnpacked+1))
	if err == nil && len(data) > mostUnpacked {
		err = ErrTooLarge
	}
	return data, err
}

// taskOf reads back what subject has written.
func taskOf(subject, prefix string) (Task, bool) {
	rest, ok := strings.CutPrefix(subject, prefix)
	part := strings.Split(rest, ".")
	if !ok || len(part) != 3 {
		return Task{}, false
	}
	n, err := strconv.Atoi(part[2])
	return Task{Kind: part[0], Job: part[1], Shard: n}, err == nil
}

// ErrTooLarge is returned for a task that is larger than the wire carries.
var ErrTooLarge = errors.New("this is more than the wire carries")

// prepare makes the streams of tasks and results as the options say. Those who only work do not: it is for the servers
// to say how the queue is kept.
func (b *Bus) prepare(ctx context.Context) error {
	ctx, done := b.making(ctx)
	defer done()
	if b.streams {
		return nil
	}
	for _, c := range []jetstream.StreamConfig{
		{Name: taskStream, Subjects: []string{taskPrefix + "*.*.*"}},
		{Name: resultStream, Subjects: []string{resultPrefix + "*.*.*"}},
	} {
		c.Retention, c.Replicas, c.Storage = jetstream.WorkQueuePolicy, b.o.Replicas, jetstream.FileStorage
		ctx, cancel := context.WithTimeout(ctx, patience)
		_, err := b.js.CreateOrUpdateStream(ctx, c)
		cancel()
		if err != nil {
			return fmt.Errorf("the queue of jobs cannot be reached: %w", err)
		}
	}
	b.streams = true
	return nil
}

// making returns a context to make streams and consumers with, one at a time. The server inside is not closed meanwhile:
// it would leave files open.
func (b *Bus) making(ctx context.Context) (context.Context, func()) {
	b.maker.Lock()
	if b.own == nil {
		return ctx, b.maker.Unlock
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*patience)
	return ctx, func() { cancel(); b.maker.Unlock() }
}

// Submit puts tasks in the queue, where a task that waits or is worked on is not put again. When it returns nil they are
// kept until they are done or cancelled. With an error some of them may be: to submit them all again does no harm.
func (b *Bus) Submit(ctx context.Context, tasks ...Task) error {
	if err := b.prepare(ctx); err != nil {
		return err
	}
	for _, t := range tasks {
		subject, err := t.subject(taskPrefix)
		if err != nil {
			return err
		}
		m, err := packed(subject, t.Payload)
		if err != nil {
			return err
		}
		_, err = b.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
		var there *jetstream.APIError
		if errors.As(err, &there) && there.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
			continue
		}
		if errors.Is(err, nats.ErrMaxPayload) {
			err = ErrTooLarge
		}
		if err != nil {
			return fmt.Errorf("shard %d of job %s is not in the queue: %w", t.Shard, t.Job, err)
		}
	}
	return nil
}

// Cancel takes the tasks of a job out of the queue and stops the workers that are at them. Results that are on their
// way still come.
func (b *Bus) Cancel(ctx context.Context, job string) error {
	if !plain.MatchString(job) {
		return fmt.Errorf("%q is no name of a job", job)
	}
	if err := b.prepare(ctx); err != nil {
		return err
	}
	stream, err := b.js.Stream(ctx, taskStream)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(taskPrefix+"*."+job+".*"))
	}
	if err != nil {
		return fmt.Errorf("job %s is not cancelled: %w", job, err)
	}
	// A worker that does not hear this finds out when it next says that it is still at it.
	_ = b.conn.Publish(cancelSubject, []byte(job))
	return nil
}

// running is a task that is worked on here.
type running struct {
	job  string
	stop context.CancelFunc
}

// cancelled stops what is worked on here for a job.
func (b *Bus) cancelled(job string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for r := range b.running {
		if r.job == job {
			r.stop()
		}
	}
}

// Waiting returns how many tasks are in the queue, those that are worked on included.
func (b *Bus) Waiting(ctx context.Context) (int, error) {
	if err := b.prepare(ctx); err != nil {
		return 0, err
	}
	stream, err := b.js.Stream(ctx, taskStream)
	if err != nil {
		return 0, fmt.Errorf("the queue of jobs cannot be reached: %w", err)
	}
	return int(stream.CachedInfo().State.Msgs), nil
}

// Work does tasks of a kind, so many at a time, until ctx ends or the Bus closes; then it returns, and the tasks that it
// was at go to other workers. A queue that cannot be reached is waited for.
func (b *Bus) Work(ctx context.Context, kind string, slots int, h Handler) error {
	if !plain.MatchString(kind) {
		return fmt.Errorf("%q is no kind of work", kind)
	}
	var group sync.WaitGroup
	for range max(1, slots) {
		group.Go(func() {
			b.pull(ctx, taskStream, jetstream.ConsumerConfig{
				Durable: "work-" + kind, FilterSubject: taskPrefix + kind + ".*.*", MaxAckPending: -1,
			}, func(ctx context.Context, m jetstream.Msg) { b.work(ctx, m, h) })
		})
	}
	group.Wait()
	return nil
}

// Results hands over what tasks have given, one at a time, until ctx ends or the Bus closes. A result for which store
// returns an error comes again later. Several processes may call it, and each result goes to one of them, in no order.
func (b *Bus) Results(ctx context.Context, store func(context.Context, Result) error) error {
	b.pull(ctx, resultStream, jetstream.ConsumerConfig{Durable: "results", MaxAckPending: -1}, func(ctx context.Context, m jetstream.Msg) {
		t, ok := taskOf(m.Subject(), resultPrefix)
		data, err := unpacked(m)
		if !ok || err != nil {
			b.log.Error("a result cannot be read", "subject", m.Subject(), "err", err)
			_ = m.Term()
			return
		}
		r := Result{Job: t.Job, Shard: t.Shard, Kind: t.Kind, Data: data}
		if m.Headers().Get(failedHeader) != "" {
			r.Data, r.Error = nil, string(data)
		}
		if err := store(ctx, r); err != nil {
			b.log.Warn("a result is not stored", "job", r.Job, "shard", r.Shard, "err", err)
			_ = m.NakWithDelay(b.o.AckWait / 10)
			return
		}
		b.results.Add(1)
		if err := m.Ack(); err != nil {
			b.log.Debug("a result will come again", "job", r.Job, "shard", r.Shard, "err", err)
		}
	})
	return nil
}

// pull takes messages of a stream one by one until ctx ends or the Bus closes.
func (b *Bus) pull(ctx context.Context, stream string, c jetstream.ConsumerConfig, do func(context.Context, jetstream.Msg)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	c.AckPolicy, c.AckWait, c.MaxDeliver = jetstream.AckExplicitPolicy, b.o.AckWait, -1
	var consumer jetstream.Consumer
	for ctx.Err() == nil {
		m, err := b.next(ctx, stream, c, &consumer)
		if err != nil && ctx.Err() == nil {
			b.log.Debug("the queue is waited for", "stream", stream, "err", err)
			consumer = nil
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
		if m != nil {
			do(ctx, m)
		}
	}
}

// next waits a while for a message; there may be none.
func (b *Bus) next(ctx context.Context, stream string, c jetstream.ConsumerConfig, consumer *jetstream.Consumer) (jetstream.Msg, error) {
	if *consumer == nil {
		if stream == resultStream {
			if err := b.prepare(ctx); err != nil {
				return nil, err
			}
		}
		var err error
		if *consumer, err = b.consumer(ctx, stream, c); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	batch, err := (*consumer).Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		return m, nil
	}
	if err := batch.Error(); err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		return nil, err
	}
	return nil, nil
}

func (b *Bus) consumer(ctx context.Context, stream string, c jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	ctx, done := b.making(ctx)
	defer done()
	return b.js.CreateOrUpdateConsumer(ctx, stream, c)
}

// work does one task.
func (b *Bus) work(ctx context.Context, m jetstream.Msg, h Handler) {
	t, ok := taskOf(m.Subject(), taskPrefix)
	meta, err := m.Metadata()
	if !ok || err != nil {
		b.log.Error("a task cannot be read", "subject", m.Subject(), "err", err)
		_ = m.Term()
		return
	}
	if t.Payload, err = unpacked(m); err != nil {
		err = fmt.Errorf("the task cannot be read: %w", err)
	}
	task, stop := context.WithCancel(ctx)
	defer stop()
	r := &running{job: t.Job, stop: stop}
	b.mu.Lock()
	b.running[r] = true
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		delete(b.running, r)
		b.mu.Unlock()
	}()
	var beating sync.WaitGroup
	defer beating.Wait()
	defer stop()
	beating.Go(func() { b.beat(task, m, meta.Sequence.Stream, stop) })

	var data []byte
	switch {
	case b.gone(task, meta.Sequence.Stream): // a server that follows the others may hand over what has been cancelled already
		stop()
	case err != nil:
	case meta.NumDelivered > maxTries:
		err = fmt.Errorf("this was begun %d times and never finished", maxTries)
	default:
		data, err = b.handle(task, t, h)
	}
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // somebody else may go on at once
		return
	case task.Err() != nil:
		_ = m.Term() // cancelled
		return
	}
	b.tasks.Add(1)
	if err != nil {
		b.failures.Add(1)
		b.log.Warn("a task has failed", "job", t.Job, "shard", t.Shard, "err", err)
	}
	if b.answer(task, t, data, err) {
		done, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		if err := m.DoubleAck(done); err != nil {
			b.log.Debug("a task may come again", "job", t.Job, "shard", t.Shard, "err", err)
		}
	}
}

// handle calls a handler. A panic in it is an error, and does not end the games that are played in this process.
func (b *Bus) handle(ctx context.Context, t Task, h Handler) (data []byte, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			b.log.Error("a worker has panicked", "job", t.Job, "shard", t.Shard, "panic", thrown, "stack", string(debug.Stack()))
			err = fmt.Errorf("the work on this has met a fault of the program: %v", thrown)
		}
	}()
	var mu sync.Mutex
	var last time.Time
	return h(ctx, t, func(data any) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(last) >= progressEvery {
			last = now
			b.progress(t, data)
		}
	})
}

func (b *Bus) progress(t Task, data any) {
	inner, err := json.Marshal(data)
	if err != nil {
		return
	}
	outer, err := json.Marshal(Progress{Shard: t.Shard, Data: inner})
	if err == nil {
		b.Publish(Event{Subject: Job(t.Job), Data: outer})
	}
}

// beat says again and again that a task is worked on, and stops the work when the task is no longer in the queue.
func (b *Bus) beat(ctx context.Context, m jetstream.Msg, seq uint64, stop context.CancelFunc) {
	tick := time.NewTicker(b.o.AckWait / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_ = m.InProgress() // at the next tick again
		if b.gone(ctx, seq) {
			stop()
			return
		}
	}
}

// gone reports whether a task is known to be no longer in the queue.
func (b *Bus) gone(ctx context.Context, seq uint64) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	stream, err := b.js.Stream(ctx, taskStream)
	if err == nil {
		_, err = stream.GetMsg(ctx, seq)
	}
	return errors.Is(err, jetstream.ErrMsgNotFound)
}

// answer brings what a task has given to where results are kept; it goes on trying until ctx ends.
func (b *Bus) answer(ctx context.Context, t Task, data []byte, fault error) bool {
	subject, err := t.subject(resultPrefix)
	if err != nil {
		return false
	}
	m, err := b.result(subject, data, fault)
	if err != nil {
		b.log.Error("a result cannot be packed", "job", t.Job, "shard", t.Shard, "err", err)
		return false
	}
	for {
		within, cancel := context.WithTimeout(ctx, patience)
		_, err := b.js.PublishMsg(within, m)
		cancel()
		if err == nil {
			return true
		}
		b.log.Debug("a result waits", "job", t.Job, "shard", t.Shard, "err", err)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(time.Second):
		}
	}
}

// result returns a message with what a task has given: data or, when there is a fault or the data are too much, what is wrong.
func (b *Bus) result(subject string, data []byte, fault error) (*nats.Msg, error) {
	if fault == nil {
		m, err := packed(subject, data)
		const head = 1024 // for what is not data
		if most := b.conn.MaxPayload(); err != nil || most <= 0 || int64(len(m.Data)) <= most-head {
			return m, err
		}
		fault = fmt.Errorf("a result of %d bytes, %d when compressed: %w", len(data), len(m.Data), ErrTooLarge)
	}
	m, err := packed(subject, []byte(fault.Error()))
	if err == nil {
		m.Header.Set(failedHeader, "1")
	}
	return m, err
}
