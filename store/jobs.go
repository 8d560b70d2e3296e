package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// JobState is the state of a job.
type JobState string

// The states of a job.
const (
	JobWaiting   JobState = "waiting"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// Over reports whether a job in the state has ended.
func (j JobState) Over() bool { return j == JobDone || j == JobFailed || j == JobCancelled }

// Job is long work, such as a problem to solve or a game to analyse. It is cut into shards that can
// be done anywhere and in any order.
type Job struct {
	ID      string          `json:"id"`
	User    string          `json:"-"` // who submitted it, "" for nobody
	AskedBy string          `json:"-"` // who asked for a job of nobody, which all share; "" for nobody
	Kind    string          `json:"kind"`
	Request json.RawMessage `json:"request"`
	State   JobState        `json:"state"`
	Answer  json.RawMessage `json:"answer,omitempty"` // when it is done, or why it failed
	Shards  int             `json:"shards"`           // how many there are
	// Done is how many shards have a result: all when the job is done, none when it failed or was
	// cancelled.
	Done    int       `json:"done"`
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`
}

// Limits of one person's jobs.
const (
	MaxOpenJobs  = 3       // jobs that are not over
	MaxAsked     = 3       // shared jobs that they asked for, and that are not over
	MaxKeptBytes = 8 << 20 // all requests and answers; the oldest jobs that are over are deleted
)

// MaxShared is how many jobs that all share may be open at a time.
const MaxShared = 40

// ErrManyShared is the error of CreateJob when there are MaxShared.
var ErrManyShared = refuse(play.NotAllowed, "There are %d open jobs already.", MaxShared)

// CreateJob stores a new job in the state JobWaiting. It chooses the ID if that is "". The error
// has the code NotAllowed when the person has MaxOpenJobs or MaxAsked already, and is ErrManyShared
// when all have.
func (s *Store) CreateJob(ctx context.Context, j Job) (Job, error) {
	if j.ID == "" {
		j.ID = NewID()
	}
	j.State, j.Answer, j.Done = JobWaiting, nil, 0
	j.Created = s.storedNow()
	j.Changed = j.Created
	err := s.update(ctx, func(t *tx) error {
		if err := t.roomForJob(ctx, j.User); err != nil {
			return err
		}
		err := t.mustRun(ctx, refuse(play.Taken, "There is a job %s already.", j.ID),
			`INSERT INTO jobs (id, user_id, asked_by, kind, request, state, answer, shards, created, changed)
				VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, ?) ON CONFLICT DO NOTHING`,
			j.ID, j.User, j.AskedBy, j.Kind, j.Request, string(j.State), j.Shards, j.Created,
			j.Changed)
		if err != nil || j.AskedBy == "" {
			return err
		}
		return t.roomForShared(ctx, j.AskedBy)
	})
	if err != nil {
		return Job{}, err
	}
	return j, nil
}

// roomForJob returns an error if a person has MaxOpenJobs, and deletes the oldest jobs of one who
// has more than MaxKeptBytes.
func (t *tx) roomForJob(ctx context.Context, user string) error {
	if user == "" {
		return nil
	}
	if err := t.lock(ctx, user); err != nil {
		return err
	}
	err := t.hasRoom(ctx, MaxOpenJobs, "You have %d unfinished jobs: wait for one of them, or cancel it.",
		`SELECT COUNT(*) FROM jobs WHERE user_id = ? AND state IN ('waiting', 'running')`, user)
	if err != nil {
		return err
	}
	kept, err := t.Count(ctx, `SELECT COALESCE(SUM(LENGTH(request) + LENGTH(answer)), 0) FROM jobs WHERE user_id = ?`,
		user)
	if err != nil {
		return err
	}
	for kept > MaxKeptBytes {
		var id string
		var bytes int
		found, err := t.Row(ctx, `SELECT id, LENGTH(request) + LENGTH(answer) FROM jobs
			WHERE user_id = ? AND state NOT IN ('waiting', 'running') ORDER BY changed, id LIMIT 1`,
			[]any{user}, &id, &bytes)
		if err != nil || !found {
			return err
		}
		if err := t.Run(ctx, `DELETE FROM jobs WHERE id = ?`, id); err != nil {
			return err
		}
		kept -= bytes
	}
	return nil
}

// roomForShared returns an error if a person has asked for more than MaxAsked jobs that all share, or
// all for more than MaxShared, with the new one.
func (t *tx) roomForShared(ctx context.Context, user string) error {
	if t.Postgres() { // one at a time; SQLite has one writer
		if err := t.Run(ctx, `SELECT pg_advisory_xact_lock(hashtext('kirke shared jobs'))`); err != nil {
			return err
		}
	}
	all, err := t.Count(ctx, `SELECT COUNT(*) FROM jobs WHERE asked_by <> '' AND state IN ('waiting', 'running')`)
	if err != nil {
		return err
	}
	if all > MaxShared {
		return ErrManyShared
	}
	own, err := t.Count(ctx, `SELECT COUNT(*) FROM jobs WHERE asked_by = ? AND state IN ('waiting', 'running')`, user)
	if err == nil && own > MaxAsked {
		err = refuse(play.NotAllowed, "You have %d unfinished reviews: wait for one of them.", MaxAsked)
	}
	return err
}

// SetJob changes the state of a job and its answer. A job that is over does not change, and the
// error has the code NotNow. The results of its shards are deleted when it is over.
func (s *Store) SetJob(ctx context.Context, id string, state JobState, answer json.RawMessage) error {
	return s.update(ctx, func(t *tx) error {
		j, err := t.job(ctx, id)
		if err != nil {
			return err
		}
		if j.State.Over() {
			return refuse(play.NotNow, "The job is %s.", j.State)
		}
		err = t.mustRun(ctx, db.ErrConflict,
			`UPDATE jobs SET state = ?, answer = ?, changed = ? WHERE id = ? AND state = ?`,
			string(state), answer, s.now(), id, string(j.State))
		if err == nil && state.Over() {
			err = t.Run(ctx, `DELETE FROM shards WHERE job = ?`, id)
		}
		return err
	})
}

// Job returns a job. The error has the code NotFound when there is none.
func (s *Store) Job(ctx context.Context, id string) (Job, error) {
	return s.reading().job(ctx, id)
}

func (t *tx) job(ctx context.Context, id string) (Job, error) {
	all, err := t.jobs(ctx, `WHERE id = ?`, id)
	return only(all, err, noSuch("There is no such job."))
}

// jobs returns the jobs that the rest of a query selects.
func (t *tx) jobs(ctx context.Context, rest string, args ...any) ([]Job, error) {
	return queryAll(ctx, t, `SELECT id, user_id, kind, request, state, answer, shards, created, changed,
			CASE WHEN state = 'done' THEN shards ELSE (SELECT COUNT(*) FROM shards WHERE job = jobs.id) END
		FROM jobs `+rest, args, func(scan scanFunc) (j Job, err error) {
		err = scan(&j.ID, &j.User, &j.Kind, &j.Request, &j.State, &j.Answer, &j.Shards, &j.Created, &j.Changed, &j.Done)
		if len(j.Answer) == 0 {
			j.Answer = nil
		}
		return j, err
	})
}

// OpenJobs returns the jobs that are not over, the oldest first.
func (s *Store) OpenJobs(ctx context.Context) ([]Job, error) {
	return s.reading().jobs(ctx, `WHERE state IN ('waiting', 'running') ORDER BY created, id`)
}

// JobsOf returns a person's jobs, the newest first, at most limit of them.
func (s *Store) JobsOf(ctx context.Context, user string, limit int) ([]Job, error) {
	if user == "" {
		return nil, nil
	}
	return s.reading().jobs(ctx, `WHERE user_id = ? ORDER BY created DESC, id LIMIT ?`, user, clampLimit(limit))
}

// SaveShard stores the result of a shard, a JSON value, unless the job is over. Shards are
// deterministic: of several results for one the first stays, and first reports whether this is it.
func (s *Store) SaveShard(ctx context.Context, job string, shard int, result json.RawMessage) (first bool, err error) {
	err = s.update(ctx, func(t *tx) error {
		if j, err := t.job(ctx, job); err != nil || j.State.Over() {
			return err
		}
		n, err := t.Exec(ctx, `INSERT INTO shards (job, shard, result, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			job, shard, result, s.now())
		first = n == 1
		return err
	})
	return first, err
}

// Shards returns the stored results of a job's shards, by number.
func (s *Store) Shards(ctx context.Context, job string) (map[int]json.RawMessage, error) {
	all := make(map[int]json.RawMessage)
	const query = `SELECT shard, result FROM shards WHERE job = ?`
	err := s.reading().Each(ctx, query, []any{job}, func(scan scanFunc) error {
		var n int
		var result json.RawMessage
		err := scan(&n, &result)
		all[n] = result
		return err
	})
	return all, err
}
