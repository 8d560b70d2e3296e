package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/wire"
)

// Bounds of long work.
const (
	jobSeconds     = 10 * 60 // of each shard of a problem
	jobSolutions   = 10_000
	mostListedJobs = 50
)

// JobRequest asks for long work, one thing at a time.
type JobRequest struct {
	Solve   *Task         `json:"solve,omitempty" doc:"A problem. It is divided by its first moves, each part may take ten minutes."`
	Analyse *GameAnalysis `json:"analyse,omitempty" doc:"A game that is over."`
}

// GameAnalysis asks for all positions of a game to be judged.
type GameAnalysis struct {
	Game  string `json:"game" maxLength:"64" doc:"The game's ID."`
	Nodes uint64 `json:"nodes,omitempty" minimum:"1000" maximum:"2000000" doc:"How many positions are searched for each of the game's; the default is 200000."`
}

// JobProgress says how far a worker has come with one part of a job.
type JobProgress struct {
	Shard int `json:"shard" doc:"The number of the part, from 0."`
	jobs.Progress
}

var errNoJob = &play.Error{Code: play.NotFound, Message: "There is no such job."}

// jobAPI is the work that takes longer than anybody waits for it.
func (s *Server) jobAPI(api huma.API) {
	huma.Register(api, signed(operation("submit-job", http.MethodPost, "/jobs", "Have a problem solved or a game analysed, however long it takes", "work")),
		func(ctx context.Context, in *struct{ Body JobRequest }) (*body[store.Job], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			j, err := s.submit(ctx, p.ID, in.Body)
			return reply(ctx, s, j, err)
		})
	huma.Register(api, signed(operation("list-jobs", http.MethodGet, "/jobs", "Your jobs, the newest first", "work")),
		func(ctx context.Context, _ *struct{}) (*body[[]store.Job], error) {
			p, err := asPerson(ctx)
			if err != nil {
				return nil, err
			}
			all, err := s.store.JobsOf(ctx, p.ID, mostListedJobs)
			for i := range all {
				all[i].Answer = nil // it may be long
			}
			return reply(ctx, s, all, err)
		})
	huma.Register(api, signed(operation("get-job", http.MethodGet, "/jobs/{id}", "A job of yours, or a problem of anybody, with its answer when it is done", "work")),
		func(ctx context.Context, in *GameIn) (*body[store.Job], error) {
			j, err := s.job(ctx, in.ID)
			return reply(ctx, s, j, err)
		})
	cancel := signed(operation("cancel-job", http.MethodDelete, "/jobs/{id}", "Cancel a job of yours", "work"))
	cancel.DefaultStatus = http.StatusNoContent
	huma.Register(api, cancel, func(ctx context.Context, in *GameIn) (*struct{}, error) {
		return nil, s.apiError(ctx, s.cancelJob(ctx, in.ID))
	})
	sse.Register(api, signed(operation("job-events", http.MethodGet, "/jobs/{id}/events", "How a job of yours, or a problem of anybody, goes on until it ends", "work")),
		map[string]any{"status": jobs.Status{}, "progress": JobProgress{}, "ping": Ping{}, "error": StreamError{}},
		func(ctx context.Context, in *GameIn, send sse.Sender) {
			ctx, cancel := s.untilClosing(ctx)
			defer cancel()
			if err := s.followJob(ctx, in.ID, send); err != nil {
				_ = send.Data(StreamError{sentence(s.apiError(ctx, err))}) // the client may have gone
			}
		})
}

// job returns a job that the reader may look at: one's own, and a problem whoever's it is, whose ID is shared like the address of a
// game.
func (s *Server) job(ctx context.Context, id string) (store.Job, error) {
	j, err := s.store.Job(ctx, id)
	if err == nil && j.Kind != string(jobs.Solving) && !own(ctx, j) {
		err = errNoJob
	}
	if err != nil {
		return store.Job{}, err
	}
	return j, nil
}

