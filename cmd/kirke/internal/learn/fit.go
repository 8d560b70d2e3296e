package learn

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/engines"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/engine/nets"
	"github.com/kirke-chess/kirke/engine/nn"
	"github.com/kirke-chess/kirke/match"
	"github.com/kirke-chess/kirke/train"
)

// Fit is the command that fits a network.
type Fit struct {
	sources
	Output  string   `short:"o" required:"" placeholder:"FILE" help:"File of the network. FILE.fit keeps the fit after each epoch until it is finished; the same command goes on from there."`
	For     []string `placeholder:"GAME" help:"Games that the network is for, besides that of --variant; they must have the same board and the same pieces on and off it."`
	Units   int      `placeholder:"N" help:"Units of a side's view in the first layer, a multiple of 16 (default 128, or those of --start)."`
	Buckets int      `placeholder:"N" help:"Sets of output weights, by the number of pieces (default 8, or those of --start)."`
	Epochs  int      `default:"20" placeholder:"N" help:"How often each position is used (default 20)."`
	Batch   int      `default:"4096" placeholder:"N" help:"Positions for a step (default 4096)."`
	Rate    float64  `default:"0.001" placeholder:"X" help:"Rate of learning at the start (default 0.001); it falls to a hundredth along a cosine."`
	Score   float64  `default:"1" placeholder:"X" help:"Part of the score in what a position teaches by itself, up to 1 (default 1). The rest is the game's result, which a network learns by heart when few games are used often."`
	Later   float64  `placeholder:"X" help:"Learn of each position also what is learned of the next one of its game, and of the last one the result. The next one has the part X if it comes one half-move later, X times X if two, and so on; X is from 0 (default) to below 1. 0.9 looks about ten half-moves ahead. Not for positions that are shuffled or --static. Errors of fits with different values cannot be compared."`
	Start   string   `placeholder:"FILE" help:"Network to begin with, for this game or another on a board of the same size, of which it takes what both games have: a file, or a game that has one (default: random weights)."`

	Of console.VariantFlags `embed:""`
	By console.SeedFlags    `embed:"" set:"seed=, of the first weights and the order of positions"`
	On console.ThreadFlags  `embed:""`
}

// Help returns examples.
func (*Fit) Help() string {
	return console.Examples("kirke train fit -v chess -o chess.nnue games.pos",
		"kirke train fit -v seirawan --start first.nnue --rate 0.0003 -o seirawan.nnue games.pos")
}

// Run fits the network and writes its file.
func (cmd *Fit) Run(c *console.Console) error {
	f, err := format(c)
	if err != nil {
		return err
	}
	if err := checkNew(cmd.Output); err != nil {
		return err
	}
	others, err := sharing(cmd.For, f.In, []string{f.Game})
	if err != nil {
		return fmt.Errorf("--for: %w", err)
	}
	if seed, ok := train.CheckpointSeed(cmd.Output + ".fit"); ok && c.Seed == nil {
		c.Seed = &seed // to go on
		fmt.Fprintf(c.Err, "%s.fit keeps a fit with seed %d\n", cmd.Output, seed)
	}
	o, err := cmd.settings(c, f)
	if err != nil {
		return err
	}
	o.Seed = c.DrawSeed()
	samples, err := cmd.read(f)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Err, "%d positions of %s\n", samples.Len(), f.Game)
	show, started := c.Progress("positions"), time.Now()
	kept := -1 // epochs that were done before
	network, err := train.Fit(c.Ctx, samples, o, cmd.Output+".fit", func(p train.Progress) {
		if kept < 0 {
			kept = p.Epoch - 1
		}
		done := (p.Epoch-1-kept)*p.Of + p.Samples
		show.Show(uint64(done), float64(done)/float64(p.Of*(o.Epochs-kept)))
		if p.Validation > 0 {
			show.Clear()
			fmt.Fprintf(c.Err, "epoch %d: error %.6f, on other positions %.6f; %v\n",
				p.Epoch, p.Loss, p.Validation, time.Since(started).Round(time.Second))
		}
	})
	show.Clear()
	if err != nil {
		if c.Ctx.Err() != nil {
			cmd.tellKept(c)
		}
		return err
	}
	network.Games = append(network.Games, others...)
	if err := write(cmd.Output, func(w io.Writer) error { return network.Write(w, f.In) }); err != nil {
		return err
	}
	return os.Remove(cmd.Output + ".fit")
}

