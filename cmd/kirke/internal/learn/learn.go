// Package learn holds kirke train, which makes networks for the computer player. docs/engine.md has
// the recipes.
//
// Read learn.go (playing games, and their files), then fit.go (fitting and testing), make.go (both in
// rounds) with recipe.go (what a folder of rounds keeps), lend.go, mean.go and chances.go.
package learn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/train"
)

// Command is kirke train with its subcommands.
type Command struct {
	Make    Make    `cmd:"" help:"Make a network in rounds of games and fits."`
	Gen     Gen     `cmd:"" help:"Play games of the engine with itself, and write their quiet positions to a file."`
	Cat     Cat     `cmd:"" help:"Join files of positions."`
	Check   Check   `cmd:"" help:"Read files of positions, and say what is in them."`
	Shuffle Shuffle `cmd:"" help:"Write the positions of files in a random order."`
	Fit     Fit     `cmd:"" help:"Fit a network to positions."`
	Lend    Lend    `cmd:"" help:"Give a network to more games."`
	Mean    Mean    `cmd:"" help:"Make one network of several: their mean."`
	Chances Chances `cmd:"" help:"Fit how many games a score wins, draws and loses, for UCI_ShowWDL."`
	Test    Test    `cmd:"" help:"Let a network play against the player that comes with Kirke, until a sequential test decides."`
}

// Help returns examples.
func (*Command) Help() string {
	return console.Examples(
		"kirke train make -v circe-mirror --start circe mirror",
		"kirke train gen -v seirawan --games 100000 --nodes 1000 --seed 1 games.pos",
		"kirke train fit -v seirawan --epochs 20 -o seirawan.nnue games.pos",
		"kirke train test -v seirawan seirawan.nnue")
}

// Gen is the command that plays games.
type Gen struct {
	File   string `arg:"" help:"File of positions. Games are added to those it has, if they have the same seed and nodes."`
	Games  uint64 `short:"g" default:"1000" placeholder:"N" help:"Number of games, those in the file included (default 1000)."`
	Static int    `placeholder:"N" help:"Write N positions near each position of a game, with their static evaluation, instead of the game's positions with the scores of the searches."`
	Nodes  uint64 `default:"1000" placeholder:"N" help:"Nodes for each move (default 1000)."`
	Player string `placeholder:"FILE" help:"Network that plays the games (default: what --networks or Kirke itself has for the game, or else the hand-made evaluation)."`

	Of console.VariantFlags `embed:""`
	By console.SeedFlags    `embed:"" set:"seed=, of the games"`
	On console.ThreadFlags  `embed:""`
}

// Help returns examples.
func (*Gen) Help() string {
	return console.Examples("kirke train gen -v seirawan --games 100000 --nodes 600 --seed 1 games.pos",
		"kirke train gen -v circe --static 12 --nodes 60 near.pos")
}

// Run plays the games. Interrupted, it leaves a file that can be added to.
func (cmd *Gen) Run(c *console.Console) error {
	if err := cmd.check(); err != nil {
		return err
	}
	v, err := c.Game("")
	if err != nil {
		return err
	}
	show := c.Progress("games")
	var last train.Header
	var begun uint64
	f, err := train.NewFormat(v)
	if err != nil {
		return err
	}
	if had, err := f.HeaderOf(cmd.File); err == nil && c.Seed == nil {
		c.Seed = &had.Seed // to go on
	}
	player, err := engine.ReadNetwork(cmd.Player, v)
	if err != nil {
		return console.FileError(err)
	}
	g := train.Generation{
		Variant: v, Seed: c.DrawSeed(), Nodes: cmd.Nodes, Games: cmd.Games, Static: cmd.Static,
		Network: player, Threads: c.Threads,
	}
	err = train.Generate(c.Ctx, cmd.File, g, func(h train.Header) {
		if last.Games == 0 {
			begun = h.Games - 1
		}
		last = h
		show.Show(h.Games-begun, float64(h.Games-begun)/float64(max(1, cmd.Games-begun)))
	})
	show.Clear()
	if last.Games == 0 && err == nil { // the file had enough
		last, err = f.HeaderOf(cmd.File)
	}
	if last.Games > 0 {
		fmt.Fprintf(c.Out, "%s: %d games of %s, %d positions\n", cmd.File, last.Games, v.ID, last.Records)
	}
	if c.Ctx.Err() != nil {
		fmt.Fprintln(c.Err, "interrupted; the same command goes on after the last game")
	}
	return err
}

// check validates the flags.
func (cmd *Gen) check() error {
	switch {
	case cmd.File == "":
		return errors.New("the name of the file is empty")
	case cmd.Static < 0:
		return fmt.Errorf("--static: %d is not a number of positions", cmd.Static)
	case cmd.Games == 0:
		return errors.New("--games: 0 is not a number of games")
	case cmd.Nodes == 0:
		return errors.New("--nodes: 0 is not a number of nodes")
	}
	return nil
}

// sources are files of positions.
type sources struct {
	Files []string `arg:"" name:"file" help:"Files of positions, all of one game."`
}

// read reads all files. One that is named twice is refused: a fit would be tried on positions that it
// has learned from.
func (s *sources) read(f *train.Format) (*train.Samples, error) {
	named := map[string]bool{}
	for _, name := range s.Files {
		path := filepath.Clean(name)
		if named[path] {
			return nil, fmt.Errorf("%s is named twice", name)
		}
		named[path] = true
	}
	samples, err := f.ReadFiles(s.Files...)
	return samples, console.FileError(err)
}

