package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Handler does a task and returns its result. It stops soon after ctx ends, and what it then
// returns is ignored. It may report its progress as often as it likes: now and then a report is
// published to the subscribers of the job, as the JSON of a Progress. An error is the task's
// result, for it would fail again.
type Handler func(ctx context.Context, t Task, progress func(any)) ([]byte, error)

// Progress is the Data of an event about a job, from the worker on one of its shards.
type Progress struct {
	Shard int             `json:"shard"`
	Data  json.RawMessage `json:"data"`
}

const (
	maxTries      = 10 // of a task that was begun and never finished: it may kill its workers
	progressEvery = 500 * time.Millisecond
	retryAfter    = time.Second // when the queue cannot be reached
)

// Work does tasks of a kind, as many at a time as there are slots, until ctx ends or the Bus
// closes. The tasks that are then unfinished go to other workers. A queue that cannot be reached is
// tried again.
func (b *Bus) Work(ctx context.Context, kind string, slots int, h Handler) error {
	if !validName.MatchString(kind) {
		return fmt.Errorf("%q cannot name a kind of work", kind)
	}
	var group sync.WaitGroup
	for range max(1, slots) {
		group.Go(func() {
			b.consume(ctx, taskStream, jetstream.ConsumerConfig{
				Durable: "work-" + kind, FilterSubject: taskPrefix + kind + ".*.*", MaxAckPending: -1,
			}, func(ctx context.Context, m jetstream.Msg) { b.runTask(ctx, m, h) })
		})
	}
	group.Wait()
	return nil
}

// Results hands results to store, one at a time, until ctx ends or the Bus closes. A result that
// store returns an error for comes again later. Several processes may call Results, and each result
// goes to one of them, in no particular order.
func (b *Bus) Results(ctx context.Context, store func(context.Context, Result) error) error {
	config := jetstream.ConsumerConfig{Durable: "results", MaxAckPending: -1}
	b.consume(ctx, resultStream, config, func(ctx context.Context, m jetstream.Msg) { b.storeResult(ctx, m, store) })
	return nil
}

// storeResult hands one result to store.
func (b *Bus) storeResult(ctx context.Context, m jetstream.Msg, store func(context.Context, Result) error) {
	t, ok := parseSubject(m.Subject(), resultPrefix)
	data, err := decompressed(m)
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
		b.log.Warn("a result cannot be stored", "job", r.Job, "shard", r.Shard, "err", err)
		_ = m.NakWithDelay(b.o.AckWait / 10)
		return
	}
	b.results.Add(1)
	if err := m.Ack(); err != nil {
		b.log.Debug("a result will come again", "job", r.Job, "shard", r.Shard, "err", err)
	}
}

// consume hands the messages of a stream to do, one by one, until ctx ends or the Bus closes.
func (b *Bus) consume(ctx context.Context, stream string, c jetstream.ConsumerConfig,
	do func(context.Context, jetstream.Msg)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	c.AckPolicy, c.AckWait, c.MaxDeliver = jetstream.AckExplicitPolicy, b.o.AckWait, -1
	var consumer jetstream.Consumer
	for ctx.Err() == nil {
		var m jetstream.Msg
		var err error
		if consumer == nil {
			consumer, err = b.consumer(ctx, stream, c)
		}
		if err == nil {
			m, err = fetch(ctx, consumer)
		}
		if err != nil && ctx.Err() == nil {
			b.log.Debug("the job queue cannot be reached", "stream", stream, "err", err)
			consumer = nil
			select {
			case <-time.After(retryAfter):
			case <-ctx.Done():
			}
		}
		if m != nil {
			do(ctx, m)
		}
	}
}

// consumer creates a consumer, or returns the one that there is.
func (b *Bus) consumer(ctx context.Context, stream string, c jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	if stream == resultStream {
		if err := b.ensureStreams(ctx); err != nil {
			return nil, err
		}
	}
	ctx, done := b.lockSetup(ctx)
	defer done()
	return b.js.CreateOrUpdateConsumer(ctx, stream, c)
}

// fetch waits a while for a message, and returns nil if none comes.
func fetch(ctx context.Context, consumer jetstream.Consumer) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	batch, err := consumer.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		return m, nil
	}
	err = batch.Error()
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
		err = nil
	}
	return nil, err
}

