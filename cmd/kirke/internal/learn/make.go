package learn

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/filelock"
	"github.com/kirke-chess/kirke/train"
)

// Make is the command that makes a network in rounds. In each the network of the round before plays
// games, in the first one what plays the game today, and a network is fitted to the scores of its
// searches and to what came of them.
type Make struct {
	Folder string   `arg:"" complete:"folder" help:"Folder for the positions and networks of the rounds. The same command goes on with what it has; with more rounds it adds them. The folder keeps the flags in recipe.json, and refuses others once it has positions."`
	Rounds int      `default:"3" placeholder:"N" help:"Number of rounds (default 3)."`
	Games  uint64   `short:"g" default:"4000" placeholder:"N" help:"Number of games of the first round (default 4000). Each other round has three times those of the one before."`
	Nodes  uint64   `default:"150" placeholder:"N" help:"Nodes for each move (default 150)."`
	Epochs int      `default:"4" placeholder:"N" help:"How often each position is used in a round (default 4); twice as often in the first two rounds from random weights."`
	For    []string `placeholder:"GAME" help:"Games that the networks are for, besides that of --variant; they must have the same board and the same pieces on and off it."`
	Units  int      `placeholder:"N" help:"Units of a side's view in the first layer, a multiple of 16 (default 128, or those of --start)."`
	Start  string   `placeholder:"FILE" help:"Network to begin with, as in 'kirke train fit': a file, or a game that has one (default: random weights; then the first round learns static evaluations near the positions of its games)."`

	Of console.VariantFlags `embed:""`
	By console.SeedFlags    `embed:"" set:"seed=, of the games and the fits"`
	On console.ThreadFlags  `embed:""`
}

// Help returns examples.
func (*Make) Help() string {
	return console.Examples("kirke train make -v circe-mirror --start circe mirror",
		"kirke train make --variants mygame.kirke.toml -v mygame --start chess mynet")
}

// nearEach is how many positions the first round without a network to begin with takes near each
// position of its games: it has everything to learn, and such positions cost little.
const nearEach = 12

// How a fit goes on from a network that has learned from searches: at half the usual rate, so that it does
// not learn single games by heart, and looking ahead in the games. docs/lab/2026-11-29-looking-ahead.md has
// what that gains. From random weights the first network of a folder knows static evaluations, and the
// second one is the first to learn from searches.
const (
	rateAfterStart = 0.0005 // Fit.Rate
	lookAhead      = 0.8    // Fit.Later
)

// Run makes the rounds that the folder does not have.
func (cmd *Make) Run(c *console.Console) error {
	f, err := format(c)
	if err != nil {
		return err
	}
	others, err := cmd.check(c, f)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(cmd.Folder, 0o755); err != nil {
		return console.FileError(err)
	}
	file, err := filelock.Open(filepath.Join(cmd.Folder, "recipe.json"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return console.FileError(err)
	}
	defer file.Close() // it keeps other commands out of the folder
	if err := cmd.follow(c, f, file, others); err != nil {
		return err
	}
	first := *c.Seed
	for round, games := 1, cmd.Games; round <= cmd.Rounds; round, games = round+1, 3*games {
		seed := first + uint64(round-1)
		c.Seed = &seed
		if err := cmd.round(c, f, round, games); err != nil {
			return fmt.Errorf("round %d: %w", round, err)
		}
	}
	fmt.Fprintf(c.Out, "%s is the network\n", cmd.file(cmd.Rounds, ".nnue"))
	return nil
}

// check validates the flags. It returns the IDs of the games of --for.
func (cmd *Make) check(c *console.Console, f *train.Format) (others []string, err error) {
	if cmd.Folder == "" {
		return nil, errors.New("the name of the folder is empty")
	}
	if cmd.Rounds <= 0 {
		return nil, fmt.Errorf("--rounds: %d is not a number of rounds", cmd.Rounds)
	}
	if err := cmd.gen(1, cmd.Games).check(); err != nil {
		return nil, err
	}
	if _, err := cmd.fit(f, 1).settings(c, f); err != nil {
		return nil, err
	}
	if others, err = sharing(cmd.For, f.In, []string{f.Game}); err != nil {
		return nil, fmt.Errorf("--for: %w", err)
	}
	return others, nil
}

// round plays the games of a round and fits its network, unless the folder has it.
func (cmd *Make) round(c *console.Console, f *train.Format, round int, games uint64) error {
	made := cmd.file(round, ".nnue")
	if _, err := os.Stat(made); err == nil {
		v, err := c.Game("")
		if err == nil {
			_, err = engine.ReadNetwork(made, v)
		}
		return err
	}
	fit := cmd.fit(f, round)
	for _, name := range fit.Files[:len(fit.Files)-1] { // the last one is made now
		if _, err := os.Stat(name); err != nil {
			return console.FileError(err)
		}
	}
	fmt.Fprintf(c.Err, "round %d of %d: %d games\n", round, cmd.Rounds, games)
	if err := cmd.gen(round, games).Run(c); err != nil {
		return err
	}
	return fit.Run(c)
}

// gen returns what plays the games of a round.
func (cmd *Make) gen(round int, games uint64) *Gen {
	gen := &Gen{File: cmd.file(round, ".pos"), Games: games, Nodes: cmd.Nodes}
	switch {
	case round > 1:
		gen.Player = cmd.file(round-1, ".nnue")
	case cmd.Start == "":
		gen.Static = nearEach
	}
	return gen
}

// fit returns the fit of a round: to the positions of the round before, unless those have static
// evaluations, and to its own, which come last so that some of them are not learned from.
func (cmd *Make) fit(f *train.Format, round int) *Fit {
	fit := &Fit{
		Output: cmd.file(round, ".nnue"), For: cmd.For, Units: cmd.Units, Epochs: cmd.Epochs,
		Batch: 4096, Rate: 0.001, Score: 1, Start: cmd.Start,
	}
	if round > 1 {
		fit.Start = cmd.file(round-1, ".nnue")
	}
	if cmd.Start == "" && round <= 2 {
		fit.Epochs *= 2
	} else {
		fit.Rate, fit.Later = rateAfterStart, lookAhead
	}
	for r := max(1, round-1); r <= round; r++ {
		name := cmd.file(r, ".pos")
		h, err := f.HeaderOf(name) // an error is that of the fit
		if err == nil && h.Static > 0 && r < round {
			continue
		}
		if err == nil && h.Old { // it does not mark where games begin
			fit.Later = 0
		}
		fit.Files = append(fit.Files, name)
	}
	return fit
}

// file returns the path of a round's file.
func (cmd *Make) file(round int, ext string) string {
	return filepath.Join(cmd.Folder, fmt.Sprint(round)+ext)
}
