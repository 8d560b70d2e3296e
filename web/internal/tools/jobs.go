package tools

// This file holds the operations of the API on jobs: work in the background.

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Bounds of jobs.
const (
	jobSeconds     = 10 * 60 // of each shard of a problem
	jobSolutions   = 10_000
	mostListedJobs = 50
)

// JobRequest is a request for a job: a problem or a game.
type JobRequest struct {
	Solve   *Task         `json:"solve,omitempty" doc:"A problem. It is divided by its first moves, and each part may take ten minutes."`
	Analyse *GameAnalysis `json:"analyse,omitempty" doc:"A game that is over."`
}

// GameAnalysis is a request to judge all positions of a game.
type GameAnalysis struct {
	Game  string `json:"game" maxLength:"64" doc:"The game's ID."`
	Nodes uint64 `json:"nodes,omitempty" minimum:"1000" maximum:"2000000" doc:"Nodes searched for each position; 200000 by default."`
}

// JobProgress is the progress of one part of a job.
type JobProgress struct {
	Shard int `json:"shard" doc:"The number of the part, from 0."`
	jobs.Progress
}

var errNoJob = play.Refuse(play.NotFound, "There is no such job.")

// jobAPI registers the operations on jobs.
func (t *Tools) jobAPI(api huma.API) {
	op := site.Operation("submit-job", http.MethodPost, "/jobs",
		"Have a problem solved or a game analysed in the background", "work")
	site.RegisterPrivate(t.site, api, op,
		func(ctx context.Context, p *site.Person, in *struct{ Body JobRequest }) (store.Job, error) {
			return t.submit(ctx, p.ID, in.Body)
		})
	op = site.Operation("list-jobs", http.MethodGet, "/jobs", "Your jobs, the newest first", "work")
	site.RegisterPrivate(t.site, api, op, func(ctx context.Context, p *site.Person, _ *struct{}) ([]store.Job, error) {
		all, err := t.site.Store.JobsOf(ctx, p.ID, mostListedJobs)
		for i := range all {
			all[i].Answer = nil // it may be long
		}
		return all, err
	})
	op = site.Operation("get-job", http.MethodGet, "/jobs/{id}",
		"One of your jobs, or a shared problem, with its answer when it is done", "work")
	site.Register(t.site, api, site.Private(op), func(ctx context.Context, in *site.InPath) (store.Job, error) {
		return t.job(ctx, in.ID)
	})
	op = site.Operation("cancel-job", http.MethodDelete, "/jobs/{id}", "Cancel one of your jobs", "work")
	site.RegisterCommand(t.site, api, op, func(ctx context.Context, _ *site.Person, in *site.InPath) error {
		return t.cancelJob(ctx, in.ID)
	})
	op = site.Operation("job-events", http.MethodGet, "/jobs/{id}/events",
		"The progress of one of your jobs, or of a shared problem, until it ends", "work")
	events := map[string]any{
		"status": jobs.Status{}, "progress": JobProgress{}, "ping": site.Ping{}, "error": site.StreamError{},
	}
	sse.Register(api, site.Private(op), events, func(ctx context.Context, in *site.InPath, send sse.Sender) {
		ctx, cancel := t.site.UntilClosing(ctx)
		defer cancel()
		if err := t.followJob(ctx, in.ID, send); err != nil {
			site.EndStream(send, site.Sentence(ctx, t.site.APIError(ctx, err)))
		}
	})
}

// job returns a job that the reader may see: their own, or any problem. Whoever knows the ID of a
// problem may see it, as with a game.
func (t *Tools) job(ctx context.Context, id string) (store.Job, error) {
	j, err := t.site.Store.Job(ctx, id)
	if err == nil && j.Kind != string(jobs.Solving) && !own(ctx, j) {
		err = errNoJob
	}
	if err != nil {
		return store.Job{}, err
	}
	return j, nil
}

// own reports whether a job belongs to the person who asks.
func own(ctx context.Context, j store.Job) bool { return j.User != "" && j.User == site.UserID(ctx) }

// cancelJob cancels a job of the person who asks.
func (t *Tools) cancelJob(ctx context.Context, id string) error {
	j, err := t.site.Store.Job(ctx, id)
	if err == nil && !own(ctx, j) {
		err = errNoJob
	}
	if err != nil {
		return err
	}
	return t.jobs.Cancel(ctx, j.ID)
}

// submit submits a job of a person.
func (t *Tools) submit(ctx context.Context, user string, r JobRequest) (store.Job, error) {
	kind, request, err := t.jobRequest(ctx, r)
	if err != nil {
		return store.Job{}, err
	}
	id, err := t.jobs.Submit(ctx, user, kind, request)
	if wrong, ok := errors.AsType[*jobs.RequestError](err); ok {
		return store.Job{}, huma.Error422UnprocessableEntity(site.Sentence(ctx, wrong))
	}
	if err != nil {
		return store.Job{}, err
	}
	return t.site.Store.Job(ctx, id)
}

// jobRequest returns a request as package jobs has it.
func (t *Tools) jobRequest(ctx context.Context, r JobRequest) (jobs.Kind, json.RawMessage, error) {
	switch {
	case (r.Solve == nil) == (r.Analyse == nil):
		return "", nil, huma.Error422UnprocessableEntity("A job is either a problem or a game.")
	case r.Solve != nil:
		q := r.Solve.problem()
		q.MaxSeconds, q.MaxSolutions = jobSeconds, jobSolutions
		if p, _, err := q.Read(); err == nil { // Submit refuses what cannot be read
			if err := fairplay.MaySolve(ctx, t.site, p); err != nil {
				return "", nil, err
			}
		}
		data, err := json.Marshal(q)
		return jobs.Solving, data, err
	}
	g, _, err := t.site.Watched(ctx, r.Analyse.Game)
	if err != nil {
		return "", nil, err
	}
	if !g.Over() {
		return "", nil, play.Refuse(play.NotNow, "Only finished games can be analysed.")
	}
	if err := fairplay.MayJudgeAll(ctx, t.site, g.Chess()); err != nil {
		return "", nil, err
	}
	game, err := g.Chess().MarshalJSON()
	if err != nil {
		return "", nil, err
	}
	data, err := json.Marshal(jobs.Game{Game: game, Nodes: r.Analyse.Nodes})
	return jobs.Analysing, data, err
}

// followJob sends the progress of a job until it has ended.
func (t *Tools) followJob(ctx context.Context, id string, send sse.Sender) error {
	if _, err := t.job(ctx, id); err != nil {
		return err
	}
	sub, err := t.site.Bus.Subscribe(bus.Job(id))
	if err != nil {
		return err
	}
	defer sub.Close()
	site.StreamEvents(ctx, send, sub, func(e bus.Event) (any, bool) { return t.jobNews(ctx, id, e) })
	return nil
}

// jobNews returns the message of an event about a job, nil for none, and whether the job has ended.
func (t *Tools) jobNews(ctx context.Context, id string, e bus.Event) (news any, over bool) {
	var progress bus.Progress
	if json.Unmarshal(e.Data, &progress) == nil && progress.Data != nil {
		p := JobProgress{Shard: progress.Shard}
		if json.Unmarshal(progress.Data, &p.Progress) != nil {
			return nil, false
		}
		return p, false
	}
	// A change of its state, or a resync.
	j, err := t.site.Store.Job(ctx, id)
	if err != nil {
		return site.StreamError{Detail: site.Sentence(ctx, t.site.APIError(ctx, err))}, true
	}
	return jobs.Status{State: j.State, Done: j.Done, Of: j.Shards}, j.State.Over()
}