// own reports whether a job is of the person who asks.
func own(ctx context.Context, j store.Job) bool { return j.User != "" && j.User == userID(ctx) }

// cancelJob ends a job of the person who asks.
func (s *Server) cancelJob(ctx context.Context, id string) error {
	if _, err := asPerson(ctx); err != nil {
		return err
	}
	j, err := s.store.Job(ctx, id)
	if err == nil && !own(ctx, j) {
		err = errNoJob
	}
	if err != nil {
		return err
	}
	return s.jobs.Cancel(ctx, j.ID)
}

// submit takes a job of a person.
func (s *Server) submit(ctx context.Context, user string, r JobRequest) (store.Job, error) {
	kind, request, err := s.jobRequest(ctx, r)
	if err != nil {
		return store.Job{}, err
	}
	id, err := s.jobs.Submit(ctx, user, kind, request)
	if wrong, ok := errors.AsType[*jobs.RequestError](err); ok {
		return store.Job{}, huma.Error422UnprocessableEntity(sentence(wrong))
	}
	if err != nil {
		return store.Job{}, err
	}
	return s.store.Job(ctx, id)
}

// jobRequest returns a request as jobs has it.
func (s *Server) jobRequest(ctx context.Context, r JobRequest) (jobs.Kind, json.RawMessage, error) {
	switch {
	case (r.Solve == nil) == (r.Analyse == nil):
		return "", nil, huma.Error422UnprocessableEntity("A job is either a problem or a game.")
	case r.Solve != nil:
		q := r.Solve.problem()
		q.MaxSeconds, q.MaxSolutions = jobSeconds, jobSolutions
		if p, _, err := q.Read(); err == nil { // what cannot be read is refused when it is submitted
			if err := s.maySolve(ctx, p); err != nil {
				return "", nil, err
			}
		}
		data, err := json.Marshal(q)
		return jobs.Solving, data, err
	}
	g, _, err := s.watchedBy(ctx, r.Analyse.Game)
	if err != nil {
		return "", nil, err
	}
	if !g.Over() {
		return "", nil, deny(play.NotNow, "A game is analysed when it is over.")
	}
	if err := s.mayJudgeAll(ctx, g.Chess()); err != nil {
		return "", nil, err
	}
	game, err := g.Chess().MarshalJSON()
	if err != nil {
		return "", nil, err
	}
	data, err := json.Marshal(jobs.Game{Game: game, Nodes: r.Analyse.Nodes})
	return jobs.Analysing, data, err
}

// followJob tells how a job goes on until it has ended.
func (s *Server) followJob(ctx context.Context, id string, send sse.Sender) error {
	if _, err := s.job(ctx, id); err != nil {
		return err
	}
	sub, err := s.wire.Subscribe(wire.Job(id))
	if err != nil {
		return err
	}
	defer sub.Close()
	out := make(chan any)
	go func() {
		defer close(out)
		for e := range sub.Events() {
			news, over := s.jobNews(ctx, id, e)
			if news != nil {
				select {
				case out <- news:
				case <-ctx.Done():
					return
				}
			}
			if over {
				return
			}
		}
	}()
	stream(ctx, send, out)
	return nil
}

// jobNews returns what an event says about a job, nil for nothing, and whether the job has ended.
func (s *Server) jobNews(ctx context.Context, id string, e wire.Event) (news any, over bool) {
	var progress wire.Progress
	if json.Unmarshal(e.Data, &progress) == nil && progress.Data != nil {
		p := JobProgress{Shard: progress.Shard}
		if json.Unmarshal(progress.Data, &p.Progress) != nil {
			return nil, false
		}
		return p, false
	}
	// A change of its state, or a resync: the store knows.
	j, err := s.store.Job(ctx, id)
	if err != nil {
		return StreamError{sentence(s.apiError(ctx, err))}, true
	}
	return jobs.Status{State: j.State, Done: j.Done, Of: j.Shards}, jobs.Over(j)
}
