package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/kirke-chess/kirke/wire"
)

// Worker does the shards of jobs.
type Worker struct {
	Slots int // how many of each kind at a time, so that none has to wait for the others to end; 0 is 1
	Hash  int // megabytes for each; 0 is 64
}

const defaultHash = 64

// Run works until ctx ends or the wire is closed. The error says what is wrong with the wire.
func (w Worker) Run(ctx context.Context, bus *wire.Bus) error {
	if w.Hash <= 0 {
		w.Hash = defaultHash
	}
	var group sync.WaitGroup
	errs := make(chan error, 3)
	for _, kind := range []string{joining, string(Solving), string(Analysing)} {
		group.Go(func() { errs <- bus.Work(ctx, kind, w.Slots, w.do) })
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

// do does one task.
func (w Worker) do(ctx context.Context, t wire.Task, tell func(any)) ([]byte, error) {
	var what task
	if err := json.Unmarshal(t.Payload, &what); err != nil {
		return nil, fmt.Errorf("the task cannot be read: %w", err)
	}
	j, err := read(what.Kind, what.Request)
	if err != nil {
		return nil, err
	}
	r := resources{hash: w.Hash, tell: tell}
	var found any
	if t.Kind == joining {
		found, err = j.join(ctx, what.Found, r)
	} else {
		found, err = j.do(ctx, t.Shard, r)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(found)
}
