package jobs

import (
	"context"
	"encoding/json"
	"fmt"
)

// Kind is what a job is about.
type Kind string

// The kinds of jobs. The request of Solving is a Problem and its answer a Solution; those of Analysing are a Game and an
// Analysis.
const (
	Solving   Kind = "solve"
	Analysing Kind = "analyse"
)

// joining is the kind of the task that joins the shards of a job.
const joining = "join"

// mostShards is how many shards a job has at most.
const mostShards = 64

// job is a request that has been read.
type job interface {
	// shards returns how many shards there are to be done before they are joined; it may be none.
	shards() int
	// do does one of them.
	do(ctx context.Context, shard int, r resources) (any, error)
	// join makes the answer from what do has returned for all of them, in their order.
	join(ctx context.Context, found []json.RawMessage, r resources) (any, error)
}

// resources are what a worker gives to one task.
type resources struct {
	hash int       // megabytes
	tell func(any) // takes a Progress
}

// Progress says how far the work on a shard has come; events about a job carry it.
type Progress struct {
	Done  int    `json:"done"`            // first moves, or positions
	Of    int    `json:"of"`              // in this shard
	Nodes uint64 `json:"nodes,omitempty"` // positions visited
}

// read reads a request. The error is for whoever made it.
func read(kind Kind, request json.RawMessage) (job, error) {
	switch kind {
	case Solving:
		return readJob(request, Problem.job)
	case Analysing:
		return readJob(request, Game.job)
	}
	return nil, fmt.Errorf("%q is no kind of job; %s and %s are", kind, Solving, Analysing)
}

func readJob[R any](request json.RawMessage, make func(R) (job, error)) (job, error) {
	var r R
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, fmt.Errorf("the request cannot be read: %w", err)
	}
	return make(r)
}

// task is the payload of a task.
type task struct {
	Kind    Kind              `json:"kind"`
	Request json.RawMessage   `json:"request"`
	Found   []json.RawMessage `json:"found,omitempty"` // by the shards, to be joined
}
