package bench

import (
	"context"
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
)

// Search is the command that measures the search.
type Search struct {
	Only string `placeholder:"TEXT" help:"Search only the games whose ID contains this text."`
	Less int    `placeholder:"N" help:"Search this many half-moves less deep."`
	Hash int    `default:"64" placeholder:"MB" help:"Size of the transposition table (default 64)."`
	tableFlag
	profileFlag

	As console.JSONFlags   `embed:""`
	On console.ThreadFlags `embed:"" set:"threads=1"`
}

// Help returns examples.
func (*Search) Help() string {
	return console.Examples("kirke bench search --only seirawan", "kirke bench search --less 3 --json")
}

// searches are the games whose starting position is searched, and how deep.
var searches = []struct {
	id    string
	depth int
}{
	{"seirawan", 14},
	{"chess", 14},
	{"siceirawan", 11},
	{"cetran1", 11},
	{"cetran2", 11},
	{"sissa", 10},
	{"circe", 12},
	{"anticirce-calvet", 10},
	{"circe-martian", 10},
	{"progressive", 6},
}

// Run searches each game and writes the speeds.
func (cmd *Search) Run(c *console.Console) error {
	if err := console.CheckHash(cmd.Hash, 1); err != nil {
		return err
	}
	if cmd.Less < 0 {
		return fmt.Errorf("--less: %d is not a number of half-moves", cmd.Less)
	}
	if !c.ThreadsGiven {
		c.Threads = 1
	}
	stop, err := cmd.startProfile()
	if err != nil {
		return err
	}
	defer stop()
	t := cmd.speedTable(c)
	t.head()
	found := false
	for _, s := range searches {
		if !strings.Contains(s.id, strings.ToLower(cmd.Only)) {
			continue
		}
		found = true
		row, err := cmd.measure(c, s.id, max(1, s.depth-cmd.Less))
		if err != nil {
			return err
		}
		if err := row.write(t); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("--only: no game has %q in its ID", cmd.Only)
	}
	return nil
}

// measure searches the starting position of a game.
func (cmd *Search) measure(c *console.Console, id string, depth int) (speed, error) {
	v, err := kirke.Lookup(id)
	if err != nil {
		return speed{}, err
	}
	p, err := kirke.Start(v, kirke.Seed(1))
	if err != nil {
		return speed{}, err
	}
	e := engine.New(engine.Options{Threads: c.Threads, Hash: cmd.Hash})
	before := cpuTime()
	r, err := e.Search(c.Ctx, kirke.NewGame(p), engine.Limits{Depth: depth}, nil)
	if err != nil {
		return speed{}, err
	}
	if c.Ctx.Err() != nil {
		return speed{}, context.Canceled
	}
	seconds := r.Time.Seconds()
	if c.Threads == 1 {
		seconds = (cpuTime() - before).Seconds()
	}
	const work = "search of the starting position"
	return speed{Work: work, Variant: id, Depth: depth, Nodes: r.Nodes, Seconds: seconds}, nil
}
