package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/kirke-chess/kirke/bus"
)

// Worker does the shards of jobs.
type Worker struct {
	// Slots is how many tasks of each kind run at a time (default 1). Each kind has its own slots,
	// so that a long task of one kind does not hold up the others.
	Slots int
	Hash  int // megabytes of transposition table for each task (default 64)
}

const defaultHash = 64

// Run works until ctx ends or the bus is closed. The error says what is wrong with the bus.
func (w Worker) Run(ctx context.Context, queue *bus.Bus) error {
	if w.Hash <= 0 {
		w.Hash = defaultHash
	}
	var group sync.WaitGroup
	kinds := []string{joinKind, string(Solving), string(Analysing)}
	errs := make(chan error, len(kinds))
	for _, kind := range kinds {
		group.Go(func() { errs <- queue.Work(ctx, kind, w.Slots, w.run) })
	}
	group.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// run does one task.
func (w Worker) run(ctx context.Context, t bus.Task, progress func(any)) ([]byte, error) {
	var payload task
	if err := json.Unmarshal(t.Payload, &payload); err != nil {
		return nil, fmt.Errorf("the task cannot be read: %w", err)
	}
	if err := know(payload.Files); err != nil {
		return nil, fmt.Errorf("a game of the task cannot be read: %w", err)
	}
	j, err := read(payload.Kind, payload.Request)
	if err != nil {
		return nil, err
	}
	r := resources{hash: w.Hash, progress: progress}
	var result any
	if t.Kind == joinKind {
		result, err = j.join(ctx, payload.Found, r)
	} else {
		result, err = j.run(ctx, t.Shard, r)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}
