package server

import (
	"fmt"
	"runtime"
	"time"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/jobs"
)

// Worker is kirke worker, which solves and analyses for servers elsewhere.
type Worker struct {
	NATS    string        `name:"nats" required:"" placeholder:"URL" help:"NATS cluster of the servers, as nats://host:4222,nats://other:4222."`
	Slots   int           `placeholder:"N" help:"Number of tasks of each kind at a time (default: one for each processor)."`
	Hash    int           `placeholder:"MB" default:"64" help:"Size of the transposition table of each task (default 64)."`
	Silence time.Duration `placeholder:"TIME" default:"30s" help:"How long a worker may be silent before its task goes to another; the same for all workers (default 30s)."`
	Quiet   bool          `help:"Log warnings and errors only."`

	CheckConfig bool `name:"check-config" help:"Show all settings, where each comes from and what is wrong with them, and exit."`

	By configFlags       `embed:""`
	As console.JSONFlags `embed:""`
}

// Help returns examples.
func (*Worker) Help() string {
	return console.Examples("kirke worker --nats nats://queue.example.org:4222",
		"kirke worker --nats nats://127.0.0.1:4222 --slots 2 --hash 256")
}

// Run works until the program is interrupted or terminated.
func (cmd *Worker) Run(c *console.Console) error {
	if cmd.CheckConfig {
		fmt.Fprint(c.Out, cmd.By.list(c.Parsed))
	}
	switch {
	case cmd.Slots < 0:
		return fmt.Errorf("--slots: %d is not a number of tasks", cmd.Slots)
	case cmd.Silence < time.Second:
		return fmt.Errorf("--silence: %v is less than a second", cmd.Silence)
	}
	if err := console.CheckHash(cmd.Hash, 1); err != nil {
		return err
	}
	if cmd.CheckConfig {
		fmt.Fprintln(c.Out, settingsOK)
		return nil
	}
	if cmd.Slots == 0 {
		cmd.Slots = runtime.GOMAXPROCS(0)
	}
	events, err := bus.Open(c.Ctx, bus.Options{URL: cmd.NATS, AckWait: cmd.Silence, Log: newLog(c, cmd.Quiet)})
	if err != nil {
		return fmt.Errorf("--nats: %w", err)
	}
	defer events.Close()
	fmt.Fprintln(c.Out, "Kirke works (Ctrl-C stops it)")
	return jobs.Worker{Slots: cmd.Slots, Hash: cmd.Hash}.Run(c.Ctx, events)
}
