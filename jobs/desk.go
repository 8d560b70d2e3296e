package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/wire"
)

// Store is where a Desk keeps jobs; store.Store is one.
type Store interface {
	CreateJob(ctx context.Context, j store.Job) (store.Job, error)
	Job(ctx context.Context, id string) (store.Job, error)
	OpenJobs(ctx context.Context) ([]store.Job, error)
	// SetJob moves a job on that is not over. The error has the code play.NotNow when it is.
	SetJob(ctx context.Context, id string, state store.JobState, shards int, answer json.RawMessage) error
	// SaveShard keeps what a shard has found, once.
	SaveShard(ctx context.Context, job string, shard int, result json.RawMessage) (first bool, err error)
	Shards(ctx context.Context, job string) (map[int]json.RawMessage, error)
}

// Failure is the answer of a job that has failed.
type Failure struct {
	Error string `json:"error"`
}

// Status is the data of the events by which a Desk tells of a job. The other events about it are of workers: wire.Progress
// with a Progress.
type Status struct {
	State store.JobState `json:"state"`
	Done  int            `json:"done"` // shards
	Of    int            `json:"of"`
}

// RequestError is a request that makes no sense; its text is for whoever made it.
type RequestError struct{ Err error }

func (e *RequestError) Error() string { return e.Err.Error() }
func (e *RequestError) Unwrap() error { return e.Err }

// Desk takes jobs and keeps them going until they are done. Several may share a database and a wire.
type Desk struct {
	store Store
	bus   *wire.Bus
	log   *slog.Logger
}

// NewDesk returns a Desk; a nil log is silence. Jobs go on while Run runs.
func NewDesk(s Store, b *wire.Bus, log *slog.Logger) *Desk {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Desk{store: s, bus: b, log: log}
}

const (
	sweepEvery = time.Minute     // open jobs are looked at, for tasks that were lost
	patience   = 2 * time.Second // for the wire, while somebody waits
)

