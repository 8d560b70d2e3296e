package bus

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The job queue is two JetStream streams, one of tasks and one of results. Both are work queues: a
// message stays until somebody acknowledges it. This file fills and empties the queue; work.go
// takes tasks from it and results out of it.

// Task is a shard of a job: what a worker does at a time.
type Task struct {
	Job     string // letters, digits, '-' and '_', at most 64
	Shard   int    // from 0, unique in the job
	Kind    string // of the work, with the same letters as Job; a worker takes tasks of one kind
	Payload []byte // what to do, as the worker of this kind reads it
}

// Result is the result of a task.
type Result struct {
	Job   string
	Shard int
	Kind  string
	Data  []byte
	Error string // why there is no Data; "" when there is
}

const (
	taskStream    = "KIRKE_TASKS"
	resultStream  = "KIRKE_RESULTS"
	taskPrefix    = "kirke.task."
	resultPrefix  = "kirke.result."
	cancelSubject = "kirke.cancel"
	failedHeader  = "Kirke-Failed"

	requestTimeout  = 5 * time.Second // for one request to the queue
	maxDecompressed = 256 << 20       // bytes
)

// ErrTooLarge is returned for a task that is larger than the bus carries.
var ErrTooLarge = errors.New("this is more than the bus carries")

var validName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// subject returns the NATS subject of a task or of its result. The error says which field is
// invalid.
func (t Task) subject(prefix string) (string, error) {
	for _, name := range []string{t.Job, t.Kind} {
		if !validName.MatchString(name) {
			return "", fmt.Errorf("%q cannot name a job or a kind: use letters, digits, '-' and '_'", name)
		}
	}
	if t.Shard < 0 {
		return "", fmt.Errorf("%d cannot number a shard", t.Shard)
	}
	return fmt.Sprintf("%s%s.%s.%d", prefix, t.Kind, t.Job, t.Shard), nil
}

// parseSubject reads what subject writes.
func parseSubject(subject, prefix string) (Task, bool) {
	rest, ok := strings.CutPrefix(subject, prefix)
	part := strings.Split(rest, ".")
	if !ok || len(part) != 3 {
		return Task{}, false
	}
	n, err := strconv.Atoi(part[2])
	return Task{Kind: part[0], Job: part[1], Shard: n}, err == nil
}

// compressed returns a message with compressed data.
func compressed(subject string, data []byte) (*nats.Msg, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return &nats.Msg{Subject: subject, Data: out.Bytes(), Header: nats.Header{}}, nil
}

// decompressed returns the data of a message that compressed has made.
func decompressed(m jetstream.Msg) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(m.Data()))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, maxDecompressed+1))
	if err == nil && len(data) > maxDecompressed {
		err = ErrTooLarge
	}
	return data, err
}

// ensureStreams creates the streams, or updates them to the options. Workers do not call it: the
// servers decide how the queue is kept.
func (b *Bus) ensureStreams(ctx context.Context) error {
	ctx, done := b.lockSetup(ctx)
	defer done()
	if b.streamsReady {
		return nil
	}
	for _, c := range []jetstream.StreamConfig{
		{Name: taskStream, Subjects: []string{taskPrefix + "*.*.*"}},
		{Name: resultStream, Subjects: []string{resultPrefix + "*.*.*"}},
	} {
		c.Retention, c.Replicas, c.Storage = jetstream.WorkQueuePolicy, b.o.Replicas, jetstream.FileStorage
		ctx, cancel := context.WithTimeout(ctx, requestTimeout)
		_, err := b.js.CreateOrUpdateStream(ctx, c)
		cancel()
		if err != nil {
			return fmt.Errorf("the job queue cannot be reached: %w", err)
		}
	}
	b.streamsReady = true
	return nil
}

// lockSetup returns a context for creating streams and consumers, one at a time. With an embedded
// server the context does not end with ctx, and shutdown waits: a server that closes in the middle
// leaves files open.
func (b *Bus) lockSetup(ctx context.Context) (context.Context, func()) {
	b.setup.Lock()
	if b.embedded == nil {
		return ctx, b.setup.Unlock
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*requestTimeout)
	return ctx, func() { cancel(); b.setup.Unlock() }
}

// Submit puts tasks in the queue. A task that is waiting or running already is not added again.
// After a nil error the tasks stay until they are done or cancelled. After an error some of them
// may have been added; it is safe to submit all again.
func (b *Bus) Submit(ctx context.Context, tasks ...Task) error {
	if err := b.ensureStreams(ctx); err != nil {
		return err
	}
	for _, t := range tasks {
		subject, err := t.subject(taskPrefix)
		if err != nil {
			return err
		}
		m, err := compressed(subject, t.Payload)
		if err != nil {
			return err
		}
		_, err = b.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
		var exists *jetstream.APIError
		if errors.As(err, &exists) && exists.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
			continue
		}
		if errors.Is(err, nats.ErrMaxPayload) {
			err = ErrTooLarge
		}
		if err != nil {
			return fmt.Errorf("shard %d of job %s cannot be queued: %w", t.Shard, t.Job, err)
		}
	}
	return nil
}

// Cancel removes the tasks of a job from the queue and stops those that are running. Results that
// are on their way still arrive.
func (b *Bus) Cancel(ctx context.Context, job string) error {
	if !validName.MatchString(job) {
		return fmt.Errorf("%q cannot name a job", job)
	}
	if err := b.ensureStreams(ctx); err != nil {
		return err
	}
	stream, err := b.js.Stream(ctx, taskStream)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(taskPrefix+"*."+job+".*"))
	}
	if err != nil {
		return fmt.Errorf("job %s cannot be cancelled: %w", job, err)
	}
	b.stopTasks(job)
	// A worker in another process that misses this message finds out by its next heartbeat.
	_ = b.conn.Publish(cancelSubject, []byte(job))
	return nil
}

// Waiting returns how many tasks are in the queue, running ones included.
func (b *Bus) Waiting(ctx context.Context) (int, error) {
	if err := b.ensureStreams(ctx); err != nil {
		return 0, err
	}
	stream, err := b.js.Stream(ctx, taskStream)
	if err != nil {
		return 0, fmt.Errorf("the job queue cannot be reached: %w", err)
	}
	return int(stream.CachedInfo().State.Msgs), nil
}