// format returns the format for the game that the command line names.
func format(c *console.Console) (*train.Format, error) {
	v, err := c.Game("")
	if err != nil {
		return nil, err
	}
	return train.NewFormat(v)
}

// checkNew returns what is wrong with the name of a file that is to be made.
func checkNew(name string) error {
	if name == "" || name == "-" {
		return fmt.Errorf("-o: %q is no name of a file", name)
	}
	_, err := os.Lstat(name)
	if err == nil {
		return fmt.Errorf("%s exists already", name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(filepath.Dir(name))
	}
	return console.FileError(err)
}

// write writes a new file, which appears when it is complete.
func write(name string, to func(w io.Writer) error) error {
	if err := checkNew(name); err != nil { // another may have made it while this was at work
		return err
	}
	part := name + ".part"
	err := console.WriteFile(part, func(file io.Writer) error {
		w := bufio.NewWriter(file)
		return errors.Join(to(w), w.Flush())
	})
	if err != nil {
		return err
	}
	return console.FileError(os.Rename(part, name))
}

// Cat is the command that joins files.
type Cat struct {
	sources
	Output string               `short:"o" required:"" placeholder:"FILE" help:"The new file."`
	Of     console.VariantFlags `embed:""`
}

// Help returns examples.
func (*Cat) Help() string {
	return console.Examples("kirke train cat -v chess -o all.pos monday.pos tuesday.pos",
		"kirke train cat -v circe -o all.pos near.pos games.pos")
}

// Run joins the files.
func (cmd *Cat) Run(c *console.Console) error {
	if err := checkNew(cmd.Output); err != nil {
		return err
	}
	f, err := format(c)
	if err != nil {
		return err
	}
	s, err := cmd.read(f)
	if err != nil {
		return err
	}
	return write(cmd.Output, s.Save)
}

// Shuffle is the command that puts positions in a random order.
type Shuffle struct {
	sources
	Output string               `short:"o" required:"" placeholder:"FILE" help:"The new file."`
	Of     console.VariantFlags `embed:""`
	By     console.SeedFlags    `embed:"" set:"seed=, of the order"`
}

// Help returns examples.
func (*Shuffle) Help() string {
	return console.Examples("kirke train shuffle -v chess --seed 1 -o mixed.pos games.pos",
		"kirke train shuffle -v circe -o mixed.pos near.pos games.pos")
}

// Run writes the positions in a random order.
func (cmd *Shuffle) Run(c *console.Console) error {
	if err := checkNew(cmd.Output); err != nil {
		return err
	}
	f, err := format(c)
	if err != nil {
		return err
	}
	s, err := cmd.read(f)
	if err != nil {
		return err
	}
	s.Shuffle(c.DrawSeed())
	return write(cmd.Output, s.Save)
}

// Check is the command that says what is in files.
type Check struct {
	sources
	Of console.VariantFlags `embed:""`
	As console.JSONFlags    `embed:""`
}

// Help returns examples.
func (*Check) Help() string {
	return console.Examples("kirke train check -v chess games.pos",
		"kirke train check -v seirawan --json near.pos games.pos")
}

// Run reads the files. It reads all of them before it reports the first that is wrong.
func (cmd *Check) Run(c *console.Console) error {
	f, err := format(c)
	if err != nil {
		return err
	}
	var wrong []error
	for _, name := range cmd.Files {
		s, err := cmd.check(f, name)
		if err != nil {
			wrong = append(wrong, console.FileError(fmt.Errorf("%s: %w", name, err)))
			continue
		}
		if c.JSON {
			err = c.Print(struct {
				File string
				train.Summary
			}{name, s})
		} else {
			n := float64(max(1, s.Positions)) / 100
			_, err = fmt.Fprintf(c.Out, "%s: %d positions of %d games of %s, %s; of the positions White wins %.1f %%, "+
				"Black wins %.1f %%, %.1f %% are of draws; %d mates; mean score of the others without sign "+
				"%.0f centipawns%s\n", name, s.Positions, s.Header.Games, f.Game, orderOf(s),
				float64(s.Results[train.WhiteWins])/n, float64(s.Results[train.BlackWins])/n,
				float64(s.Results[train.Draw])/n, s.Mates, s.Score, playedBy(s.Header))
		}
		if err != nil {
			return err
		}
	}
	return c.Report(wrong)
}

// orderOf says how the positions of a file follow each other.
func orderOf(s train.Summary) string {
	switch {
	case s.Header.Static > 0:
		return fmt.Sprintf("up to %d near each position of a game", s.Header.Static)
	case s.InOrder:
		return "in the order of games"
	}
	return "not in the order of games"
}

// playedBy says what played the games of a file, if the file does.
func playedBy(h train.Header) string {
	switch h.Player {
	case 0:
		return ""
	case train.HandMade:
		return "; played by the hand-made evaluation"
	}
	return fmt.Sprintf("; played by the network %016x", h.Player)
}

func (*Check) check(f *train.Format, name string) (train.Summary, error) {
	file, err := os.Open(name)
	if err != nil {
		return train.Summary{}, err
	}
	defer file.Close()
	return f.Check(file)
}
