package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// Store is where a Scheduler keeps jobs; store.Store is one.
type Store interface {
	CreateJob(ctx context.Context, j store.Job) (store.Job, error)
	Job(ctx context.Context, id string) (store.Job, error)
	OpenJobs(ctx context.Context) ([]store.Job, error)
	// SetJob changes the state of a job. The error has the code play.NotNow when the job is over.
	SetJob(ctx context.Context, id string, state store.JobState, answer json.RawMessage) error
	// SaveShard stores the result of a shard unless there is one already.
	SaveShard(ctx context.Context, job string, shard int, result json.RawMessage) (first bool, err error)
	Shards(ctx context.Context, job string) (map[int]json.RawMessage, error)
}

// Failure is the answer of a job that has failed.
type Failure struct {
	Error string `json:"error"`
}

// Status is the data of a Scheduler's events about a job. Workers publish events about it too,
// whose data is a bus.Progress with a Progress.
type Status struct {
	State store.JobState `json:"state"`
	Done  int            `json:"done"` // shards
	Of    int            `json:"of"`
}

// RequestError says what is wrong with a request, for its author.
type RequestError struct{ Err error }

func (e *RequestError) Error() string { return e.Err.Error() }
func (e *RequestError) Unwrap() error { return e.Err }

// Scheduler accepts jobs and sees them through. Several Schedulers may share a database and a bus.
type Scheduler struct {
	store Store
	bus   *bus.Bus
	log   *slog.Logger
}

// NewScheduler returns a Scheduler. Jobs make progress while its Run runs. A nil log discards.
func NewScheduler(s Store, b *bus.Bus, log *slog.Logger) *Scheduler {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Scheduler{store: s, bus: b, log: log}
}

const (
	sweepEvery = time.Minute     // how often open jobs are checked for lost tasks
	busTimeout = 2 * time.Second // for calls of the bus while a person waits

	// maxQueued is how many shards of one job are in the queue at most. Each result makes room for
	// one more, so jobs of other people get their turns. It is also the most workers that one job
	// keeps busy.
	maxQueued = 16
)

// Submit stores a user's job, puts its first shards in the queue, and returns its ID. The error is
// a *RequestError, or comes from the store. A bus that cannot be reached is no error: the work
// begins when the bus is back.
func (s *Scheduler) Submit(ctx context.Context, user string, kind Kind, request json.RawMessage) (string, error) {
	return s.submitJob(ctx, store.Job{User: user, Kind: string(kind), Request: request})
}

// SubmitShared is Submit for a job of nobody under an ID of the caller's, which all who know the ID
// share. A job that has the ID already stays, and is no error: made is false.
func (s *Scheduler) SubmitShared(ctx context.Context, j store.Job) (made bool, err error) {
	_, err = s.submitJob(ctx, j)
	if play.CodeOf(err) == play.Taken {
		return false, nil
	}
	return err == nil, err
}

// submitJob stores a job that has its request, and puts its first shards in the queue.
func (s *Scheduler) submitJob(ctx context.Context, j store.Job) (string, error) {
	parsed, err := read(Kind(j.Kind), j.Request)
	if err != nil {
		return "", &RequestError{err}
	}
	j.Shards = parsed.shards()
	if j, err = s.store.CreateJob(ctx, j); err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, busTimeout)
	defer cancel()
	if err := s.enqueue(limited, j); err != nil {
		s.log.Warn("a job cannot be queued now", "job", j.ID, "err", err)
	}
	return j.ID, nil
}

// Cancel ends a job. Cancelling a job that is over is no error.
func (s *Scheduler) Cancel(ctx context.Context, id string) error {
	j, err := s.store.Job(ctx, id)
	if err != nil {
		return err
	}
	return s.end(ctx, j, store.JobCancelled, nil)
}

