package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// JobState is how far a job is.
type JobState string

// The states of a job.
const (
	JobWaiting   JobState = "waiting"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// over reports whether a job in the state is not to be worked on any more.
func (j JobState) over() bool { return j == JobDone || j == JobFailed || j == JobCancelled }

// Job is long work, a problem to be solved or a game to be analysed, in shards that
// can be done anywhere and in any order.
type Job struct {
	ID      string          `json:"id"`
	User    string          `json:"-"` // who asked; "" for nobody
	Kind    string          `json:"kind"`
	Request json.RawMessage `json:"request"`
	State   JobState        `json:"state"`
	Answer  json.RawMessage `json:"answer,omitempty"` // once it is done, or why it failed
	Shards  int             `json:"shards"`           // how many there are; 0 while that is not known
	Done    int             `json:"done"`             // how many have a result; all of a job that is done, none of one that ended otherwise
	Created time.Time       `json:"created"`
	Changed time.Time       `json:"changed"`
}

// MostOpenJobs is how many jobs one person may have that are not over, and MostKeptBytes how much the requests and answers
// of all may hold: the oldest that are over go first.
const (
	MostOpenJobs  = 3
	MostKeptBytes = 8 << 20
)

// CreateJob keeps a new job, which waits. The ID may be "" for a new one. The error has the code NotAllowed when the person
// has MostOpenJobs already.
func (s *Store) CreateJob(ctx context.Context, j Job) (Job, error) {
	if j.ID == "" {
		j.ID = NewID()
	}
	j.State, j.Answer, j.Done = JobWaiting, nil, 0
	j.Created = moment(millis(s.now()))
	j.Changed = j.Created
	err := s.update(ctx, func(t *tx) error {
		if err := t.roomForJob(ctx, j.User); err != nil {
			return err
		}
		n, err := t.exec(ctx, `INSERT INTO jobs (id, user_id, kind, request, state, answer, shards, created, changed)
			VALUES (?, ?, ?, ?, ?, '', ?, ?, ?) ON CONFLICT DO NOTHING`,
			j.ID, j.User, j.Kind, string(j.Request), string(j.State), j.Shards, millis(j.Created), millis(j.Changed))
		if err == nil && n == 0 {
			return refuse(play.Taken, "There is a job %s already.", j.ID)
		}
		return err
	})
	if err != nil {
		return Job{}, err
	}
	return j, nil
}

// roomForJob refuses a person who has jobs enough, and removes the oldest jobs of one who keeps too much. Those who
// ask at once are served one after the other.
func (t *tx) roomForJob(ctx context.Context, user string) error {
	if user == "" {
		return nil
	}
	// On PostgreSQL this makes others who ask for the same person wait; SQLite has one writer.
	if _, err := t.exec(ctx, `UPDATE users SET seen = seen WHERE id = ?`, user); err != nil {
		return err
	}
	var open, kept int64
	if _, err := t.row(ctx, `SELECT COUNT(*) FROM jobs WHERE user_id = ? AND state IN (?, ?)`,
		[]any{user, string(JobWaiting), string(JobRunning)}, &open); err != nil {
		return err
	}
	if open >= MostOpenJobs {
		return refuse(play.NotAllowed, "You have %d jobs under way: wait for one of them, or cancel it.", open)
	}
	if _, err := t.row(ctx, `SELECT COALESCE(SUM(LENGTH(request) + LENGTH(answer)), 0) FROM jobs WHERE user_id = ?`, []any{user}, &kept); err != nil {
		return err
	}
	for kept > MostKeptBytes {
		var id string
		var bytes int64
		found, err := t.row(ctx, `SELECT id, LENGTH(request) + LENGTH(answer) FROM jobs WHERE user_id = ? AND state NOT IN (?, ?) ORDER BY changed, id LIMIT 1`,
			[]any{user, string(JobWaiting), string(JobRunning)}, &id, &bytes)
		if err != nil || !found {
			return err
		}
		if _, err := t.exec(ctx, `DELETE FROM jobs WHERE id = ?`, id); err != nil {
			return err
		}
		kept -= bytes
	}
	return nil
}

// SetJob moves a job on: its state, its answer, and into how many shards it is
// divided (0 leaves that as it is). A job that is over stays as it is, and the error has
// the code NotNow. What the shards have found is kept until the job is over.
func (s *Store) SetJob(ctx context.Context, id string, state JobState, shards int, answer json.RawMessage) error {
	return s.update(ctx, func(t *tx) error {
		j, err := t.job(ctx, id)
		if err != nil {
			return err
		}
		if j.State.over() {
			return refuse(play.NotNow, "The job is %s.", j.State)
		}
		if shards == 0 {
			shards = j.Shards
		}
		n, err := t.exec(ctx, `UPDATE jobs SET state = ?, shards = ?, answer = ?, changed = ? WHERE id = ? AND state = ?`,
			string(state), shards, string(answer), millis(s.now()), id, string(j.State))
		if err == nil && n == 0 {
			return errConflict
		}
		if err == nil && state.over() {
			_, err = t.exec(ctx, `DELETE FROM shards WHERE job = ?`, id)
		}
		return err
	})
}

// Job returns a job; the error has the code NotFound when there is none.
func (s *Store) Job(ctx context.Context, id string) (Job, error) {
	return s.reading().job(ctx, id)
}

func (t *tx) job(ctx context.Context, id string) (Job, error) {
	all, err := t.jobs(ctx, `WHERE id = ?`, id)
	if err == nil && len(all) == 0 {
		err = refuse(play.NotFound, "There is no such job.")
	}
	if err != nil {
		return Job{}, err
	}
	return all[0], nil
}

func (t *tx) jobs(ctx context.Context, rest string, args ...any) (all []Job, err error) {
	err = t.rows(ctx, `SELECT id, user_id, kind, request, state, answer, shards, created, changed,
		CASE WHEN state = 'done' THEN shards ELSE (SELECT COUNT(*) FROM shards WHERE job = jobs.id) END FROM jobs `+rest, args, func(scan func(...any) error) error {
		var j Job
		var request, answer string
		var created, changed int64
		if err := scan(&j.ID, &j.User, &j.Kind, &request, &j.State, &answer, &j.Shards, &created, &changed, &j.Done); err != nil {
			return err
		}
		j.Request, j.Created, j.Changed = json.RawMessage(request), moment(created), moment(changed)
		if answer != "" {
			j.Answer = json.RawMessage(answer)
		}
		all = append(all, j)
		return nil
	})
	return all, err
}

// OpenJobs returns the jobs that are not over, the oldest first, for a server that
// starts to take up again.
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

// SaveShard keeps the result of a shard, a JSON value, unless the job is over. Shards are deterministic, so
// of several results for one the first stays, and first says whether this is it.
func (s *Store) SaveShard(ctx context.Context, job string, shard int, result json.RawMessage) (first bool, err error) {
	err = s.update(ctx, func(t *tx) error {
		if j, err := t.job(ctx, job); err != nil || j.State.over() {
			return err
		}
		n, err := t.exec(ctx, `INSERT INTO shards (job, shard, result, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			job, shard, string(result), millis(s.now()))
		first = n == 1
		return err
	})
	return first, err
}

// Shards returns the results of a job's shards that there are, by number.
func (s *Store) Shards(ctx context.Context, job string) (map[int]json.RawMessage, error) {
	all := make(map[int]json.RawMessage)
	err := s.reading().rows(ctx, `SELECT shard, result FROM shards WHERE job = ?`, []any{job}, func(scan func(...any) error) error {
		var n int
		var result string
		err := scan(&n, &result)
		all[n] = json.RawMessage(result)
		return err
	})
	return all, err
}