// runTask does one task and publishes its result.
func (b *Bus) runTask(ctx context.Context, m jetstream.Msg, h Handler) {
	t, ok := parseSubject(m.Subject(), taskPrefix)
	meta, err := m.Metadata()
	if !ok || err != nil {
		b.log.Error("a task cannot be read", "subject", m.Subject(), "err", err)
		_ = m.Term()
		return
	}
	seq := meta.Sequence.Stream
	task, release := b.claim(ctx, t.Job, m, seq)
	defer release()
	if b.removed(task, seq) { // a server that lags behind its leader may deliver a cancelled task
		_ = m.Term()
		return
	}
	var data []byte
	if t.Payload, err = decompressed(m); err != nil {
		err = fmt.Errorf("the task cannot be read: %w", err)
	} else if meta.NumDelivered > maxTries {
		err = fmt.Errorf("this was begun %d times and never finished", maxTries)
	} else {
		data, err = b.callHandler(task, t, h)
	}
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // another worker may begin at once
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
	if !b.publishResult(task, t, data, err) {
		return
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
	defer cancel()
	if err := m.DoubleAck(limited); err != nil {
		b.log.Debug("a task may come again", "job", t.Job, "shard", t.Shard, "err", err)
	}
}

// runningTask is a task that runs in this process.
type runningTask struct {
	job  string
	stop context.CancelFunc
}

// claim registers a running task and sends its heartbeat until release. The context ends when ctx
// does or the task is cancelled.
func (b *Bus) claim(ctx context.Context, job string, m jetstream.Msg, seq uint64) (_ context.Context, release func()) {
	ctx, stop := context.WithCancel(ctx)
	r := &runningTask{job: job, stop: stop}
	b.mu.Lock()
	b.running[r] = true
	b.mu.Unlock()
	var beating sync.WaitGroup
	beating.Go(func() { b.heartbeat(ctx, m, seq, stop) })
	return ctx, func() {
		stop()
		beating.Wait()
		b.mu.Lock()
		delete(b.running, r)
		b.mu.Unlock()
	}
}

// stopTasks stops the tasks of a job that run in this process.
func (b *Bus) stopTasks(job string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for r := range b.running {
		if r.job == job {
			r.stop()
		}
	}
}

// heartbeat tells the queue again and again that a task is running, until ctx ends. It stops the
// task when that is no longer in the queue.
func (b *Bus) heartbeat(ctx context.Context, m jetstream.Msg, seq uint64, stop context.CancelFunc) {
	tick := time.NewTicker(b.o.AckWait / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_ = m.InProgress() // after an error the next tick tries again
		if b.removed(ctx, seq) {
			stop()
			return
		}
	}
}

// removed reports whether a task is known to be no longer in the queue.
func (b *Bus) removed(ctx context.Context, seq uint64) bool {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	stream, err := b.js.Stream(ctx, taskStream)
	if err == nil {
		_, err = stream.GetMsg(ctx, seq)
	}
	return errors.Is(err, jetstream.ErrMsgNotFound)
}

// callHandler calls a handler. It turns a panic into an error, since games are played in this
// process too.
func (b *Bus) callHandler(ctx context.Context, t Task, h Handler) (data []byte, err error) {
	defer func() {
		if value := recover(); value != nil {
			b.log.Error("a worker has panicked", "job", t.Job, "shard", t.Shard, "panic", value, "stack",
				string(debug.Stack()))
			err = fmt.Errorf("the work on this has met a fault of the program: %v", value)
		}
	}()
	var mu sync.Mutex
	var last time.Time
	return h(ctx, t, func(data any) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(last) >= progressEvery {
			last = now
			b.publishProgress(t, data)
		}
	})
}

func (b *Bus) publishProgress(t Task, data any) {
	inner, err := json.Marshal(data)
	if err != nil {
		return
	}
	outer, err := json.Marshal(Progress{Shard: t.Shard, Data: inner})
	if err == nil {
		b.Publish(Event{Subject: Job(t.Job), Data: outer})
	}
}

// publishResult puts the result of a task in the stream of results. It retries until ctx ends.
func (b *Bus) publishResult(ctx context.Context, t Task, data []byte, taskErr error) bool {
	m, err := b.resultMessage(t, data, taskErr)
	if err != nil {
		b.log.Error("a result cannot be packed", "job", t.Job, "shard", t.Shard, "err", err)
		return false
	}
	for {
		limited, cancel := context.WithTimeout(ctx, requestTimeout)
		_, err := b.js.PublishMsg(limited, m)
		cancel()
		if err == nil {
			return true
		}
		b.log.Debug("a result cannot be queued now", "job", t.Job, "shard", t.Shard, "err", err)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(retryAfter):
		}
	}
}

// resultMessage returns a message with the result of a task: its data, or the error if there is one
// or the data are too large.
func (b *Bus) resultMessage(t Task, data []byte, taskErr error) (*nats.Msg, error) {
	subject, err := t.subject(resultPrefix)
	if err != nil {
		return nil, err
	}
	if taskErr == nil {
		m, err := compressed(subject, data)
		const header = 1024 // bytes beside the data
		if limit := b.conn.MaxPayload(); err != nil || limit <= 0 || int64(len(m.Data)) <= limit-header {
			return m, err
		}
		taskErr = fmt.Errorf("a result of %d bytes, %d when compressed: %w", len(data), len(m.Data), ErrTooLarge)
	}
	m, err := compressed(subject, []byte(taskErr.Error()))
	if err == nil {
		m.Header.Set(failedHeader, "1")
	}
	return m, err
}