// Run stores results and queues tasks until ctx ends or the bus is closed. The error says what is
// wrong with the bus.
func (s *Scheduler) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var sweeping sync.WaitGroup
	defer sweeping.Wait()
	defer stop()
	sweeping.Go(func() {
		tick := time.NewTicker(sweepEvery)
		defer tick.Stop()
		for {
			s.sweep(ctx)
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
	return s.bus.Results(ctx, s.onResult)
}

// sweep queues what open jobs lack: after a restart, or when the queue was lost.
func (s *Scheduler) sweep(ctx context.Context) {
	jobs, err := s.store.OpenJobs(ctx)
	for _, j := range jobs {
		if err == nil {
			err = s.enqueue(ctx, j)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.log.Warn("open jobs cannot be queued now", "err", err)
	}
}

// enqueue puts an open job's next tasks in the queue: shards without a result, up to maxQueued
// ahead of those with one, or the joining of all results. The queue ignores a task that it holds
// already.
func (s *Scheduler) enqueue(ctx context.Context, j store.Job) error {
	results, err := s.store.Shards(ctx, j.ID)
	if err != nil {
		return err
	}
	if len(results) == j.Shards {
		return s.join(ctx, j, results)
	}
	var shards []int
	for i := range j.Shards {
		_, done := results[i]
		if _, before := results[i-maxQueued]; !done && (before || i < maxQueued) {
			shards = append(shards, i)
		}
	}
	return s.submit(ctx, j, shards)
}

// submit puts shards of a job in the queue.
func (s *Scheduler) submit(ctx context.Context, j store.Job, shards []int) error {
	payload, err := json.Marshal(task{Kind: Kind(j.Kind), Request: j.Request, Files: filesOf(j.Request)})
	if err != nil {
		return err
	}
	tasks := make([]bus.Task, len(shards))
	for i, shard := range shards {
		tasks[i] = bus.Task{Job: j.ID, Shard: shard, Kind: j.Kind, Payload: payload}
	}
	err = s.bus.Submit(ctx, tasks...)
	if errors.Is(err, bus.ErrTooLarge) {
		return s.fail(ctx, j, err)
	}
	return err
}

// join queues the joining of all results, or does it here when the bus cannot carry them.
func (s *Scheduler) join(ctx context.Context, j store.Job, results map[int]json.RawMessage) error {
	t := task{Kind: Kind(j.Kind), Request: j.Request, Files: filesOf(j.Request)}
	for i := range j.Shards {
		t.Found = append(t.Found, results[i])
	}
	payload, err := json.Marshal(t)
	if err != nil {
		return err
	}
	err = s.bus.Submit(ctx, bus.Task{Job: j.ID, Shard: j.Shards, Kind: joinKind, Payload: payload})
	if !errors.Is(err, bus.ErrTooLarge) {
		return err
	}
	if j.Shards == 0 {
		return s.fail(ctx, j, err)
	}
	parsed, err := read(t.Kind, t.Request)
	var answer any
	if err == nil {
		answer, err = parsed.join(ctx, t.Found, resources{hash: defaultHash, progress: func(any) {}})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return s.fail(ctx, j, err)
	}
	data, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return s.end(ctx, j, store.JobDone, data)
}

// onResult stores the result of a task and queues what comes next.
func (s *Scheduler) onResult(ctx context.Context, r bus.Result) error {
	j, err := s.store.Job(ctx, r.Job)
	if play.CodeOf(err) == play.NotFound {
		return nil // of another database
	}
	if err != nil {
		return err
	}
	switch {
	case j.State.Over():
		return nil
	case r.Error != "":
		return s.fail(ctx, j, errors.New(r.Error))
	case r.Kind == joinKind:
		return s.end(ctx, j, store.JobDone, r.Data)
	case r.Shard >= j.Shards:
		s.log.Warn("a result belongs to no shard", "job", j.ID, "shard", r.Shard)
		return nil
	}
	first, err := s.store.SaveShard(ctx, j.ID, r.Shard, r.Data)
	if err != nil {
		return err
	}
	if next := r.Shard + maxQueued; first && next < j.Shards {
		if err := s.submit(ctx, j, []int{next}); err != nil && ctx.Err() == nil {
			s.log.Warn("a shard waits for the next sweep", "job", j.ID, "shard", next, "err", err)
		}
	}
	if j, err = s.store.Job(ctx, j.ID); err != nil || j.State.Over() {
		return err
	}
	if j.State == store.JobWaiting {
		if err := s.store.SetJob(ctx, j.ID, store.JobRunning, nil); err != nil && play.CodeOf(err) != play.NotNow {
			return err
		}
	}
	s.publish(j, Status{State: store.JobRunning, Done: j.Done, Of: j.Shards})
	if j.Done < j.Shards {
		return nil
	}
	return s.enqueue(ctx, j)
}

func (s *Scheduler) fail(ctx context.Context, j store.Job, reason error) error {
	answer, err := json.Marshal(Failure{reason.Error()})
	if err != nil {
		return err
	}
	return s.end(ctx, j, store.JobFailed, answer)
}

// end ends a job and, unless all its tasks are done, takes them out of the queue.
func (s *Scheduler) end(ctx context.Context, j store.Job, state store.JobState, answer json.RawMessage) error {
	err := s.store.SetJob(ctx, j.ID, state, answer)
	if play.CodeOf(err) == play.NotNow {
		return nil // another server has ended it
	}
	if err != nil {
		return err
	}
	s.publish(j, Status{State: state, Done: j.Done, Of: j.Shards})
	if state == store.JobDone {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, busTimeout)
	defer cancel()
	if err := s.bus.Cancel(limited, j.ID); err != nil {
		// Workers waste time on these tasks, and onResult ignores what they find.
		s.log.Warn("the tasks of a job that is over stay in the queue", "job", j.ID, "err", err)
	}
	return nil
}

func (s *Scheduler) publish(j store.Job, status Status) {
	data, err := json.Marshal(status)
	if err != nil {
		s.log.Error("the status of a job cannot be published", "job", j.ID, "err", err)
		return
	}
	s.bus.Publish(bus.Event{Subject: bus.Job(j.ID), Seq: int64(status.Done), Data: data})
}