// Submit takes a job of a user and returns its ID. The error is a *RequestError, or that of the store. A wire that cannot be
// reached is none: the work begins when it can.
func (d *Desk) Submit(ctx context.Context, user string, kind Kind, request json.RawMessage) (string, error) {
	what, err := read(kind, request)
	if err != nil {
		return "", &RequestError{err}
	}
	j, err := d.store.CreateJob(ctx, store.Job{User: user, Kind: string(kind), Request: request, Shards: what.shards()})
	if err != nil {
		return "", err
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := d.further(within, j); err != nil {
		d.log.Warn("a job has to wait", "job", j.ID, "err", err)
	}
	return j.ID, nil
}

// Cancel ends a job. It is no error that it has ended already.
func (d *Desk) Cancel(ctx context.Context, id string) error {
	j, err := d.store.Job(ctx, id)
	if err != nil {
		return err
	}
	return d.end(ctx, j, store.JobCancelled, nil)
}

// Run keeps jobs going until ctx ends or the wire is closed. The error says what is wrong with the wire.
func (d *Desk) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var sweeping sync.WaitGroup
	defer sweeping.Wait()
	defer stop()
	sweeping.Go(func() {
		tick := time.NewTicker(sweepEvery)
		defer tick.Stop()
		for {
			d.sweep(ctx)
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
	return d.bus.Results(ctx, d.take)
}

// sweep brings the open jobs on their way again. What is in the queue is not put there twice.
func (d *Desk) sweep(ctx context.Context) {
	jobs, err := d.store.OpenJobs(ctx)
	for _, j := range jobs {
		if err == nil {
			err = d.further(ctx, j)
		}
	}
	if err != nil && ctx.Err() == nil {
		d.log.Warn("jobs have to wait", "err", err)
	}
}

// further puts the tasks in the queue that an open job lacks: its shards, or the joining of them.
func (d *Desk) further(ctx context.Context, j store.Job) error {
	found, err := d.store.Shards(ctx, j.ID)
	if err != nil {
		return err
	}
	if len(found) == j.Shards {
		return d.join(ctx, j, found)
	}
	payload, err := json.Marshal(task{Kind: Kind(j.Kind), Request: j.Request})
	if err != nil {
		return err
	}
	var tasks []wire.Task
	for i := range j.Shards {
		if _, ok := found[i]; !ok {
			tasks = append(tasks, wire.Task{Job: j.ID, Shard: i, Kind: j.Kind, Payload: payload})
		}
	}
	err = d.bus.Submit(ctx, tasks...)
	if errors.Is(err, wire.ErrTooLarge) {
		return d.fail(ctx, j, err)
	}
	return err
}

// join has the answer made from what the shards have found: by a worker, or here if it is more than the wire carries.
func (d *Desk) join(ctx context.Context, j store.Job, found map[int]json.RawMessage) error {
	t := task{Kind: Kind(j.Kind), Request: j.Request}
	for i := range j.Shards {
		t.Found = append(t.Found, found[i])
	}
	payload, err := json.Marshal(t)
	if err != nil {
		return err
	}
	err = d.bus.Submit(ctx, wire.Task{Job: j.ID, Shard: j.Shards, Kind: joining, Payload: payload})
	if !errors.Is(err, wire.ErrTooLarge) {
		return err
	}
	if j.Shards == 0 {
		return d.fail(ctx, j, err)
	}
	what, err := read(t.Kind, t.Request)
	var answer any
	if err == nil {
		answer, err = what.join(ctx, t.Found, resources{hash: defaultHash, tell: func(any) {}})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return d.fail(ctx, j, err)
	}
	data, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return d.end(ctx, j, store.JobDone, data)
}

// take takes what a task has given.
func (d *Desk) take(ctx context.Context, r wire.Result) error {
	j, err := d.store.Job(ctx, r.Job)
	if play.CodeOf(err) == play.NotFound {
		return nil // of another database
	}
	if err != nil {
		return err
	}
	switch {
	case Over(j):
		return nil
	case r.Error != "":
		return d.fail(ctx, j, errors.New(r.Error))
	case r.Kind == joining:
		return d.end(ctx, j, store.JobDone, r.Data)
	case r.Shard >= j.Shards:
		d.log.Warn("a result belongs to no shard", "job", j.ID, "shard", r.Shard)
		return nil
	}
	if _, err := d.store.SaveShard(ctx, j.ID, r.Shard, r.Data); err != nil {
		return err
	}
	if j, err = d.store.Job(ctx, j.ID); err != nil || Over(j) {
		return err
	}
	if j.State == store.JobWaiting {
		if err := d.store.SetJob(ctx, j.ID, store.JobRunning, 0, nil); err != nil && play.CodeOf(err) != play.NotNow {
			return err
		}
	}
	d.tell(j, Status{State: store.JobRunning, Done: j.Done, Of: j.Shards})
	if j.Done < j.Shards {
		return nil
	}
	return d.further(ctx, j)
}

// Over reports whether a job has ended.
func Over(j store.Job) bool { return j.State != store.JobWaiting && j.State != store.JobRunning }

func (d *Desk) fail(ctx context.Context, j store.Job, why error) error {
	answer, err := json.Marshal(Failure{why.Error()})
	if err != nil {
		return err
	}
	return d.end(ctx, j, store.JobFailed, answer)
}

// end ends a job, whose tasks are then needed no more.
func (d *Desk) end(ctx context.Context, j store.Job, state store.JobState, answer json.RawMessage) error {
	err := d.store.SetJob(ctx, j.ID, state, 0, answer)
	if play.CodeOf(err) == play.NotNow {
		return nil // somebody was faster
	}
	if err != nil {
		return err
	}
	d.tell(j, Status{State: state, Done: j.Done, Of: j.Shards})
	if state == store.JobDone {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := d.bus.Cancel(within, j.ID); err != nil {
		// The tasks are done for nothing, and what they give is not taken.
		d.log.Warn("the tasks of a job that has ended stay in the queue", "job", j.ID, "err", err)
	}
	return nil
}

func (d *Desk) tell(j store.Job, s Status) {
	data, err := json.Marshal(s)
	if err != nil {
		d.log.Error("a job cannot be told of", "job", j.ID, "err", err)
		return
	}
	d.bus.Publish(wire.Event{Subject: wire.Job(j.ID), Seq: int64(s.Done), Data: data})
}
