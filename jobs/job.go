package jobs

import (
	"context"
	"encoding/json"
	"fmt"
)

// Kind is what a job is about.
type Kind string

// The kinds of jobs. Solving takes a Problem and answers with a Solution; Analysing takes a Game
// and answers with an Analysis.
const (
	Solving   Kind = "solve"
	Analysing Kind = "analyse"
)

// joinKind is the kind of the task that joins the results of a job's shards.
const joinKind = "join"

// maxShards is how many shards a job has at most.
const maxShards = 64

// job is a request that has been read.
type job interface {
	// shards returns how many shards must be done before they are joined. It may be 0.
	shards() int
	// run does one shard.
	run(ctx context.Context, shard int, r resources) (any, error)
	// join makes the answer from the results of all shards, in their order.
	join(ctx context.Context, results []json.RawMessage, r resources) (any, error)
}

// resources are what a worker gives to one task.
type resources struct {
	hash     int       // megabytes
	progress func(any) // takes a Progress
}

// Progress says how far the work on a shard has come. Events about a job carry it.
type Progress struct {
	Done  int    `json:"done"`            // first moves, or positions
	Of    int    `json:"of"`              // in this shard
	Nodes uint64 `json:"nodes,omitempty"` // positions visited
}

// read reads a request. The error is for its author.
func read(kind Kind, request json.RawMessage) (job, error) {
	switch kind {
	case Solving:
		return readJob(request, Problem.job)
	case Analysing:
		return readJob(request, Game.job)
	}
	return nil, fmt.Errorf("there is no job of the kind %q: the kinds are %s and %s", kind, Solving, Analysing)
}

func readJob[R any](request json.RawMessage, make func(R) (job, error)) (job, error) {
	var r R
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, fmt.Errorf("the request cannot be read: %w", err)
	}
	return make(r)
}

// task is the payload of a task in the queue.
type task struct {
	Kind    Kind              `json:"kind"`
	Request json.RawMessage   `json:"request"`
	Found   []json.RawMessage `json:"found,omitempty"` // the results of the shards, for joinKind
	Files   []string          `json:"files,omitempty"` // of published games; see files.go
}