// tellKept says what an interrupted fit has kept.
func (cmd *Fit) tellKept(c *console.Console) {
	if _, err := os.Stat(cmd.Output + ".fit"); err != nil {
		fmt.Fprintln(c.Err, "interrupted in the first epoch; the same command begins the fit anew")
		return
	}
	fmt.Fprintln(c.Err, "interrupted; the same command goes on after the last epoch")
}

// settings returns how the network is fitted, but for the seed. The error says what is wrong with
// the flags.
func (cmd *Fit) settings(c *console.Console, f *train.Format) (train.Fitting, error) {
	o := train.Fitting{
		Units: cmd.Units, Buckets: cmd.Buckets, Epochs: cmd.Epochs, Batch: cmd.Batch,
		Rate: cmd.Rate, Score: cmd.Score, Later: cmd.Later, Threads: c.Threads,
	}
	if cmd.Start != "" {
		file, err := networkFile(cmd.Start)
		if err != nil {
			return o, err
		}
		if o.Start, err = nn.ReadAs(file, f.In); err != nil {
			return o, fmt.Errorf("%s: %w", cmd.Start, err)
		}
	}
	o = o.WithShape()
	return o, o.Check()
}

// networkFile returns the file of a path, or else that of the network for a game.
func networkFile(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		file, err := os.ReadFile(name)
		return file, console.FileError(err)
	}
	if v, err := kirke.Lookup(name); err == nil && nets.File(v.ID) != nil {
		return nets.File(v.ID), nil
	}
	return nil, fmt.Errorf("%s is no file, and no game that has a network", name)
}

// Test is the command that lets a network play.
type Test struct {
	Network     string `arg:"" help:"File of the network."`
	Against     string `xor:"against" placeholder:"FILE" help:"Network to play against (default: the one that comes with Kirke, or the hand-made evaluation in games without)."`
	HandMade    bool   `xor:"against" help:"Play against the hand-made evaluation."`
	Games       int    `short:"g" default:"400" placeholder:"N" help:"Number of games at most (default 400)."`
	TC          string `name:"tc" default:"0.5+0.05" placeholder:"TIME" help:"Time for a game in seconds (default 0.5+0.05)."`
	SPRT        string `name:"sprt" default:"0:10" placeholder:"ELO0:ELO1" help:"The two differences in Elo that the test decides between (default 0:10)."`
	Concurrency int    `short:"c" default:"1" placeholder:"N" help:"Number of games at a time (default 1)."`

	Start console.StartFlags `embed:"" set:"seed=, of starting positions and random openings"`
	As    console.JSONFlags  `embed:""`
}

// Help returns examples.
func (*Test) Help() string {
	return console.Examples("kirke train test -v seirawan seirawan.nnue",
		"kirke train test -v chess --hand-made --tc 1+0.1 --games 200 chess.nnue")
}

// Run plays the match.
func (cmd *Test) Run(c *console.Console) error {
	v, err := c.Game("")
	if err != nil {
		return err
	}
	if cmd.Network == "" {
		return errors.New("the name of the network is empty")
	}
	if _, err := engine.ReadNetwork(cmd.Network, v); err != nil {
		return console.FileError(err)
	}
	if _, err := engine.ReadNetwork(cmd.Against, v); err != nil {
		return fmt.Errorf("--against: %w", console.FileError(err))
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	player := "cmd=" + match.Quote(program) + " uci --networks=''" // only those that are named here
	for _, path := range c.Variants {
		player += " --variants=" + match.Quote(path)
	}
	player += ",option.Threads=1"
	other := player + ",name=today"
	switch {
	case cmd.HandMade:
		other = player + ",name=hand-made,option.Use NNUE=false"
	case cmd.Against != "":
		other = player + ",name=other,option.EvalFile=" + match.Quote(cmd.Against)
	}
	m := engines.Match{
		Engine: []string{player + ",name=network,option.EvalFile=" + match.Quote(cmd.Network), other},
		Games:  cmd.Games, TC: cmd.TC, SPRT: cmd.SPRT, Concurrency: cmd.Concurrency,
		Openings: "random:6", Margin: "0.5", Stall: "60", Start: cmd.Start, As: cmd.As,
	}
	return m.Run(c)
}
