// Package review has the computer judge finished games. A review is a job that everybody who may
// see the game shares. It is made once, when somebody asks for it, and kept.
//
// Begin with review.go, then read judge.go, which says how good the moves were. pages.go and api.go
// show it.
package review

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

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
}

const (
	// mostNodes bounds the search of a whole game: beyond 150 half-moves each gets less than
	// jobs.DefaultNodes.
	mostNodes = 30_000_000
	// nodesPerSecond is how many nodes of a review count as a second of computing time.
	nodesPerSecond = 1_000_000
	// mostOpen is the number of reviews that are made at once on the whole site.
	mostOpen = 40
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
		if j.State != store.JobFailed && j.State != store.JobCancelled {
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
	j, _, found, err := r.job(ctx, g.ID())
	if err != nil || !found {
		return Review{State: None}, err
	}
	return reviewOf(g, j)
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

// reviewOf returns what a job has found out about a game.
func reviewOf(g *play.Game, j store.Job) (Review, error) {
	out := Review{State: State(j.State), Parts: j.Done, Of: j.Shards}
	switch j.State {
	case store.JobDone:
		var found jobs.Analysis
		if err := json.Unmarshal(j.Answer, &found); err != nil {
			return Review{}, fmt.Errorf("reading the review of game %s: %w", g.ID(), err)
		}
		out.Report = judge(g.Chess(), found.Positions)
	case store.JobFailed, store.JobCancelled:
		out.State = Failed
		var why jobs.Failure
		if json.Unmarshal(j.Answer, &why) == nil {
			out.Why = why.Error
		}
	}
	return out, nil
}

// Begin has a game reviewed, unless that was begun before. The work counts as computing time of the
// person who asks.
func (r *Reviews) Begin(ctx context.Context, g *play.Game) (Review, error) {
	if err := r.check(ctx, g); err != nil {
		return Review{}, err
	}
	j, try, found, err := r.job(ctx, g.ID())
	if err != nil {
		return Review{}, err
	}
	failed := found && (j.State == store.JobFailed || j.State == store.JobCancelled)
	if failed {
		try++
	}
	if found && !failed || try >= mostTries {
		return reviewOf(g, j)
	}
	if err := r.submit(ctx, g, try); err != nil {
		return Review{}, err
	}
	return r.Of(ctx, g)
}

// submit submits the job of a review.
func (r *Reviews) submit(ctx context.Context, g *play.Game, try int) error {
	client := site.ClientOf(ctx)
	if err := r.site.Work.Seconds.Check(client); err != nil {
		return err
	}
	if busy, err := r.busy(ctx); err != nil || busy {
		if err == nil {
			err = work.ErrBusy
		}
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
	if err := r.jobs.SubmitShared(ctx, jobID(g.ID(), try), jobs.Analysing, request); err != nil {
		return err
	}
	r.site.Work.Seconds.Charge(client, float64(positions*nodes)/nodesPerSecond)
	return nil
}

// busy reports whether too many reviews are open.
func (r *Reviews) busy(ctx context.Context) (bool, error) {
	open, err := r.site.Store.OpenJobs(ctx)
	if err != nil {
		return false, err
	}
	n := 0
	for _, j := range open {
		if strings.HasPrefix(j.ID, jobPrefix) {
			n++
		}
	}
	return n >= mostOpen, nil
}
