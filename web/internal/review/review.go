// Package review has the computer judge finished games. A review is a job that everybody who may
// see the game shares. It is made once, when somebody asks for it, and kept.
//
// Begin with review.go, then read judge.go, which says how good the moves were. pages.go and api.go
// show it.
package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/work"
)

// Reviews are the reviews of a site's games.
type Reviews struct {
	site *site.Site
	jobs *jobs.Scheduler // nil makes no reviews
}

// New returns the reviews of a site, which must have a store. Without a scheduler there are none.
func New(s *site.Site, scheduler *jobs.Scheduler) *Reviews {
	return &Reviews{site: s, jobs: scheduler}
}

// State is how far a review is.
type State string

// The states of a review.
const (
	None    State = "none" // nobody has asked for it
	Waiting State = "waiting"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Review is a review of a game, as far as it is made.
type Review struct {
	State  State       `json:"state" doc:"none, waiting, running, done or failed."`
	Parts  int         `json:"parts,omitempty" doc:"The parts of the work that are done."`
	Of     int         `json:"of,omitempty" doc:"The parts of the work."`
	Why    string      `json:"why,omitempty" doc:"Why it failed."`
	Report *FullReview `json:"report,omitempty" doc:"When it is done."`

	last bool // it failed, and is not tried again
}

const (
	// mostNodes bounds the search of a whole game: beyond 150 half-moves each gets less than
	// jobs.DefaultNodes.
	mostNodes = 30_000_000
	// nodesPerSecond is how many nodes of a review count as a second of computing time.
	nodesPerSecond = 1_000_000
	// mostTries is how often a review is tried that fails.
	mostTries = 3

	jobPrefix = "review-"
)

// jobID returns the ID of the job that reviews a game.
func jobID(game string, try int) string {
	if try == 0 {
		return jobPrefix + game
	}
	return fmt.Sprintf("%s%s-%d", jobPrefix, game, try+1)
}

// job returns the last job that reviews a game, and which try it is. found is false if there is
// none.
func (r *Reviews) job(ctx context.Context, game string) (j store.Job, try int, found bool, err error) {
	for next := range mostTries {
		made, err := r.site.Store.Job(ctx, jobID(game, next))
		if store.IsNotFound(err) {
			break
		}
		if err != nil {
			return store.Job{}, 0, false, err
		}
		j, try, found = made, next, true
		if stateOf(j) != Failed {
			break
		}
	}
	return j, try, found, nil
}

// Of returns the review of a game to the person who asks. It refuses what fair play forbids.
func (r *Reviews) Of(ctx context.Context, g *play.Game) (Review, error) {
	if err := r.check(ctx, g); err != nil {
		return Review{}, err
	}
	j, try, found, err := r.job(ctx, g.ID())
	if err != nil || !found {
		return Review{State: None}, err
	}
	out, err := reviewOf(g, j)
	out.last = out.State == Failed && try+1 >= mostTries
	return out, err
}

// check returns an error if a game cannot be reviewed for the person who asks.
func (r *Reviews) check(ctx context.Context, g *play.Game) error {
	switch {
	case r.jobs == nil:
		return play.Refuse(play.NotFound, "This server makes no reviews.")
	case !g.Over():
		return play.Refuse(play.NotNow, "Only finished games are reviewed.")
	}
	return fairplay.MayJudgeAll(ctx, r.site, g.Chess())
}

// stateOf returns the state of the review that a job makes.
func stateOf(j store.Job) State {
	if j.State == store.JobCancelled {
		return Failed
	}
	return State(j.State)
}

// reviewOf returns what a job has found out about a game.
func reviewOf(g *play.Game, j store.Job) (Review, error) {
	out := Review{State: stateOf(j), Parts: j.Done, Of: j.Shards}
	switch j.State {
	case store.JobDone:
		var found jobs.Analysis
		if err := json.Unmarshal(j.Answer, &found); err != nil {
			return Review{}, fmt.Errorf("reading the review of game %s: %w", g.ID(), err)
		}
		out.Report = judge(g.Chess(), found.Positions)
	case store.JobFailed, store.JobCancelled:
		var why jobs.Failure
		if json.Unmarshal(j.Answer, &why) == nil {
			out.Why = why.Error
		}
	}
	return out, nil
}

// Begin has a game reviewed, unless that was begun before. The work counts as computing time of the
// person who asks.
func (r *Reviews) Begin(ctx context.Context, p *site.Person, g *play.Game) (Review, error) {
	if err := r.check(ctx, g); err != nil {
		return Review{}, err
	}
	j, try, found, err := r.job(ctx, g.ID())
	if err != nil {
		return Review{}, err
	}
	failed := found && stateOf(j) == Failed
	if failed {
		try++
	}
	if found && !failed || try >= mostTries {
		return reviewOf(g, j)
	}
	if err := r.submit(ctx, p, g, try); err != nil {
		return Review{}, err
	}
	return r.Of(ctx, g)
}

// submit submits the job of a review, and charges for it the one whose request has made the job.
func (r *Reviews) submit(ctx context.Context, p *site.Person, g *play.Game, try int) error {
	client := site.ClientOf(ctx)
	if err := r.site.Work.Seconds.Check(client); err != nil {
		return err
	}
	game, err := g.Chess().MarshalJSON()
	if err != nil {
		return err
	}
	positions := uint64(g.Ply() + 1)
	nodes := min(jobs.DefaultNodes, mostNodes/positions)
	request, err := json.Marshal(jobs.Game{Game: game, Nodes: nodes})
	if err != nil {
		return err
	}
	made, err := r.jobs.SubmitShared(ctx, store.Job{
		ID: jobID(g.ID(), try), AskedBy: p.ID, Kind: string(jobs.Analysing), Request: request,
	})
	if errors.Is(err, store.ErrManyShared) {
		return work.ErrBusy
	}
	if err != nil || !made {
		return err
	}
	r.site.Work.Seconds.Charge(client, float64(positions*nodes)/nodesPerSecond)
	return nil
}
