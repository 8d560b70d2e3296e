package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// searchCmd measures the search.
type searchCmd struct {
	Only string `placeholder:"TEXT" help:"Only the games whose ID has this in it."`
	Less int    `placeholder:"N" help:"So many half-moves less deep."`
	Hash int    `default:"64" placeholder:"MB" help:"Memory for positions that were searched before."`
	profiled

	As jsonFlags   `embed:""`
	On threadFlags `embed:"" set:"threads=1"`
}

func (*searchCmd) Help() string {
	return examples(
		"kirke bench search --only seirawan",
		"kirke bench search --less 3 --json",
	)
}

// searched are the games whose start is searched, and how deep.
var searched = []struct {
	id    string
	depth int
}{
	{"seirawan", 14}, {"chess", 14}, {"siceirawan", 11}, {"cetran1", 11}, {"cetran2", 11}, {"sissa", 10}, {"circe", 12},
	{"anticirce-calvet", 10}, {"circe-martian", 10}, {"progressive", 6},
}

func (cmd *searchCmd) Run(c *console) error {
	if cmd.Hash < 1 || cmd.Hash > maxHash() {
		return fmt.Errorf("--hash: %d is not a number of megabytes from 1 to %d", cmd.Hash, maxHash())
	}
	if cmd.Less < 0 {
		return fmt.Errorf("--less: %d is not a number of half-moves", cmd.Less)
	}
	if !c.threadsGiven {
		c.Threads = 1
	}
	stop, err := cmd.profile()
	if err != nil {
		return err
	}
	defer stop()
	if !c.JSON {
		fmt.Fprintf(c.out, "%-38s %-20s %5s %13s %9s %9s\n", "work", "game", "depth", "nodes", "seconds", "Mnodes/s")
	}
	some := false
	for _, s := range searched {
		if !strings.Contains(s.id, strings.ToLower(cmd.Only)) {
			continue
		}
		some = true
		v, err := kirke.Lookup(s.id)
		if err != nil {
			return err
		}
		p, err := kirke.Start(v, kirke.Seed(1))
		if err != nil {
			return err
		}
		depth := max(1, s.depth-cmd.Less)
		e := engine.New(engine.Options{Threads: c.Threads, Hash: cmd.Hash})
		before := cpuTime()
		r, err := e.Search(c.ctx, kirke.NewGame(p), engine.Limits{Depth: depth}, nil)
		if err != nil {
			return err
		}
		if c.ctx.Err() != nil {
			return context.Canceled
		}
		seconds := r.Time.Seconds()
		if c.Threads == 1 {
			seconds = (cpuTime() - before).Seconds()
		}
		found := speed{Work: "search of the array", Variant: s.id, Depth: depth, Nodes: r.Nodes, Seconds: seconds, Rate: rate(r.Nodes, seconds)}
		if err := found.tell(c); err != nil {
			return err
		}
	}
	if !some {
		return fmt.Errorf("--only: no game has %q in its ID", cmd.Only)
	}
	return nil
}
