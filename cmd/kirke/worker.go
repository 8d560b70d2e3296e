package main

import (
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/wire"
)

type workerCmd struct {
	NATS    string        `name:"nats" required:"" placeholder:"URL" help:"The NATS cluster of the server, as nats://host:4222,nats://other:4222."`
	Slots   int           `placeholder:"N" help:"How many tasks of each kind at a time (default one for each processor)."`
	Hash    int           `placeholder:"MB" default:"64" help:"Memory of each task for positions that were searched before (default 64)."`
	Silence time.Duration `placeholder:"TIME" default:"30s" help:"How long a worker may be silent before its task is given to another; the same for all workers (default 30s)."`
	Quiet   bool          `help:"Log warnings and errors only."`

	As jsonFlags `embed:""`
}

func (*workerCmd) Help() string {
	return examples(
		"kirke worker --nats nats://queue.example.org:4222",
		"kirke worker --nats nats://127.0.0.1:4222 --slots 2 --hash 256",
	)
}

// Run works until the program is interrupted or terminated.
func (cmd *workerCmd) Run(c *console) error {
	switch {
	case cmd.Slots < 0:
		return fmt.Errorf("--slots: %d is not a number of tasks", cmd.Slots)
	case cmd.Silence < time.Second:
		return fmt.Errorf("--silence: %v is less than a second", cmd.Silence)
	case cmd.Hash < 1 || cmd.Hash > maxHash():
		return fmt.Errorf("--hash: %d is not a number of megabytes from 1 to %d", cmd.Hash, maxHash())
	}
	if cmd.Slots == 0 {
		cmd.Slots = runtime.GOMAXPROCS(0)
	}
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if cmd.Quiet {
		options.Level = slog.LevelWarn
	}
	log := slog.New(slog.NewTextHandler(c.err, options))
	if c.JSON {
		log = slog.New(slog.NewJSONHandler(c.err, options))
	}
	bus, err := wire.Open(c.ctx, wire.Options{URL: cmd.NATS, AckWait: cmd.Silence, Log: log})
	if err != nil {
		return fmt.Errorf("--nats: %w", err)
	}
	defer bus.Close()
	fmt.Fprintln(c.out, "Kirke works (Ctrl-C ends it)")
	return jobs.Worker{Slots: cmd.Slots, Hash: cmd.Hash}.Run(c.ctx, bus)
}
